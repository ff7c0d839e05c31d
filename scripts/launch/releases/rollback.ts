import * as v from 'valibot';
import { migrationFiles } from '#local/database/schemas.ts';
import { readAnnouncements } from '../../migrations/announcements.ts';
import { template } from '../config.ts';
import type { Context } from '../context.ts';
import { deploymentsOf } from '../deployments.ts';
import type { DeployableFunction } from '../function-files.ts';
import { readRows } from '../supabase.ts';
import { deployFunctions } from './deploy.ts';
import { beginRun, type Entry, readLog } from './log.ts';
import { holdSite, isOf, restoreSite } from './site.ts';

/**
 * Returns the deployment to which a rollback leads. It is the version that ran before the present one, also if a
 * rollback had brought the present one back. A rollback that failed, or whose site a later build has replaced,
 * continues to the same target.
 */
function targetOf(log: readonly Entry[], isShown: (commit: string) => boolean): Entry {
  const [last] = log;
  const deploymentOf = (entry: Entry | undefined) =>
    log.find(
      ({ kind, is_done, version, commit }) =>
        kind === 'deploy' && is_done && version === entry?.version && commit === entry.commit,
    );
  const present = deploymentOf(last);
  // After a rollback, versions that are later than the present one are left out, because somebody rolled them back.
  const before = log.slice(last?.kind === 'rollback' && present ? log.indexOf(present) + 1 : 1);
  const target =
    last?.kind === 'rollback' && (!last.is_done || !isShown(last.commit))
      ? present
      : deploymentOf(before.find(({ is_done, commit }) => is_done && commit !== last?.commit));
  if (!target)
    throw new Error('No earlier version was deployed by npm run deploy, so there is nothing to go back to.');
  return target;
}

const Applied = v.object({ version: v.string(), name: v.nullable(v.string()), text: v.string() });

/**
 * Returns the migrations that the target does not know and that have dropped data, with the reasons
 * that they give.
 */
async function lossesSince(context: Context, target: Entry): Promise<string[]> {
  const applied = await readRows(
    context,
    Applied,
    `select version, name, array_to_string(statements, E';\\n') as text
     from supabase_migrations.schema_migrations order by version`,
  );
  return applied
    .filter(({ version }) => !target.migrations.includes(version))
    .flatMap(({ version, name, text }) => {
      // If another tool applied the migration, the database has its statements without comments.
      // Then only the file has the reasons.
      const file = migrationFiles().find((one) => one.includes(`/${version}_`));
      const words = readAnnouncements(file ? template(file) : text);
      return words.map(({ kind, what, to, reason }) =>
        [`${version}_${name ?? ''} ${kind} ${what}`, to && ` to ${to}`, reason && ` (${reason})`]
          .filter(Boolean)
          .join(''),
      );
    });
}

/**
 * Restores the previous version of the site and the functions. The database is never restored, so
 * this is refused if a later migration has dropped data.
 */
export async function rollback(
  context: Context,
  functionsOf: (commit: string) => Promise<DeployableFunction[]>,
  { takeOver = false }: { takeOver?: boolean } = {},
): Promise<Entry> {
  const host = deploymentsOf(context);
  const list = await host.list(context);
  const live = await host.live(context);
  // If the host does not say which commit it shows, nothing says that a build has replaced it.
  const shown = list.find(({ id }) => id === live)?.commit;
  const target = targetOf(await readLog(context), (commit) => !shown || isOf(commit)({ commit: shown }));
  const losses = await lossesSince(context, target);
  if (losses.length > 0)
    throw new Error(
      `${target.version} no longer works with the database:\n${losses.map((loss) => `  ${loss}`).join('\n')}\n` +
        'Nothing has been changed. Fix the current version and deploy it, or restore the database (docs/deploying.md).',
    );
  const { version, commit, site_id } = target;
  const ready = list.filter(({ state }) => state === 'ready');
  // The newest build of a version has the newest content.
  const site = ready.find(isOf(commit)) ?? ready.find(({ id }) => id === site_id);
  if (!site)
    throw new Error(
      `The host no longer has the site of ${version}. Nothing has been changed: check out ${version} and deploy it.`,
    );
  // The functions are built before anything is changed, because building may fail.
  const functions = await functionsOf(commit);
  const run = await beginRun(context, { kind: 'rollback', version, commit, takeOver });
  try {
    context.tell(`Going back to ${version}\n… site`);
    await run.at('site');
    // The order is the reverse of a deployment, so the pages are restored before the functions that they call.
    await run.during((watched) => restoreSite(watched, site.id));
    context.tell('… functions');
    await run.at('functions');
    await run.during((watched) =>
      deployFunctions({ ...watched, functions: () => Promise.resolve(functions) }),
    );
    await run.at('builds');
    await run.during((watched) => holdSite(watched, site.id, () => run.at('builds')));
    await run.end(site.id);
  } catch (error) {
    const why = context.keys.redact(error instanceof Error ? error.message : String(error));
    await run.fail(why);
    throw new Error(`The rollback to ${version} stopped: ${why}\nRun the same command again to go on.`, {
      cause: error,
    });
  }
  context.tell(
    `The functions and the site are at ${version}. Its pages were built at ${site.createdAt}: what was published since is not on them. ` +
      'The host still builds its branch, at each publication and each night: revert the newer version there too (git revert), ' +
      'and push that now. Until then, npm run doctor says if the site no longer shows this version.',
  );
  return target;
}
