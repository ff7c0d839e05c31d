import * as v from 'valibot';
import type { Db } from './db.ts';
import { withinRate } from './rate.ts';
import { framesOf } from './stack.ts';

const TIMEOUT_MS = 5_000;
/** Far fewer reports are enough to understand a flood of errors, and the service charges for each. */
const RATE = { limit: 60, seconds: 60 };

type SentryEvent = Record<string, unknown> & { event_id: string };
type Level = 'info' | 'warning' | 'error' | 'fatal';
const levels: Record<string, Level> = { low: 'info', medium: 'warning', high: 'error', critical: 'fatal' };

const Row = v.object({
  id: v.string(),
  error_type: v.string(),
  severity: v.string(),
  message: v.string(),
  stack: v.nullable(v.string()),
  filename: v.nullable(v.string()),
  url: v.nullable(v.string()),
  user_agent: v.nullable(v.string()),
  release: v.nullable(v.string()),
  cause: v.string(),
  source_file: v.nullable(v.string()),
  source_line: v.nullable(v.number()),
  source_function: v.nullable(v.string()),
  has_blank_screen: v.boolean(),
  created_at: v.string(),
});

export interface Forwarder {
  report: (db: Db, reportId: string) => Promise<void>;
  message: (text: string, level: Level) => Promise<void>;
}

/**
 * Forwards errors to a service with Sentry's protocol, which GlitchTip also understands. Reports are saved in the
 * database, so none is sent twice.
 */
export function createForwarder(env: {
  SENTRY_DSN?: string | undefined;
  SITE_URL: string;
}): Forwarder | null {
  if (env.SENTRY_DSN === undefined) return null;
  const { address, key } = readDsn(env.SENTRY_DSN);
  const send = (event: SentryEvent) => post(address, key, event);
  return {
    async report(db, reportId) {
      if (!(await withinRate(db, 'hand on', RATE))) return;
      await send(eventOf(v.parse(Row, await db.rpc('get_error_report', { p_report_id: reportId }))));
    },
    message: (text, level) =>
      send({
        event_id: crypto.randomUUID().replaceAll('-', ''),
        timestamp: Date.now() / 1000,
        platform: 'javascript',
        logger: 'alerts',
        level,
        message: { formatted: text },
        server_name: new URL(env.SITE_URL).hostname,
      }),
  };
}

function readDsn(dsn: string): { address: string; key: string } {
  const url = new URL(dsn);
  const parts = url.pathname.split('/').filter(Boolean);
  const project = parts.pop();
  if (!url.username || !project) throw new Error('SENTRY_DSN names no key or no project');
  return { address: `${url.origin}/${[...parts, 'api', project, 'envelope'].join('/')}/`, key: url.username };
}

function eventOf(row: v.InferOutput<typeof Row>) {
  // The service expects the innermost frame last.
  const frames = framesOf(row.stack ?? '')
    .map(({ name, url, line, column }) => ({
      function: name ?? '?',
      filename: url,
      lineno: line,
      colno: column,
      in_app: true,
    }))
    .toReversed();
  return {
    event_id: row.id.replaceAll('-', ''),
    timestamp: Date.parse(row.created_at) / 1000,
    platform: 'javascript',
    logger: 'browser',
    level: levels[row.severity] ?? 'error',
    ...(row.release && { release: row.release }),
    fingerprint: [row.cause],
    exception: {
      values: [
        { type: row.error_type, value: row.message, ...(frames.length > 0 && { stacktrace: { frames } }) },
      ],
    },
    ...(row.url && { request: { url: row.url, headers: { 'User-Agent': row.user_agent ?? '' } } }),
    ...(row.source_file && {
      culprit: [`${row.source_file}:${row.source_line}`, row.source_function].filter(Boolean).join(' '),
    }),
    tags: { blank_screen: String(row.has_blank_screen) },
    ...(row.stack && { extra: { stack: row.stack } }),
  };
}

async function post(address: string, key: string, event: SentryEvent): Promise<void> {
  const payload = JSON.stringify(event);
  const header = { event_id: event.event_id, sent_at: new Date().toISOString() };
  const item = { type: 'event', length: new TextEncoder().encode(payload).byteLength };
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-sentry-envelope',
      'x-sentry-auth': `Sentry sentry_version=7, sentry_client=site-functions/1.0, sentry_key=${key}`,
    },
    body: `${JSON.stringify(header)}\n${JSON.stringify(item)}\n${payload}\n`,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`errors were not handed on: ${response.status}`);
}
