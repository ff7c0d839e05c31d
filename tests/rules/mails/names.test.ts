import { describe, expect, it } from 'vitest';
import { joinNames, longPlaceText, placeMessage, shortDays, whoAndWhere } from '#contract/place-names.ts';
import { renderMail } from '#server/mails/render.ts';
import { mailPayload } from '#studio/mail-samples/mail-payload.ts';

// E-mails say which of several spots they are about, even after a move or a cancellation.

const [line] = mailPayload().lines;
if (!line) throw new Error('no line');
const camp = {
  camp_id: 'ca500000-0000-4000-8000-000000000001',
  name: 'Ignite Camp',
  tier: 'ignite',
  start_date: '2026-12-14',
  end_date: '2026-12-18',
  session_time_start: '09:00:00',
  session_time_end: '15:00:00',
  starts_at: '2026-12-14T01:00:00.000Z',
  ends_at: '2026-12-14T07:00:00.000Z',
  location_name: 'Bishan',
  location_address: '2 Park Road',
};
const onCamp = (name: string, more: object = {}) => ({
  ...line,
  line_id: name,
  kind: 'camp_tier',
  title: 'Ignite Camp',
  sessions: null,
  session: null,
  camp,
  child_name: name,
  ...more,
});
const spark = {
  ...camp,
  camp_id: 'ca500000-0000-4000-8000-000000000002',
  name: 'Spark Camp',
  start_date: '2026-11-30',
  end_date: '2026-12-02',
};
const leftPlace = {
  number: 'OT-4K7M',
  child_name: 'Chid',
  session: null,
  camp: spark,
  stays: ['Adam'],
  keeps_appointment: true,
};
const render = async (template: string, more: object) => {
  const mail = await renderMail(template, mailPayload(more), 'https://otter.test');
  return { ...mail, text: mail.text.replace(/\s+/g, ' ') };
};

describe('a list of names', () => {
  it.each([
    [['Adam'], 'Adam'],
    [['Adam', 'Bella'], 'Adam and Bella'],
    [['Adam', 'Bella', 'Chid', 'Adam'], 'Adam, Bella and Chid'],
    [[], ''],
  ])('of the children %j is joined', (names, words) => {
    expect(joinNames(names)).toBe(words);
  });

  it.each([
    ['2026-12-14', '2026-12-18', '14–18 Dec'],
    ['2026-11-30', '2026-12-02', '30 Nov – 2 Dec'],
    ['2026-11-30', '2026-11-30', '30 Nov'],
  ])('of the days from %s to %s is short', (from, to, words) => {
    expect(shortDays(from, to)).toBe(words);
  });

  it('a list with a class or camp has base and day, without repeating the base', () => {
    expect(placeMessage({ camp })).toBe('Ignite Camp, Bishan, 14–18 Dec');
    expect(placeMessage({ session: line.session })).toBe('Red Otter A, Somerset, Sat 28 Nov, 10.30 am');
    expect(placeMessage({ camp: { ...camp, name: 'Ignite Camp, Bishan' } })).toBe(
      'Ignite Camp, Bishan, 14–18 Dec',
    );
    expect(longPlaceText({ camp })).toBe('Ignite Camp, Bishan, Mon 14 – Fri 18 Dec 2026');
    expect(whoAndWhere(['Bella Rahman'], { camp })).toBe('Bella Rahman, Ignite Camp, Bishan, 14–18 Dec');
    expect(whoAndWhere(['Bella'], {}, 'Term Pass')).toBe('Bella, Term Pass');
  });
});

describe('the mail about a cancellation', () => {
  const renderCancelled = (more: object = {}) =>
    render('order_cancelled', {
      lines: [onCamp('Adam'), onCamp('Bella'), onCamp('Caleb')],
      cancelled: { line_ids: ['Caleb'], refund_cents: 25_000 },
      ...more,
    });

  it('the mail about one of three children names that child, and says who stays', async () => {
    const { subject, text } = await renderCancelled({
      left_places: [{ ...leftPlace, child_name: 'Caleb', camp, stays: ['Adam', 'Bella'] }],
    });
    expect(subject).toBe('Cancelled: Caleb, Ignite Camp, Bishan, 14–18 Dec');
    expect(text).toContain('Caleb Mon 14 – Fri 18 Dec 2026');
    expect(text).toContain('Adam and Bella stay on Ignite Camp, Bishan, 14–18 Dec.');
    expect(text).toContain('We are refunding S$250 to your original payment method.');
    expect(text).not.toContain('nothing is refunded');
  });

  it('the mail about two children names both', async () => {
    const { subject } = await renderCancelled({
      cancelled: { line_ids: ['Adam', 'Caleb'], refund_cents: 0 },
    });
    expect(subject).toBe('Cancelled: Adam and Caleb, Ignite Camp, Bishan, 14–18 Dec');
  });
});

