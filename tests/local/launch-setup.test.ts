/** Runs `npm run setup` against simulated services that are as empty as new accounts are. */
import { afterEach, expect, test } from 'vitest';
import { emptyDatabase } from '#scripts/launch/empty-database.ts';
import { chosen } from '#scripts/launch/run.ts';
import { steps } from '#scripts/launch/steps.ts';
import { createDatabase, createEmptyDatabase, type TestDatabase } from '#support/database.ts';
import { startHosted, type Hosted } from '#support/hosted/services.ts';
import { problemsByStep, createLauncher } from '#support/hosted/launch.ts';
import { doByHand } from '#support/hosted/manual-steps.ts';
import { addVault } from '#support/hosted/sql.ts';
import { term, publish } from '#support/sql-selling.ts';
import { makeUser } from '#support/sql.ts';
import { createEmptyWorld, projectRef, type World } from '#support/hosted/world.ts';

let db: TestDatabase;
let world: World;
let hosted: Hosted;
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

const inOrder = (only: string) => chosen(steps, only);

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
    fix: expect.stringContaining(`npm run setup -- --empty-database ${projectRef}`) as string,
  });

  await expect(emptyDatabase(context(), 'another')).rejects.toThrow(`--empty-database ${projectRef}`);
  await expect(emptyDatabase({ ...context(), environment: 'production' }, projectRef)).rejects.toThrow(
    'never emptied',
  );
  expect([...(await db.sql`select count(*)::int as n from public.offers`)]).toEqual([{ n: 1 }]);

  await emptyDatabase(context(), projectRef);
  expect(problemsByStep(await setUp(migrations))).toEqual({});
  expect([
    ...(await db.sql`select (select count(*) from auth.users)::int as users, (select count(*) from public.offers)::int as offers`),
  ]).toEqual([{ users: 0, offers: 0 }]);
});

test('at Cloudflare the same variables are set, and a person makes the deploy hook', async () => {
  await begin(createDatabase());
  const { setUp } = createLauncher(hosted, {
    SITE_HOST: 'cloudflare',
    CLOUDFLARE_API_TOKEN: world.host.cloudflareToken,
    CLOUDFLARE_ACCOUNT_ID: '0'.repeat(32),
    CLOUDFLARE_PROJECT: 'otter',
    SENTRY_DSN: 'https://key@errors.example/1',
  });
  const results = await setUp(inOrder('project,api-keys,deploy-hook,build'));
  await setUp(inOrder('function-secrets'));
  expect(world.supabase.secrets.get('SENTRY_DSN')).toBe('https://key@errors.example/1');
  expect(problemsByStep(results)).toEqual({ 'deploy-hook': 'No deploy hook is known.' });
  expect(world.host.build).toEqual({ command: 'node scripts/content-build.ts', folder: 'dist' });
  expect(world.host.variables.get('PUBLIC_SUPABASE_KEY')?.value).toMatch(/^sb_publishable_/);
  expect(world.host.variables.get('MAINTENANCE_SECRET')?.secret).toBe(true);
});
