import { HttpError } from '../http.ts';
import { type Context, requireKey } from '../context.ts';
import { type Deployment, deploymentsOf } from '../deployments.ts';

const PAUSE_MS = 10_000;
/** A build takes some minutes. */
const MAX_PAUSES = 180;

/** Hosts may shorten the commit. */
export const isOf = (commit: string) => (one: Pick<Deployment, 'commit'>) =>
  Boolean(one.commit) && commit.startsWith((one.commit ?? '').slice(0, 12));

/**
 * Asks the host to build this commit, unless visitors already see it, and waits until visitors see the build. Returns
 * the deployment's id. `alive` is called before each pause, to report that the run is still working.
 */
export async function deploySite(
  context: Context,
  commit: string,
  alive: () => Promise<void>,
): Promise<string> {
  const host = deploymentsOf(context);
  const live = await host.live(context);
  const there = (await host.list(context)).filter(isOf(commit));
  const shown = there.find(({ id }) => id === live);
  if (shown) return shown.id;
  const begun = new Set((await host.list(context)).map(({ id }) => id));
  if (!there.some(({ state }) => state === 'building')) await askForBuild(context);
  for (let pauses = 0; pauses < MAX_PAUSES; pauses++) {
    const list = await host.list(context);
    // Publishing may ask for more builds of the same commit, so any of them will do.
    const nowLive = await host.live(context);
    const ours = list.find((one) => one.id === nowLive && one.state === 'ready' && isOf(commit)(one));
    if (ours) return ours.id;
    const fresh = list.find(({ id, state }) => !begun.has(id) && state !== 'building');
    if (fresh?.state === 'failed') throw new Error('The host could not build the site: read its log there.');
    if (fresh && !isOf(commit)(fresh))
      throw new Error(
        `The host built commit ${fresh.commit?.slice(0, 12) ?? 'unknown'} and not ${commit.slice(0, 12)}: push the release to the branch from which it builds.`,
      );
    await alive();
    await context.pause(PAUSE_MS);
  }
  throw new Error('The host has not built the site in half an hour: look at its builds.');
}

async function askForBuild(context: Context): Promise<void> {
  const response = await context.fetch(requireKey(context, 'DEPLOY_HOOK_URL'), {
    method: 'POST',
    signal: AbortSignal.timeout(30_000),
  });
  await response.body?.cancel();
  if (!response.ok) throw new HttpError(response.status, `The deploy hook answered ${response.status}.`);
}

/** Shows visitors an earlier deployment, and waits until they see it. */
export async function restoreSite(context: Context, id: string): Promise<void> {
  const host = deploymentsOf(context);
  if ((await host.live(context)) === id) return;
  await host.restore(context, id);
  for (let pauses = 0; pauses < MAX_PAUSES; pauses++) {
    if ((await host.live(context)) === id) return;
    await context.pause(PAUSE_MS);
  }
  throw new Error('The host does not show the earlier site: choose it in its list of deployments.');
}

/**
 * Waits until the host has ended the builds that were under way, and shows the deployment again whenever one of them
 * took its place. Otherwise a build that somebody's publication had asked for would undo a rollback within a minute.
 */
export async function holdSite(context: Context, id: string, alive: () => Promise<void>): Promise<void> {
  const host = deploymentsOf(context);
  for (let pauses = 0; pauses < MAX_PAUSES; pauses++) {
    const isBuilding = (await host.list(context)).some(({ state }) => state === 'building');
    if ((await host.live(context)) !== id) await restoreSite(context, id);
    if (!isBuilding) return;
    if (pauses === 0)
      context.tell('The host is still building another version. Waiting for it, to go back from it as well.');
    await alive();
    await context.pause(PAUSE_MS);
  }
  throw new Error('The host has been building for half an hour: cancel its builds there.');
}
