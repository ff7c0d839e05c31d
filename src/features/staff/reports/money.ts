import { plural } from '#contract/plural.ts';
import { formatMoment } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { booksMessages } from '#ui/staff/messages.ts';
import { firstDayOf, type Span, weeksOf } from './period.ts';
import { type Cell, type Reports, sum, type Presentation } from './presentation.ts';
import {
  booksReportMessages,
  discountMessages,
  monthText,
  reasonMessages,
  reportMessages,
} from './messages.ts';

/** The most series of a chart. More would be unreadable, so the others are combined into one. */
const MAX_SERIES = 5;

/** Returns the largest series with their values by week, and combines the other ones. */
function seriesOf<Row extends { week: string }>(
  rows: readonly Row[],
  weeks: readonly string[],
  nameOf: (row: Row) => string,
  valueOf: (row: Row) => number,
) {
  const totals = new Map<string, number>();
  for (const row of rows) totals.set(nameOf(row), (totals.get(nameOf(row)) ?? 0) + Math.abs(valueOf(row)));
  const names = [...totals].toSorted(([, a], [, b]) => b - a).map(([name]) => name);
  const shownNames = names.length > MAX_SERIES ? names.slice(0, MAX_SERIES - 1) : names;
  const valuesOf = (isIncluded: (name: string) => boolean) =>
    weeks.map((week) =>
      sum(rows, (row) => (row.week === week && isIncluded(nameOf(row)) ? valueOf(row) : 0)),
    );
  const series = shownNames.map((name) => ({ name, values: valuesOf((other) => other === name) }));
  if (shownNames.length < names.length)
    series.push({ name: reportMessages.other, values: valuesOf((name) => !shownNames.includes(name)) });
  return series;
}

/** Compares sales less refunds with charges, refunds and the books. */
export function presentRevenue(
  { weeks: rows, offers, discounts, reconciled }: Reports['revenue'],
  span: Span,
): Presentation {
  const titleOf = (id: string) => offers.find((offer) => offer.id === id)?.title ?? id;
  const soldCents = sum(rows, ({ sold_cents }) => sold_cents);
  const refundedCents = sum(rows, ({ refunded_cents }) => refunded_cents);
  const disputedCents = reconciled.withdrawn_cents;
  const earnedCents = soldCents - refundedCents - disputedCents;
  const deductionText =
    disputedCents === 0 ? '' : booksReportMessages.takenByBanks(formatMoney(disputedCents));
  const weeks = weeksOf(span);
  const discountedCents = sum(discounts, ({ cents }) => cents);
  /** The column exists only if a seller gave a discount. */
  const discountCells = <Of extends Cell>(cell: Of): Of[] => (discounts.length === 0 ? [] : [cell]);
  return {
    headline: `${formatMoney(earnedCents)} earned: ${formatMoney(soldCents)} sold, ${formatMoney(refundedCents)} refunded${deductionText}.`,
    notes: [
      ...notesOf(reconciled),
      ...(discounts.length === 0
        ? []
        : [
            discountMessages.note(
              discountedCents,
              sum(discounts, ({ orders }) => orders),
            ),
          ]),
    ],
    chart: {
      kind: 'weeks',
      unit: 'money',
      weeks: weeks.map((week) => firstDayOf(week, span)),
      series: seriesOf(
        rows,
        weeks,
        ({ offer_id }) => titleOf(offer_id),
        (row) => row.sold_cents - row.refunded_cents,
      ),
    },
    columns: [
      ...['Week from', 'Offer', 'Lines'],
      ...discountCells(discountMessages.column),
      ...['Sold', 'Refunded', 'Earned'],
    ],
    rows: [
      ...rows.map((row) => [
        ...[firstDayOf(row.week, span), titleOf(row.offer_id), row.lines],
        ...discountCells(null),
        ...[
          { cents: row.sold_cents },
          { cents: row.refunded_cents },
          { cents: row.sold_cents - row.refunded_cents },
        ],
      ]),
      ...discounts.map(({ seller, orders, cents }) => [
        ...[span.from, discountMessages.line(seller, orders), null],
        ...[{ cents }, null, null, null],
      ]),
      ...(disputedCents === 0
        ? []
        : [
            [
              ...[span.from, booksReportMessages.disputes, null],
              ...discountCells(null),
              ...[null, null, { cents: -disputedCents }],
            ],
          ]),
    ],
    total: [
      reportMessages.total,
      '',
      sum(rows, ({ lines }) => lines),
      ...discountCells({ cents: discountedCents }),
      { cents: soldCents },
      { cents: refundedCents },
      { cents: earnedCents },
    ],
  };
}

