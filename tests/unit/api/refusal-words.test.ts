import { errorCodes, type ErrorCode } from '#contract/error-codes.ts';
import { isErrorCode, readSqlRefusal } from '#contract/errors.ts';
import { describe, expect, it } from 'vitest';
import { errorText as ofOrder } from '#features/after-sale/messages.ts';
import { passRefusal } from '#features/after-sale/pass/notes.ts';
import { errorText as ofCheckout } from '#features/checkout/messages.ts';
import { failureMessage } from '#features/forms/messages.ts';
import { errorText as ofWaitlist } from '#features/waitlist/messages.ts';
import { errorMessages } from '#api/error-messages.ts';
import { errorText } from '#api/error-text.ts';
import { fakeBrowser } from '#support/unit/browser.ts';

fakeBrowser();

it('every error code has a message, and every message belongs to an error code', () => {
  expect(Object.keys(errorMessages).toSorted()).toEqual([...errorCodes].toSorted());
});

describe.each([
  ['in general', (code: ErrorCode) => errorText(code, {})],
  ['of the checkout', (code: ErrorCode) => Object.values(ofCheckout(code)).join('. ')],
  ['of an order', ofOrder],
  ['of a pass', passRefusal],
  ['of the waitlist', ofWaitlist],
  ['of a form', failureMessage],
])('the messages %s', (_, wordsOf) => {
  it.each(errorCodes)('explain %s in a sentence without the code', async (code) => {
    const words = await wordsOf(code);
    expect(words).toMatch(/^[A-Z].{12,}\.$/);
    expect(words).not.toMatch(/_|undefined|\[object/);
  });
});

it('a refusal about children who are checked in ends with their names', async () => {
  const read = (details: string | null) => readSqlRefusal({ message: 'child_checked_in', hint: '', details });
  const refusal = read('["Kai", "Lia"]');
  expect(refusal).toEqual({ code: 'child_checked_in', names: ['Kai', 'Lia'] });
  const text = errorMessages.child_checked_in;
  if (refusal === null) throw new Error('is not a refusal');
  expect(await errorText(refusal, {})).toBe(`${text} Checked in: Kai, Lia.`);
  expect(await ofOrder(refusal)).toBe(`${text} Checked in: Kai, Lia.`);
  expect(read(null)).toEqual({ code: 'child_checked_in' });
  expect(read('null')).toEqual({ code: 'child_checked_in' });
});

it('a feature’s own message comes before the general one', async () => {
  expect(await errorText('camp_full', { camp_full: 'That week is full.' })).toBe('That week is full.');
  expect(await errorText('camp_full', {})).toBe(errorMessages.camp_full);
});

it('an unknown code has the general message, and an error of Postgres itself is not a code', async () => {
  const [newer, own] = ['boat_sunk', 'permission denied for table orders'].map((message) =>
    readSqlRefusal({ message }),
  );
  if (!newer) throw new Error('no refusal');
  expect(await errorText(newer.code, {})).toBe(errorMessages.unexpected);
  expect(own).toBeNull();
});

it('every error code has the format of error codes', () => {
  for (const code of errorCodes) expect(isErrorCode(code), code).toBe(true);
});
