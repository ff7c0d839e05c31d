import * as v from 'valibot';
import type { Db } from '../_shared/server/db.ts';
import { readText } from '../_shared/server/http.ts';
import { logFault } from '../_shared/server/log.ts';
import { withinRate } from '../_shared/server/rate.ts';
import { RefusalError } from '../_shared/server/refusal.ts';

/** A stack may be long; what is kept of it is cut in SQL. */
const REPORT_LIMIT = 64 * 1024;
/** Of everybody together, so that a flood fills no disk: a broken release is understood from far fewer. */
const RATE = { limit: 1200, seconds: 600 };

const Body = v.nullable(v.record(v.string(), v.unknown()));

/** Keeps the report in a body (spec 1 §3), if there is one: `report_error` checks, cuts and cleans it. */
export async function keepReport(request: Request, db: Db): Promise<void> {
  const text = await readText(request, REPORT_LIMIT);
  const body = v.safeParse(v.pipe(v.string(), v.parseJson(), Body), text === '' ? 'null' : text);
  if (!body.success) throw new RefusalError({ code: 'invalid_input', field: 'body' });
  if (body.output === null) return;
  try {
    if (!(await withinRate(db, 'error reports', RATE))) throw new RefusalError({ code: 'rate_limited' });
    await db.rpc('report_error', { p_report: body.output });
  } catch (error) {
    if (error instanceof RefusalError) throw error;
    // A database that is down is what the answer says.
    logFault('error report', error);
  }
}
