import { errorCodes, type ErrorCode } from '#contract/error-codes.ts';
import { isErrorCode, readSqlRefusal } from '#contract/errors.ts';
import { describe, expect, it } from 'vitest';
import { refusalWords as ofOrder } from '#features/after-sale/messages.ts';
import { passRefusal } from '#features/after-sale/pass/notes.ts';
import { refusalWords as ofCheckout } from '#features/checkout/messages.ts';
import { failureWords } from '#features/forms/messages.ts';
import { refusalWords as ofWaitlist } from '#features/waitlist/messages.ts';
import { generalRefusals } from '#api/general-refusals.ts';
import { refusalWords } from '#api/refusal-words.ts';
import { fakeBrowser } from '#support/unit/browser.ts';

fakeBrowser();

it('every code of the contract has words, and no words are of a code that is none', () => {
  expect(Object.keys(generalRefusals).toSorted()).toEqual([...errorCodes].toSorted());
});

describe.each([
  ['in general', (code: ErrorCode) => refusalWords(code, {})],
  ['of the checkout', (code: ErrorCode) => Object.values(ofCheckout(code)).join('. ')],
  ['of an order', ofOrder],
  ['of a pass', passRefusal],
  ['of the waitlist', ofWaitlist],
  ['of a form', failureWords],
])('the words %s', (_, wordsOf) => {
  it.each(errorCodes)('say %s in a sentence, never the code', async (code) => {
    const words = await wordsOf(code);
    expect(words).toMatch(/^[A-Z].{12,}\.$/);
    expect(words).not.toMatch(/_|undefined|\[object/);
  });
});

it('a feature’s own words come first, the general ones after', async () => {
  expect(await refusalWords('camp_full', { camp_full: 'That week is full.' })).toBe('That week is full.');
  expect(await refusalWords('camp_full', {})).toBe(generalRefusals.camp_full);
});

it('a code of a newer release has the general sentence; what a database says by itself is none', async () => {
  const [newer, own] = ['boat_sunk', 'permission denied for table orders'].map((message) =>
    readSqlRefusal({ message }),
  );
  if (!newer) throw new Error('no refusal');
  expect(await refusalWords(newer.code, {})).toBe(generalRefusals.unexpected);
  expect(own).toBeNull();
});

it('every code has the shape by which it is told', () => {
  for (const code of errorCodes) expect(isErrorCode(code), code).toBe(true);
});
