import * as v from 'valibot';
import { MonitorEvent } from '../_shared/contract/monitoring.ts';
import type { Deps } from '../_shared/server/deps.ts';
import { answer } from '../_shared/server/http.ts';
import { allowRate, requireShare } from '../_shared/server/rate.ts';
import { RefusalError } from '../_shared/server/refusal.ts';
import { keepReport, readReport } from '../_shared/server/reports.ts';

/** All callers together may send this many reports in this many seconds, as in error-monitor. */
const RATE = { limit: 1200, seconds: 600 };

/** Takes an error report (spec 1 §7). If `error-monitor` already has it, only the severity is added. */
export function handler(
  request: Request,
  deps: Pick<Deps, 'db' | 'env' | 'handOn' | 'background'>,
): Promise<Response> {
  return answer(request, deps.env.SITE_URL, async () => {
    await requireShare(deps.db, 'monitor', request);
    const event = v.safeParse(MonitorEvent, await readReport(request));
    if (!event.success) {
      const field = v.getDotPath(event.issues[0]) ?? 'body';
      throw new RefusalError({ code: 'invalid_input', field });
    }
    const { data: report, severity } = event.output;
    if (!(await allowRate(deps.db, 'ops monitor', RATE))) throw new RefusalError({ code: 'rate_limited' });
    await keepReport({ ...report, severity }, deps);
    return { received: true };
  });
}
