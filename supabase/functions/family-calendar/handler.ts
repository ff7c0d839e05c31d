import * as v from 'valibot';
import type { Deps } from '../_shared/server/deps.ts';
import { logFault } from '../_shared/server/log.ts';
import { withinRate } from '../_shared/server/rate.ts';
import { RefusalError } from '../_shared/server/refusal.ts';
import { FamilyEvents, familyFeed } from './feed.ts';

/** Enough for a family's devices, each refreshing every quarter of an hour. */
const RATE = { limit: 60, seconds: 3600 };
const RETRY_SECONDS = 600;

type Needs = Pick<Deps, 'db' | 'env'>;

/**
 * The calendar feed of a family: `GET family-calendar/<token>.ics` with the token of `renew_calendar_link`; or
 * `?token=`. Answers `text/calendar` for calendar programs, which send no key. 404 for an unknown or revoked address
 * alike; 429 after too many requests; 503 when the database is unavailable, so that programs keep their copy.
 */
export async function handler(request: Request, { db, env }: Needs): Promise<Response> {
  if (!['GET', 'HEAD'].includes(request.method))
    return plain(405, 'Method not allowed', { allow: 'GET, HEAD' });
  const token = tokenOf(new URL(request.url));
  if (token === null) return unknown();
  try {
    if (!(await withinRate(db, `family calendar:${token}`, RATE)))
      return plain(429, 'Too many requests', { 'retry-after': String(RETRY_SECONDS) });
    const { events } = v.parse(FamilyEvents, await db.rpc('read_family_calendar', { p_token: token }));
    return new Response(request.method === 'HEAD' ? null : familyFeed(events, env.SITE_URL), {
      headers: {
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'inline; filename="family.ics"',
        'cache-control': 'private, max-age=900',
        ...quiet,
      },
    });
  } catch (error) {
    if (error instanceof RefusalError && error.refusal.code === 'link_not_found') return unknown();
    // Logs the function's name only, because the path is the family's secret.
    logFault('family-calendar', error);
    return plain(503, 'Try again later', { 'retry-after': String(RETRY_SECONDS) });
  }
}

/** Prevents the secret address from leaking through referrers and search engines. */
const quiet = {
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'x-content-type-options': 'nosniff',
};

const unknown = () => plain(404, 'There is no such calendar');

const plain = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(text, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...quiet,
      ...headers,
    },
  });

function tokenOf({ pathname, searchParams }: URL): string | null {
  const given = /\/family-calendar\/([^/]+)\.ics$/.exec(pathname)?.[1] ?? searchParams.get('token') ?? '';
  return /^[0-9a-f]{32}$/.test(given) ? given : null;
}
