// @vitest-environment happy-dom
/** After returning to the checkout, answers that this browser did not save must be given again. */
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { writeStored } from '#browser/storage.ts';
import { pickupId } from '#features/checkout/ids.ts';
import UnsavedAnswers from '#features/checkout/form/UnsavedAnswers.tsx';
import {
  type AnswersOnRecord,
  noPrivateDetails,
  type RecordedAnswer,
} from '#features/checkout/form/model.ts';
import { form as filled, texts } from '../checkout/examples.ts';
import { openCheckout } from '#support/unit/checkout-store.ts';
import { cart, order } from '#support/unit/examples.ts';
import { fakeBrowser } from '#support/unit/browser.ts';

const browser = fakeBrowser();
const all: AnswersOnRecord = {
  health: [{ answered_at: '2026-11-01T00:00:00Z', notes: [] }],
  consents: { terms: true, activity: true },
  asksConsent: false,
  signed: false,
};

beforeEach(() => {
  writeStored('otter_cart', cart());
  browser.api.on('hold_order', { body: { ...order(), left_out: [] } }).on('consent_texts', { body: texts });
});
afterEach(cleanup);

/** Returns to the checkout with these earlier answers and this family record. */
async function returnToCheckout(before: readonly RecordedAnswer[], onRecord: AnswersOnRecord | null = null) {
  const { checkout } = await openCheckout();
  const { form } = checkout;
  form.fill({ ...filled, givenAnswers: [...before] });
  form.fill(noPrivateDetails);
  form.$onRecord.set(onRecord);
  form.showUnsavedAnswers();
  render(<UnsavedAnswers checkout={checkout} />);
  return form;
}
const listMissing = () => screen.queryAllByRole('link').map(({ textContent }) => textContent);
const [health, signature, tick, pickup] = [
  'Health essentials',
  'Your signature',
  'The tick beside “Nothing has changed”',
  'Who may collect your child',
] as const;

describe('a returning parent is asked again', () => {
  it.each<[string, RecordedAnswer[], AnswersOnRecord | null, (string | undefined)[]]>([
    ['answers that the parent had given', ['health', 'signed', 'pickup'], null, [health, signature, pickup]],
    ['no person if none was named', ['health', 'signed'], null, [health, signature]],
    ['the tick and the persons if the rest is on record', ['unchanged', 'pickup'], all, [tick, pickup]],
    ['a signature if another consent is asked', ['signed'], { ...all, asksConsent: true }, [signature]],
    ['no signature if all is on record', ['signed'], all, []],
    ['all health answers if the record can no longer be read', ['unchanged'], null, [health]],
    ['nothing if nothing was answered', [], null, []],
  ])('for %s', async (_, before, onRecord, names) => {
    const form = await returnToCheckout(before, onRecord);
    expect(listMissing()).toEqual(names);
    expect(form.$isRestored.get()).toBe(names.length > 0);
  });

  it('for each answer once, and not about children added since', async () => {
    const form = await returnToCheckout(['health', 'pickup']);
    act(() => form.changeHealth(0, { answer: 'none' }));
    expect(listMissing()).toEqual([pickup]);
    act(() => form.setPickup([{ name: 'Mdm Rosnah', relationship: '', phone: '' }]));
    expect(listMissing()).toEqual([]);
    expect(form.$isRestored.get()).toBe(false);
  });
});

it('the focus stays in a field in use, and otherwise moves to the list', async () => {
  const field = document.createElement('textarea');
  document.body.append(field);
  field.focus();
  await returnToCheckout(['health']);
  expect(document.activeElement).toBe(field);
  cleanup();
  field.remove();
  await returnToCheckout(['health']);
  expect(document.activeElement?.textContent).toContain('Welcome back');
});

it('the links of the list lead to their fields, also to one that is still loading', async () => {
  await returnToCheckout(['unchanged', 'pickup'], all);
  const addField = (id: string) => {
    const field = Object.assign(document.createElement('input'), { id });
    document.body.append(field);
    onTestFinished(() => field.remove());
    return field;
  };
  const addedField = addField(pickupId);
  fireEvent.click(screen.getByRole('link', { name: pickup }));
  expect(document.activeElement).toBe(addedField);
  addedField.blur();
  fireEvent.click(screen.getByRole('link', { name: tick }));
  const lateField = addField('unchanged');
  await waitFor(() => expect(document.activeElement).toBe(lateField));
});
