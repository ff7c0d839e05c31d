/** Tests deployments that meet: one waits, one takes over, and one that another has overtaken stops. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Context } from '#scripts/launch/context.ts';
import { deploy } from '#scripts/launch/releases/deploy.ts';
import { readLog } from '#scripts/launch/releases/log.ts';
import { chosen } from '#scripts/launch/run.ts';
import { steps } from '#scripts/launch/steps.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { startHosted, type Hosted } from '#support/hosted/services.ts';
import { createLauncher, listSmallFunctions } from '#support/hosted/launch.ts';
import { addVault } from '#support/hosted/sql.ts';
import { createEmptyWorld, type World } from '#support/hosted/world.ts';

const one = { version: 'v0.1.0', commit: '1'.repeat(40) };
const two = { version: 'v0.2.0', commit: '2'.repeat(40) };

let db: TestDatabase;
let world: World;
let hosted: Hosted;
let launch: ReturnType<typeof createLauncher>;
beforeEach(async () => {
  db = await createDatabase();
  await addVault(db);
  world = createEmptyWorld(db);
  hosted = await startHosted(world);
  launch = createLauncher(hosted);
  await launch.setUp(chosen(steps, 'project,api-keys,migrations,deploy-hook,build'));
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
  // After a quarter of an hour, the next deployment takes over without being told to.
  await db.sql`update supabase_migrations.deployments set ended_at = null, alive_at = alive_at - interval '1 hour'`;
  await second();
});
test.each([
  ['that works for long is heard of, and is not overtaken', 5, true],
  ['that was asleep and was overtaken stops at its next call', 60_000, false],
])('one %s', async (_, beatMs, isAwake) => {
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
  hours = 1;
  gate.resolve(null);
  await expect(working).rejects.toThrow('Somebody else has taken over.');
  expect(releases()).toEqual(new Set(['cccccccccccc']));
  expect(world.writes.filter((write) => !write.includes(' supabase_migrations.deployments '))).toEqual([]);
});
