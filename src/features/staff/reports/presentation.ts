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

/** A value of a table. A file contains it without a sign: cents as dollars, a percentage as a number. */
export type Cell = string | number | null | { cents: number } | { percent: number | null };

/** Columns by week, with the series stacked. */
export interface WeekChart {
  kind: 'weeks';
  unit: Unit;
  weeks: readonly string[];
  series: readonly { name: string; values: readonly number[] }[];
}
/** One bar per row; `note` follows its value. */
export interface RowChart {
  kind: 'rows';
  unit: Unit;
  /** The value of a full bar; null for the largest row. */
  whole: number | null;
  rows: readonly { name: string; value: number; note?: string }[];
}

/** A report to display: a sentence, a chart, and all numbers as a table. */
export interface Presentation {
  headline: string;
  notes: readonly string[];
  chart: WeekChart | RowChart | null;
  /** The first column names the row. */
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
  /** Shown below the rows but not part of the file. */
  total?: readonly Cell[];
}

export const sum = <Row>(rows: readonly Row[], value: (row: Row) => number): number =>
  rows.reduce((total, row) => total + value(row), 0);

/** Percentage with one decimal; null if the whole is 0. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 10;
