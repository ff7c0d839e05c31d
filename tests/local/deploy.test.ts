/** Deploys, fails half way, continues, and rolls back, against services that are as strict as the hosted ones. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '#scripts/launch/context.ts';
import { deploy } from '#scripts/launch/releases/deploy.ts';
import { readLog } from '#scripts/launch/releases/log.ts';
import { rollback } from '#scripts/launch/releases/rollback.ts';
import { chooseSteps } from '#scripts/launch/run.ts';
import { steps } from '#scripts/launch/steps.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { startHosted, type HostedServices } from '#support/hosted/services.ts';
import { createLauncher, listSmallFunctions } from '#support/hosted/launch.ts';
import { addVault } from '#support/hosted/sql.ts';
import { createEmptyWorld, projectRef, type World } from '#support/hosted/world.ts';

const one = { version: 'v0.1.0', commit: '1'.repeat(40) };
const two = { version: 'v0.2.0', commit: '2'.repeat(40) };

let db: TestDatabase;
let world: World;
let hosted: HostedServices;
let launch: ReturnType<typeof createLauncher>;
beforeEach(async () => {
  db = await createDatabase();
  await addVault(db);
  world = createEmptyWorld(db);
  hosted = await startHosted(world);
  launch = createLauncher(hosted);
  await launch.setUp(chooseSteps(steps, 'project,api-keys,migrations,deploy-hook,build'));
  world.host.head = one.commit;
});
afterEach(async () => {
  await hosted.stop();
  await db.drop();
});

const context = (release: string): Context => ({
  ...launch.context(),
  functions: () => listSmallFunctions(release),
});
const first = () => deploy(context('aaaaaaaaaaaa'), one);
const second = (more = {}) => deploy(context('bbbbbbbbbbbb'), { ...two, ...more });
const rollBack = () => rollback(launch.context(), () => listSmallFunctions('aaaaaaaaaaaa'));
const releases = () => new Set([...world.supabase.functions.values()].map(({ name }) => name.split(' ')[1]));
const liveCommit = () => world.host.deployments.find(({ id }) => id === world.host.live)?.commit;
const lastEntry = async () => (await readLog(launch.context()))[0];
/** Records a migration as if v0.2.0 had applied it. */
const recordMigration = (text: string) =>
  db.sql`insert into supabase_migrations.schema_migrations (version, name, statements)
    values ('29990101000000', 'second', ${[text]})`;

describe('a deployment', () => {
  /** Drops the schema and the list of its migrations, so that there is something to apply. */
  const forget = async () => {
    await db.sql`delete from supabase_migrations.schema_migrations`;
    await db.sql.unsafe(
      'drop schema public cascade; drop schema private cascade; create schema public authorization pg_database_owner',
    );
    world.writes = [];
  };
  test('brings database, functions and site to the version, in this order, and writes it down', async () => {
    await forget();
    await first();
    const kinds = world.writes.flatMap((write) => {
      if (write.startsWith('SQL create schema if not exists supabase_migrations;\ncreate'))
        return ['migration'];
      return write.includes('/functions/deploy')
        ? ['function']
        : write.includes('build_hooks')
          ? ['site']
          : [];
    });
    expect(kinds.filter((kind, index) => kind !== kinds[index - 1])).toEqual([
      'migration',
      'function',
      'site',
    ]);
    expect(await lastEntry()).toMatchObject({
      ...one,
      kind: 'deploy',
      stage: 'done',
      is_done: true,
      site_id: 'deployment-1',
      migrations: [expect.stringMatching(/^\d{14}$/)] as unknown,
    });
  });
  test('waits for no lock for long, and tries again while a table is in use', async () => {
    await forget();
    let pauses = 0;
    const letGo = Promise.withResolvers<undefined>();
    const holder = db.sql.begin(async (tx) => {
      await tx`lock table auth.users`;
      await letGo.promise;
    });
    await deploy(
      {
        ...context('aaaaaaaaaaaa'),
        async pause() {
          if (++pauses > 1) return;
          letGo.resolve(undefined);
          await holder;
        },
      },
      one,
    );
    expect(launch.output).toContain('A table is in use; trying again (1 of 4).');
    expect((await lastEntry())?.is_done).toBe(true);
  });
  test('a second version replaces the first', async () => {
    await first();
    expect([...releases(), liveCommit()]).toEqual(['aaaaaaaaaaaa', one.commit]);
    const order = world.writes.filter((write) => /functions\/deploy|build_hooks\/1/.test(write));
    expect(order.at(-1)).toBe('POST api.netlify.com/build_hooks/1');
    expect(order.slice(0, -1).every((write) => write.includes('/functions/deploy'))).toBe(true);
    world.host.head = two.commit;
    await second();
    expect([...releases(), liveCommit()]).toEqual(['bbbbbbbbbbbb', two.commit]);
    expect(await lastEntry()).toMatchObject({
      ...two,
      kind: 'deploy',
      is_done: true,
      site_id: 'deployment-2',
    });
  });
  test('that is there already changes nothing', async () => {
    await first();
    world.writes = [];
    await first();
    expect(world.writes.filter((write) => !write.startsWith('SQL'))).toEqual([]);
  });
  test('that fails at a function says where everything stands, and goes on when it is repeated', async () => {
    await first();
    world.host.head = two.commit;
    world.supabase.undeployable.add('create-checkout');
    await expect(second()).rejects.toThrow(
      /v0\.2\.0 stopped at functions: [^]*create-checkout[^]*site is still at the previous version[^]*Run the same command again/,
    );
    expect(liveCommit()).toBe(one.commit);
    expect(world.supabase.functions.get('release-order')?.name).toBe('release-order bbbbbbbbbbbb');
    expect((await lastEntry())?.failure).toMatch(/^functions: /);
    world.supabase.undeployable.clear();
    world.writes = [];
    await second();
    expect(world.writes.filter((write) => write.includes('/functions/deploy'))).toHaveLength(1);
    expect(liveCommit()).toBe(two.commit);
  });
  test('whose site cannot be built leaves the old one, and goes on later', async () => {
    await first();
    world.host.head = two.commit;
    world.host.buildsFail = true;
    await expect(second()).rejects.toThrow(
      /stopped at site: The host could not build[^]*functions are at the new version/,
    );
    expect(liveCommit()).toBe(one.commit);
    world.host.buildsFail = false;
    await second();
    expect(liveCommit()).toBe(two.commit);
  });
  test('a deployment of a commit that was not pushed is named, and not called deployed', async () => {
    await first();
    await expect(second()).rejects.toThrow(
      /The host built commit 111111111111 and not 222222222222: push the release/,
    );
  });
  test('over a migration that was edited after it was applied is refused', async () => {
    await db.sql`update supabase_migrations.schema_migrations set statements = array_append(statements, 'select 1')`;
    await expect(first()).rejects.toThrow(
      /stopped at migrations: \d+ was applied with a different text[^]*Nothing else has changed/,
    );
    expect(world.supabase.functions.size).toBe(0);
  });
});

