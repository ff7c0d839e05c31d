import { SavePromotion, type StaffPromotion } from '#contract/management-promotions.ts';
import type { Answer } from '#api/errors.ts';
import { errorText } from '#api/error-text.ts';
import { createForm } from '#ui/kit/form/form.ts';
import { refusals } from './messages.ts';
import { bodyOf, emptyCode, faultsOf, fieldOf, valuesOf } from './model.ts';

interface Rules<Value> {
  /** The code that is being changed, or null for a new one. */
  before: StaffPromotion | null;
  send: (body: SavePromotion) => Promise<Answer<Value> | null>;
  onSent: (value: Value) => void;
}

export const createPromotionForm = <Value>({ before, send, onSent }: Rules<Value>) =>
  createForm(SavePromotion, {
    empty: before === null ? emptyCode : valuesOf(before),
    read(values) {
      const faults = faultsOf(values);
      return { faults, body: Object.keys(faults).length > 0 ? null : bodyOf(values, before) };
    },
    send,
    onSent(value: Value) {
      onSent(value);
      return null;
    },
    onRefused: async ({ code }) => ({ tone: 'bad', text: await errorText(code, refusals) }) as const,
    fieldOf,
    faultOf: ({ code }) =>
      code === 'promotion_exists'
        ? { kind: 'other_name' }
        : code === 'invalid_input'
          ? { kind: 'not_accepted' }
          : null,
  });
export type PromotionForm = Pick<
  ReturnType<typeof createPromotionForm>,
  '$values' | '$faults' | '$failedSubmits' | '$busy' | '$outcome' | 'change' | 'submit'
>;
