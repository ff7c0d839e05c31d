/** Runs `npm run setup` against simulated services that are as empty as new accounts are. */
import { afterEach, expect, test } from 'vitest';
import { askForKeys } from '#scripts/launch/ask.ts';
import { emptyDatabase } from '#scripts/launch/empty-database.ts';
import { openKeyStore } from '#scripts/launch/key-store.ts';
import { beginRun } from '#scripts/launch/releases/log.ts';
import { chooseSteps } from '#scripts/launch/run.ts';
import { steps } from '#scripts/launch/steps.ts';
import { createDatabase, createEmptyDatabase, type TestDatabase } from '#support/database.ts';
import { startHosted, type HostedServices } from '#support/hosted/services.ts';
import { homeOf, problemsByStep, createLauncher } from '#support/hosted/launch.ts';
import { doByHand } from '#support/hosted/manual-steps.ts';
import { addVault } from '#support/hosted/sql.ts';
import { term, publish } from '#support/sql-selling.ts';
import { makeUser } from '#support/sql.ts';
import { createEmptyWorld, projectRef, typedKeys, type World } from '#support/hosted/world.ts';

let db: TestDatabase;
let world: World;
let hosted: HostedServices;
/** Only the first test creates the schema, because that takes most of the time. The other tests start with it. */
async function begin(database: Promise<TestDatabase>): Promise<void> {
  db = await database;
  await addVault(db);
  world = createEmptyWorld(db);
  hosted = await startHosted(world);
}
afterEach(async () => {
  await hosted.stop();
  await db.drop();
});

const inOrder = (only: string) => chooseSteps(steps, only);

test('from nothing to all right, with what people do in between; then nothing is left to do', async () => {
  await begin(createEmptyDatabase());
  const { setUp, doctor, output } = createLauncher(hosted);
  const first = problemsByStep(await setUp());
  // Only steps are left that people must do or that take time, and each of them says what to do.
  expect(Object.keys(first).toSorted()).toEqual(
    [
      'admin-factors',
      'backups',
      'business',
      'content',
      'database-log',
      'first-admin',
      'mail-dmarc',
      'mail-domain',
      'pages',
      'payment-methods',
      'prices',
      'second-factor',
      'site',
      'site-names',
      'stripe-account',
      'stripe-portal',
      'studio',
      'page-prices',
      'timer-answers',
    ].toSorted(),
  );
  expect(first['mail-domain']).toContain('TXT resend._domainkey → p=MIGf');

  await doByHand(world, hosted);
  expect(problemsByStep(await setUp())).toEqual({});
  expect(problemsByStep(await doctor())).toEqual({});

  world.writes = [];
  await setUp();
  expect(world.writes).toEqual([]);
  expect(output.filter((line) => line.startsWith('would'))).toEqual([]);
});

test('a dry run says what it would do, and changes nothing', async () => {
  await begin(createDatabase());
  const { setUp, output } = createLauncher(hosted);
  await setUp(steps, true);
  expect(world.writes).toEqual([]);
  expect(output).toContain('would project');
  expect(output).toContain('would functions');
});

test('each answer of a service may be lost once: the next run goes on, and nothing is made twice', async () => {
  await begin(createDatabase());
  world.losesAnswers = true;
  const { setUp, doctor } = createLauncher(hosted);
  let known = -1;
  while (new Set(world.writes).size !== known) {
    known = new Set(world.writes).size;
    await setUp();
  }
  world.losesAnswers = false;
  await doByHand(world, hosted);
  await setUp();
  expect(problemsByStep(await doctor())).toEqual({});
  expect(world.supabase.projects).toHaveLength(1);
  expect(world.stripe.endpoints).toHaveLength(1);
  expect(world.resend.webhooks).toHaveLength(1);
  expect(world.sanity.hooks).toHaveLength(1);
  expect(world.host.hooks).toHaveLength(1);
});

test('some steps may be chosen, and a step that does not exist is refused', async () => {
  await begin(createDatabase());
  const { setUp } = createLauncher(hosted);
  await setUp(inOrder('dataset,studio-origin'));
  expect(world.writes.map((write) => write.split('/')[0])).toEqual([
    'PUT otterpro.api.sanity.io',
    'POST api.sanity.io',
  ]);
  expect(() => inOrder('dataset,datasets')).toThrow('There is no step datasets.');
});

test('a staging of before v0.1.0 is named as such, and begins anew', async () => {
  await begin(createDatabase());
  const { setUp, context } = createLauncher(hosted);
  await setUp(inOrder('project,api-keys'));
  await publish(db, [term]);
  await makeUser(db, 'old@example.test');
  await db.sql`update supabase_migrations.schema_migrations set statements = '{select 1}'`;
  const migrations = inOrder('migrations,first-rows');
  const [before] = await setUp(migrations);
  expect(before).toMatchObject({
    state: 'wrong',
    fix: expect.stringContaining('start it again as docs/deploying.md says') as string,
  });
  // Nothing that is printed can be copied to delete everything.
  expect(before?.fix).not.toMatch(new RegExp(`--empty-database|${projectRef}`));

  world.supabase.secrets.set('STRIPE_SECRET_KEY', typedKeys.STRIPE_SECRET_KEY);
  await emptyDatabase(context(), projectRef);
  expect(problemsByStep(await setUp(migrations))).toEqual({});
  expect([
    ...(await db.sql`select (select count(*) from auth.users)::int as users, (select count(*) from public.offers)::int as offers`),
  ]).toEqual([{ users: 0, offers: 0 }]);
});

