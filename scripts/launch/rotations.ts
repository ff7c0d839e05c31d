import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { type Context, functionUrl, requireKey, projectUrl } from './context.ts';
import { hostOf } from './hosts.ts';
import { type KeyName, keyOf } from './keys.ts';
import { createEndpoint, findEndpoints, stripeOf } from './stripe-endpoint.ts';
import { apiKeys, ofProject } from './supabase.ts';
import { resendCall, resendHooks } from './resend-calls.ts';
import { createViewer, deleteOthers, refusesViewer } from './sanity-robots.ts';
import { previewFile, previewLabel } from './steps/preview.ts';

export interface Rotation {
  name: RotationName;
  /** The name under which the key is stored. It is absent for a key that only its service knows. */
  key?: KeyName;
  /** Returns whether this project has such a key. Absent if every project has one. */
  isUsed?: (context: Context) => boolean;
  /** Makes the new key. It is absent if a person makes the key. */
  make?: (context: Context) => Promise<{ value?: string; id?: string }>;
  /** Gives the key to services that never show it, because no step could notice that they still have the old one. */
  use?: (context: Context) => Promise<void>;
  /** The ids of the steps of setup that give the key to everything that uses it. */
  steps: readonly string[];
  /** Returns what is wrong with the new key, or null. */
  check?: (context: Context) => Promise<string | null>;
  revoke?: (context: Context, made: { id: string | undefined; old: string | undefined }) => Promise<void>;
  /** Tries the old key, and returns whether it is revoked. It is absent if the new key replaced the old one at once. */
  isRevoked?: (context: Context, old: string | undefined, since: string) => Promise<boolean>;
  /** What a person must do to revoke the old key. */
  byHand?: string;
}

const random = () => Promise.resolve({ value: randomBytes(24).toString('hex') });

/** Returns whether a service refuses this key. If there is no answer, it does not count as refused. */
async function isRefused(
  { fetch }: Context,
  url: string,
  headers: Record<string, string>,
  refusals: readonly number[] = [401, 403],
): Promise<boolean> {
  const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(30_000) });
  await response.body?.cancel();
  return refusals.includes(response.status);
}

const refuses =
  (
    url: (context: Context) => string,
    headers: (old: string) => Record<string, string>,
    refusals?: readonly number[],
  ) =>
  async (context: Context, old: string | undefined) =>
    // Nobody knows the old key, so nobody can try it.
    old !== undefined && (await isRefused(context, url(context), headers(old), refusals));
const asBearer = (old: string) => ({ authorization: `Bearer ${old}` });

/** Makes the rotation of a key that a person makes and revokes at `keyOf(name).link`. */
function byPerson(
  name: KeyName,
  steps: readonly string[],
  url: (context: Context) => string,
  headers: (old: string) => Record<string, string> = asBearer,
  refusals?: readonly number[],
): Rotation {
  return {
    name,
    key: name,
    isUsed: ({ keys }) => Boolean(keys.get(name)),
    steps,
    isRevoked: refuses(url, headers, refusals),
    byHand: `Revoke the old key at ${keyOf(name).link ?? 'its service'}.`,
  };
}

async function giveToHost(context: Context, name: KeyName): Promise<void> {
  const value = context.keys.get(name);
  if (value) await hostOf(context).setVariables(context, new Map([[name, value]]), new Set([name]));
}

const ApiKey = v.object({ id: v.string(), token: v.string() });
const ApiKeyList = v.object({ data: v.array(v.object({ id: v.string(), name: v.string() })) });
const MadeHook = v.object({ id: v.string(), signing_secret: v.string() });
const keyTitle = ({ environment }: Context) => `Otter ${environment}`;

