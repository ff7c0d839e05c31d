/** Rolls back a second time, past builds of content, and against builds that the host makes by itself. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deploy } from '#scripts/launch/releases/deploy.ts';
import { rollback } from '#scripts/launch/releases/rollback.ts';
import { chooseSteps, checkAll, setUp } from '#scripts/launch/run.ts';
import { steps } from '#scripts/launch/steps.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { createLauncher, listSmallFunctions, problemsByStep } from '#support/hosted/launch.ts';
import { type HostedServices, startHosted } from '#support/hosted/services.ts';
import { addVault } from '#support/hosted/sql.ts';
import { createEmptyWorld, projectRef, type World } from '#support/hosted/world.ts';

const release = (n: number) => ({ version: `v0.${n}.0`, commit: String(n).repeat(40) });

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
});
afterEach(async () => {
  await hosted.stop();
  await db.drop();
});

async function deployRelease(n: number): Promise<void> {
  world.host.head = release(n).commit;
  await deploy(
    { ...launch.context(), functions: () => listSmallFunctions(String(n).repeat(12)) },
    release(n),
  );
}
const rollBack = () => rollback(launch.context(), () => listSmallFunctions('1'.repeat(12)));
const live = () => world.host.deployments.find(({ id }) => id === world.host.live);
/** Lets the host build a commit by itself, as after a publication. */
const build = (id: string, commit: string, readsUntilBuilt: number) =>
  world.host.deployments.push({ id, commit, state: 'building', readsUntilBuilt });
const doctor = async () => problemsByStep(await checkAll(chooseSteps(steps, 'release'), launch.context()));
const liveCommit = () => live()?.commit;

test('a rollback leads to the version that ran before, also if an earlier rollback had brought it back', async () => {
  await deployRelease(1);
  await deployRelease(2);
  expect(await rollBack()).toMatchObject(release(1));
  await deployRelease(3);
  expect(await rollBack()).toMatchObject(release(1));
  expect(liveCommit()).toBe(release(1).commit);
  await expect(rollBack()).rejects.toThrow('No earlier version was deployed');
});

test('at Cloudflare, a version is found behind sixty builds of content', async () => {
  launch = createLauncher(hosted, {
    SITE_HOST: 'cloudflare',
    CLOUDFLARE_API_TOKEN: world.host.cloudflareToken,
    CLOUDFLARE_ACCOUNT_ID: '0'.repeat(32),
    CLOUDFLARE_PROJECT: 'otter',
    SUPABASE_PROJECT_REF: projectRef,
    DEPLOY_HOOK_URL: 'https://api.cloudflare.com/client/v4/pages/webhooks/deploy_hooks/one',
  });
  await deployRelease(1);
  await deployRelease(2);
  for (let n = 0; n < 60; n++)
    world.host.deployments.push({
      id: `content-${n}`,
      commit: release(2).commit,
      state: 'ready',
      readsUntilBuilt: 0,
    });
  await rollBack();
  expect(liveCommit()).toBe(release(1).commit);
});

const silent = { onChecked: () => undefined, onStart: () => undefined, onSkip: () => undefined };

test('a build that was under way does not undo a rollback', async () => {
  await deployRelease(1);
  await deployRelease(2);
  build('late', release(2).commit, 5);
  await rollBack();
  expect(world.host.deployments.find(({ id }) => id === 'late')?.state).toBe('ready');
  expect(liveCommit()).toBe(release(1).commit);
  expect(await doctor()).toEqual({});
});

test('a later build that undoes a rollback is named, and the same command goes back to the same version', async () => {
  for (const n of [1, 2, 3]) await deployRelease(n);
  await rollBack();
  build('night', release(3).commit, 0);
  expect(await doctor()).toEqual({
    release: expect.stringMatching(
      /^The site shows commit 3{12}, and not v0\.2\.0 \(2{12}\), which was the last rollback/,
    ) as string,
  });
  expect(liveCommit()).toBe(release(3).commit);
  expect(await rollBack()).toMatchObject(release(2));
  expect(liveCommit()).toBe(release(2).commit);
});

test('a rollback shows the newest build of its version, because that has the newest content', async () => {
  await deployRelease(1);
  build('content', release(1).commit, 0);
  await deployRelease(2);
  await rollBack();
  expect(live()).toMatchObject({ id: 'content', commit: release(1).commit });
});

test('after a rollback, setup does not deploy the newer functions again', async () => {
  await deployRelease(1);
  await deployRelease(2);
  await rollBack();
  const newer = { ...launch.context(), functions: () => listSmallFunctions('2'.repeat(12)) };
  const [result] = await setUp(chooseSteps(steps, 'functions'), newer, { dryRun: false, progress: silent });
  expect(result).toMatchObject({ state: 'wrong', fix: expect.stringContaining('npm run deploy') as string });
  expect(new Set([...world.supabase.functions.values()].map(({ name }) => name.split(' ')[1]))).toEqual(
    new Set(['1'.repeat(12)]),
  );
});
