import type { Payout } from '#contract/payouts.ts';
import { toDollars } from '#domain/money.ts';
import type { CsvColumn } from '#ui/staff/table/csv.ts';

/** The newest months, this one first, as YYYY-MM. */
export function lastMonths(today: string, count: number): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: count }, (_, at) => {
    const months = year * 12 + month - 1 - at;
    return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
  });
}

/** A line of a bank statement: what came into the account is positive. */
interface StatementLine {
  day: string;
  cents: number;
  payee: string;
  description: string;
  reference: string;
}

/**
 * Fees and the transfer to the bank add up to 0. A failed transfer is returned by a line of the payout that contains
 * it.
 */
export function statementOf(payouts: readonly Payout[]): StatementLine[] {
  return payouts.flatMap((payout) => {
    const { arrival_on: day, reference, gross_cents, returned_cents, fees_cents, net_cents } = payout;
    const line = (cents: number, payee: string, description: string) => ({
      day,
      cents,
      payee,
      description,
      reference,
    });
    return [
      line(gross_cents - returned_cents, 'Stripe', 'Payments less refunds and disputes'),
      line(returned_cents, 'Stripe', 'Earlier payouts that failed'),
      line(-fees_cents, 'Stripe', 'Stripe fees'),
      line(-net_cents, 'Bank transfer', 'Payout to the bank account'),
    ].filter(({ cents }) => cents !== 0);
  });
}

/** Canceled payouts never left the balance; those of other currencies are in no sum. */
export const isInStatement = ({ status, currency }: Payout): boolean =>
  status !== 'canceled' && currency === 'SGD';

/** Xero's template of bank statements, with the names of its columns. */
export const statementColumns: readonly CsvColumn<StatementLine>[] = [
  { title: '*Date', value: ({ day }) => day.split('-').toReversed().join('/') },
  { title: '*Amount', value: ({ cents }) => toDollars(cents) },
  { title: 'Payee', value: ({ payee }) => payee },
  { title: 'Description', value: ({ description }) => description },
  { title: 'Reference', value: ({ reference }) => reference },
  { title: 'Check Number', value: () => null },
];
