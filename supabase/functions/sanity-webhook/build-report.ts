import * as v from 'valibot';
import type { Deps } from '../_shared/server/deps.ts';
import { readJson } from '../_shared/server/http.ts';
import { requireBearer } from '../_shared/server/secret.ts';

const Report = v.object({
  /** The builder's own id of the build. */
  build: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  state: v.picklist(['building', 'built', 'failed']),
  /** Only with `failed`: the problem, and the document that has it. */
  reason: v.optional(v.pipe(v.string(), v.maxLength(4000))),
});

/** The progress of a build, reported by the site's builder: bearer `MAINTENANCE_SECRET`; answers `{ reported }`. */
export async function takeBuildReport(
  request: Request,
  { db, env }: Pick<Deps, 'db' | 'env'>,
): Promise<unknown> {
  await requireBearer(request, env.MAINTENANCE_SECRET);
  const { build, state, reason } = await readJson(request, Report);
  return db.rpc('report_build', { p_build: build, p_state: state, p_reason: reason ?? null });
}
