import * as v from 'valibot';
import type { Deps } from '../_shared/server/deps.ts';
import { readText } from '../_shared/server/http.ts';
import { RefusalError } from '../_shared/server/refusal.ts';
import { requireBearer } from '../_shared/server/secret.ts';

/** In bytes of a body. The largest map, which is that of the libraries, is less than a megabyte. */
const LIMIT = 4 * 1024 * 1024;

const File = v.pipe(v.string(), v.regex(/^[\w.+@-]{1,200}\.js$/));
/** The builder sends the list of a release's files, and one map in each further call. */
const Body = v.union([
  v.object({ release: v.pipe(v.string(), v.regex(/^[\w.-]{1,60}$/)), files: v.record(File, v.string()) }),
  v.object({ file: File, map: v.pipe(v.string(), v.minLength(2)) }),
]);

/** Saves source maps. The caller must have MAINTENANCE_SECRET. The maps cannot be read back. */
export async function takeSourceMaps(
  request: Request,
  { db, env }: Pick<Deps, 'db' | 'env'>,
): Promise<unknown> {
  await requireBearer(request, env.MAINTENANCE_SECRET);
  const body = v.safeParse(v.pipe(v.string(), v.parseJson(), Body), await readText(request, LIMIT));
  if (!body.success) throw new RefusalError({ code: 'invalid_input', field: 'body' });
  const report = body.output;
  if ('map' in report) return db.rpc('save_source_map', { p_file: report.file, p_map: report.map });
  return db.rpc('record_release', { p_release: report.release, p_files: report.files });
}
