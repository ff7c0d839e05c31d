import { CloseDeskDay, type DeskDay, deskMethods } from '#contract/desk-closes.ts';
import type { Faults } from '#domain/fault.ts';
import { toCents } from '#domain/money.ts';
import { fieldsOf, type FormField, type Values } from '#ui/kit/form/field.ts';
import { dayMessages as words } from './messages.ts';

const field = fieldsOf(CloseDeskDay);
export const fields: readonly FormField[] = [
  ...deskMethods.map((method) =>
    field(`counted.${method}`, 'text', words.fields[method], {
      required: true,
      maxLength: 11,
      autoComplete: 'off',
    }),
  ),
  field('note', 'area', words.fields.note),
  field('signed', 'tick', words.fields.signed, { required: true }),
];
export const labelOf = (id: string): string => fields.find(({ path }) => path === id)?.label ?? id;

/** Returns the values with which the form starts. A method without sales or refunds counts as 0. */
export const valuesOf = ({ items }: DeskDay): Values => ({
  ...Object.fromEntries(
    deskMethods.map((method) => [
      `counted.${method}`,
      items.some((item) => item.method === method) ? '' : '0',
    ]),
  ),
  note: '',
  signed: '',
});

/** Converts typed dollars to cents, or returns null if the text is not an amount. */
export function readAmount(text: string): number | null {
  const digits = text.trim().replace(/^S?\$/, '').replaceAll(',', '').replace('−', '-');
  return /^-?\d{1,6}(\.\d{1,2})?$/.test(digits) ? toCents(Number(digits)) : null;
}

type Amounts = CloseDeskDay['counted'];
export const expectedOf = ({ open }: DeskDay): Amounts => ({
  cash: open.cash.expected_cents,
  paynow: open.paynow.expected_cents,
  card_terminal: open.card_terminal.expected_cents,
});

/** Returns either the errors of the form or the request. */
export function readClose(
  values: Values,
  day: DeskDay,
  key: string,
): { faults: Faults; body: CloseDeskDay | null } {
  const faults: Faults = {};
  const expectedAmounts = expectedOf(day);
  const countedAmounts: Partial<Amounts> = {};
  for (const method of deskMethods) {
    const text = values[`counted.${method}`] ?? '';
    const cents = readAmount(text);
    if (cents === null)
      faults[`counted.${method}`] = { kind: text.trim() === '' ? 'missing' : 'not_a_number' };
    else countedAmounts[method] = cents;
  }
  const note = (values['note'] ?? '').trim();
  const isDifferent = deskMethods.some(
    (method) => countedAmounts[method] !== undefined && countedAmounts[method] !== expectedAmounts[method],
  );
  if (isDifferent && note === '') faults['note'] = { kind: 'missing' };
  if (values['signed'] !== 'true') faults['signed'] = { kind: 'agree' };
  const { cash, paynow, card_terminal } = countedAmounts;
  if (
    Object.keys(faults).length > 0 ||
    cash === undefined ||
    paynow === undefined ||
    card_terminal === undefined
  )
    return { faults, body: null };
  return {
    faults,
    body: {
      key,
      day: day.day,
      expected: expectedAmounts,
      counted: { cash, paynow, card_terminal },
      note: note || null,
    },
  };
}