/** Compares the ledger with payments and refunds. Differences come first. */
function notesOf(presentation: Reports['revenue']['reconciled']): string[] {
  const {
    payments_cents,
    refunds_cents,
    ledger_cents,
    unlined_cents,
    disputed_cents,
    withdrawn_cents,
    difference_cents,
    books,
  } = presentation;
  const agrees = difference_cents === 0;
  return [
    agrees
      ? `Agrees with the ledger: ${formatMoney(payments_cents)} charged, ${formatMoney(refunds_cents)} refunded.`
      : `The ledger says ${formatMoney(ledger_cents)}; charges less refunds differ from it by ${formatMoney(difference_cents)}. A charge and its sale may fall on different sides of these dates.`,
    ...(unlined_cents === 0
      ? []
      : [
          `${formatMoney(unlined_cents)} of charges do not belong to a sale yet. They wait for a decision, and do not count as earned.`,
        ]),
    ...(withdrawn_cents === 0 ? [] : [booksReportMessages.notWrittenOff(formatMoney(withdrawn_cents))]),
    ...(disputed_cents === 0 ? [] : [`Lost to disputes and written off: ${formatMoney(disputed_cents)}.`]),
    books === null
      ? booksMessages.never
      : books.discrepancies === 0
        ? `The books are in order (${formatMoment(books.at)}).`
        : `The books have ${plural(books.discrepancies, 'discrepancy', 'discrepancies')} (${formatMoment(books.at)}).`,
  ];
}

export function presentRefunds({ weeks: rows }: Reports['refunds'], span: Span): Presentation {
  const weeks = weeksOf(span);
  const nameOf = (reason: string) => reasonMessages[reason] ?? reason;
  const cents = sum(rows, (row) => row.cents);
  const failedCount = sum(rows, (row) => row.failed);
  return {
    headline: `${formatMoney(cents)} refunded, in ${plural(
      sum(rows, ({ refunds }) => refunds),
      'refund',
    )}.`,
    notes:
      failedCount === 0
        ? []
        : [
            `${failedCount} more failed, ${formatMoney(sum(rows, (row) => row.failed_cents))}. Please pay these back in person.`,
          ],
    chart: {
      kind: 'weeks',
      unit: 'money',
      weeks: weeks.map((week) => firstDayOf(week, span)),
      series: seriesOf(
        rows,
        weeks,
        ({ reason }) => nameOf(reason),
        (row) => row.cents,
      ),
    },
    columns: ['Week from', 'Reason', 'Refunds', 'Amount', 'Failed', 'Amount failed'],
    rows: rows.map((row) => [
      ...[firstDayOf(row.week, span), nameOf(row.reason), row.refunds, { cents: row.cents }],
      ...[row.failed, { cents: row.failed_cents }],
    ]),
    total: [
      ...[reportMessages.total, '', sum(rows, ({ refunds }) => refunds), { cents }],
      ...[failedCount, { cents: sum(rows, (row) => row.failed_cents) }],
    ],
  };
}

export function presentGst({ number, months }: Reports['gst']): Presentation {
  const gstCents = sum(months, ({ gst_cents }) => gst_cents);
  const netCents = sum(months, (row) => row.supplied_cents - row.refunded_cents);
  const unnumberedMonths = months.filter((row) => row.number === null);
  return {
    headline: months.every((row) => row.number === null)
      ? 'No GST: nothing was sold under a registration number.'
      : `${formatMoney(gstCents)} of GST in ${formatMoney(netCents)}.`,
    notes: [
      number === null
        ? 'The settings have no registration number, so receipts show no GST.'
        : `Registration ${number}. We work out GST from each month’s total and round it once.`,
      ...(number !== null && unnumberedMonths.length > 0
        ? [
            `${formatMoney(sum(unnumberedMonths, (row) => row.supplied_cents - row.refunded_cents))} was sold without a number.`,
          ]
        : []),
    ],
    chart:
      gstCents === 0
        ? null
        : {
            kind: 'rows',
            unit: 'money',
            whole: null,
            rows: months.map((row) => ({ name: monthText(row.month), value: row.gst_cents })),
          },
    columns: ['Month', 'Registration', 'Rate', 'Supplied', 'Refunded', 'Net', 'GST included'],
    rows: months.map((row) => [
      ...[row.month, row.number],
      { percent: row.rate_basis_points === null ? null : row.rate_basis_points / 100 },
      ...[{ cents: row.supplied_cents }, { cents: row.refunded_cents }],
      ...[{ cents: row.supplied_cents - row.refunded_cents }, { cents: row.gst_cents }],
    ]),
    total: [
      ...[reportMessages.total, '', ''],
      { cents: sum(months, (row) => row.supplied_cents) },
      { cents: sum(months, (row) => row.refunded_cents) },
      ...[{ cents: netCents }, { cents: gstCents }],
    ],
  };
}
