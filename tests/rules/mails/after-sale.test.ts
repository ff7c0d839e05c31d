import { describe, expect, test } from 'vitest';
import { renderMail } from '#server/mails/render.ts';
import { mailPayload } from '#studio/mail-samples/mail-payload.ts';

const site = 'https://otter.test';
const [line] = mailPayload().lines;
const camp = {
  camp_id: 'ca500000-0000-4000-8000-000000000001',
  name: 'Spark Camp, East Coast',
  tier: 'spark',
  start_date: '2026-12-07',
  end_date: '2026-12-09',
  session_time_start: '09:00:00',
  session_time_end: '15:00:00',
  starts_at: '2026-12-07T01:00:00.000Z',
  ends_at: '2026-12-07T07:00:00.000Z',
  location_name: 'East Coast',
  location_address: '1 Beach Road',
};
const ids = [line?.line_id ?? ''];
const render = (template: string, more: object = {}) => renderMail(template, mailPayload(more), site);

test('a confirmation has the link to manage the booking, if there is one', async () => {
  const { html } = await render('booking_confirmed', { manage_token: 'abc123' });
  expect(html).toContain(`href="${site}/manage-booking?access=abc123"`);
  expect((await render('booking_confirmed')).html).not.toContain('manage-booking');
});

test('the mail about a late payment has its own link for the choice', async () => {
  const { html, text } = await render('paid_late_choice', { choice_token: 'c0ffee' });
  expect(html).toContain(`href="${site}/manage-booking?access=c0ffee"`);
  expect(text).toContain('A full refund.');
});

test('the mail about a deposit that came late names what was paid, and offers only a refund', async () => {
  const { subject, text } = await render('paid_late_choice', {
    choice_token: 'c0ffee',
    late_choices: ['refund'],
    instalments: { open_cents: 49_700, grace_days: 3, parts: [] },
  });
  expect(subject).toContain('get your deposit back');
  expect(text).toContain('Your payment of S$200 reached us');
  expect(text).toContain('A full refund.');
  expect(text).not.toMatch(/Another date|Keep it as credit/);
});

test('the mail with a new link has a link of either purpose', async () => {
  const { subject, html } = await render('order_link', { manage_token: 'abc123' });
  expect(subject).toBe('Your booking OT-4K7M');
  expect(html).toContain(`href="${site}/manage-booking?access=abc123"`);
  const lateMail = await render('order_link', { choice_token: 'c0ffee' });
  expect(lateMail.html).toContain(`href="${site}/manage-booking?access=c0ffee"`);
});

test.each([
  [null, 'you asked for a new link', 'If this was not you'],
  ['new_address', 'your account has a new e-mail address', 'If you did not change your address'],
  ['parent_left', 'the other parent no longer belongs', 'in your Family Base'],
  ['ended', 'we have turned off all earlier links', 'earlier e-mails about this booking no longer work'],
])('the mail with a new link says why earlier links ended: %s', async (reason, why, advice) => {
  const { text } = await render('order_link', { manage_token: 'abc123', reason });
  expect(text).toContain(why);
  expect(text).toContain(advice);
});

test('the mail about a credit has a file that removes the earlier date from the calendar', async () => {
  const moved = { line_ids: ids, kind: 'credit' };
  const leftPlace = { number: 'OT-4K7M', child_name: 'Kai', session: null, camp, stays: [] };
  const renderCredit = (keeps_appointment: boolean) =>
    render('order_moved', {
      lines: [{ ...line, status: 'credit', session: null }],
      moved,
      at: '2026-11-28T02:00:00.000Z',
      left_places: [{ ...leftPlace, keeps_appointment }],
    });
  const { text, attachments } = await renderCredit(false);
  expect(text.replace(/\s+/g, ' ')).toContain('Open the attached file to remove the earlier date');
  const file = attachments[0]?.content;
  expect(file).toContain('STATUS:CANCELLED');
  expect(file).not.toContain('STATUS:CONFIRMED');
  expect((await renderCredit(true)).attachments).toEqual([]);
});

