import * as v from 'valibot';
import { type Context, requireKey } from './context.ts';
import { call } from './http.ts';

/** A host that builds and serves the site. */
export interface Host {
  /** The value is null if the host does not show the value of a secret. */
  variables: (context: Context) => Promise<Map<string, string | null>>;
  setVariables: (
    context: Context,
    values: Map<string, string>,
    secrets: ReadonlySet<string>,
  ) => Promise<void>;
  build: (context: Context) => Promise<{ command: string; folder: string }>;
  setBuild: (context: Context, build: { command: string; folder: string }) => Promise<void>;
  /** Absent if the host has no documented interface for deploy hooks. */
  deployHook?: (context: Context) => Promise<string>;
  link: string;
}

type Call = Parameters<typeof call>[2];

const Cloudflare = v.object({
  result: v.object({
    build_config: v.nullish(
      v.object({ build_command: v.nullish(v.string()), destination_dir: v.nullish(v.string()) }),
    ),
    deployment_configs: v.object({
      production: v.object({
        env_vars: v.nullish(
          v.record(v.string(), v.nullable(v.object({ type: v.string(), value: v.nullish(v.string()) }))),
        ),
      }),
    }),
  }),
});

/** Calls Cloudflare about the project of the site. */
export function pages(context: Context, path = '', options?: Call) {
  const account = requireKey(context, 'CLOUDFLARE_ACCOUNT_ID');
  const project = requireKey(context, 'CLOUDFLARE_PROJECT');
  return call(
    context,
    `https://api.cloudflare.com/client/v4/accounts/${account}/pages/projects/${project}${path}`,
    {
      ...options,
      headers: { authorization: `Bearer ${requireKey(context, 'CLOUDFLARE_API_TOKEN')}` },
    },
  );
}

const cloudflare: Host = {
  async variables(context) {
    const { result } = v.parse(Cloudflare, await pages(context));
    const found = Object.entries(result.deployment_configs.production.env_vars ?? {});
    return new Map(
      found.flatMap(([name, variable]) =>
        variable ? [[name, variable.type === 'secret_text' ? null : (variable.value ?? '')] as const] : [],
      ),
    );
  },
  async setVariables(context, values, secrets) {
    const env_vars = Object.fromEntries(
      Array.from(values, ([name, value]) => [
        name,
        { type: secrets.has(name) ? 'secret_text' : 'plain_text', value },
      ]),
    );
    await pages(context, '', { method: 'PATCH', json: { deployment_configs: { production: { env_vars } } } });
  },
  async build(context) {
    const { build_config } = v.parse(Cloudflare, await pages(context)).result;
    return { command: build_config?.build_command ?? '', folder: build_config?.destination_dir ?? '' };
  },
  async setBuild(context, { command, folder }) {
    const build_config = { build_command: command, destination_dir: folder, build_caching: true };
    await pages(context, '', { method: 'PATCH', json: { build_config } });
  },
  link: 'https://dash.cloudflare.com/?to=/:account/workers-and-pages',
};

const Site = v.object({
  account_id: v.string(),
  build_settings: v.nullish(v.object({ cmd: v.nullish(v.string()), dir: v.nullish(v.string()) })),
});
const Variable = v.object({
  key: v.string(),
  is_secret: v.optional(v.boolean(), false),
  values: v.array(v.object({ context: v.string(), value: v.nullish(v.string()) })),
});
const BuildHook = v.object({ title: v.string(), url: v.string() });
const HOOK_TITLE = 'Otter: publish';

export const netlifyCall = (context: Context, path: string, options?: Call) =>
  call(context, `https://api.netlify.com/api/v1${path}`, {
    ...options,
    headers: { authorization: `Bearer ${requireKey(context, 'NETLIFY_AUTH_TOKEN')}` },
  });
export const netlifySite = (context: Context) => `/sites/${requireKey(context, 'NETLIFY_SITE_ID')}`;
const siteOf = async (context: Context) => v.parse(Site, await netlifyCall(context, netlifySite(context)));

async function netlifyVariables(context: Context) {
  const { account_id } = await siteOf(context);
  const site = requireKey(context, 'NETLIFY_SITE_ID');
  const answer = await netlifyCall(context, `/accounts/${account_id}/env?site_id=${site}`);
  return { account_id, site, list: v.parse(v.array(Variable), answer) };
}

const netlify: Host = {
  async variables(context) {
    const { list } = await netlifyVariables(context);
    return new Map(
      list.map(({ key, is_secret, values }) => {
        const value = values.find((one) => one.context === 'all' || one.context === 'production');
        return [key, is_secret ? null : (value?.value ?? '')];
      }),
    );
  },
  async setVariables(context, wanted, secrets) {
    const { account_id, site, list } = await netlifyVariables(context);
    for (const [key, value] of wanted) {
      const is_secret = secrets.has(key);
      // At Netlify, a secret belongs to one context. It cannot be set for all contexts at once.
      const variable = { key, is_secret, values: [{ context: is_secret ? 'production' : 'all', value }] };
      if (list.some((one) => one.key === key))
        await netlifyCall(context, `/accounts/${account_id}/env/${key}?site_id=${site}`, {
          method: 'PUT',
          json: variable,
        });
      else
        await netlifyCall(context, `/accounts/${account_id}/env?site_id=${site}`, {
          method: 'POST',
          json: [variable],
        });
    }
  },
  async build(context) {
    const { build_settings } = await siteOf(context);
    return { command: build_settings?.cmd ?? '', folder: build_settings?.dir ?? '' };
  },
  async setBuild(context, { command, folder }) {
    const build_settings = { cmd: command, dir: folder };
    await netlifyCall(context, netlifySite(context), { method: 'PATCH', json: { build_settings } });
  },
  async deployHook(context) {
    const path = `${netlifySite(context)}/build_hooks`;
    const there = v.parse(v.array(BuildHook), await netlifyCall(context, path));
    const ours = there.find(({ title }) => title === HOOK_TITLE);
    if (ours) return ours.url;
    const made = await netlifyCall(context, path, {
      method: 'POST',
      json: { title: HOOK_TITLE, branch: 'main' },
    });
    return v.parse(BuildHook, made).url;
  },
  link: 'https://app.netlify.com',
};

export const hostOf = (context: Context): Host =>
  requireKey(context, 'SITE_HOST') === 'netlify' ? netlify : cloudflare;
