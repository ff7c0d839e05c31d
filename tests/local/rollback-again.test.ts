/** Rolls back a second time, after a rollback and one more deployment. */
import { expect, test } from 'vitest';
import { deploy } from '#scripts/launch/releases/deploy.ts';
import { rollback } from '#scripts/launch/releases/rollback.ts';
import { chosen } from '#scripts/launch/run.ts';
import { steps } from '#scripts/launch/steps.ts';
import { createDatabase } from '#support/database.ts';
import { createLauncher, listSmallFunctions } from '#support/hosted/launch.ts';
import { startHosted } from '#support/hosted/services.ts';
import { addVault } from '#support/hosted/sql.ts';
import { createEmptyWorld } from '#support/hosted/world.ts';

const release = (n: number) => ({ version: `v0.${n}.0`, commit: String(n).repeat(40) });

test('a rollback leads to the version that ran before, also if an earlier rollback had brought it back', async () => {
  const db = await createDatabase();
  await addVault(db);
  const world = createEmptyWorld(db);
  const hosted = await startHosted(world);
  const launch = createLauncher(hosted);
  const bring = async (n: number) => {
    world.host.head = release(n).commit;
    await deploy(
      { ...launch.context(), functions: () => listSmallFunctions(String(n).repeat(12)) },
      release(n),
    );
  };
  const back = () => rollback(launch.context(), () => listSmallFunctions('1'.repeat(12)));
  try {
    await launch.setUp(chosen(steps, 'project,api-keys,migrations,deploy-hook,build'));
    await bring(1);
    await bring(2);
    expect(await back()).toMatchObject(release(1));
    await bring(3);
    expect(await back()).toMatchObject(release(1));
    const live = world.host.deployments.find(({ id }) => id === world.host.live);
    expect(live?.commit).toBe(release(1).commit);
    await expect(back()).rejects.toThrow('No earlier version was deployed');
  } finally {
    await hosted.stop();
    await db.drop();
  }
});
