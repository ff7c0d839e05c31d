/** After a change, a cancellation or a move, the calendar file replaces or cancels the entry of the confirmation. */
import { expect, test } from 'vitest';
import { renderMail } from '#server/mails/render.ts';
import { everyMail } from '#support/every-mail.ts';
import { mailPayload } from '#studio/mail-samples/mail-payload.ts';

const site = 'https://otter.test';
const [line] = mailPayload().lines;
const session = line?.session;
if (!line || !session) throw new Error('the payload has a session');
const at = '2026-11-24T02:31:00.000Z';
/** The sequence counts the seconds since the beginning of 2026. */
const sequence = (Date.parse(at) - Date.parse('2026-01-01T00:00:00Z')) / 1000;
const uid = `UID:OT-4K7M-${session.session_id}@otter.test`;
const leftPlace = {
  number: 'OT-4K7M',
  child_name: 'Kai',
  session,
  camp: null,
  stays: [],
  keeps_appointment: false,
};
const left_places = [leftPlace];

interface Event {
  uid: string | undefined;
  lines: string[];
}
/** Returns the lines of each event, unfolded. */
function eventsOf(content: string | undefined): Event[] {
  const lines = (content ?? '').replaceAll('\r\n ', '').split('\r\n');
  return lines
    .join('\n')
    .split('BEGIN:VEVENT\n')
    .slice(1)
    .map((text) => {
      const [own = ''] = text.split('END:VEVENT');
      const all = own.trim().split('\n');
      return { uid: all.find((entry) => entry.startsWith('UID:')), lines: all };
    });
}
const fileOf = async (template: string, payload: object) => {
  const { attachments } = await renderMail(template, payload, site);
  const [file] = attachments;
  return { file, events: eventsOf(file?.content) };
};

test('a confirmation has an entry with the sequence zero', async () => {
  const { events } = await fileOf('booking_confirmed', mailPayload({ at }));
  expect(events).toHaveLength(1);
  expect(events[0]?.uid).toBe(uid);
  expect(events[0]?.lines).toContain('SEQUENCE:0');
});

test('a family with a ride in its second order reads of the ride, too', async () => {
  const [, second] = everyMail['place_changed'] ?? [];
  const order = { number: 'OT-4K7M', comes: true, rides: false };
  const orders = [order, { number: 'OT-9B2C', comes: false, rides: true }];
  const textOf = async (more: object) =>
    (await renderMail('place_changed', { ...second, waits: false, ...more }, site)).text;
  expect(await textOf({ orders })).toMatch(/By van: we collect from/);
  expect(await textOf({ orders: [order] })).not.toMatch(/By van: we collect from/);
});

test('a new location and time replace the entry under its id, with a higher sequence', async () => {
  const [payload] = everyMail['place_changed'] ?? [];
  const { file, events } = await fileOf('place_changed', payload ?? {});
  expect(file?.contentType).toContain('method=PUBLISH');
  expect(file?.content).toContain('METHOD:PUBLISH');
  expect(events).toHaveLength(1);
  expect(events[0]?.uid).toBe('UID:OT-4K7M-5e551000-0000-4000-8000-000000000009@otter.test');
  expect(events[0]?.lines).toContain(`SEQUENCE:${sequence}`);
  expect(events[0]?.lines.join()).toContain('LOCATION:Bishan');
  expect(events[0]?.lines.join()).not.toContain('CANCELLED');
  const { subject, text } = await renderMail('place_changed', payload, site);
  expect(subject).toBe('New place and time and coach: White Otter B, Sun 29 Nov (Kai and Mia)');
  expect(text).toContain('Place: Bishan (was: Somerset)');
  expect(text).toContain('From the team: The court is wet.');
});

test('a mail about a waitlist has no file, and says that the position stays', async () => {
  const [, payload] = everyMail['place_changed'] ?? [];
  const { attachments, text } = await renderMail('place_changed', payload, site);
  expect(attachments).toEqual([]);
  expect(text.replaceAll(/\s+/g, ' ')).toContain('you keep your place on the waitlist');
});

test('a cancelled booking cancels its entry with a higher sequence', async () => {
  const cancelled = { line_ids: [line.line_id], refund_cents: 0 };
  const { file, events } = await fileOf('order_cancelled', mailPayload({ at, left_places, cancelled }));
  expect(file?.content).toContain('METHOD:PUBLISH');
  expect(events.map((event) => event.uid)).toEqual([uid]);
  expect(events[0]?.lines).toEqual(expect.arrayContaining([`SEQUENCE:${sequence}`, 'STATUS:CANCELLED']));
  expect(file?.content).not.toContain('VALARM');
});

test('a cancelled booking keeps the entry if a sibling still goes there', async () => {
  const cancelled = { line_ids: [line.line_id], refund_cents: 0 };
  const { file } = await fileOf(
    'order_cancelled',
    mailPayload({ at, left_places: [{ ...leftPlace, keeps_appointment: true }], cancelled }),
  );
  expect(file).toBeUndefined();
});

test('a move has both entries: the old date as cancelled, and the new one', async () => {
  const later = {
    ...session,
    session_id: '5e551000-0000-4000-8000-000000000002',
    session_date: '2026-12-05',
  };
  const moved = { line_ids: [line.line_id], kind: 'moved' };
  const order = mailPayload({ at, left_places, moved, lines: [{ ...line, session: later }] });
  const { events } = await fileOf('order_moved', order);
  expect(events.map((event) => event.uid)).toEqual([uid, `UID:OT-4K7M-${later.session_id}@otter.test`]);
  expect(events[0]?.lines).toContain('STATUS:CANCELLED');
  expect(events[1]?.lines.join()).not.toContain('CANCELLED');
  // A spot that was left and booked again needs a higher sequence.
  expect(events[1]?.lines).toContain(`SEQUENCE:${sequence}`);
});

test('a cancellation by us after a change has the highest sequence', async () => {
  const payload = {
    parent_name: 'Mei',
    reason: null,
    at: '2026-11-24T02:31:05.000Z',
    cancelled_by_us: [{ numbers: ['OT-4K7M'], session }],
  };
  const { events } = await fileOf('cancelled_by_us', payload);
  expect(events[0]?.uid).toBe(uid);
  expect(events[0]?.lines).toEqual(expect.arrayContaining([`SEQUENCE:${sequence + 5}`, 'STATUS:CANCELLED']));
});

test('the same mail has exactly the same file', async () => {
  const cancelled = { line_ids: [line.line_id], refund_cents: 0 };
  const order = mailPayload({ at, left_places, cancelled });
  expect((await fileOf('order_cancelled', order)).file).toEqual(
    (await fileOf('order_cancelled', order)).file,
  );
});
