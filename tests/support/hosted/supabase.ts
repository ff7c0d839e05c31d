/** Simulates Supabase's Management API, with one project. */
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import postgres from 'postgres';
import * as v from 'valibot';
import { requireBearer, readBody, refuse } from './requests.ts';
import { runQuery } from './sql.ts';
import { projectRef, type World } from './world.ts';

const NewProject = v.strictObject({
  name: v.string(),
  organization_slug: v.string(),
  region_selection: v.strictObject({ type: v.literal('specific'), code: v.string() }),
  db_pass: v.pipe(v.string(), v.minLength(12)),
});
const Secrets = v.array(
  v.strictObject({ name: v.pipe(v.string(), v.regex(/^(?!SUPABASE_)/)), value: v.string() }),
);
const Query = v.strictObject({ query: v.string(), read_only: v.optional(v.boolean(), false) });
const ApiKey = v.strictObject({ type: v.picklist(['publishable', 'secret']), name: v.string() });
const PostgRest = v.strictObject({ db_schema: v.optional(v.string()), max_rows: v.optional(v.number()) });
const Metadata = v.strictObject({
  name: v.string(),
  entrypoint_path: v.string(),
  verify_jwt: v.optional(v.boolean(), true),
});
const Password = v.strictObject({ password: v.pipe(v.string(), v.minLength(4)) });
const Restore = v.strictObject({ recovery_time_target_unix: v.pipe(v.number(), v.integer()) });
const digestedSettings = new Set(['smtp_pass', 'security_captcha_secret']);

