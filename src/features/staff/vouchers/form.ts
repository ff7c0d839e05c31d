import { type IssuedVoucher, IssueVoucher, voucherMethods } from '#contract/vouchers.ts';
import { errorText } from '#api/error-text.ts';
import type { Faults } from '#domain/fault.ts';
import { toCents } from '#domain/money.ts';
import { today } from '#domain/dates.ts';
import { checkFields } from '#ui/kit/form/check.ts';
import { createForm } from '#ui/kit/form/form.ts';
import { fieldsOf, type FormField, type Values } from '#ui/kit/form/field.ts';
import { issueVoucher } from './api.ts';
import { formMessages as words, refusals } from './messages.ts';

const field = fieldsOf(IssueVoucher);
const GIVEN = 'given';

const always: readonly FormField[] = [
  field('cents', 'text', words.amount, { required: true, maxLength: 7, autoComplete: 'off' }),
  field('buyer_name', 'text', words.buyerName, { required: true, autoComplete: 'off' }),
  field('buyer_email', 'text', words.buyerEmail, { required: true, autoComplete: 'off' }),
  field('recipient_name', 'text', words.recipient, { autoComplete: 'off' }),
  field('message', 'text', words.message, { autoComplete: 'off' }),
];
const method = (mayGive: boolean): FormField =>
  field('method', 'choice', words.method, {
    required: true,
    options: words.methods.filter(({ value }) => mayGive || value !== GIVEN),
  });
const reference = field('reference', 'text', words.reference, { autoComplete: 'off' });
const reason = field('reason', 'text', words.reason, { required: true, autoComplete: 'off' });

/** Returns the fields that every voucher has. */
export const firstFields = (mayGive: boolean): readonly FormField[] => [...always, method(mayGive)];
/** Returns the last field. A payment by PayNow has a reference, and a voucher without a payment has a reason. */
export const lastFields = (values: Values): readonly FormField[] => [
  ...(values['method'] === 'paynow' ? [reference] : []),
  ...(values['method'] === GIVEN ? [reason] : []),
];
const allFields = [...always, method(true), reference, reason];
export const labelOf = (id: string): string => allFields.find(({ path }) => path === id)?.label ?? id;

const textOf = (value: Values[string] | undefined) => {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? null : text;
};

/** Converts a typed amount from S$5 to S$2,000 to cents. Returns null for any other text. */
export function amountOf(typedAmount: string): number | null {
  const digits = typedAmount.trim().replace(/^S?\$/, '');
  const cents = /^\d{1,4}(\.\d{1,2})?$/.test(digits) ? toCents(Number(digits)) : 0;
  return cents >= 500 && cents <= 200_000 ? cents : null;
}

type OnIssued = (voucher: IssuedVoucher) => void;
let unfinished: ReturnType<typeof createVoucherForm> | null = null;

/**
 * Returns the form that was closed before its voucher was made, or a new one. A parent may have paid to the reference
 * of the closed form, so it must come back with it.
 */
export function openVoucherForm(onIssued: OnIssued) {
  unfinished ??= createVoucherForm();
  unfinished.listener.onIssued = onIssued;
  return unfinished;
}

/** Creates the form. After a lost answer, it is sent again with the same key, so that only one voucher is made. */
function createVoucherForm() {
  const listener: { onIssued: OnIssued | null } = { onIssued: null };
  const key = crypto.randomUUID();
  const form = createForm(IssueVoucher, {
    empty: {
      cents: '',
      buyer_name: '',
      buyer_email: '',
      recipient_name: '',
      message: '',
      method: '',
      reference: '',
      reason: '',
    },
    read(values) {
      const faults: Faults = checkFields([...firstFields(true), ...lastFields(values)], values, today());
      const cents = amountOf(textOf(values['cents']) ?? '');
      if (cents === null && faults['cents'] === undefined)
        faults['cents'] = { kind: 'out_of_range', least: 5, most: 2000 };
      if (Object.keys(faults).length > 0 || cents === null) return { faults, body: null };
      const paidBy = voucherMethods.find((candidate) => candidate === values['method']) ?? null;
      return {
        faults,
        body: {
          key,
          cents,
          buyer_name: textOf(values['buyer_name']) ?? '',
          buyer_email: textOf(values['buyer_email']) ?? '',
          recipient_name: textOf(values['recipient_name']),
          message: textOf(values['message']),
          method: paidBy,
          reference: paidBy === 'paynow' ? textOf(values['reference']) : null,
          reason: paidBy === null ? textOf(values['reason']) : null,
        },
      };
    },
    send: issueVoucher,
    onSent(voucher) {
      unfinished = null;
      listener.onIssued?.(voucher);
      return null;
    },
    onRefused: async ({ code }) => ({ tone: 'bad', text: await errorText(code, refusals) }) as const,
    faultOf: ({ code }) => (code === 'invalid_input' ? { kind: 'not_accepted' } : null),
  });
  // The key is stored with the voucher (request_key), so that its payment can be found in the bank’s list.
  return { ...form, listener, paynowReference: `GIFT-${key.slice(0, 8).toUpperCase()}` };
}
