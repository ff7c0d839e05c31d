import type { Instalments } from '#contract/instalments.ts';
import { formatDate } from './dates.ts';
import { formatMoney } from './money.ts';

interface Sold {
  total_cents: number;
  instalments?: Instalments | undefined;
}

export const paidCents = ({ total_cents, instalments }: Sold): number =>
  instalments
    ? instalments.parts.reduce((sum, { cents, status }) => (status === 'paid' ? sum + cents : sum), 0)
    : total_cents;

/** Returns the receipt row for the amount that the family's balance paid, if any. */
export const balanceRows = ({ balance_cents = 0 }: { balance_cents?: number | undefined }) =>
  balance_cents > 0 ? [{ label: 'Of this, from your balance', amount: formatMoney(balance_cents) }] : [];

/** Returns receipt rows for the instalments that are still to be paid, if the order has any. */
export const openRows = ({ instalments }: Pick<Sold, 'instalments'>): { label: string; amount: string }[] =>
  (instalments?.parts ?? [])
    .filter(({ status }) => status === 'due' || status === 'late')
    .map(({ due_on, cents }) => ({ label: `To pay by ${formatDate(due_on)}`, amount: formatMoney(cents) }));
