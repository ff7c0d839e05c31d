import { deploymentsOf } from '../deployments.ts';
import { readLog } from '../releases/log.ts';
import { isOf } from '../releases/site.ts';
import { ok, type Step, unknown, wrong } from '../step.ts';

/** Compares the site with the log of deployments, because hosts also build by themselves. */
export const releaseStep: Step = {
  id: 'release',
  topic: 'host',
  what: 'Check that the site shows the version that was deployed or rolled back to last.',
  keys: ['SITE_HOST', 'SUPABASE_ACCESS_TOKEN', 'SUPABASE_PROJECT_REF'],
  async check(context) {
    const last = (await readLog(context)).find(({ is_done }) => is_done);
    if (!last) return ok('No version was deployed by npm run deploy yet, so a rollback has nowhere to go.');
    const host = deploymentsOf(context);
    const list = await host.list(context);
    const live = await host.live(context);
    const commit = list.find(({ id }) => id === live)?.commit;
    const harm = 'Pages of one version call functions of another, which may not understand them.';
    if (!commit) return unknown('The host does not say which commit the site shows.', harm);
    if (isOf(last.commit)({ commit })) return ok(`The site shows ${last.version}.`);
    return wrong(
      `The site shows commit ${commit.slice(0, 12)}, and not ${last.version} (${last.commit.slice(0, 12)}), which was the last ${last.kind === 'deploy' ? 'deployment' : 'rollback'}.`,
      harm,
      last.kind === 'deploy'
        ? 'The host built what was pushed: deploy it too (npm run deploy), or go back (npm run rollback).'
        : 'A build has undone the rollback: revert the newer version in the branch (git revert), push it, and run npm run rollback again.',
    );
  },
};
