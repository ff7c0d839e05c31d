import type { ReportName } from '#contract/management-reports.ts';
import { presentBalances } from './balances.ts';
import { presentDeferred, presentGstReturn, presentInstalments, presentMethods } from './books.ts';
import { presentHours } from './hours.ts';
import { presentGst, presentRefunds, presentRevenue } from './money.ts';
import { presentEarlyBird, presentFill, presentRetention, presentSteps, presentWaitlists } from './people.ts';
import type { Span } from './period.ts';
import type { Reports, Presentation } from './presentation.ts';

const presenters: { [Name in ReportName]: (report: Reports[Name], span: Span) => Presentation } = {
  revenue: presentRevenue,
  methods: presentMethods,
  balances: presentBalances,
  deferred: presentDeferred,
  instalments: presentInstalments,
  gst_return: presentGstReturn,
  fill: presentFill,
  early_bird: presentEarlyBird,
  steps: presentSteps,
  retention: presentRetention,
  waitlists: presentWaitlists,
  hours: presentHours,
  refunds: presentRefunds,
  gst: presentGst,
};

export const present = <Name extends ReportName>(
  name: Name,
  report: Reports[Name],
  span: Span,
): Presentation => presenters[name](report, span);