/** Every secret, ordered so that each is made while the keys that it needs still work. */
export const rotations = [
  {
    name: 'MAINTENANCE_SECRET',
    key: 'MAINTENANCE_SECRET',
    make: random,
    use: (context) => giveToHost(context, 'MAINTENANCE_SECRET'),
    steps: ['function-secrets', 'timer', 'build'],
    async check(context) {
      const response = await context.fetch(functionUrl(context, 'error-monitor/maintenance'), {
        method: 'POST',
        headers: asBearer(requireKey(context, 'MAINTENANCE_SECRET')),
        signal: AbortSignal.timeout(120_000),
      });
      await response.body?.cancel();
      return response.status === 401 ? 'The functions refuse the new secret.' : null;
    },
  },
  {
    name: 'SANITY_WEBHOOK_SECRET',
    key: 'SANITY_WEBHOOK_SECRET',
    make: random,
    steps: ['function-secrets', 'publish-webhook'],
  },
  {
    name: 'STRIPE_WEBHOOK_SECRET',
    key: 'STRIPE_WEBHOOK_SECRET',
    // Stripe's API cannot change the secret of an endpoint. So a second endpoint with its own secret is made, and both
    // send until the first is removed.
    async make(context) {
      const { id, secret } = await createEndpoint(stripeOf(context), projectUrl(context));
      if (!secret) throw new Error('Stripe has not shown the secret of the new endpoint.');
      return { value: secret, id };
    },
    steps: ['function-secrets'],
    async revoke(context, made) {
      const stripe = stripeOf(context);
      for (const { id } of await findEndpoints(stripe, projectUrl(context)))
        if (made.id && id !== made.id) await stripe.webhookEndpoints.del(id);
    },
  },
  {
    name: 'RESEND_WEBHOOK_SECRET',
    key: 'RESEND_WEBHOOK_SECRET',
    async make(context) {
      const [before] = await resendHooks(context);
      const json = {
        endpoint: functionUrl(context, 'resend-webhook'),
        events: before?.events ?? ['email.bounced'],
      };
      const made = await resendCall(context, '/webhooks', { method: 'POST', json });
      const { id, signing_secret } = v.parse(MadeHook, made);
      return { value: signing_secret, id };
    },
    steps: ['function-secrets'],
    async revoke(context, made) {
      if (!made.id) return;
      for (const { id } of await resendHooks(context))
        if (id !== made.id) await resendCall(context, `/webhooks/${id}`, { method: 'DELETE' });
    },
  },
  {
    name: 'RESEND_API_KEY',
    key: 'RESEND_API_KEY',
    async make(context) {
      const json = { name: keyTitle(context), permission: 'full_access' };
      const { id, token } = v.parse(ApiKey, await resendCall(context, '/api-keys', { method: 'POST', json }));
      return { value: token, id };
    },
    steps: ['function-secrets', 'auth-mail'],
    async revoke(context, made) {
      const { data } = v.parse(ApiKeyList, await resendCall(context, '/api-keys'));
      for (const { id, name } of data)
        if (made.id && id !== made.id && name === keyTitle(context))
          await resendCall(context, `/api-keys/${id}`, { method: 'DELETE' });
    },
    isRevoked: refuses(() => 'https://api.resend.com/domains', asBearer),
    byHand: 'Resend does not say which of its keys the old one is: revoke it at https://resend.com/api-keys.',
  },
  {
    name: 'SUPABASE_DB_PASSWORD',
    key: 'SUPABASE_DB_PASSWORD',
    async make(context) {
      const password = randomBytes(24).toString('hex');
      await ofProject(context, '/database/password', { method: 'PATCH', json: { password } });
      return { value: password };
    },
    steps: [],
  },
  {
    name: 'SUPABASE_SECRET_KEYS',
    // The functions get this key from Supabase. Whether they use the new key is known only once the old one is deleted.
    steps: ['functions-answer'],
    async isRevoked(context, _old, since) {
      const secrets = (await apiKeys(context)).filter(({ type }) => type === 'secret');
      return (
        secrets.length > 0 && secrets.every(({ inserted_at }) => inserted_at != null && inserted_at > since)
      );
    },
    byHand:
      'At https://supabase.com/dashboard/project/_/settings/api-keys make a new secret key, deploy the functions, delete the old one, and check that a checkout opens.',
  },
  byPerson(
    'STRIPE_SECRET_KEY',
    ['stripe-account', 'function-secrets'],
    () => 'https://api.stripe.com/v1/account',
    (old) => ({ ...asBearer(old), 'stripe-version': '2026-10-28.endive' }),
    // Stripe answers 403 to a restricted key that is still valid.
    [401],
  ),
  {
    ...byPerson('SANITY_READ_TOKEN', ['function-secrets', 'build'], () => ''),
    isRevoked: async (context, old) => old !== undefined && (await refusesViewer(context, old)),
    use: (context) => giveToHost(context, 'SANITY_READ_TOKEN'),
    byHand: 'Revoke the old token at https://www.sanity.io/manage (API, tokens).',
  },
  {
    name: 'PREVIEW_READ_TOKEN',
    key: 'PREVIEW_READ_TOKEN',
    isUsed: ({ keys }) => Boolean(keys.get('PREVIEW_URL')),
    async make(context) {
      const { id, token } = await createViewer(context, previewLabel(context));
      return { value: token, id };
    },
    steps: ['preview-variables'],
    async check(context) {
      const refused = await refusesViewer(context, requireKey(context, 'PREVIEW_READ_TOKEN'));
      return refused ? 'Sanity refuses the new token.' : null;
    },
    async revoke(context, { id, old }) {
      if (id) await deleteOthers(context, previewLabel(context), id);
      if (old) context.tell(`Start the preview again with the variables of ${previewFile(context)}.`);
    },
    isRevoked: async (context, old) => old === undefined || (await refusesViewer(context, old)),
    byHand: 'Revoke the old token of the preview at https://www.sanity.io/manage (API, tokens).',
  },
  {
    ...byPerson('DEPLOY_HOOK_URL', ['function-secrets'], () => ''),
    async isRevoked({ fetch }, old) {
      if (old === undefined) return false;
      // If the old hook still works, this call builds the site once more, which changes nothing.
      const response = await fetch(old, { method: 'POST', signal: AbortSignal.timeout(30_000) });
      await response.body?.cancel();
      return [401, 403, 404, 410].includes(response.status);
    },
    byHand: 'Delete the old deploy hook at the host.',
  },
  {
    ...byPerson('TURNSTILE_SECRET_KEY', ['auth-captcha'], () => ''),
    async isRevoked({ fetch }, old) {
      if (old === undefined) return false;
      const response = await fetch('https://challenges.cloudflare.com/turnstile/v0/siteverify', {
        method: 'POST',
        body: new URLSearchParams({ secret: old, response: 'none' }),
        signal: AbortSignal.timeout(30_000),
      });
      return (await response.text()).includes('invalid-input-secret');
    },
    byHand: 'The old secret of Turnstile works for two hours after it was rotated.',
  },
  byPerson(
    'SANITY_AUTH_TOKEN',
    ['dataset'],
    (context) => `https://${requireKey(context, 'SANITY_PROJECT_ID')}.api.sanity.io/v2025-09-16/datasets`,
  ),
  byPerson(
    'NETLIFY_AUTH_TOKEN',
    ['build'],
    (context) => `https://api.netlify.com/api/v1/sites/${requireKey(context, 'NETLIFY_SITE_ID')}`,
  ),
  byPerson(
    'CLOUDFLARE_API_TOKEN',
    ['build'],
    (context) =>
      `https://api.cloudflare.com/client/v4/accounts/${requireKey(context, 'CLOUDFLARE_ACCOUNT_ID')}/pages/projects/${requireKey(context, 'CLOUDFLARE_PROJECT')}`,
  ),
  byPerson('SUPABASE_ACCESS_TOKEN', ['project'], () => 'https://api.supabase.com/v1/projects'),
] satisfies (Omit<Rotation, 'name'> & { name: string })[] as readonly Rotation[];

export type RotationName = KeyName | 'SUPABASE_SECRET_KEYS';

/** Chooses rotations by their names, and refuses a name that does not exist. `all` means all. */
export function chosenRotations(names: string): readonly Rotation[] {
  if (names === 'all') return rotations;
  const wanted = names.split(',').map((name) => name.trim());
  const strangers = wanted.filter((name) => !rotations.some((one) => one.name === name));
  if (strangers.length > 0)
    throw new Error(
      `There is no secret ${strangers.join(', ')}. Secrets: ${rotations.map(({ name }) => name).join(', ')}`,
    );
  return rotations.filter(({ name }) => wanted.includes(name));
}
