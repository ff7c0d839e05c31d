/** Simulates the APIs of the site's hosts, Netlify and Cloudflare Pages. */
import { Hono } from 'hono';
import * as v from 'valibot';
import { requireBearer, readBody, refuse } from './requests.ts';
import { type HostedDeployment, typedKeys, type World } from './world.ts';

const Variable = v.strictObject({
  key: v.pipe(v.string(), v.regex(/^[A-Z][A-Z0-9_]*$/)),
  is_secret: v.boolean(),
  values: v.array(v.strictObject({ context: v.picklist(['all', 'production']), value: v.string() })),
});
const Settings = v.strictObject({ build_settings: v.strictObject({ cmd: v.string(), dir: v.string() }) });
const Hook = v.strictObject({ title: v.string(), branch: v.string() });

/**
 * Returns the list of deployments. Each read of the list brings the newest deployment closer to its
 * end, because a build takes a while.
 */
function built({ host }: World): World['host']['deployments'] {
  const newest = host.deployments.at(-1);
  if (!host.buildNow && newest?.state === 'building' && newest.readsUntilBuilt-- <= 0) {
    newest.state = host.buildsFail ? 'failed' : 'ready';
    if (newest.state === 'ready') host.live = newest.id;
  }
  return host.deployments.toReversed();
}

function build({ host }: World): void {
  const id = `deployment-${host.deployments.length + 1}`;
  const deployment: HostedDeployment = { id, commit: host.head, state: 'building', readsUntilBuilt: 2 };
  host.deployments.push(deployment);
  host.buildNow?.(deployment);
}

function show({ host }: World, id: string): void {
  const found = host.deployments.find((one) => one.id === id);
  if (found?.state !== 'ready') throw refuse(404, 'Not Found');
  host.live = id;
}

export function netlifyApi(world: World): Hono {
  const { host } = world;
  const app = new Hono();
  // The address of a hook is its own secret.
  app.post('/build_hooks/:hook', (c) => {
    if (!host.hooks.some(({ url }) => url.endsWith(c.req.path))) throw refuse(404, 'Not Found');
    build(world);
    return c.body(null, 200);
  });
  app.use(requireBearer(() => host.netlifyToken));
  const site = `/api/v1/sites/${typedKeys.NETLIFY_SITE_ID}`;
  const siteView = () => ({
    id: typedKeys.NETLIFY_SITE_ID,
    account_id: 'account',
    build_settings: { cmd: host.build.command, dir: host.build.folder },
    published_deploy: host.live === null ? null : { id: host.live },
  });
  app.get(site, (c) => c.json(siteView()));
  app.patch(site, async (c) => {
    const { cmd, dir } = (await readBody(c, Settings)).build_settings;
    host.build = { command: cmd, folder: dir };
    return c.json(siteView());
  });
  const states = { ready: 'ready', building: 'building', failed: 'error' };
  app.get(`${site}/deploys`, (c) =>
    c.json(
      built(world).map(({ id, commit, state }, index) => ({
        id,
        state: states[state],
        commit_ref: commit,
        context: 'production',
        created_at: new Date(Date.UTC(2026, 10, 30) - index * 1000).toISOString(),
      })),
    ),
  );
  app.post(`${site}/deploys/:id/restore`, (c) => {
    show(world, c.req.param('id'));
    return c.json({ id: c.req.param('id') }, 201);
  });
  const env = '/api/v1/accounts/account/env';
  app.get(env, (c) => {
    const list = Array.from(host.variables, ([key, { value, secret }]) => ({
      key,
      is_secret: secret,
      values: [{ context: secret ? 'production' : 'all', value: secret ? '****' : value }],
    }));
    return c.json(list);
  });
  const keep = ({ key, is_secret, values }: v.InferOutput<typeof Variable>) => {
    if (is_secret && values.some(({ context }) => context === 'all'))
      throw refuse(422, 'A secret has no value for all contexts.');
    host.variables.set(key, { value: values[0]?.value ?? '', secret: is_secret });
  };
  app.post(env, async (c) => {
    const variables = await readBody(c, v.array(Variable));
    if (variables.some(({ key }) => host.variables.has(key))) throw refuse(422, 'The variable exists.');
    variables.forEach(keep);
    return c.json(variables, 201);
  });
  app.put(`${env}/:key`, async (c) => {
    keep(await readBody(c, Variable));
    return c.json({});
  });
  app.get(`${site}/build_hooks`, (c) => c.json(host.hooks));
  app.post(`${site}/build_hooks`, async (c) => {
    const { title } = await readBody(c, Hook);
    const hook = { title, url: `https://api.netlify.com/build_hooks/${host.hooks.length + 1}` };
    host.hooks.push(hook);
    return c.json(hook, 201);
  });
  return app;
}

const EnvVars = v.record(
  v.string(),
  v.strictObject({ type: v.picklist(['plain_text', 'secret_text']), value: v.string() }),
);
const Project = v.strictObject({
  build_config: v.optional(
    v.strictObject({ build_command: v.string(), destination_dir: v.string(), build_caching: v.boolean() }),
  ),
  deployment_configs: v.optional(v.strictObject({ production: v.strictObject({ env_vars: EnvVars }) })),
});

export function cloudflareApi(world: World): Hono {
  const { host } = world;
  const app = new Hono();
  app.post('/client/v4/pages/webhooks/deploy_hooks/:hook', (c) => {
    build(world);
    return c.json({ success: true });
  });
  app.use(requireBearer(() => host.cloudflareToken));
  const path = `/client/v4/accounts/${'0'.repeat(32)}/pages/projects/otter`;
  const shown = () => ({
    success: true,
    errors: [],
    messages: [],
    result: {
      name: 'otter',
      canonical_deployment: host.live === null ? null : { id: host.live },
      build_config: { build_command: host.build.command, destination_dir: host.build.folder },
      deployment_configs: {
        production: {
          env_vars: Object.fromEntries(
            Array.from(host.variables, ([name, { value, secret }]) => [
              name,
              { type: secret ? 'secret_text' : 'plain_text', value: secret ? '' : value },
            ]),
          ),
        },
      },
    },
  });
  app.get(path, (c) => c.json(shown()));
  const stages = { ready: 'success', building: 'active', failed: 'failure' };
  app.get(`${path}/deployments`, (c) => {
    if (c.req.query('env') !== 'production') throw refuse(422, 'Previews are not played.');
    const first = 25 * (Number(c.req.query('page') ?? 1) - 1);
    const page = built(world).slice(first, first + 25);
    const result = page.map(({ id, commit, state }) => ({
      id,
      created_on: new Date(Date.UTC(2026, 10, 30)).toISOString(),
      latest_stage: { name: state === 'ready' ? 'deploy' : 'build', status: stages[state] },
      deployment_trigger: { type: 'deploy_hook', metadata: { commit_hash: commit } },
    }));
    return c.json({ success: true, result });
  });
  app.post(`${path}/deployments/:id/rollback`, (c) => {
    show(world, c.req.param('id'));
    return c.json({ success: true, result: { id: c.req.param('id') } });
  });
  app.patch(path, async (c) => {
    const { build_config, deployment_configs } = await readBody(c, Project);
    if (build_config)
      host.build = { command: build_config.build_command, folder: build_config.destination_dir };
    for (const [name, { type, value }] of Object.entries(deployment_configs?.production.env_vars ?? {}))
      host.variables.set(name, { value, secret: type === 'secret_text' });
    return c.json(shown());
  });
  return app;
}
