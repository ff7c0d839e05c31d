import * as v from 'valibot';
import { Fix, fixActions } from '../_shared/contract/monitoring.ts';
import type { Deps } from '../_shared/server/deps.ts';
import { answer } from '../_shared/server/http.ts';
import { logFault, writeLog } from '../_shared/server/log.ts';
import { allowRate, requireShare } from '../_shared/server/rate.ts';
import { RefusalError } from '../_shared/server/refusal.ts';
import { keepReport, readReport, type Report } from '../_shared/server/reports.ts';
import { forwardedHeaders } from '../_shared/server/forwarded-headers.ts';
import { causeOf } from './causes.ts';
import { isServerRemedy, runRemedy } from './remedies.ts';

/** The limit is for all callers together, because a broken release makes every open page call. */
const RATE = { limit: 600, seconds: 600 };

const Claimed = v.object({ allowed: v.boolean(), recent: v.nullable(v.picklist(fixActions)) });

type Needs = Pick<Deps, 'db' | 'mail' | 'env' | 'handOn' | 'background'>;

/**
 * Answers with a remedy. The same cause gets one at most twice in ten minutes, so that no page reloads in a loop (spec
 * 1 §7). No remedy changes an order.
 */
export function handler(request: Request, deps: Needs): Promise<Response> {
  return answer(request, deps.env.SITE_URL, async () => {
    await requireShare(deps.db, 'ask_fix', request);
    const report = await readReport(request);
    if (report === null) throw new RefusalError({ code: 'invalid_input', field: 'body' });
    if (!(await allowRate(deps.db, 'auto fix', RATE))) throw new RefusalError({ code: 'rate_limited' });
    const p_report_id = await keepReport(report, deps);
    const { cause, action } = await fix(request, report, deps);
    const fixed = await deps.db.rpc('record_error_fix', { p_report_id, p_action: action, p_cause: cause });
    if (cause !== null) writeLog('info', 'fix', { cause, action });
    return v.parse(Fix, { ...(fixed as object), action });
  });
}

async function fix(
  request: Request,
  report: Report,
  deps: Needs,
): Promise<{ cause: string | null; action: Fix['action'] }> {
  const cause = causeOf(typeof report['message'] === 'string' ? report['message'].slice(0, 2000) : '');
  if (!cause) return { cause: null, action: 'none' };
  const claimed = await deps.db.rpc('claim_fix', {
    p_cause: cause.name,
    p_headers: forwardedHeaders(request),
  });
  const { allowed, recent } = v.parse(Claimed, claimed);
  if (!allowed) return { cause: cause.name, action: 'none' };
  if (!isServerRemedy(cause.remedy)) return { cause: cause.name, action: cause.remedy };
  try {
    return { cause: cause.name, action: await runRemedy(cause.remedy, deps, recent) };
  } catch (error) {
    logFault(`remedy ${cause.remedy}`, error);
    return { cause: cause.name, action: 'none' };
  }
}