export function supabaseApi(world: World): Hono {
  const { supabase } = world;
  const app = new Hono();
  const digest = (value: string) => createHmac('sha256', projectRef).update(value).digest('hex');
  app.use(requireBearer(() => supabase.token));

  app.get('/v1/projects', (c) => {
    if (supabase.projects.length > 0 && supabase.readsUntilHealthy-- <= 0)
      for (const project of supabase.projects)
        if (['COMING_UP', 'RESTORING'].includes(project.status)) project.status = 'ACTIVE_HEALTHY';
    return c.json(supabase.projects);
  });
  app.post('/v1/projects', async (c) => {
    const { name, organization_slug, region_selection } = await readBody(c, NewProject);
    if (organization_slug !== supabase.organization) throw refuse(404, 'Organization not found');
    const project = { ref: projectRef, name, region: region_selection.code, status: 'COMING_UP' };
    supabase.projects.push(project);
    return c.json(project, 201);
  });

  const project = new Hono();
  project.use(async (c, next) => {
    const [, , , given] = c.req.path.split('/');
    const found = supabase.projects.find((one) => one.ref === given);
    if (!found) throw refuse(404, 'Project not found');
    if (found.status !== 'ACTIVE_HEALTHY') throw refuse(400, 'The project is not running.');
    await next();
  });

  project.get('/config/auth', (c) => {
    const shown = Object.entries(supabase.auth).map(([name, value]) => [
      name,
      digestedSettings.has(name) && typeof value === 'string' ? digest(value) : value,
    ]);
    return c.json(Object.fromEntries(shown));
  });
  project.patch('/config/auth', async (c) => {
    const changes = await readBody(c, v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])));
    for (const [name, value] of Object.entries(changes)) {
      if (!(name in supabase.auth)) throw refuse(422, `${name} is not known`);
      const before = supabase.auth[name];
      if (before !== null && typeof before !== typeof value) throw refuse(422, `${name} has another type`);
    }
    // The built-in mail service has a limit of its own.
    if ('rate_limit_email_sent' in changes && supabase.auth['smtp_host'] === null)
      throw refuse(400, 'Custom SMTP required to update the rate limit of emails.');
    Object.assign(supabase.auth, changes);
    return c.json(supabase.auth);
  });

  project.get('/secrets', (c) =>
    c.json(Array.from(supabase.secrets, ([name, value]) => ({ name, value: digest(value) }))),
  );
  project.post('/secrets', async (c) => {
    for (const { name, value } of await readBody(c, Secrets)) supabase.secrets.set(name, value);
    return c.body(null, 201);
  });
  project.delete('/secrets', async (c) => {
    for (const name of await readBody(c, v.array(v.string()))) supabase.secrets.delete(name);
    return c.body(null, 200);
  });
  project.get('/config/auth/signing-keys', (c) => {
    const at = new Date(0).toISOString();
    const keys = supabase.signingKeys.map((key) => ({
      id: randomUUID(),
      ...key,
      // A shared secret has no public half that could be shown.
      public_jwk: key.algorithm === 'HS256' ? null : { kty: 'EC', alg: key.algorithm },
      created_at: at,
      updated_at: at,
    }));
    return c.json({ keys });
  });

  project.get('/functions', (c) =>
    c.json(Array.from(supabase.functions, ([slug, one]) => ({ slug, status: 'ACTIVE', id: slug, ...one }))),
  );
  project.post('/functions/deploy', async (c) => {
    const slug = c.req.query('slug') ?? '';
    if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(slug)) throw refuse(422, 'slug has a wrong form');
    const form = await c.req.parseBody({ all: true });
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Metadata), form['metadata']);
    if (!parsed.success) throw refuse(422, 'metadata has a wrong form');
    const { name, verify_jwt, entrypoint_path } = parsed.output;
    const files = [form['file']].flat().filter((file) => file instanceof File);
    if (!files.some((file) => file.name === entrypoint_path))
      throw refuse(400, `${entrypoint_path} was not sent`);
    if (supabase.undeployable.has(slug)) throw refuse(400, 'Failed to bundle the function');
    const version = (supabase.functions.get(slug)?.version ?? 0) + 1;
    supabase.functions.set(slug, { name, verify_jwt, version });
    supabase.keep?.(slug, (await files.find((file) => file.name === entrypoint_path)?.text()) ?? '');
    return c.json({ id: slug, slug, name, status: 'ACTIVE', verify_jwt, version }, 201);
  });

  project.post('/database/query', async (c) => {
    const { query, read_only } = await readBody(c, Query);
    try {
      return c.json(await runQuery(world, query, read_only), 201);
    } catch (error) {
      if (!(error instanceof postgres.PostgresError)) throw error;
      throw refuse(400, `Failed to run sql query: ERROR: ${error.code}: ${error.message}`);
    }
  });

  project.get('/postgrest', (c) => c.json(supabase.postgrest));
  project.patch('/postgrest', async (c) => {
    Object.assign(supabase.postgrest, await readBody(c, PostgRest));
    return c.json(supabase.postgrest);
  });
  project.get('/api-keys', (c) =>
    c.json(
      supabase.apiKeys.map((key) =>
        c.req.query('reveal') === 'true' || key.type === 'publishable' ? key : { ...key, api_key: null },
      ),
    ),
  );
  project.post('/api-keys', async (c) => {
    const { type, name } = await readBody(c, ApiKey);
    if (supabase.apiKeys.some((key) => key.type === type && key.name === name))
      throw refuse(400, 'A key with this name exists.');
    const api_key = `sb_${type}_${randomBytes(12).toString('hex')}`;
    const key = { type, name, api_key, inserted_at: new Date().toISOString() };
    supabase.apiKeys.push(key);
    return c.json(key, 201);
  });
  project.get('/advisors/security', (c) => c.json({ lints: supabase.advice }));
  project.get('/storage/buckets', async (c) =>
    c.json(await world.db.sql`select id, name, public from storage.buckets order by id`),
  );
  project.patch('/database/password', async (c) => {
    supabase.databasePassword = (await readBody(c, Password)).password;
    return c.json({ message: 'Successfully updated database password' });
  });
  project.get('/database/backups', (c) =>
    c.json({
      region: 'ap-southeast-1',
      pitr_enabled: supabase.hasPitr,
      walg_enabled: true,
      backups: supabase.backups,
      physical_backup_data: supabase.hasPitr
        ? {
            earliest_physical_backup_date_unix: 1_700_000_000,
            latest_physical_backup_date_unix: 4_000_000_000,
          }
        : {},
    }),
  );
  project.post('/database/backups/restore-pitr', async (c) => {
    const { recovery_time_target_unix } = await readBody(c, Restore);
    if (!supabase.hasPitr) throw refuse(400, 'PITR is not enabled.');
    supabase.restores.push(recovery_time_target_unix);
    for (const one of supabase.projects) one.status = 'RESTORING';
    supabase.readsUntilHealthy = supabase.restore ? Infinity : 2;
    void supabase.restore?.(recovery_time_target_unix).then(() => (supabase.readsUntilHealthy = 0));
    return c.body(null, 201);
  });
  app.route('/v1/projects/:ref', project);
  return app;
}
