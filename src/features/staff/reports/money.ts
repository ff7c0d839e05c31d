import { plural } from '#contract/plural.ts';
import { formatMoment } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { booksMessages } from '#ui/staff/messages.ts';
import { firstDayOf, type Span, weeksOf } from './span.ts';
import { type Cell, type Reports, sum, type Presentation } from './presentation.ts';
import {
  booksReportMessages,
  discountMessages,
  monthText,
  reasonMessages,
  reportMessages,
} from './messages.ts';

/** More series would be unreadable, so the rest is combined into one. */
const MOST_SERIES = 5;

/** The largest series by name, each week's values in their order, and the rest as one. */
function seriesOf<Row extends { week: string }>(
  rows: readonly Row[],
  weeks: readonly string[],
  nameOf: (row: Row) => string,
  valueOf: (row: Row) => number,
) {
  const totals = new Map<string, number>();
  for (const row of rows) totals.set(nameOf(row), (totals.get(nameOf(row)) ?? 0) + Math.abs(valueOf(row)));
  const names = [...totals].toSorted(([, a], [, b]) => b - a).map(([name]) => name);
  const shown = names.length > MOST_SERIES ? names.slice(0, MOST_SERIES - 1) : names;
  const valuesOf = (isIt: (name: string) => boolean) =>
    weeks.map((week) => sum(rows, (row) => (row.week === week && isIt(nameOf(row)) ? valueOf(row) : 0)));
  const series = shown.map((name) => ({ name, values: valuesOf((other) => other === name) }));
  if (shown.length < names.length)
    series.push({ name: reportMessages.other, values: valuesOf((name) => !shown.includes(name)) });
  return series;
}

/** Sales less refunds, and how they agree with charges, refunds and the books. */
export function presentRevenue(
  { weeks: rows, offers, discounts, reconciled }: Reports['revenue'],
  span: Span,
): Presentation {
  const titleOf = (id: string) => offers.find((offer) => offer.id === id)?.title ?? id;
  const sold = sum(rows, ({ sold_cents }) => sold_cents);
  const back = sum(rows, ({ refunded_cents }) => refunded_cents);
  const disputed = reconciled.withdrawn_cents;
  const earned = sold - back - disputed;
  const less = disputed === 0 ? '' : booksReportMessages.takenByBanks(formatMoney(disputed));
  const weeks = weeksOf(span);
  const discounted = sum(discounts, ({ cents }) => cents);
  /** A cell of the column that is there only if a seller gave a discount. */
  const discountCell = <Of extends Cell>(cell: Of): Of[] => (discounts.length === 0 ? [] : [cell]);
  return {
    headline: `${formatMoney(earned)} earned: ${formatMoney(sold)} sold, ${formatMoney(back)} refunded${less}.`,
    notes: [
      ...notesOf(reconciled),
      ...(discounts.length === 0
        ? []
        : [
            discountMessages.note(
              discounted,
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
      ...discountCell(discountMessages.column),
      ...['Sold', 'Refunded', 'Earned'],
    ],
    rows: [
      ...rows.map((row) => [
        ...[firstDayOf(row.week, span), titleOf(row.offer_id), row.lines],
        ...discountCell(null),
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
      ...(disputed === 0
        ? []
        : [
            [
              ...[span.from, booksReportMessages.disputes, null],
              ...discountCell(null),
              ...[null, null, { cents: -disputed }],
            ],
          ]),
    ],
    total: [
      reportMessages.total,
      '',
      sum(rows, ({ lines }) => lines),
      ...discountCell({ cents: discounted }),
      { cents: sold },
      { cents: back },
      { cents: earned },
    ],
  };
}

/** Compares the ledger with payments and refunds, in sentences. Differences come first. */
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
  const failed = sum(rows, (row) => row.failed);
  return {
    headline: `${formatMoney(cents)} refunded, in ${plural(
      sum(rows, ({ refunds }) => refunds),
      'refund',
    )}.`,
    notes:
      failed === 0
        ? []
        : [
            `${failed} more failed, ${formatMoney(sum(rows, (row) => row.failed_cents))}. Please pay these back by hand.`,
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
      ...[failed, { cents: sum(rows, (row) => row.failed_cents) }],
    ],
  };
}

export function presentGst({ number, months }: Reports['gst']): Presentation {
  const gst = sum(months, ({ gst_cents }) => gst_cents);
  const net = sum(months, (row) => row.supplied_cents - row.refunded_cents);
  const bare = months.filter((row) => row.number === null);
  return {
    headline: months.every((row) => row.number === null)
      ? 'No GST: nothing was sold under a registration number.'
      : `${formatMoney(gst)} of GST in ${formatMoney(net)}.`,
    notes: [
      number === null
        ? 'The settings have no registration number, so receipts show no GST.'
        : `Registration ${number}. We work out GST from each month’s total and round it once.`,
      ...(number !== null && bare.length > 0
        ? [
            `${formatMoney(sum(bare, (row) => row.supplied_cents - row.refunded_cents))} was sold without a number.`,
          ]
        : []),
    ],
    chart:
      gst === 0
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
      ...[{ cents: net }, { cents: gst }],
    ],
  };
}
