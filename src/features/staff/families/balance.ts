import type { FamilyBalance } from '#contract/balance.ts';
import { atom } from 'nanostores';
import * as v from 'valibot';
import { errorText } from '#api/error-text.ts';
import { today } from '#domain/dates.ts';
import { toCents } from '#domain/money.ts';
import { rereadRefusals } from '#ui/staff/error-messages.ts';
import { checkFields } from '#ui/kit/form/check.ts';
import { createForm } from '#ui/kit/form/form.ts';
import { fieldsOf, type Values } from '#ui/kit/form/field.ts';
import { changeBalance, fetchBalance } from './api.ts';
import { balanceMessages as words } from './balance-messages.ts';

const ChangeBalance = v.object({
  cents: v.pipe(v.number(), v.integer(), v.minValue(-200_000), v.maxValue(200_000)),
  note: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  method: v.nullable(v.picklist(['cash', 'paynow'])),
});

const field = fieldsOf(ChangeBalance);
export const balanceFields = [
  field('direction', 'choice', words.direction, { required: true, options: words.directions }),
  field('cents', 'text', words.amount, { required: true, maxLength: 7, autoComplete: 'off' }),
  field('note', 'text', words.note, { required: true, autoComplete: 'off' }),
];

/** Returns the change in cents, which is negative if something is taken. Returns null if the text is not an amount. */
function centsOf({ direction, cents }: Values): number | null {
  const digits = typeof cents === 'string' ? cents.trim().replace(/^S?\$/, '') : '';
  if (!/^\d{1,4}(\.\d{1,2})?$/.test(digits) || Number(digits) <= 0 || Number(digits) > 2000) return null;
  return toCents(Number(digits)) * (direction === 'give' ? 1 : -1);
}

/** Returns how the balance is paid out, or null if it is not paid out. */
export const payoutMethodOf = ({ direction }: Values): 'cash' | 'paynow' | null =>
  direction === 'cash' || direction === 'paynow' ? direction : null;

/** Returns the new balance, which staff read before they confirm. Returns null while something is missing. */
export function effectOf(values: Values, balance: number): number | null {
  const cents = values['direction'] === '' ? null : centsOf(values);
  return cents === null || balance + cents < 0 ? null : balance + cents;
}

export function createBalanceStore(familyId: string) {
  const $balance = atom<FamilyBalance | 'loading' | 'failed'>('loading');
  async function read(): Promise<void> {
    const answer = await fetchBalance(familyId);
    $balance.set(answer.ok ? answer.value : 'failed');
  }
  return { $balance, read };
}

/** Creates the form. After a lost answer, the form is sent again with the same key, so that only one change is made. */
export function createBalanceForm(familyId: string, balance: number, onDone: () => Promise<void>) {
  const key = crypto.randomUUID();
  return createForm(ChangeBalance, {
    empty: { direction: '', cents: '', note: '' },
    read(values) {
      const faults = checkFields(balanceFields, values, today());
      const cents = centsOf(values);
      if (cents === null) faults['cents'] ??= { kind: 'out_of_range', least: 0.01, most: 2000 };
      else if (values['direction'] !== '' && balance + cents < 0)
        faults['cents'] ??= { kind: 'refund_too_much' };
      if (Object.keys(faults).length > 0 || cents === null) return { faults, body: null };
      return { faults, body: { cents, note: values['note'].trim(), method: payoutMethodOf(values) } };
    },
    send: (body) => changeBalance(familyId, { ...body, expected: balance, key }),
    async onSent() {
      await onDone();
      return null;
    },
    async onRefused({ code }) {
      const text = await errorText(code, rereadRefusals);
      if (code === 'changed_meanwhile' || code === 'balance_too_low') await onDone();
      return { tone: 'bad', text } as const;
    },
  });
}