test('the mail about a failed move says that the old booking stays', async () => {
  const cancelled = { line_ids: ids, refund_cents: 20_000, not_moved: true };
  const { subject, text } = await render('order_cancelled', { cancelled });
  expect(subject).toBe('Not moved: Kai, Red Otter A, Somerset, Sat 28 Nov, 10.30 am');
  expect(text).toContain('Your earlier booking does not change');
  expect(text).toContain('We are refunding S$200 to your original payment method.');
});

describe('the mail about a cancellation', () => {
  test('says what is cancelled and how much is refunded', async () => {
    const cancelled = { line_ids: ids, refund_cents: 34_850 };
    const { subject, text, attachments } = await render('order_cancelled', { cancelled });
    expect(subject).toBe('Cancelled: Kai, Red Otter A, Somerset, Sat 28 Nov, 10.30 am');
    expect(text).toContain('We are refunding S$348.50 to your original payment method.');
    expect(attachments).toEqual([]);
  });

  test('says if there is no refund, and mentions nothing else in the order', async () => {
    const other = { ...line, line_id: 'other', session: null, camp };
    const cancelled = { line_ids: ids, refund_cents: 0 };
    const { text } = await render('order_cancelled', { lines: [line, other], cancelled });
    expect(text).toContain('nothing is refunded');
    expect(text).not.toContain('Spark Camp');
  });
});

test('the mail about a second try-out says what is not booked, the refund once, and what can be booked', async () => {
  const cancelled = { line_ids: ids, refund_cents: 3_800, had_before: true };
  const { subject, text } = await render('order_cancelled', { cancelled });
  expect(subject).toBe('Not booked: Kai, Red Otter A, Somerset, Sat 28 Nov, 10.30 am');
  expect(text.replace(/\s+/g, ' ')).toMatch(
    /so this is not booked: Kai Sat 28 Nov.*We are refunding S\$38 to your original payment method\..*You can book any other pass\./,
  );
  expect(text.match(/original payment method/g)).toHaveLength(1);
});

describe('a cancelled line has the name of what was booked', () => {
  const camp2 = { ...camp, camp_id: 'ca500000-0000-4000-8000-000000000002' };
  const onCamp = { ...line, kind: 'camp_tier', title: 'Spark Camp', sessions: null, session: null };
  test.each([
    ['a pass without a date', { ...line, session: null }, 'this pass is cancelled:'],
    ['a camp kept as a credit', onCamp, 'this is cancelled:'],
    ['a day', line, 'and the spot is free for another child:'],
    ['two camps', [onCamp, onCamp], 'and the spots are free for other children:'],
  ])('for %s', async (_, removed, words) => {
    const [first, second] = Array.isArray(removed) ? removed : [removed];
    const lines = second
      ? [
          { ...first, camp },
          { ...second, line_id: 'two', camp: camp2 },
        ]
      : [first];
    const cancelled = { line_ids: [...ids, 'two'], refund_cents: 1000 };
    const { text } = await render('order_cancelled', { lines, cancelled });
    expect(text.replace(/\s+/g, ' ')).toContain(words);
    expect(text.includes('spot')).toBe(words.includes('spot'));
  });
});

describe('the mail about a cancelled pass with a refund of its unused part', () => {
  const { session } = line ?? {};
  const ahead = {
    ...session,
    session_id: '5e551000-0000-4000-8000-000000000002',
    session_date: '2026-12-05',
  };
  const renderCancelledPass = (more: object) =>
    render('order_cancelled', { cancelled: { line_ids: ids, refund_cents: 58_083, ...more } });
  const part = (more: object) => [
    { line_id: ids[0], total: 18, used: 0, unused: 18, ends_renewal: false, ...more },
  ];

  test('says how many sessions were used and left, and does not call used ones cancelled', async () => {
    const { subject, text } = await renderCancelledPass({
      sessions: [ahead],
      passes: part({ used: 3, unused: 15 }),
    });
    expect(subject).toBe('Cancelled: Kai, Term Pass');
    expect(text).toContain('3 of 18 sessions were used, and 15 were left.');
    expect(text).toContain('We are refunding S$580.83 to your original payment method.');
    expect(text).toContain('Sat 5 Dec 2026');
    expect(text).not.toContain('28 Nov');
    expect(text).not.toContain('renew');
  });

  test('does not mention used sessions if there are none', async () => {
    const { subject, text } = await renderCancelledPass({ sessions: [session], passes: part({}) });
    expect(subject).toBe('Cancelled: Kai, Red Otter A, Somerset, Sat 28 Nov, 10.30 am');
    expect(text).not.toContain('used');
  });

  test('does not call sessions used that staff removed, nor the rest refunded if half of it is', async () => {
    const { text } = await renderCancelledPass({
      refund_cents: 34_850,
      sessions: [],
      passes: part({ unused: 15 }),
    });
    expect(text).toContain('15 of 18 sessions were left.');
    expect(text).not.toContain('used');
    expect(text).not.toContain('are refunded');
    expect(text).toContain('We are refunding S$348.50 to your original payment method.');
  });

  test('says that the pass no longer renews', async () => {
    const passes = part({ total: 4, used: 3, unused: 1, ends_renewal: true });
    const { text } = await renderCancelledPass({ sessions: [], passes });
    expect(text).toContain('3 of 4 sessions were used, and 1 was left.');
    expect(text).toContain('The pass will not renew, and your card will not be charged.');
  });
});

