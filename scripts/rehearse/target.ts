// Where a rehearsal takes place: staging, or a local stack.
import type postgres from 'postgres';
import { type Context, requireKey, projectUrl } from '../launch/context.ts';
import { ofProject, publishableKey } from '../launch/supabase.ts';

export interface Answer {
  /** The HTTP status, or 0 if there was no answer. */
  status: number;
  /** The error code of our functions, or `gateway` for any other failure. */
  code: string | null;
  body: Record<string, unknown>;
  ms: number;
}

export interface Target {
  name: string;
  /** Calls a database function, or an edge function, as a visitor does. */
  rpc: (name: string, args: object) => Promise<Answer>;
  call: (name: string, body: object) => Promise<Answer>;
  /** Runs SQL as the owner of the database, and returns its rows. */
  sql: (query: string) => Promise<Record<string, unknown>[]>;
}

/** A parent's browser gives up after this time. */
const PATIENCE_MS = 30_000;

function httpTarget(
  name: string,
  project: { url: string; key: string },
  sql: Target['sql'],
  fetcher: typeof fetch = fetch,
): Target {
  const post = async (path: string, body: object): Promise<Answer> => {
    const began = performance.now();
    try {
      const response = await fetcher(`${project.url}/${path}`, {
        method: 'POST',
        headers: { apikey: project.key, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const answer = readObject(await response.text());
      const code = [answer['code'], answer['message']].find(isOurCode) ?? 'gateway';
      return {
        status: response.status,
        code: response.ok ? null : code,
        body: answer,
        ms: performance.now() - began,
      };
    } catch {
      return { status: 0, code: 'gateway', body: {}, ms: performance.now() - began };
    }
  };
  return {
    name,
    rpc: (called, args) => post(`rest/v1/rpc/${called}`, args),
    call: (called, body) => post(`functions/v1/${called}`, body),
    sql,
  };
}

/** Our codes are words in lower case. Those of Postgres, PostgREST and the gateway have capitals or digits. */
const isOurCode = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z]+(?:_[a-z]+)*$/.test(value);

function readObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Returns staging as the target. Production is refused, because a rehearsal holds real spots and sends real mails. */
export async function stagingTarget(context: Context): Promise<Target> {
  if (context.environment !== 'staging') throw new Error('A rehearsal is only for staging.');
  if (!requireKey(context, 'STRIPE_SECRET_KEY').includes('_test_'))
    throw new Error('STRIPE_SECRET_KEY of staging is not a test key.');
  const key = await publishableKey(context);
  if (!key) throw new Error('The project has no publishable key. Run setup first.');
  return httpTarget(
    'staging',
    { url: projectUrl(context), key },
    async (query) =>
      (await ofProject(context, '/database/query', {
        method: 'POST',
        json: { query },
      })) as Record<string, unknown>[],
    context.fetch,
  );
}

export const localTarget = (environment: Record<string, string>, sql: postgres.Sql): Target =>
  httpTarget(
    'the local stack',
    { url: environment['SUPABASE_URL'] ?? '', key: environment['SUPABASE_ANON_KEY'] ?? '' },
    async (query) => [...(await sql.unsafe(query))] as Record<string, unknown>[],
  );
