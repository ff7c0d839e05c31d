import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { today } from '#domain/dates.ts';
import { momentsIn, PLANNED } from '#server/publishing/moments.ts';
import { root } from '../environment.ts';

const sources = [
  'src',
  'public',
  'supabase/functions/_shared/contract',
  'astro.config.mjs',
  'astro.steps.ts',
  'package-lock.json',
];
const variables = [
  'SITE_URL',
  'PUBLIC_SUPABASE_URL',
  'PUBLIC_SUPABASE_KEY',
  'PUBLIC_STUDIO_URL',
  'PUBLIC_TURNSTILE_SITE_KEY',
  'PUBLIC_PHONE_FACTOR',
  'PUBLIC_GOOGLE_CLIENT_ID',
  'PUBLIC_GOOGLE_PAGE',
  'SANITY_API_HOST',
];

/**
 * Changes whenever a build would have a different result: when code, addresses, published content,
 * offers or camps change, or when a planned moment of the content comes.
 */
export async function buildFingerprint(
  env: NodeJS.ProcessEnv,
  sources: string = sourceState(),
): Promise<string> {
  const parts = await Promise.all([
    contentState(env),
    lastMoment(env),
    readRows(env, offers),
    readRows(env, camps()),
  ]);
  const hash = createHash('sha256').update(bundleState(env, sources));
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

/**
 * Changes when code or addresses change, because the code then needs another bundle. Changed sentences do not count.
 */
export function bundleState(env: NodeJS.ProcessEnv, sources: string): string {
  const hash = createHash('sha256').update(sources);
  for (const name of variables) hash.update(`${name}=${env[name] ?? ''}\n`);
  return hash.digest('hex');
}

export const sourceState = (): string => fileState(sources.map((source) => path.join(root, source)));

/** Changes when any file at or below these paths changes. */
export function fileState(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const at of paths) for (const file of filesOf(at)) hash.update(file).update(digestOf(file));
  return hash.digest('hex');
}

/** Each build checks about two thousand files several times, so only changed files are read again. */
const digests = new Map<string, { stamp: string; digest: string }>();

function digestOf(file: string): string {
  const { ctimeMs, mtimeMs, size } = statSync(file);
  const stamp = `${ctimeMs} ${mtimeMs} ${size}`;
  const before = digests.get(file);
  if (before?.stamp === stamp) return before.digest;
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex');
  digests.set(file, { stamp, digest });
  return digest;
}

function filesOf(at: string): string[] {
  if (!existsSync(at)) return [];
  if (statSync(at).isFile()) return [at];
  return readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .sort();
}

const contentState = async (env: NodeJS.ProcessEnv): Promise<string> =>
  JSON.stringify(await readContent(env, `*[!(_id in path("_.**"))] | order(_id) {_id, _rev}`));

/** Returns the latest planned moment that has come, because pages show something else from then on. */
async function lastMoment(env: NodeJS.ProcessEnv): Promise<string> {
  const now = Date.now();
  const past = momentsIn(await readContent(env, PLANNED))
    .map((moment) => Date.parse(moment))
    .filter((time) => time <= now);
  return String(past.reduce((latest, time) => Math.max(latest, time), 0));
}

async function readContent(env: NodeJS.ProcessEnv, query: string): Promise<unknown> {
  const address = `${env['SANITY_API_HOST']}/v2025-02-19/data/query/${env['SANITY_DATASET']}?perspective=published&query=${encodeURIComponent(query)}`;
  const token = env['SANITY_READ_TOKEN'];
  const response = await fetch(address, { headers: token ? { authorization: `Bearer ${token}` } : {} });
  if (!response.ok) throw new Error(`The content lake answered ${response.status}`);
  return ((await response.json()) as { result: unknown }).result;
}

/** Pages print the prices of the checkout, which change without the content when somebody approves them. */
const offers = 'offers?select=id,revision&active=is.true&order=id';

/** The camp data that is built into pages. Browsers load current spots and prices themselves. */
const camps = () =>
  `camps?select=id,name,tier,team_type,location,start_date,end_date,session_time_start,session_time_end,capacity&is_active=eq.true&start_date=gte.${today()}&order=id`;

async function readRows(env: NodeJS.ProcessEnv, query: string): Promise<string> {
  const headers = { apikey: env['PUBLIC_SUPABASE_KEY'] ?? '' };
  const response = await fetch(`${env['PUBLIC_SUPABASE_URL']}/rest/v1/${query}`, { headers });
  if (!response.ok) throw new Error(`The database answered ${response.status}`);
  return response.text();
}
