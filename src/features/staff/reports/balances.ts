import { formatMoney } from '#domain/money.ts';
import { balanceReportMessages as words } from './messages.ts';
import { type Presentation, type Reports, sum } from './presentation.ts';

/** Shows the balances before the period, then every kind of change, and then the balances after the period. */
export function presentBalances(report: Reports['balances']): Presentation {
  const { before_cents, after_cents, kinds, expired_vouchers: expiredVouchers } = report;
  return {
    headline: words.headline(formatMoney(before_cents), formatMoney(after_cents)),
    notes: [
      words.rule,
      ...(expiredVouchers.count > 0
        ? [words.expired(formatMoney(expiredVouchers.cents), formatMoney(expiredVouchers.given_cents))]
        : []),
    ],
    chart: {
      kind: 'rows',
      unit: 'money',
      whole: null,
      rows: kinds.map(({ kind, cents }) => ({ name: words.kinds[kind], value: cents })),
    },
    columns: ['Change', 'Number', 'Amount'],
    rows: [
      [words.before, null, { cents: before_cents }],
      ...kinds.map(({ kind, entries, cents }) => [words.kinds[kind], entries, { cents }]),
    ],
    total: [words.after, sum(kinds, ({ entries }) => entries), { cents: after_cents }],
  };
}
