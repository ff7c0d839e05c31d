import type { DoctorReport } from '#contract/system-checks.ts';
import { type Context, functionUrl, requireKey } from './context.ts';
import { call } from './http.ts';
import type { Result } from './run.ts';

/** Sends doctor's findings to the functions, which store them for the staff page. */
export async function reportFindings(context: Context, results: readonly Result[]): Promise<void> {
  const findings = results.map(({ step: { id, topic, what }, state, says, parents, fix }) => ({
    id,
    topic,
    state,
    what,
    says,
    ...(parents && { parents }),
    ...(fix && { fix }),
  }));
  await call(context, functionUrl(context, 'error-monitor/doctor'), {
    method: 'POST',
    headers: { authorization: `Bearer ${requireKey(context, 'MAINTENANCE_SECRET')}` },
    json: { findings } satisfies DoctorReport,
  });
}
