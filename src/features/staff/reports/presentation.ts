import type {
  BookingStepsReport,
  EarlyBirdReport,
  FillReport,
  GstReport,
  RefundsReport,
  RetentionReport,
  RevenueReport,
  WaitlistReport,
} from '#contract/management-reports.ts';

/** The answer of each report. */
export interface Reports {
  revenue: RevenueReport;
  fill: FillReport;
  early_bird: EarlyBirdReport;
  steps: BookingStepsReport;
  retention: RetentionReport;
  waitlists: WaitlistReport;
  refunds: RefundsReport;
  gst: GstReport;
}

export type Unit = 'money' | 'percent' | 'count';

/** A value of a table, which a file has without its sign: cents as dollars, a percentage as a number. */
export type Cell = string | number | null | { cents: number } | { percent: number | null };

/** Columns a week, one series on the other. */
export interface WeekChart {
  kind: 'weeks';
  unit: Unit;
  weeks: readonly string[];
  series: readonly { name: string; values: readonly number[] }[];
}
/** A bar a row; `note` stands behind its value. */
export interface RowChart {
  kind: 'rows';
  unit: Unit;
  /** What a whole bar is; null: the largest of them. */
  whole: number | null;
  rows: readonly { name: string; value: number; note?: string }[];
}

/** A report as it is read: a sentence, a chart, and all of its numbers as a table. */
export interface Presentation {
  headline: string;
  notes: readonly string[];
  chart: WeekChart | RowChart | null;
  /** The first names the row. */
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
  /** Below the rows, and not in the file. */
  total?: readonly Cell[];
}

export const sum = <Row>(rows: readonly Row[], value: (row: Row) => number): number =>
  rows.reduce((total, row) => total + value(row), 0);

/** Of a hundred, to one digit; null of nothing. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 10;
