import { priceNotes } from '#contract/price-notes.ts';
import { expect, it } from 'vitest';
import { whoseLine } from '#server/mails/order.ts';
import { renderMail } from '#server/mails/render.ts';
import { campView } from '../../unit/checkout/examples.ts';
import { mailPayload } from '#studio/mail-samples/mail-payload.ts';

/** Two siblings share one remaining early-bird spot. */
const [line] = mailPayload().lines;
if (!line) throw new Error('no line');
const place = (child: number, rung_id: string, cents: number, more: object = {}) => ({
  ...line,
  kind: 'camp_tier',
  title: 'Spark Camp',
  session: null,
  sessions: null,
  camp: campView,
  child,
  child_name: ['Kai', 'Mira'][child] ?? null,
  rung_id,
  price_cents: cents,
  total_cents: cents,
  ...more,
});
const first = place(0, 'second', 54_900);
const second = place(1, 'listed', 59_000, { rebate_cents: 5000, total_cents: 54_000 });

it('the mail explains each child’s price by name', async () => {
  const order = mailPayload({ lines: [first, second], total_cents: 108_900 });
  const { text } = await renderMail('booking_confirmed', order, 'https://otter.test');
  const words = text.replace(/\s+/g, ' ');
  expect(words).toContain('Spark Camp, Kai S$549 second early bird S$549');
  expect(words).toContain('Spark Camp, Mira S$540 listed price S$590, sibling rebate −S$50');
});

it('the mail mentions the listed price only beside another price of the same camp', () => {
  expect(priceNotes(second, [first, second])).toBe('listed price S$590, sibling rebate −S$50');
  expect(priceNotes(second, [second, second])).toBe('S$590, sibling rebate −S$50');
  const otherCamp = { ...first, camp: { ...campView, camp_id: 'ca300000-0000-4000-8000-000000000009' } };
  expect(priceNotes(second, [otherCamp, second])).toBe('S$590, sibling rebate −S$50');
  expect(priceNotes(line, [first, line])).toBeNull();
});

it('the mail identifies a line by the child’s name, or its number if there is no valid name, and not at all for one child', () => {
  expect(whoseLine(mailPayload({ lines: [first, first] }), first)).toBe('Kai');
  // A text that was typed as a name must not become a link.
  const badName = { ...second, child_name: 'evil.example' };
  expect(whoseLine(mailPayload({ lines: [first, badName] }), badName)).toBe('second child');
  expect(whoseLine(mailPayload({ lines: [badName] }), badName)).toBeNull();
  const nobodys = { ...second, child: null, child_name: null };
  expect(whoseLine(mailPayload({ lines: [first, second, nobodys] }), nobodys)).toBeNull();
});
