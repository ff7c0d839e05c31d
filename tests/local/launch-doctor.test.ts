/** Causes each fault that nobody would notice after a launch, one by one. `npm run doctor` must report each of them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { policiesQuery } from '#scripts/launch/policies.ts';
import { chooseSteps, checkAll } from '#scripts/launch/run.ts';
import { asJson, sentences } from '#scripts/launch/print.ts';
import { steps } from '#scripts/launch/steps.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { startHosted, type HostedServices } from '#support/hosted/services.ts';
import { homeOf, problemsByStep, createLauncher } from '#support/hosted/launch.ts';
import { doByHand } from '#support/hosted/manual-steps.ts';
import { addVault } from '#support/hosted/sql.ts';
import { contentFaults } from '#support/hosted/faults/content.ts';
import { functionsFaults } from '#support/hosted/faults/functions.ts';
import { projectFaults } from '#support/hosted/faults/project.ts';
import { change, removeFrom, setIn } from '#support/hosted/faults/provoke.ts';
import { servicesFaults } from '#support/hosted/faults/services.ts';
import { createEmptyWorld, typedKeys, type World } from '#support/hosted/world.ts';

let db: TestDatabase;
let world: World;
let hosted: HostedServices;
let launch: ReturnType<typeof createLauncher>;
beforeAll(async () => {
  db = await createDatabase();
  await addVault(db);
  world = createEmptyWorld(db);
  hosted = await startHosted(world);
  launch = createLauncher(hosted);
  await launch.setUp();
  await doByHand(world, hosted);
  await launch.setUp();
});
afterAll(async () => {
  await hosted.stop();
  await db.drop();
});

test('without a fault everything is right', async () => {
  expect(problemsByStep(await launch.doctor())).toEqual({});
});

test.each([...projectFaults, ...functionsFaults, ...servicesFaults, ...contentFaults])(
  '%s: doctor names it in the step %s',
  async (_fault, id, says, provoke) => {
    const undo = await provoke(world);
    try {
      const [result] = await checkAll(chooseSteps(steps, id), launch.context());
      expect(result?.says).toMatch(says);
      expect(result?.state).not.toBe('ok');
      expect(result?.parents).toMatch(/^[“A-Z].*\.$/);
    } finally {
      await undo();
    }
  },
);

test('a planned price that has begun is right, and so is one that has not', async () => {
  const plan = (from: string) => db.sql`update public.offers set details = details
    || jsonb_build_object('planned_prices', jsonb_build_array(jsonb_build_object('from', ${from}::text, 'price_cents', 80000)))
    where id = 'pass-term'`;
  const states = async () =>
    (await launch.doctor(chooseSteps(steps, 'page-prices'))).map(({ state }) => state);
  await plan('2099-01-01T00:00:00Z');
  expect(await states()).toEqual(['ok']);
  await plan('2026-01-01T00:00:00Z');
  const undo = setIn(world.site.prices, 'pass-term', 80_000);
  expect(await states()).toEqual(['ok']);
  undo();
  await db.sql`update public.offers set details = details - 'planned_prices' where id = 'pass-term'`;
});

test('setup sets what the API’s role lacks', async () => {
  const [role] = chooseSteps(steps, 'api-role');
  const written: string[] = [];
  const { fetch: reach, ...context } = launch.context();
  // The role belongs to the databases of other tests as well, so nothing is really set.
  const fetchDouble: typeof reach = (input, init) => {
    const { query } = JSON.parse(init?.body as string) as { query: string };
    if (!/^(alter role|notify)/.test(query)) return reach(input, init);
    written.push(query);
    return Promise.resolve(Response.json([]));
  };
  await role?.do?.({ ...context, fetch: fetchDouble });
  const settings = [
    "alter role authenticator set pgrst.db_pre_request = 'private.before_request';",
    "alter role authenticator set log_min_messages = 'fatal';",
  ];
  expect(written).toEqual([...settings, "notify pgrst, 'reload config';"]);

  // If a project may make only one of the two settings, setup makes it, and says which one was refused.
  for (const [at, name] of ['pgrst.db_pre_request', 'log_min_messages'].entries()) {
    written.length = 0;
    const refusing: typeof reach = (input, init) =>
      typeof init?.body === 'string' && init.body.includes(`set ${name}`)
        ? Promise.resolve(Response.json({ message: 'permission denied' }, { status: 400 }))
        : fetchDouble(input, init);
    await expect(role?.do?.({ ...context, fetch: refusing })).rejects.toThrow(
      new RegExp(`^${name}: [^:]*database/query answered 400: .*permission denied[^:]*$`),
    );
    expect(written).toEqual([settings[1 - at], "notify pgrst, 'reload config';"]);
  }
});

test('a policy’s hash tells parentheses, and the two places of a condition, apart', async () => {
  const hashOf = async (rule: string) => {
    await db.sql.unsafe(`create policy probe on public.probe ${rule}`);
    const rows = await db.sql.unsafe<{ name: string; hash: string }[]>(policiesQuery);
    await db.sql.unsafe('drop policy probe on public.probe');
    return rows.find(({ name }) => name.endsWith('probe: probe'))?.hash;
  };
  await db.sql`create table public.probe (a boolean, b boolean, c boolean)`;
  const rules = [
    'using (a and (b or c))',
    'using ((a and b) or c)',
    'for insert with check (a)',
    'for update using (a)',
    'using (a)',
    'with check (a)',
  ];
  const hashes: unknown[] = [];
  for (const rule of rules) hashes.push(await hashOf(rule));
  expect(await hashOf('using (a   and (b\n or c))')).toBe(hashes[0]);
  await db.sql`drop table public.probe`;
  expect(hashes).not.toContain(undefined);
  expect(new Set(hashes).size).toBe(rules.length);
});

test('publishing asks for no build: doctor names it', async () => {
  const undo = removeFrom(world.supabase.secrets, 'DEPLOY_HOOK_URL');
  const { keys, ...context } = launch.context();
  const get: typeof keys.get = (name) => (name === 'DEPLOY_HOOK_URL' ? undefined : keys.get(name));
  const results = await checkAll(chooseSteps(steps, 'deploy-hook'), { ...context, keys: { ...keys, get } });
  undo();
  expect(problemsByStep(results)).toEqual({ 'deploy-hook': 'No deploy hook is known.' });
});

test('a service that refuses the key, or that cannot be reached, is unknown and never right', async () => {
  const undo = change(world.stripe, 'key', 'sk_test_revoked');
  const [refused] = await launch.doctor(chooseSteps(steps, 'stripe-webhook'));
  undo();
  expect(refused).toMatchObject({
    state: 'unknown',
    says: expect.stringContaining('Invalid API Key') as string,
  });

  // Without the address of the preview, its steps would send no request, so they could not fail here.
  const preview = {
    PREVIEW_URL: 'https://preview.otter.example',
    PREVIEW_READ_TOKEN: `sk${'V'.repeat(60)}`,
  };
  const { context } = createLauncher(hosted, { ...typedKeys, ...preview }, homeOf(launch));
  const away = { ...context(), fetch: () => Promise.reject(new TypeError('fetch failed')) };
  const results = await checkAll(steps, away);
  expect(results.filter(({ state }) => state === 'ok').map(({ step }) => step.id)).toEqual([
    'stripe-receipts',
    'mail-dmarc',
    'deploy-hook',
  ]);
});

test('a step without its key says which, and no answer shows a secret', async () => {
  const undo = change(world.supabase, 'token', 'another');
  const { context } = createLauncher(hosted, { RESEND_API_KEY: '' });
  const results = await checkAll(steps, context());
  undo();
  const text =
    JSON.stringify(results.map(asJson)) + results.map((result) => sentences(result, 'staging')).join('\n');
  expect(text).toContain('RESEND_API_KEY is not given.');
  for (const name of ['SUPABASE_ACCESS_TOKEN', 'STRIPE_SECRET_KEY', 'SANITY_AUTH_TOKEN'] as const)
    expect(text).not.toContain(typedKeys[name]);
});