describe('the mail about a move', () => {
  const renderMoved = (more: object = {}) =>
    render('order_moved', {
      lines: [onCamp('Adam', { camp: spark }), onCamp('Chid')],
      moved: { line_ids: ['Chid'], kind: 'moved', refund_cents: 28_100 },
      left_places: [leftPlace],
      ...more,
    });

  it('says who moved, what is no longer booked, who stays, and the refund', async () => {
    const { subject, text, attachments } = await renderMoved();
    expect(subject).toBe('Your new date: Chid, Ignite Camp, Bishan, 14–18 Dec');
    expect(text).toContain('CHID HAS A NEW DATE.');
    expect(text).toContain(
      'Chid is no longer booked on Spark Camp, Bishan, 30 Nov – 2 Dec. Adam stays on it.',
    );
    expect(text).toContain('We are refunding S$281 to your original payment method.');
    // Adam's calendar entry is in the same file, and must stay.
    expect(text).not.toContain('to remove it');
    expect(attachments[0]?.content).not.toContain('CANCELLED');
  });

  it('the mail about the only child removes the old date from the calendar', async () => {
    const { text, attachments } = await renderMoved({
      left_places: [{ ...leftPlace, stays: [], keeps_appointment: false }],
      at: '2026-11-22T04:00:00.000Z',
    });
    expect(text).toContain('Open the attached file to update your calendar');
    const file = attachments[0]?.content ?? '';
    expect(file).toContain(`UID:OT-4K7M-${spark.camp_id}@`);
    expect(file).toContain('STATUS:CANCELLED');
    expect(file).toContain('SUMMARY:Cancelled: ');
  });

  it('to a place that costs more says that the old week is cancelled', async () => {
    const { subject, text, attachments } = await render('booking_confirmed', {
      lines: [onCamp('Chid')],
      left_places: [{ ...leftPlace, number: 'OT-OLD1', stays: [], keeps_appointment: false }],
      at: '2026-11-22T04:00:00.000Z',
    });
    expect(subject).toBe('Moved: Chid, Ignite Camp, Bishan, 14–18 Dec');
    expect(text).toContain('Chid is no longer booked on Spark Camp, Bishan, 30 Nov – 2 Dec.');
    expect(attachments[0]?.content).toContain(`UID:OT-OLD1-${spark.camp_id}@`);
  });
});

it('a refund of one line names its child, and says that the spot stays', async () => {
  const { subject, text } = await render('refund_sent', {
    lines: [onCamp('Adam'), onCamp('Bella')],
    refund: { cents: 25_000, parts: [{ method: 'online', cents: 25_000 }], line_ids: ['Bella'] },
  });
  expect(subject).toBe('Your refund of S$250: Bella, Ignite Camp, Bishan, 14–18 Dec (OT-4K7M)');
  expect(text).toContain('Your booking does not change.');
  expect(text).not.toContain('Adam');
});

it('a receipt names each child of an order', async () => {
  const { text } = await render('booking_confirmed', { lines: [onCamp('Adam'), onCamp('Bella')] });
  expect(text).toContain('Ignite Camp, Adam S$697');
  expect(text).toContain('Ignite Camp, Bella S$697');
  expect(text).toContain('Adam and Bella Mon 14 – Fri 18 Dec 2026');
});

it('a text that is not a name is never shown as a name', async () => {
  const { subject, html } = await render('order_cancelled', {
    lines: [onCamp('evil.example')],
    cancelled: { line_ids: ['evil.example'], refund_cents: 0 },
  });
  expect(subject).toBe('Cancelled: Ignite Camp, Bishan, 14–18 Dec');
  expect(html).not.toContain('evil');
});
