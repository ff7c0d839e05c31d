import { describe, expect, test } from 'vitest';
import { renderMail } from '#server/mails/render.ts';
import { mailPayload } from '#studio/mail-samples/mail-payload.ts';

const [line] = mailPayload().lines;
const camp = {
  camp_id: 'ca700000-0000-4000-8000-000000000001',
  name: 'Spark Camp',
  tier: 'spark' as const,
  start_date: '2026-12-07',
  end_date: '2026-12-09',
  session_time_start: '09:00:00',
  session_time_end: '15:00:00',
  starts_at: '2026-12-07T01:00:00.000Z',
  ends_at: '2026-12-07T07:00:00.000Z',
  location_name: 'East Coast',
  location_address: '1 Beach Road',
  extended_day: { start: '08:30', end: '17:00' },
};
const doorToDoor = { id: 'door-to-door', title: 'Door to door' };
const place = (transport: typeof doorToDoor | null) => ({
  ...line,
  kind: 'camp_tier',
  title: 'Spark Camp',
  sessions: null,
  session: null,
  camp,
  transport,
});

/** Returns the texts of the e-mail and of its calendar file, without line breaks. */
async function mailTexts(template: string, payload: object) {
  const { text, attachments } = await renderMail(template, payload, 'https://otter.test');
  return {
    text: text.replace(/\s+/g, ' '),
    file: attachments[0]?.content.replaceAll('\r\n ', '').replaceAll('\\', '') ?? '',
  };
}
const confirmationTexts = (...transports: (typeof doorToDoor | null)[]) =>
  mailTexts('booking_confirmed', mailPayload({ lines: transports.map(place) }));
const reminder = (comes: boolean, rides: boolean) =>
  mailTexts('session_reminder', { parent_name: 'Mei Tan', session: null, camp, comes, rides });

const collected = 'We collect from the address you gave, and bring everyone back there.';
const dropOff =
  'Extended day included: drop off from 8.30 am, pick up by 5.00 pm; the programme runs from 9.00 am to 3.00 pm.';

describe('a family that comes to the base', () => {
  test('gets the camp’s hours, the extended day and the address', async () => {
    for (const { text } of [await confirmationTexts(null), await reminder(true, false)]) {
      expect(text).toContain('8.30 am to 5.00 pm each day');
      expect(text).toContain(dropOff);
      expect(text).toContain('East Coast, 1 Beach Road');
      expect(text).toContain('Come ten minutes early');
      expect(text).not.toContain('collect from');
    }
  });

  test('gets the camp’s hours and the address in the calendar', async () => {
    const { file } = await confirmationTexts(null);
    expect(file).toContain('DTSTART:20261207T003000Z');
    expect(file).toContain(dropOff);
    expect(file).toContain('LOCATION:East Coast, 1 Beach Road');
  });
});

describe('a family with transport', () => {
  test('is not told to come to the base', async () => {
    for (const { text } of [await confirmationTexts(doorToDoor), await reminder(false, true)]) {
      expect(text).toContain(collected);
      expect(text).toContain('Extended day included: the programme runs from 9.00 am to 3.00 pm.');
      expect(text).toContain('Please be ready at your door');
      expect(text).not.toMatch(/Beach Road|drop off|Come ten minutes early/);
    }
  });

  test('has no address of the base in the calendar', async () => {
    const { file } = await confirmationTexts(doorToDoor);
    expect(file).toContain(collected);
    expect(file).not.toMatch(/LOCATION|Beach Road/);
  });
});

test('siblings with and without transport get both instructions', async () => {
  for (const { text } of [await confirmationTexts(null, doorToDoor), await reminder(true, true)])
    for (const words of [dropOff, 'East Coast, 1 Beach Road', 'By van: we collect from the address you gave'])
      expect(text).toContain(words);
});

test('the mail about a camp without an extended day mentions none, and neither does one about a cancelled camp', async () => {
  const lineWithoutExtras = { ...place(null), camp: { ...camp, extended_day: null } };
  expect(
    (await mailTexts('booking_confirmed', mailPayload({ lines: [lineWithoutExtras] }))).text,
  ).not.toContain('Extended');
  const cancelled = { line_ids: [place(null).line_id ?? ''], refund_cents: 0 };
  const { text } = await mailTexts('order_cancelled', mailPayload({ lines: [place(doorToDoor)], cancelled }));
  expect(text).not.toMatch(/Extended|collect from/);
});

describe('the packing list is the one from the content', () => {
  const bring = { classes: ['Closed shoes: flat soles grip best'], camps: ['A snack without nuts'] };
  const session = { ...line?.session };
  test.each<[template: string, payload: object, said: string | null]>([
    ['booking_confirmed', mailPayload({ lines: [place(null)], bring }), 'A snack without nuts'],
    ['booking_confirmed', mailPayload({ bring }), 'Closed shoes: flat soles grip best'],
    ['session_reminder', { parent_name: 'Mei', session: null, camp, bring }, 'A snack without nuts'],
    [
      'session_reminder',
      { parent_name: 'Mei', session, camp: null, bring },
      'Closed shoes: flat soles grip best',
    ],
    ['session_reminder', { parent_name: 'Mei', session, camp: null }, null],
  ])('in %s with %j', async (template, payload, sentence) => {
    const { text } = await mailTexts(template, payload);
    if (sentence === null) expect(text).not.toMatch(/what to bring|sunscreen/i);
    else expect(text).toMatch(new RegExp(`what to bring.*${sentence}`, 'i'));
  });
});
