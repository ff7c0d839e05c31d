import { Hono } from 'hono';
import { actionName, actionStep, type Action } from './actions.ts';
import type { Mutation } from './documents.ts';
import { apiError, unauthorized } from './errors.ts';
import { groqParams, ndjson, type LakeContext, type LakeEnv } from './http.ts';
import { mayWrite, viewer } from './identity.ts';
import { isPrivate } from './ids.ts';
import type { Lake } from './lake.ts';

const publishedByDefaultSince = 'v2025-02-19';

interface MutateBody {
  mutations: Mutation[];
  transactionId?: string;
}
interface ActionsBody {
  actions: Action[];
  transactionId?: string;
  dryRun?: boolean;
}

export function dataRoutes(lake: Lake): Hono<LakeEnv> {
  const routes = new Hono<LakeEnv>();
  const isVisible = (c: LakeContext, id: string) =>
    c.get('user') !== null || (!lake.closed && !isPrivate(id));

  const answerQuery = async (c: LakeContext, query: string, params: Record<string, unknown>) => {
    const start = performance.now();
    const user = c.get('user');
    const reader = { perspective: perspectiveOf(c), identity: user?.id ?? '', anonymous: !user };
    const result = await lake.queries.run(query, params, reader);
    return c.json({ query, result: result ?? null, syncTags: [], ms: Math.round(performance.now() - start) });
  };
  routes.get('/data/query/:dataset', (c) =>
    answerQuery(c, c.req.query('query') ?? '', groqParams(c.req.query())),
  );
  routes.post('/data/query/:dataset', async (c) => {
    const body = await c.req.json<{ query: string; params?: Record<string, unknown> }>();
    return answerQuery(c, body.query, body.params ?? {});
  });

  routes.get('/data/doc/:dataset/:ids', (c) => {
    const ids = c.req.param('ids').split(',');
    // The answer does not show whether a document is hidden or missing.
    const documents = ids.flatMap((id) => (isVisible(c, id) ? (lake.get(id) ?? []) : []));
    const found = new Set(documents.map(({ _id }) => _id));
    return c.json({
      documents,
      omitted: ids.filter((id) => !found.has(id)).map((id) => ({ id, reason: 'existence' })),
    });
  });

  routes.post('/data/mutate/:dataset', async (c) => {
    const author = writerOf(c);
    const { mutations, transactionId } = await c.req.json<MutateBody>();
    if (!Array.isArray(mutations)) throw apiError(400, 'Bad Request', '"mutations" must be a list');
    const dryRun = c.req.query('dryRun') === 'true';
    const request = { author, transactionId, dryRun, allowed: (id: string) => mayWrite(author, id) };
    const answer = await lake.transact([() => mutations], request);
    return c.json({ transactionId: answer.transactionId, results: requestedResults(c, answer.results) });
  });

  routes.post('/data/actions/:dataset', async (c) => {
    const author = writerOf(c);
    const { actions, transactionId, dryRun } = await c.req.json<ActionsBody>();
    if (!Array.isArray(actions)) throw apiError(400, 'Bad Request', '"actions" must be a list');
    const request = {
      author,
      transactionId,
      dryRun: dryRun ?? false,
      action: actionName(actions[0]),
      allowed: (id: string) => mayWrite(author, id),
    };
    const answer = await lake.transact(actions.map(actionStep), request);
    return c.json({ transactionId: answer.transactionId });
  });

  routes.get('/data/export/:dataset', (c) => {
    const documents = [...lake.state.documents.values()].filter(({ _id }) => isVisible(c, _id));
    return c.body(ndjson(documents), 200, { 'content-type': 'application/x-ndjson' });
  });
  routes.get('/data/references/:dataset/documents/:id/to', (c) => c.json({ totalCount: 0, references: [] }));
  return routes;
}

/** Returns the id of the user who writes. Throws 401 for visitors and 403 for users who may only read. */
export function writerOf(c: LakeContext): string {
  const user = c.get('user');
  if (!user) throw unauthorized('A token is needed to write');
  if (user.id === viewer.id) throw apiError(403, 'Forbidden', 'This token may only read');
  return user.id;
}

function perspectiveOf(c: LakeContext): string[] {
  const requested = c.req.queries('perspective')?.flatMap((value) => value.split(',')) ?? [];
  if (requested.length > 0) return requested;
  return c.req.path.slice(1) >= publishedByDefaultSince ? ['published'] : ['raw'];
}

function requestedResults(
  c: LakeContext,
  results: { id: string; operation: string; document: unknown }[],
): object[] {
  if (c.req.query('returnDocuments') === 'true') return results;
  return c.req.query('returnIds') === 'true' ? results.map(({ id, operation }) => ({ id, operation })) : [];
}
