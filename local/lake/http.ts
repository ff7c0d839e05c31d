import type { Context, MiddlewareHandler } from 'hono';

import { ApiError } from './errors.ts';

export interface User {
  id: string;
  name: string;
  displayName: string;
  email: string;
  provider: string;
  role: string;
  roles: { name: string; title: string }[];
}

export interface LakeEnv {
  Variables: { user: User | null };
}
export type LakeContext = Context<LakeEnv>;

export function groqParams(query: Record<string, string>): Record<string, unknown> {
  const params = Object.entries(query).filter(([name]) => name.startsWith('$'));
  return Object.fromEntries(params.map(([name, json]) => [name.slice(1), JSON.parse(json) as unknown]));
}

export const ndjson = (rows: unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** True for hosts such as `127.0.0.1:3333`, `localhost`, `project.localhost` and `[::1]:80`. */
export function isLoopback(host: string | undefined): boolean {
  return /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host ?? '');
}

/** CORS allows pages that this machine serves. A real project lists its origins instead. */
export function isLoopbackOrigin(origin: string | undefined): boolean {
  const host = /^https?:\/\/(.+)$/.exec(origin ?? '')?.[1];
  return host !== undefined && isLoopback(host);
}

function corsHeaders(c: Context): Record<string, string> {
  const origin = c.req.header('origin');
  if (!origin || !isLoopbackOrigin(origin)) return { Vary: 'Origin' };
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': 'Content-Type, X-Sanity-Shard',
    'Access-Control-Allow-Methods': 'GET,POST,PUT,PATCH,DELETE',
    'Access-Control-Allow-Headers':
      c.req.header('access-control-request-headers') ?? 'authorization,content-type',
    'Access-Control-Max-Age': '86400',
  };
}

/** Answers CORS for pages of this machine. Other host names are refused, because foreign DNS may point them here. */
export function guard(): MiddlewareHandler {
  return async (c, next) => {
    if (!isLoopback(c.req.header('host'))) return c.text('This lake is for this machine only', 421);
    for (const [name, value] of Object.entries(corsHeaders(c))) c.header(name, value);
    if (c.req.method === 'OPTIONS') return c.body(null, 204);
    return next();
  };
}

/** Error responses have CORS headers too, because otherwise Studio could not read a 401. */
export function answerError(error: unknown, c: Context, log: (line: string) => void): Response {
  for (const [name, value] of Object.entries(corsHeaders(c))) c.header(name, value);
  if (error instanceof ApiError) return c.json(error.body, error.status as 400);
  const message = error instanceof Error ? error.message : String(error);
  // Invalid JSON and GROQ that groq-js cannot evaluate are the caller's mistakes. They are logged to help developers.
  log(`${c.req.method} ${c.req.path}: ${error instanceof Error ? (error.stack ?? message) : message}`);
  return c.json({ error: { type: 'queryParseError', description: message }, statusCode: 400 }, 400);
}
