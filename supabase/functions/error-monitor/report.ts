import type { Deps } from '../_shared/server/deps.ts';
import { logFault } from '../_shared/server/log.ts';
import { withinRate } from '../_shared/server/rate.ts';
import { RefusalError } from '../_shared/server/refusal.ts';
import { keepReport, readReport } from '../_shared/server/reports.ts';

/** The limit is for all callers together, so that a flood does not fill the disk. */
const RATE = { limit: 1200, seconds: 600 };

export async function takeReport(
  request: Request,
  deps: Pick<Deps, 'db' | 'handOn' | 'background'>,
): Promise<void> {
  const report = await readReport(request);
  if (report === null) return;
  try {
    if (!(await withinRate(deps.db, 'error reports', RATE))) throw new RefusalError({ code: 'rate_limited' });
    await keepReport(report, deps);
  } catch (error) {
    if (error instanceof RefusalError) throw error;
    // If the database is down, the health check reports that.
    logFault('error report', error);
  }
}
