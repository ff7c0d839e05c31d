/** Simulates the APIs of Sanity, with the account's settings and the project's datasets. */
import { randomBytes, randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import * as v from 'valibot';
import { requireBearer, readBody, refuse } from './requests.ts';
import type { World } from './world.ts';

const Acl = v.strictObject({ aclMode: v.picklist(['public', 'private']) });
const Origin = v.strictObject({
  origin: v.pipe(v.string(), v.regex(/^https?:\/\/[^/]+$/)),
  allowCredentials: v.boolean(),
});
const Hook = v.strictObject({
  type: v.literal('document'),
  name: v.string(),
  url: v.pipe(v.string(), v.url()),
  dataset: v.string(),
  httpMethod: v.picklist(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  apiVersion: v.pipe(v.string(), v.regex(/^v\d{4}-\d{2}-\d{2}$/)),
  includeDrafts: v.boolean(),
  rule: v.strictObject({
    on: v.array(v.picklist(['create', 'update', 'delete'])),
    filter: v.nullable(v.string()),
    projection: v.nullable(v.string()),
  }),
  secret: v.nullable(v.string()),
});
const Robot = v.strictObject({
  label: v.string(),
  memberships: v.array(
    v.strictObject({
      resourceType: v.literal('project'),
      resourceId: v.string(),
      roleNames: v.array(v.string()),
    }),
  ),
});

/** Simulates the account's API, which manages allowed origins, webhooks and tokens. */
export function sanityApi({ sanity }: World): Hono {
  const app = new Hono();
  app.use(requireBearer(() => sanity.token));
  const id = sanity.projectId;
  app.get(`/v2025-08-14/projects/${id}/cors`, (c) => c.json(sanity.cors));
  app.post(`/v2025-08-14/projects/${id}/cors`, async (c) => {
    const origin = await readBody(c, Origin);
    if (sanity.cors.some((one) => one.origin === origin.origin)) throw refuse(400, 'The origin exists.');
    sanity.cors.push(origin);
    return c.json(origin, 201);
  });
  const hooks = `/v2025-08-04/hooks/projects/${id}`;
  app.get(hooks, (c) => c.json(sanity.hooks));
  app.post(hooks, async (c) => {
    const { url, dataset, includeDrafts, rule, secret } = await readBody(c, Hook);
    const hook = { id: randomUUID(), url, dataset, includeDrafts, rule, secret, isDisabled: false };
    sanity.hooks.push(hook);
    return c.json(hook, 201);
  });
  app.delete(`${hooks}/:hook`, (c) => {
    sanity.hooks = sanity.hooks.filter((hook) => hook.id !== c.req.param('hook'));
    return c.json({ deleted: true });
  });
  app.get(`${hooks}/:hook/attempts`, (c) => c.json(sanity.attempts));
  const robots = `/v2025-07-11/access/project/${id}/robots`;
  app.post(robots, async (c) => {
    const { label, memberships } = await readBody(c, Robot);
    const robot = { id: randomUUID(), label, token: `sk${randomBytes(30).toString('hex')}` };
    sanity.robots.push(robot);
    return c.json({ ...robot, memberships }, 201);
  });
  // Each page of the list has one robot, to test that all pages are read. The list never shows a token.
  app.get(robots, (c) => {
    const at = Number(c.req.query('nextCursor') ?? 0);
    const data = sanity.robots.slice(at, at + 1).map(({ token: _, ...robot }) => robot);
    return c.json({ data, nextCursor: at + 1 < sanity.robots.length ? String(at + 1) : null });
  });
  app.delete(`${robots}/:robot`, (c) => {
    const robot = c.req.param('robot');
    if (!sanity.robots.some((one) => one.id === robot)) throw refuse(404, 'Robot not found');
    sanity.robots = sanity.robots.filter((one) => one.id !== robot);
    return c.body(null, 204);
  });
  return app;
}

/** Simulates the project's API, which manages datasets and answers queries. */
export function sanityProject({ sanity }: World): Hono {
  const app = new Hono();
  const viewers = () => sanity.robots.map(({ token }) => token);
  app.use(
    '/v2025-09-16/*',
    requireBearer(() => sanity.token),
  );
  app.use(
    '/v2025-02-19/*',
    requireBearer(() => [sanity.token, ...viewers()]),
  );
  app.get('/v2025-09-16/datasets', (c) =>
    c.json(Array.from(sanity.datasets, ([name, aclMode]) => ({ name, aclMode }))),
  );
  app.put('/v2025-09-16/datasets/:name', async (c) => {
    const { aclMode } = await readBody(c, Acl);
    const name = c.req.param('name');
    if (sanity.datasets.has(name)) throw refuse(400, 'The dataset exists.');
    sanity.datasets.set(name, aclMode);
    return c.json({ datasetName: name, aclMode });
  });
  app.get('/v2025-02-19/data/query/:dataset', (c) => {
    if (!sanity.datasets.has(c.req.param('dataset'))) throw refuse(404, 'Dataset not found');
    // The simulation contains no drafts. It only knows who may read them.
    if (c.req.query('perspective') === 'drafts') return c.json({ result: null });
    if (c.req.query('perspective') !== 'published') throw refuse(400, 'This perspective is not simulated.');
    return c.json({ result: sanity.documents });
  });
  return app;
}
