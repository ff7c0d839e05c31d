/** Rolls back a second time after one more deployment, and at Cloudflare past many builds of content. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deploy } from '#scripts/launch/releases/deploy.ts';
import { rollback } from '#scripts/launch/releases/rollback.ts';
import { chosen } from '#scripts/launch/run.ts';
import { steps } from '#scripts/launch/steps.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { createLauncher, listSmallFunctions } from '#support/hosted/launch.ts';
import { type Hosted, startHosted } from '#support/hosted/services.ts';
import { addVault } from '#support/hosted/sql.ts';
import { createEmptyWorld, projectRef, type World } from '#support/hosted/world.ts';

const release = (n: number) => ({ version: `v0.${n}.0`, commit: String(n).repeat(40) });

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
const liveCommit = () => world.host.deployments.find(({ id }) => id === world.host.live)?.commit;

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
