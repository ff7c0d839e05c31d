import { describe, expect, it } from 'vitest';
import { renderMail } from '#server/mails/render.ts';
import { mailPayload } from '#studio/mail-samples/mail-payload.ts';

const site = 'https://otter.test';
const [line] = mailPayload().lines;
const camp = {
  camp_id: 'ca500000-0000-4000-8000-000000000001',
  name: 'Spark Camp',
  tier: 'spark',
  start_date: '2026-12-07',
  end_date: '2026-12-09',
  session_time_start: '09:00:00',
  session_time_end: '15:00:00',
  starts_at: '2026-12-07T01:00:00.000Z',
  ends_at: '2026-12-07T07:00:00.000Z',
  location_name: 'East Coast',
  location_address: null,
};
const renderFailed = (more: object = {}) =>
  renderMail('payment_failed', mailPayload({ paid_at: null, ...more }), site);

describe('the mail about a payment that the bank refused later', () => {
  it('says that nothing was charged or booked, and for whom', async () => {
    const { subject, text, html, attachments } = await renderFailed();
    expect(subject).toBe(
      'Not booked, because your payment did not arrive: Kai, Red Otter A, Somerset, Sat 28 Nov, 10.30 am',
    );
    const words = text.replace(/\s+/g, ' ');
    for (const word of [
      'Hi Mei Tan',
      'Nothing was taken, and this is not booked',
      'We no longer hold the spot for you',
      'OT-4K7M',
    ])
      expect(words).toContain(word);
    expect(html).not.toContain('0b7ff0a4');
    expect(attachments).toEqual([]);
  });

  it.each([
    ['a class', {}, '/#book-your-otter-experience'],
    ['a camp', { lines: [{ ...line, kind: 'camp_tier', session: null, camp }] }, '/camps/book'],
    ['a pass without a first day', { lines: [{ ...line, session: null }] }, '/passes'],
  ])('links for %s to where it is sold', async (_, more, path) => {
    expect((await renderFailed(more)).html).toContain(`href="${site}${path}"`);
  });

  it.each([
    [false, 'You can book again at once, by card, PayNow or GrabPay.'],
    [true, 'You can book again at once, by card.'],
  ])('names the payment methods (renewing: %s)', async (renews, words) => {
    const { text } = await renderFailed({ lines: [line, { ...line, session: null, renews }] });
    expect(text.replace(/\s+/g, ' ')).toContain(words);
  });

  it('says for a change of date that the old one stays, and links to the booking', async () => {
    const { text, html } = await renderFailed({ manage_token: 'abc123' });
    expect(text.replace(/\s+/g, ' ')).toContain('What you had booked before does not change');
    expect(html).toContain(`href="${site}/manage-booking?access=abc123"`);
  });
});
