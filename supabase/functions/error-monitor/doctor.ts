import * as v from 'valibot';
import { DoctorReport } from '../_shared/contract/system-checks.ts';
import type { Deps } from '../_shared/server/deps.ts';
import { readText } from '../_shared/server/http.ts';
import { RefusalError } from '../_shared/server/refusal.ts';
import { requireBearer } from '../_shared/server/secret.ts';

/** The longest report, which is about sixty findings of a few sentences each. */
const LIMIT = 256 * 1024;

/** Saves what doctor found, so that staff can read it. The caller must have MAINTENANCE_SECRET. */
export async function takeDoctorReport(
  request: Request,
  { db, env }: Pick<Deps, 'db' | 'env'>,
): Promise<unknown> {
  await requireBearer(request, env.MAINTENANCE_SECRET);
  const body = v.safeParse(v.pipe(v.string(), v.parseJson(), DoctorReport), await readText(request, LIMIT));
  if (!body.success) throw new RefusalError({ code: 'invalid_input', field: 'body' });
  return db.rpc('save_doctor_report', { p_findings: body.output.findings });
}
