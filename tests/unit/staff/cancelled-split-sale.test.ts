/** Tests what the desk says when a PayNow sale is cancelled. */
import { expect, it } from 'vitest';
import { paynowMessages } from '#features/staff/sales/paynow-messages.ts';

it.each([
  [null, null],
  [{ method: 'cash', cents: 19_700 }, 'Please return the S$197 that was paid in cash.'],
  [{ method: 'card_terminal', cents: 30_050 }, 'Please return the S$300.50 that was paid on the terminal.'],
] as const)('a sale whose other part is %j asks to return it: %s', (split, sentence) => {
  const text = paynowMessages.cancelSaleMeans({ split });
  expect(text).toContain('The spots will be released.');
  if (sentence === null) expect(text).not.toContain('return');
  else expect(text.endsWith(sentence)).toBe(true);
});
