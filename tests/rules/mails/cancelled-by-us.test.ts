import { describe, expect, test } from 'vitest';
import { renderMail } from '#server/mails/render.ts';
import { mailPayload, onlineRefund } from '#studio/mail-samples/mail-payload.ts';

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
const renderMailOf = (places: object[], more: object = {}) =>
  renderMail(
    'cancelled_by_us',
    {
      parent_name: 'Mei Tan',
      reason: 'Thunderstorm',
      at: '2026-11-20T01:00:00.000Z',
      cancelled_by_us: places.map((place) => ({ children: ['Kai'], ...place })),
      ...more,
    },
    site,
  );

describe('the mail about a cancellation by us', () => {
  test('says for a class when it was, the reason, and that the credit is returned', async () => {
    const { subject, text, html } = await renderMailOf([{ session: line?.session, order_number: 'OT-7' }], {
      manage_tokens: { 'OT-7': 'abc123' },
    });
    expect(html).toContain(`href="${site}/manage-booking?access=abc123"`);
    expect(subject).toBe('Cancelled: Kai, Red Otter A, Somerset, Sat 28 Nov, 10.30 am');
    for (const words of [
      'Hi Mei Tan',
      'Why: Thunderstorm',
      'The credit is back',
      'have a refund? Reply',
      '10.30 am to 11.30 am',
    ])
      expect(text).toContain(words);
  });

  test('corrects the calendar entry, and names classes with room', async () => {
    const { text, attachments } = await renderMailOf([
      {
        session: line?.session,
        numbers: ['OT-7'],
        refunded: true,
        refund_cents: 3500,
        refund_parts: onlineRefund(3500),
        other_sessions: [{ ...line?.session, session_id: camp.camp_id, class_type: 'Red Otter B' }],
      },
    ]);
    expect(text).toContain(
      'We are refunding S$35 to your original payment method. Banks take up to ten days.',
    );
    expect(text).toContain('Red Otter B');
    expect(text).toContain('open the attached file');
    const file = attachments[0]?.content ?? '';
    expect(file).toContain(`UID:OT-7-${line?.session?.session_id}@`);
    expect(file).toContain('STATUS:CANCELLED');
    expect(file).toContain('SEQUENCE:27910800');
  });

  test('asks the parent to choose for a camp, even without a reason', async () => {
    const { subject, text, html } = await renderMailOf([{ camp }], { reason: null });
    expect(subject).toBe('Cancelled: Kai, Spark Camp, East Coast, 7–9 Dec');
    expect(text).toContain('a full refund');
    expect(text).not.toContain('Why');
    expect(html).not.toContain('href="https');
  });

  test('promises neither credit nor refund for a spot that nobody paid for, and names it beside a paid one', async () => {
    const promises = /credit|full refund|another week|rather have/i;
    for (const place of [
      { session: line?.session, unpaid_children: ['Kai'] },
      { camp, unpaid_children: ['Kai'] },
    ]) {
      const { text, html } = await renderMailOf([place]);
      expect(text).toContain('No payment was made to us for this booking, so there is nothing to refund.');
      expect(`${text} ${html}`).not.toMatch(promises);
    }
    const { text } = await renderMailOf([
      { camp, children: ['Kai', 'Lia'], unpaid_children: ['Lia'], order_number: 'OT-7' },
    ]);
    expect(text).toContain('The choice is yours: another week');
    expect(text).toContain('No payment was made to us for Lia, Spark Camp, East Coast, 7–9 Dec,');
  });

  test('says for a camp how much is refunded at once, and that a dispute delays it', async () => {
    const refundedCamp = { camp, refunded: true, refund_cents: 49_000, refund_parts: onlineRefund(49_000) };
    const { text } = await renderMailOf([refundedCamp]);
    expect(text).toContain('We are refunding S$490 to your original payment method.');
    expect(text).not.toMatch(/another e?-?mail/);
    const waitingMail = await renderMailOf([{ ...refundedCamp, refund_waits: true }]);
    expect(waitingMail.text).toContain(
      'If the payment stays with us, we will refund S$490 to your original payment method and write again',
    );
  });

  test('lists two spots with child and refund, the sum, and one button per order', async () => {
    const { subject, text, html, attachments } = await renderMailOf(
      [
        {
          session: line?.session,
          order_number: 'OT-7',
          numbers: ['OT-7'],
          refunded: true,
          refund_cents: 3500,
          refund_parts: onlineRefund(3500),
        },
        {
          camp,
          children: ['Lia'],
          order_number: 'OT-8',
          numbers: ['OT-8'],
          refunded: true,
          refund_cents: 49_000,
          refund_parts: onlineRefund(49_000),
        },
      ],
      { manage_tokens: { 'OT-7': 'abc123', 'OT-8': 'def456' } },
    );
    expect(subject).toBe('Cancelled: Kai, Red Otter A, Somerset, Sat 28 Nov, 10.30 am and 1 more');
    for (const words of [
      'THESE BOOKINGS ARE CANCELLED',
      'Kai',
      'S$35 is refunded.',
      'Lia',
      'S$490 is refunded.',
    ])
      expect(text).toContain(words);
    expect(text.match(/We are refunding S\$525 to your original payment method/g)).toHaveLength(1);
    expect(text.replaceAll(/\s+/g, ' ')).toContain('See your booking: Spark Camp, East Coast, 7–9 Dec');
    for (const token of ['abc123', 'def456']) expect(html).toContain(`manage-booking?access=${token}`);
    expect(attachments[0]?.content.match(/STATUS:CANCELLED/g)).toHaveLength(2);
  });
});
