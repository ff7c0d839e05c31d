import { joinNames } from '../../contract/place-names.ts';
import type { RefundPart } from '../../contract/receipts.ts';
import { formatMoney } from './format.ts';
import { say } from './say.ts';

type Method = RefundPart['method'];

/**
 * The sentences about refunds of payments at the desk. Such a refund is made in person or by the same method, so the
 * sentence about banks does not apply.
 */
const willBe = (): Record<Exclude<Method, 'online'>, string> => ({
  cash: say`will be refunded in cash. We will be in touch about when and where.`,
  paynow: say`will be refunded by PayNow.`,
  card_terminal: say`will be refunded to the card that you paid with at our desk.`,
  by_hand: say`will be refunded in person.`,
  balance: say`was added to your balance with us.`,
});

/** The words after an amount that was refunded. `isOnly` means that the whole refund was made with this method. */
const went = (isOnly: boolean): Record<Method, string> => ({
  online: isOnly
    ? say`to your original payment method`
    : say`to the card or account that you paid with online`,
  cash: say`in cash`,
  paynow: say`by PayNow`,
  card_terminal: say`to the card that you paid with at our desk`,
  by_hand: '',
  balance: say`to your balance with us`,
});

const banks = () => say`Banks take up to ten days.`;

/**
 * Returns sentences about refunds that were just decided, one for each method. `waits` means that the parent's bank is
 * checking the payment, so that the refund waits for the bank's decision.
 */
export const refundMessage = (parts: readonly RefundPart[], waits = false): string =>
  parts
    .map(({ method, cents }) => {
      const money = formatMoney(cents);
      if (method !== 'online') return `${money} ${willBe()[method]}`;
      const to = went(parts.length === 1).online;
      return waits
        ? say`Your bank is looking into this payment. If the payment stays with us, we will refund ${money} ${to} and write again. If your bank returns the money itself, that is your refund.`
        : say`We are refunding ${money} ${to}. ${banks()}`;
    })
    .join(' ');

/**
 * Returns for example `S$250 of order OT-4K7M in cash.` or `S$490 of order OT-4K7M: S$343 … and S$147 to your balance
 * with us.`
 */
export function sentMessage(parts: readonly RefundPart[], cents: number, number: string): string {
  const [first, ...others] = parts;
  const of = say`${formatMoney(cents)} for order ${number}`;
  const bank = parts.some(({ method }) => method === 'online') ? ` ${banks()}` : '';
  const to = first && others.length === 0 ? went(true)[first.method] : '';
  if (others.length === 0) return `${[of, to].filter(Boolean).join(' ')}.${bank}`;
  const all = parts.map((part) => `${formatMoney(part.cents)} ${went(false)[part.method]}`);
  return `${of}: ${joinNames(all)}.${bank}`;
}

/** Adds up the amounts of refunds that have the same method. */
export function sumParts(all: readonly RefundPart[]): RefundPart[] {
  const sums = new Map<Method, number>();
  for (const { method, cents } of all) sums.set(method, (sums.get(method) ?? 0) + cents);
  return [...sums].map(([method, cents]) => ({ method, cents }));
}
