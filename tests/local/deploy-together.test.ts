/**
 * Tests deployments that run at the same time: one waits, one takes over, and one stops because another has taken over.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Context } from '#scripts/launch/context.ts';
import { deploy } from '#scripts/launch/releases/deploy.ts';
import { beginRun, readLog } from '#scripts/launch/releases/log.ts';
import { chooseSteps } from '#scripts/launch/run.ts';
import { steps } from '#scripts/launch/steps.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { startHosted, type HostedServices } from '#support/hosted/services.ts';
import { createLauncher, listSmallFunctions } from '#support/hosted/launch.ts';
import { addVault } from '#support/hosted/sql.ts';
import { createEmptyWorld, type World } from '#support/hosted/world.ts';

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
const releases = () => new Set([...world.supabase.functions.values()].map(({ name }) => name.split(' ')[1]));
const lastEntry = async () => (await readLog(launch.context()))[0];

test('two at once: the second is refused, and may take over when the first is lost', async () => {
  await first();
  world.host.head = two.commit;
  const results = await Promise.allSettled([second(), second()]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const refused = results.find((result) => result.status === 'rejected');
  expect(String(refused?.reason)).toMatch(/A deploy of v0\.2\.0 began \d+ minutes ago/);

  // A deployment that was killed has no end.
  await db.sql`update supabase_migrations.deployments set ended_at = null where version = 'v0.2.0'`;
  await expect(second()).rejects.toThrow('add --take-over');
  await second({ takeOver: true });
  expect((await lastEntry())?.is_done).toBe(true);
  // After a quarter of an hour, the next deployment takes over without the option `--take-over`.
  await db.sql`update supabase_migrations.deployments set ended_at = null, alive_at = alive_at - interval '1 hour'`;
  await second();
});
test.each([
  ['that works for long is heard of, and is not overtaken', 5, true],
  ['that was asleep and was overtaken changes nothing more', 60_000, false],
  ['that is awake and was overtaken a moment ago changes nothing more', 60_000, false, 0],
])('one %s', async (_, beatMs, isAwake, slept = 1) => {
  await first();
  world.host.head = two.commit;
  const [reached, gate] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
  let hours = 0;
  const working = deploy(
    {
      ...context('bbbbbbbbbbbb'),
      now: () => new Date(Date.now() + hours * 3_600_000),
      functions: async () => {
        reached.resolve(null);
        await gate.promise;
        return listSmallFunctions('bbbbbbbbbbbb');
      },
    },
    { ...two, beatMs },
  );
  await reached.promise;
  await db.sql`update supabase_migrations.deployments set alive_at = alive_at - interval '1 hour'`;
  if (isAwake) {
    await vi.waitFor(async () => expect((await lastEntry())?.is_running).toBe(true));
    await expect(second()).rejects.toThrow('A deploy of v0.2.0 began');
    gate.resolve(null);
    await working;
    return;
  }
  await deploy(context('cccccccccccc'), two);
  world.writes = [];
  hours = slept;
  gate.resolve(null);
  await expect(working).rejects.toThrow('Somebody else has taken over.');
  expect(releases()).toEqual(new Set(['cccccccccccc']));
  expect(world.writes.filter((write) => !write.includes(' supabase_migrations.deployments '))).toEqual([]);
});

test('one that was overtaken at its very end does not say that it has ended', async () => {
  const entry = { kind: 'deploy', ...one, takeOver: true } as const;
  const run = await beginRun(launch.context(), entry);
  const other = await beginRun(launch.context(), { ...entry, version: 'v0.1.1' });
  await expect(run.end('deployment-1')).rejects.toThrow('Somebody else has taken over.');
  expect(await lastEntry()).toMatchObject({ version: 'v0.1.1', is_running: true });
  await other.end('deployment-2');
  const ended = (await readLog(launch.context())).filter(({ is_done }) => is_done);
  expect(ended.map(({ version, site_id }) => [version, site_id])).toEqual([['v0.1.1', 'deployment-2']]);
});

test('a deployment is done as soon as one build of it is live, whatever other builds of it still wait', async () => {
  const [done] = world.host.deployments;
  let asked = 0;
  await deploy(
    {
      ...context('aaaaaaaaaaaa'),
      pause: () => {
        // Somebody publishes during each pause, so the newest build is never ready.
        asked++;
        world.host.deployments.push({
          id: `more-${asked}`,
          commit: one.commit,
          state: 'building',
          readsUntilBuilt: Infinity,
        });
        const first = world.host.deployments[0];
        if (first && asked === 2) {
          first.state = 'ready';
          world.host.live = first.id;
        }
        if (asked > 5) throw new Error('It waits for the newest build.');
        return Promise.resolve();
      },
    },
    one,
  );
  expect(done).toBeUndefined();
  expect(await lastEntry()).toMatchObject({ is_done: true, site_id: 'deployment-1' });
});

test('one that learns by its beat that it was overtaken makes no call any more, not even one that reads', async () => {
  const now = new Date();
  const given: Context = { ...context('aaaaaaaaaaaa'), now: () => now };
  const entry = { kind: 'deploy', ...one, takeOver: true } as const;
  const run = await beginRun(given, { ...entry, beatMs: 5 });
  await run.during(async (watched) => {
    const read = () => watched.fetch('https://api.netlify.com/api/v1/nothing');
    expect((await read()).status).toBe(401);
    await beginRun(given, entry);
    await vi.waitFor(() => expect(read()).rejects.toThrow('Somebody else has taken over.'));
  });
});
