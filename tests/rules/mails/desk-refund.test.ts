/** A payment at the desk is refunded in the way it was paid, and its receipt names the provider and the seller. */
import { expect, test } from 'vitest';
import { renderMail } from '#server/mails/render.ts';
import { everyMail } from '#support/every-mail.ts';
import { mailPayload } from '#studio/mail-samples/mail-payload.ts';

const site = 'https://otter.test';
const ids = mailPayload().lines.map(({ line_id }) => line_id);
const textOf = async (template: string, payload: object) =>
  (await renderMail(template, payload, site)).text.replaceAll(/\s+/g, ' ');

test.each([
  ['cash', 'S$250 will be refunded in cash.', 'in cash.'],
  ['paynow', 'S$250 will be refunded by PayNow', 'by PayNow.'],
  [
    'card_terminal',
    'S$250 will be refunded to the card that you paid with at our desk.',
    'to the card that you paid',
  ],
] as const)('no mail mentions banks or waiting days after %s', async (method, before, after) => {
  const refund_parts = [{ method, cents: 25_000 }];
  const cancelled = { line_ids: ids, refund_cents: 25_000 };
  const mailText = await textOf('order_cancelled', mailPayload({ cancelled, refund_parts }));
  expect(mailText).toContain(before);
  const moved = { line_ids: ids, kind: 'moved', refund_cents: 25_000 };
  const movedText = await textOf('order_moved', mailPayload({ moved, refund_parts }));
  expect(movedText).toContain(before);
  const sent = await textOf('refund_sent', mailPayload({ refund: { cents: 25_000, parts: refund_parts } }));
  expect(sent).toContain('we have refunded S$250');
  expect(sent).toContain(after);
  const [sample] = everyMail['cancelled_by_us'] as { cancelled_by_us: object[] }[];
  const off = await textOf('cancelled_by_us', {
    ...sample,
    cancelled_by_us: sample?.cancelled_by_us.map((place) => ({
      ...place,
      refunded: true,
      refund_cents: 25_000,
      refund_parts,
    })),
  });
  expect(off).toContain(before);
  for (const text of [mailText, movedText, sent, off])
    expect(text).not.toMatch(/up to ten days|original payment method/);
});

test('a payment on the site is refunded to the original payment method', async () => {
  const cancelled = { line_ids: ids, refund_cents: 25_000 };
  expect(await textOf('order_cancelled', mailPayload({ cancelled }))).toContain(
    'We are refunding S$250 to your original payment method. Banks take up to ten days.',
  );
});

test('a refund in several ways names each way with its sum', async () => {
  const parts = [
    { method: 'online', cents: 34_300 },
    { method: 'cash', cents: 10_000 },
    { method: 'balance', cents: 4_700 },
  ];
  const cancelled = { line_ids: ids, refund_cents: 49_000 };
  const text = await textOf('order_cancelled', mailPayload({ cancelled, refund_parts: parts }));
  expect(text).toContain(
    'We are refunding S$343 to the card or account that you paid with online. Banks take',
  );
  expect(text).toContain('S$100 will be refunded in cash.');
  expect(text).toContain('S$47 was added to your balance with us.');
  expect(await textOf('refund_sent', mailPayload({ refund: { cents: 49_000, parts } }))).toContain(
    'S$490 for order OT-4K7M: S$343 to the card or account that you paid with online, S$100 in cash and S$47 to your balance with us. Banks take',
  );
});

test('a receipt has the registered provider, the GST and the seller at the desk', async () => {
  const text = await textOf(
    'booking_confirmed',
    mailPayload({
      desk_method: 'cash',
      seller: 'Priya Nair',
      provider: { name: 'Otter Trails Pte. Ltd.', uen: '202612345D', address: '1 Trail Road' },
      gst: { rate_percent: 9, number: 'M90312345A', cents: 5_755 },
    }),
  );
  expect(text).toContain('Otter Trails Pte. Ltd., UEN 202612345D, 1 Trail Road');
  expect(text).toContain('Paid at our desk in cash. Sold by Priya Nair.');
  expect(text).toContain('Includes 9% GST of S$57.55. GST registration M90312345A.');
});

test('a receipt says which part was paid from the balance', async () => {
  const text = await textOf(
    'booking_confirmed',
    mailPayload({
      desk_method: 'cash',
      balance_part_cents: 15_000,
      provider: { name: 'Otter Trails', uen: null, address: null },
    }),
  );
  expect(text).toContain('Paid at our desk in cash. S$150 of it was paid from your balance with us.');
});

test('a receipt without registered data has only the brand', async () => {
  const text = await textOf(
    'booking_confirmed',
    mailPayload({ provider: { name: 'Otter Trails', uen: null, address: null } }),
  );
  expect(text).not.toContain('UEN');
  expect(text).not.toContain('Sold by');
});
