import { priceNotes } from '#contract/price-notes.ts';
import { expect, it } from 'vitest';
import { whoseLine } from '#server/mails/order.ts';
import { renderMail } from '#server/mails/render.ts';
import { campView } from '../../unit/checkout/examples.ts';
import { mailPayload } from '#support/mail-payload.ts';

/** Two siblings, and one early-bird place that was left. */
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

it('the mail says for each child why it costs what it costs, by the child’s name', async () => {
  const order = mailPayload({ lines: [first, second], total_cents: 108_900 });
  const { text } = await renderMail('booking_confirmed', order, 'https://otter.test');
  const words = text.replace(/\s+/g, ' ');
  expect(words).toContain('Spark Camp, Kai S$549 second early bird S$549');
  expect(words).toContain('Spark Camp, Mira S$540 listed price S$590, sibling rebate −S$50');
});

it('the listed price is called so only beside another price of the same camp', () => {
  expect(priceNotes(second, [first, second])).toBe('listed price S$590, sibling rebate −S$50');
  expect(priceNotes(second, [second, second])).toBe('S$590, sibling rebate −S$50');
  const elsewhere = { ...first, camp: { ...campView, camp_id: 'ca300000-0000-4000-8000-000000000009' } };
  expect(priceNotes(second, [elsewhere, second])).toBe('S$590, sibling rebate −S$50');
  expect(priceNotes(line, [first, line])).toBeNull();
});

it('a line says whose it is: by the name, where that is none by its number, and of one child not at all', () => {
  expect(whoseLine(mailPayload({ lines: [first, first] }), first)).toBe('Kai');
  // What somebody typed as a name is no link in our mails.
  const bad = { ...second, child_name: 'evil.example' };
  expect(whoseLine(mailPayload({ lines: [first, bad] }), bad)).toBe('second child');
  expect(whoseLine(mailPayload({ lines: [bad] }), bad)).toBeNull();
  const nobodys = { ...second, child: null, child_name: null };
  expect(whoseLine(mailPayload({ lines: [first, second, nobodys] }), nobodys)).toBeNull();
});