test('a database is emptied only if everything says that it is staging’s, and at rest', async () => {
  await begin(createDatabase());
  const launch = createLauncher(hosted);
  const { setUp, context } = launch;
  await setUp(inOrder('project,api-keys,migrations'));
  await publish(db, [term]);
  world.supabase.secrets.set('STRIPE_SECRET_KEY', typedKeys.STRIPE_SECRET_KEY);
  const home = homeOf(launch);
  const refuses = async (why: string, typed = projectRef, given = context()) => {
    const error = await emptyDatabase(given, typed).catch((reason: unknown) => String(reason));
    expect(error).toContain(why);
    expect(error).not.toContain(projectRef);
    expect([...(await db.sql`select count(*)::int as n from public.offers`)]).toEqual([{ n: 1 }]);
  };
  const shell = (ref: string, folder?: string) =>
    createLauncher(hosted, { ...typedKeys, SUPABASE_PROJECT_REF: ref }, folder).context();

  await refuses('the project’s reference after --empty-database', 'another');
  await refuses('never emptied', projectRef, { ...context(), environment: 'production' });
  // The reference of a CI or of a shell is ignored, whichever project it names.
  await refuses('names no project', projectRef, shell(projectRef));
  await refuses('names a different project', projectRef, shell('z'.repeat(20), home));

  const production = openKeyStore('production', { XDG_CONFIG_HOME: home });
  const opened = context();
  production.set('SUPABASE_PROJECT_REF', projectRef);
  await refuses('Production has the same project', projectRef, opened);
  expect(context).toThrow('names the project of production');
  production.set('SUPABASE_PROJECT_REF', 'p'.repeat(20));

  for (const secret of [undefined, `sk_live_${'s'.repeat(24)}`, `sk_test_${'o'.repeat(24)}`]) {
    if (secret === undefined) world.supabase.secrets.delete('STRIPE_SECRET_KEY');
    else world.supabase.secrets.set('STRIPE_SECRET_KEY', secret);
    await refuses('staging’s test key of Stripe');
  }
  world.supabase.secrets.set('STRIPE_SECRET_KEY', typedKeys.STRIPE_SECRET_KEY);

  const entry = { kind: 'deploy', version: 'v0.1.0', commit: '1'.repeat(40), takeOver: false } as const;
  const deployment = await beginRun(context(), entry);
  await refuses('A deploy of v0.1.0 is under way');
  await deployment.end(null);

  const pay = (mode: 'live' | 'test') =>
    db.sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`insert into public.checkout_attempts (order_id, attempt, params, terms, session_id)
        values (gen_random_uuid(), 1, '{}', '{}', ${`cs_${mode}_1`})`;
    });
  await pay('test');
  await pay('live');
  await refuses('payments of Stripe’s live mode (checkout_attempts)');
  await db.sql`delete from public.checkout_attempts where session_id = 'cs_live_1'`;

  await emptyDatabase(context(), projectRef);
  expect([...(await db.sql`select to_regclass('public.offers') as offers`)]).toEqual([{ offers: null }]);
});

test('optional secrets come from the file alone, and an empty answer takes them away', async () => {
  await begin(createDatabase());
  // A shell may have these keys for another project, and in another form.
  const shell = { SENTRY_DSN: 'https://key@errors.example/1', TWILIO_ACCOUNT_SID: 'another form' };
  const { setUp, context } = createLauncher(hosted, shell);
  const secrets = inOrder('function-secrets');
  const named = () => [...world.supabase.secrets.keys()].filter((name) => /SENTRY|META/.test(name));
  await setUp(inOrder('project,api-keys,deploy-hook,stripe-webhook,mail-webhook,function-secrets'));
  expect(named()).toEqual([]);

  const answer = (answers: string[]) =>
    askForKeys(secrets, context().keys, {
      environment: 'staging',
      ask: () => Promise.resolve(answers.shift() ?? ''),
      again: ['SENTRY_DSN'],
    });
  await answer(['https://key@errors.example/2']);
  await setUp(secrets);
  expect(world.supabase.secrets.get('SENTRY_DSN')).toBe('https://key@errors.example/2');

  // Pressing only Enter keeps the key.
  await answer(['', '']);
  expect(problemsByStep(await setUp(secrets))).toEqual({});
  expect(named()).toEqual(['SENTRY_DSN']);

  await answer(['', 'yes']);
  const [result] = await setUp(secrets, true);
  expect(result).toMatchObject({
    state: 'wrong',
    says: 'The functions still have keys that were answered with nothing: SENTRY_DSN.',
  });
  expect(problemsByStep(await setUp(secrets))).toEqual({});
  expect(named()).toEqual([]);
});

test('at Cloudflare the same variables are set, and a person makes the deploy hook', async () => {
  await begin(createDatabase());
  const { setUp } = createLauncher(hosted, {
    SITE_HOST: 'cloudflare',
    CLOUDFLARE_API_TOKEN: world.host.cloudflareToken,
    CLOUDFLARE_ACCOUNT_ID: '0'.repeat(32),
    CLOUDFLARE_PROJECT: 'otter',
  });
  const results = await setUp(inOrder('project,api-keys,deploy-hook,build'));
  expect(problemsByStep(results)).toEqual({ 'deploy-hook': 'No deploy hook is known.' });
  expect(world.host.build).toEqual({ command: 'node scripts/content-build.ts', folder: 'dist' });
  expect(world.host.variables.get('PUBLIC_SUPABASE_KEY')?.value).toMatch(/^sb_publishable_/);
  expect(world.host.variables.get('MAINTENANCE_SECRET')?.secret).toBe(true);
});