describe('the mail about a moved booking', () => {
  test('has the new date and a calendar file', async () => {
    const { subject, html, attachments } = await render('order_moved', {
      moved: { line_ids: ids, kind: 'moved' },
      manage_token: 'abc123',
    });
    expect(subject).toBe('Your new date: Kai, Red Otter A, Somerset, Sat 28 Nov, 10.30 am');
    expect(html).toContain('manage-booking?access=abc123');
    expect(attachments[0]?.filename).toBe('OT-4K7M.ics');
  });

  test('links to the choice of a date for a credit', async () => {
    const lines = [{ ...line, session: null }];
    const moved = { line_ids: ids, kind: 'credit' };
    const { subject, html, attachments } = await render('order_moved', {
      lines,
      moved,
      manage_token: 'abc123',
    });
    expect(subject).toBe('Your credit: Kai, Term Pass');
    expect(html).toContain('Choose a date');
    expect(html).toContain('manage-booking?access=abc123');
    expect(attachments).toEqual([]);
  });
});

test.each([
  ['online', 'to your original payment method. Banks take up to ten days'],
  ['by_hand', 'we have refunded S$50 for order OT-4K7M.'],
  ['balance', 'we have refunded S$50 for order OT-4K7M to your balance with us.'],
])('the mail about a refund says the right thing: %s', async (method, words) => {
  const parts = [{ method, cents: 5000 }];
  const { subject, text } = await render('refund_sent', { refund: { cents: 5000, parts } });
  expect(subject).toBe('Your refund of S$50 (OT-4K7M)');
  expect(text).toContain(words);
});

test.each(['order_cancelled', 'order_moved', 'refund_sent'])(
  '%s has the child’s given name, and is the same each time',
  async (template) => {
    const more = {
      cancelled: { line_ids: ids, refund_cents: 1 },
      moved: { line_ids: ids, kind: 'moved' },
      refund: { cents: 1, parts: [{ method: 'online', cents: 1 }], line_ids: ids },
    };
    const mail = await render(template, more);
    for (const mailText of [mail.subject, mail.html, mail.text]) expect(mailText).toContain('Kai');
    expect(await render(template, more)).toEqual(mail);
  },
);

test('a payload without the event is an error', async () => {
  await expect(render('order_cancelled')).rejects.toThrow();
  await expect(render('refund_sent')).rejects.toThrow();
});

test('a camp is named once, with its packing list and its transport', async () => {
  const onCamp = { ...line, kind: 'camp_tier', title: 'Spark Camp', sessions: null, session: null, camp };
  const { text, attachments } = await render('booking_confirmed', { lines: [onCamp] });
  expect(text.split('RECEIPT')[0]?.match(/^Spark Camp/gm)).toHaveLength(1);
  expect(text).toContain('A snack without nuts');
  expect(text).not.toContain('find a helmet');
  expect(attachments).toHaveLength(1);
  const ride = { id: 'door', title: 'Door to door' };
  expect((await render('booking_confirmed', { lines: [{ ...onCamp, transport: ride }] })).text).toContain(
    'Spark Camp, Door to door',
  );
});
