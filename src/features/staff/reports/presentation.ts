import type { BalancesReport } from '#contract/balance.ts';
import type {
  BookingStepsReport,
  DeferredReport,
  EarlyBirdReport,
  FillReport,
  GstReport,
  GstReturnReport,
  InstalmentsReport,
  HoursReport,
  MethodsReport,
  RefundsReport,
  RetentionReport,
  RevenueReport,
  WaitlistReport,
} from '#contract/management-reports.ts';

export interface Reports {
  revenue: RevenueReport;
  methods: MethodsReport;
  balances: BalancesReport;
  deferred: DeferredReport;
  instalments: InstalmentsReport;
  gst_return: GstReturnReport;
  fill: FillReport;
  early_bird: EarlyBirdReport;
  steps: BookingStepsReport;
  retention: RetentionReport;
  waitlists: WaitlistReport;
  hours: HoursReport;
  refunds: RefundsReport;
  gst: GstReport;
}

export type Unit = 'money' | 'percent' | 'count' | 'hours';

/**
 * A cell of a table. The table shows units. A file leaves them out, so cents become dollars, and a percentage becomes
 * a number.
 */
export type Cell = string | number | null | { cents: number } | { percent: number | null };

/** A chart with a column for each week, in which the series are stacked. */
export interface WeekChart {
  kind: 'weeks';
  unit: Unit;
  weeks: readonly string[];
  series: readonly { name: string; values: readonly number[] }[];
}
/** A chart with a bar for each row. `note` follows the value. */
export interface RowChart {
  kind: 'rows';
  unit: Unit;
  /** The value of a full bar. If it is null, the bar of the largest row is full. */
  whole: number | null;
  rows: readonly { name: string; value: number; note?: string }[];
}

/** What is shown of a report: a sentence, a chart, and a table with all numbers. */
export interface Presentation {
  headline: string;
  notes: readonly string[];
  chart: WeekChart | RowChart | null;
  /** The first column names the row. */
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
  /** Returns the link for the name of a row, or null if it has none. */
  linkOf?: (name: string) => string | null;
  /** The total is shown below the rows, but is not saved in the file. */
  total?: readonly Cell[];
}

export const sum = <Row>(rows: readonly Row[], value: (row: Row) => number): number =>
  rows.reduce((total, row) => total + value(row), 0);

/** Returns a percentage with one decimal, or null if the whole is 0. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 10;
