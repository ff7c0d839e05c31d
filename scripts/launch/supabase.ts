import { createHash, createHmac } from 'node:crypto';
import * as v from 'valibot';
import { type Context, requireKey } from './context.ts';
import { call } from './http.ts';
import type { KeyName } from './keys.ts';

const API = 'https://api.supabase.com/v1';

type Call = Parameters<typeof call>[2];

/** Calls Supabase's Management API, with its token in the Authorization header. */
export const management = (context: Context, path: string, options?: Call) =>
  call(context, `${API}${path}`, {
    ...options,
    headers: { authorization: `Bearer ${requireKey(context, 'SUPABASE_ACCESS_TOKEN')}` },
  });

export const ofProject = (context: Context, path: string, options?: Call) =>
  management(context, `/projects/${requireKey(context, 'SUPABASE_PROJECT_REF')}${path}`, options);

/** Reads rows. The read-only role refuses a query that would write. */
export async function readRows<T extends v.GenericSchema>(
  context: Context,
  row: T,
  query: string,
): Promise<v.InferOutput<T>[]> {
  const rows = await ofProject(context, '/database/query', {
    method: 'POST',
    json: { query, read_only: true },
  });
  return v.parse(v.array(row), rows);
}

/** Runs SQL as the role postgres. All statements of one call succeed or none does. */
export const runSql = (context: Context, query: string) =>
  ofProject(context, '/database/query', { method: 'POST', json: { query } });

export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/**
 * Returns whether a digest, which the Management API shows in place of a secret, belongs to this value. Supabase's CLI
 * computes the digest with the project's reference as its key. The plain digest is accepted as well.
 */
export function isDigestOf(context: Context, digest: string, value: string): boolean {
  const keyed = createHmac('sha256', requireKey(context, 'SUPABASE_PROJECT_REF')).update(value).digest('hex');
  return digest === keyed || digest === createHash('sha256').update(value).digest('hex');
}

const Secrets = v.array(v.object({ name: v.string(), value: v.string() }));

/** Returns the names of the functions' secrets with their digests. */
export async function functionSecrets(context: Context): Promise<Map<string, string>> {
  const secrets = v.parse(Secrets, await ofProject(context, '/secrets'));
  return new Map(secrets.map(({ name, value }) => [name, value]));
}

/** Returns whether a secret that a service shows only once is known, either here or to the functions. */
export async function isKnown(context: Context, name: KeyName): Promise<boolean> {
  return Boolean(context.keys.get(name)) || (await functionSecrets(context)).has(name);
}

const ApiKeys = v.array(
  v.object({
    name: v.string(),
    type: v.nullish(v.string()),
    api_key: v.nullish(v.string()),
    inserted_at: v.nullish(v.string()),
  }),
);

export const apiKeys = async (context: Context) => v.parse(ApiKeys, await ofProject(context, '/api-keys'));

/** Returns the key that browsers send. */
export async function publishableKey(context: Context): Promise<string | undefined> {
  const keys = await apiKeys(context);
  return keys.find(({ type, api_key }) => type === 'publishable' && api_key)?.api_key ?? undefined;
}