describe('a rollback', () => {
  beforeEach(async () => {
    await first();
    world.host.head = two.commit;
    await second();
  });
  test('brings the site and then the functions back; the newer version can be deployed again', async () => {
    world.writes = [];
    expect(await rollBack()).toMatchObject(one);
    expect([...releases(), liveCommit()]).toEqual(['aaaaaaaaaaaa', one.commit]);
    const order = world.writes.filter((write) => !write.startsWith('SQL'));
    expect(order[0]).toContain('/deploys/deployment-1/restore');
    expect(launch.output.at(-1)).toContain('git revert');
    expect(await lastEntry()).toMatchObject({ ...one, kind: 'rollback', is_done: true });
    await expect(rollBack()).rejects.toThrow('No earlier version was deployed');
    await second();
    expect([...releases(), liveCommit()]).toEqual(['bbbbbbbbbbbb', two.commit]);
  });
  test('after a migration that lost nothing is possible, although the older version does not know it', async () => {
    await recordMigration('alter table public.orders add column x int');
    expect(await rollBack()).toMatchObject(one);
  });
  test('after a migration that dropped or renamed something is refused in words', async () => {
    await recordMigration(
      '-- drops: public.orders.note: nobody reads it since 0.1.0\nalter table public.orders drop column note',
    );
    world.writes = [];
    await expect(rollBack()).rejects.toThrow(
      /v0\.1\.0 no longer works with the database:\n {2}29990101000000_second drops public\.orders\.note \(nobody reads it since 0\.1\.0\)\nNothing has been changed/,
    );
    expect(world.writes).toEqual([]);
    expect(liveCommit()).toBe(two.commit);
  });
  test('whose functions fail goes on when it is repeated', async () => {
    world.supabase.undeployable.add('create-checkout');
    await expect(rollBack()).rejects.toThrow(/The rollback to v0\.1\.0 stopped: [^]*create-checkout/);
    expect(liveCommit()).toBe(one.commit);
    world.supabase.undeployable.clear();
    await rollBack();
    expect([...releases()]).toEqual(['aaaaaaaaaaaa']);
  });
  test('to a site that the host has deleted changes nothing', async () => {
    world.host.deployments.shift();
    world.writes = [];
    await expect(rollBack()).rejects.toThrow('The host no longer has the site of v0.1.0.');
    expect(world.writes).toEqual([]);
  });
});

test('at Cloudflare, deployments are read and restored by its own names', async () => {
  launch = createLauncher(hosted, {
    SITE_HOST: 'cloudflare',
    CLOUDFLARE_API_TOKEN: world.host.cloudflareToken,
    CLOUDFLARE_ACCOUNT_ID: '0'.repeat(32),
    CLOUDFLARE_PROJECT: 'otter',
    SUPABASE_PROJECT_REF: projectRef,
    DEPLOY_HOOK_URL: 'https://api.cloudflare.com/client/v4/pages/webhooks/deploy_hooks/one',
  });
  await first();
  world.host.head = two.commit;
  await second();
  expect(liveCommit()).toBe(two.commit);
  await rollBack();
  expect(liveCommit()).toBe(one.commit);
});
