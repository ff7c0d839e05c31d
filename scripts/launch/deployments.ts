import * as v from 'valibot';
import { type Context, requireKey } from './context.ts';
import { netlifyCall, netlifySite, pages } from './hosts.ts';

/** One version of the site at its host. */
export interface Deployment {
  id: string;
  commit: string | null;
  state: 'ready' | 'building' | 'failed';
  createdAt: string;
}

interface Deployments {
  /** Lists the deployments of production, the newest first. */
  list: (context: Context) => Promise<Deployment[]>;
  /** Returns the id of the deployment that visitors see. */
  live: (context: Context) => Promise<string | null>;
  /** Shows visitors an earlier deployment, without building it again. */
  restore: (context: Context, id: string) => Promise<void>;
}

/** Cloudflare lists at most 25 deployments at once. */
const PER_PAGE = 25;
const PAGES_MAX = 40;
const CloudflareList = v.object({
  result: v.array(
    v.object({
      id: v.string(),
      created_on: v.string(),
      latest_stage: v.object({ name: v.string(), status: v.string() }),
      deployment_trigger: v.nullish(
        v.object({ metadata: v.nullish(v.object({ commit_hash: v.nullish(v.string()) })) }),
      ),
    }),
  ),
});
const CloudflareProject = v.object({
  result: v.object({ canonical_deployment: v.nullish(v.object({ id: v.string() })) }),
});

const cloudflare: Deployments = {
  async list(context) {
    const found: v.InferOutput<typeof CloudflareList>['result'] = [];
    // Each publication of content is a build too, so an earlier version may be many pages back.
    for (let page = 1; page <= PAGES_MAX; page++) {
      const path = `/deployments?env=production&page=${page}&per_page=${PER_PAGE}`;
      const { result } = v.parse(CloudflareList, await pages(context, path));
      found.push(...result);
      if (result.length < PER_PAGE) break;
    }
    return found.map(({ id, created_on, latest_stage: { name, status }, deployment_trigger }) => ({
      id,
      createdAt: created_on,
      commit: deployment_trigger?.metadata?.commit_hash ?? null,
      state:
        name === 'deploy' && status === 'success'
          ? 'ready'
          : ['failure', 'canceled', 'skipped'].includes(status)
            ? 'failed'
            : 'building',
    }));
  },
  async live(context) {
    return v.parse(CloudflareProject, await pages(context)).result.canonical_deployment?.id ?? null;
  },
  restore: async (context, id) =>
    void (await pages(context, `/deployments/${id}/rollback`, { method: 'POST' })),
};

const NetlifyList = v.array(
  v.object({
    id: v.string(),
    state: v.string(),
    created_at: v.string(),
    commit_ref: v.nullish(v.string()),
    context: v.string(),
  }),
);
const NetlifySite = v.object({ published_deploy: v.nullish(v.object({ id: v.string() })) });

const netlify: Deployments = {
  async list(context) {
    const found = v.parse(
      NetlifyList,
      await netlifyCall(context, `${netlifySite(context)}/deploys?production=true`),
    );
    return found
      .filter((one) => one.context === 'production')
      .map(({ id, state, created_at, commit_ref }) => ({
        id,
        createdAt: created_at,
        commit: commit_ref ?? null,
        state: state === 'ready' ? 'ready' : ['error', 'rejected'].includes(state) ? 'failed' : 'building',
      }));
  },
  async live(context) {
    return (
      v.parse(NetlifySite, await netlifyCall(context, netlifySite(context))).published_deploy?.id ?? null
    );
  },
  restore: async (context, id) =>
    void (await netlifyCall(context, `${netlifySite(context)}/deploys/${id}/restore`, { method: 'POST' })),
};

export const deploymentsOf = (context: Context): Deployments =>
  requireKey(context, 'SITE_HOST') === 'netlify' ? netlify : cloudflare;
