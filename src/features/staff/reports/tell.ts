import type { ReportName } from '#contract/management-reports.ts';
import { tellGst, tellRefunds, tellRevenue } from './money.ts';
import { tellEarlyBird, tellFill, tellRetention, tellSteps, tellWaitlists } from './people.ts';
import type { Span } from './span.ts';
import type { Reports, Told } from './told.ts';

const tellers: { [Name in ReportName]: (report: Reports[Name], span: Span) => Told } = {
  revenue: tellRevenue,
  fill: tellFill,
  early_bird: tellEarlyBird,
  steps: tellSteps,
  retention: tellRetention,
  waitlists: tellWaitlists,
  refunds: tellRefunds,
  gst: tellGst,
};

/** A report in words, a chart and a table. */
export const tell = <Name extends ReportName>(name: Name, report: Reports[Name], span: Span): Told =>
  tellers[name](report, span);
