import { formatDay } from '#contract/format.ts';
import { formatMoney } from '#domain/money.ts';
import { type Presentation, type Reports, sum } from './presentation.ts';
import { booksReportMessages as words, deferredKinds, methodNames, reportMessages } from './messages.ts';

/** Shows charges and refunds by payment method. Disputes have a line of their own. */
export function presentMethods({ methods, disputes, reconciled }: Reports['methods']): Presentation {
  const chargedCents = sum(methods, ({ charged_cents }) => charged_cents);
  const refundedCents = sum(methods, ({ refunded_cents }) => refunded_cents);
  const withdrawnCents = disputes.withdrawn_cents;
  const nameOf = (method: string) => methodNames[method] ?? method;
  const rows = methods.map((row) => ({
    name: nameOf(row.method),
    ...row,
    net: row.charged_cents - row.refunded_cents,
  }));
  return {
    headline: words.methodsHeadline(
      formatMoney(chargedCents - refundedCents - withdrawnCents),
      formatMoney(chargedCents),
      formatMoney(refundedCents),
      withdrawnCents === 0 ? '' : words.takenByBanks(formatMoney(withdrawnCents)),
    ),
    notes: [
      reconciled.difference_cents === 0
        ? words.methodsAgree(formatMoney(reconciled.ledger_cents - reconciled.disputed_cents))
        : words.methodsDiffer(formatMoney(reconciled.difference_cents)),
    ],
    chart: {
      kind: 'rows',
      unit: 'money',
      whole: null,
      rows: rows.map(({ name, net }) => ({ name, value: net })),
    },
    columns: ['Method', 'Charges', 'Charged', 'Refunds', 'Refunded', 'Received'],
    rows: [
      ...rows.map((row) => [
        ...[row.name, row.charges, { cents: row.charged_cents }, row.refunds],
        ...[{ cents: row.refunded_cents }, { cents: row.net }],
      ]),
      ...(disputes.disputes === 0
        ? []
        : [[words.disputes, null, null, null, null, { cents: -withdrawnCents }]]),
    ],
    total: [
      ...[reportMessages.total, sum(methods, (row) => row.charges), { cents: chargedCents }],
      ...[
        sum(methods, (row) => row.refunds),
        { cents: refundedCents },
        { cents: chargedCents - refundedCents - withdrawnCents },
      ],
    ],
  };
}

/** Shows what was paid for sessions that had not taken place by the last day of the period. */
export function presentDeferred({
  day,
  products,
  vouchers,
  balances_cents,
}: Reports['deferred']): Presentation {
  const spendable = vouchers.cents + balances_cents;
  const cents = sum(products, (row) => row.cents) + spendable;
  const nameOf = ({ title, kind }: (typeof products)[number]) =>
    `${title}: ${deferredKinds[kind].toLowerCase()}`;
  return {
    headline: words.deferredHeadline(formatMoney(cents), formatDay(day)),
    notes: [
      words.deferredRule,
      ...(spendable > 0 ? [words.spendableRule(formatMoney(vouchers.given_cents))] : []),
    ],
    chart: {
      kind: 'rows',
      unit: 'money',
      whole: null,
      rows: [
        ...products.map((row) => ({ name: nameOf(row), value: row.cents })),
        ...(spendable > 0 ? [{ name: words.spendable, value: spendable }] : []),
      ],
    },
    columns: ['Product', 'What', 'Number', 'Paid in advance'],
    rows: [
      ...products.map((row) => [row.title, deferredKinds[row.kind], row.items, { cents: row.cents }]),
      ...(vouchers.count > 0 ? [[words.vouchers, '', vouchers.count, { cents: vouchers.cents }]] : []),
      ...(balances_cents > 0 ? [[words.balances, '', null, { cents: balances_cents }]] : []),
    ],
    total: [reportMessages.total, '', null, { cents }],
  };
}

/** Shows what is still to be paid for bookings, by the month in which it is due. */
export function presentInstalments({ months }: Reports['instalments']): Presentation {
  const cents = sum(months, (row) => row.cents);
  const overdueCents = sum(months, (row) => row.late_cents);
  return {
    headline:
      cents === 0 ? words.openNone : words.openHeadline(formatMoney(cents), formatMoney(overdueCents)),
    notes: [words.openRule],
    chart: {
      kind: 'rows',
      unit: 'money',
      whole: null,
      rows: months.map(({ month, cents: value }) => ({ name: month, value })),
    },
    columns: ['Month', 'Instalments', 'To be paid', 'Overdue instalments', 'Overdue'],
    rows: months.map((row) => [
      ...[row.month, row.parts, { cents: row.cents }, row.late],
      { cents: row.late_cents },
    ]),
    total: [
      ...[reportMessages.total, sum(months, (row) => row.parts), { cents }, sum(months, (row) => row.late)],
      { cents: overdueCents },
    ],
  };
}

/** Shows the figures of a GST return by quarter. */
export function presentGstReturn({ quarters }: Reports['gst_return']): Presentation {
  const supplies = sum(quarters, (row) => row.supplies_cents);
  const tax = sum(quarters, (row) => row.output_tax_cents);
  return {
    headline:
      quarters.length === 0
        ? words.returnNone
        : words.returnHeadline(formatMoney(supplies), formatMoney(tax)),
    notes: [words.returnNote],
    chart: null,
    columns: [
      'Quarter',
      'Registration',
      'Rate',
      'Box 1: supplies',
      'Box 6: output tax',
      'Refunded',
      'Tax in refunds',
    ],
    rows: quarters.map((row) => [
      ...[row.quarter.replace('-', ' '), row.number, { percent: row.rate_basis_points / 100 }],
      ...[{ cents: row.supplies_cents }, { cents: row.output_tax_cents }],
      ...[{ cents: row.refunded_cents }, { cents: row.refunded_tax_cents }],
    ]),
    total: [
      ...[reportMessages.total, '', ''],
      ...[{ cents: supplies }, { cents: tax }],
      { cents: sum(quarters, (row) => row.refunded_cents) },
      { cents: sum(quarters, (row) => row.refunded_tax_cents) },
    ],
  };
}
