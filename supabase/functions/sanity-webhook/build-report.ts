import * as v from 'valibot';
import type { Deps } from '../_shared/server/deps.ts';
import { readJson } from '../_shared/server/http.ts';
import { requireBearer } from '../_shared/server/secret.ts';

/** The longest report. A report about a site of a thousand documents is far shorter. */
const REPORT_LIMIT = 512 * 1024;

/**
 * The build writes this report (`src/content/site-documents`): each document has its revision and the numbers of its
 * pages in `pages`.
 */
const SiteDocuments = v.object({
  pages: v.pipe(v.array(v.pipe(v.string(), v.startsWith('/'), v.maxLength(200))), v.maxLength(500)),
  documents: v.pipe(
    v.array(v.tuple([v.string(), v.string(), v.array(v.pipe(v.number(), v.integer(), v.minValue(0)))])),
    v.maxLength(20_000),
  ),
});

const Report = v.object({
  /** The host's own id of the build. */
  build: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  state: v.picklist(['building', 'built', 'failed']),
  /** Only a `failed` build has a reason, which names the problem and the document that has it. */
  reason: v.optional(v.pipe(v.string(), v.maxLength(4000))),
  /** Only a build with the state `built` has this. It says what the pages show. */
  content: v.optional(SiteDocuments),
  site: v.optional(v.pipe(v.string(), v.url(), v.maxLength(200))),
});

/** Records the state of a build. The caller must have MAINTENANCE_SECRET. The answer is `{ reported }`. */
export async function takeBuildReport(
  request: Request,
  { db, env }: Pick<Deps, 'db' | 'env'>,
): Promise<unknown> {
  await requireBearer(request, env.MAINTENANCE_SECRET);
  const { build, state, reason, content, site } = await readJson(request, Report, REPORT_LIMIT);
  return db.rpc('report_build', {
    p_build: build,
    p_state: state,
    p_reason: reason ?? null,
    p_documents: content ? withPages(content) : null,
    p_site_url: site ?? null,
  });
}

const withPages = ({ pages, documents }: v.InferOutput<typeof SiteDocuments>) =>
  documents
    // The table's columns are limited. If a document has a longer id, it is left out, and the rest of the report is
    // saved.
    .filter(([id, revision]) => [id, revision].every(({ length }) => length >= 1 && length <= 100))
    .map(([id, revision, numbers]) => ({
      id,
      revision,
      pages: numbers.flatMap((number) => pages[number] ?? []),
    }));
