import type { Payout } from '#contract/payouts.ts';
import { toDollars } from '#domain/money.ts';
import type { CsvColumn } from '#ui/staff/table/csv.ts';

/** Returns the latest months as YYYY-MM, beginning with the current one. */
export function lastMonths(today: string, count: number): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: count }, (_, index) => {
    const months = year * 12 + month - 1 - index;
    return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
  });
}

/** A line of a bank statement. Money that comes into the account is positive. */
interface StatementLine {
  day: string;
  cents: number;
  payee: string;
  description: string;
  reference: string;
}

/**
 * Returns the lines of a statement. The lines of a payout add up to 0, because they include its fees and its transfer
 * to the bank. If a transfer failed, it is returned by a line of the payout that contains it.
 */
export function statementOf(payouts: readonly Payout[]): StatementLine[] {
  return payouts.flatMap((payout) => {
    const { arrival_on: day, reference, gross_cents, returned_cents, fees_cents, net_cents } = payout;
    const statementLine = (cents: number, payee: string, description: string) => ({
      day,
      cents,
      payee,
      description,
      reference,
    });
    return [
      statementLine(gross_cents - returned_cents, 'Stripe', 'Payments less refunds and disputes'),
      statementLine(returned_cents, 'Stripe', 'Earlier payouts that failed'),
      statementLine(-fees_cents, 'Stripe', 'Stripe fees'),
      statementLine(-net_cents, 'Bank transfer', 'Payout to the bank account'),
    ].filter(({ cents }) => cents !== 0);
  });
}

/**
 * Returns whether a payout is in the statement. A cancelled payout never left the balance, and payouts in other
 * currencies are not added up.
 */
export const isInStatement = ({ status, currency }: Payout): boolean =>
  status !== 'canceled' && currency === 'SGD';

/** The columns of the file. They have the names that Xero's template for bank statements requires. */
export const statementColumns: readonly CsvColumn<StatementLine>[] = [
  { title: '*Date', value: ({ day }) => day.split('-').toReversed().join('/') },
  { title: '*Amount', value: ({ cents }) => toDollars(cents) },
  { title: 'Payee', value: ({ payee }) => payee },
  { title: 'Description', value: ({ description }) => description },
  { title: 'Reference', value: ({ reference }) => reference },
  { title: 'Check Number', value: () => null },
];
