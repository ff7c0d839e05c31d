import { logFault } from './log.ts';
import type { Deps } from './deps.ts';
import { withinRate } from './rate.ts';
import { RefusalError } from './refusal.ts';

/** The limit is enough for the devices of a family or a coach if each refreshes every quarter of an hour. */
const RATE = { limit: 60, seconds: 3600 };
const RETRY_SECONDS = 600;

export const LOOK_AGAIN_SECONDS = 3600;

interface Feed {
  name: string;
  file: string;
  /** Throws the refusal `link_not_found` for an unknown or revoked token. */
  read: (token: string) => Promise<string>;
}

/**
 * Serves a feed to calendar programs, which send no key. An unknown and a revoked address both get 404. After a 503
 * the programs keep their copy.
 */
export async function serveFeed(
  request: Request,
  { db }: Pick<Deps, 'db'>,
  { name, file, read }: Feed,
): Promise<Response> {
  if (!['GET', 'HEAD'].includes(request.method))
    return plainResponse(405, 'Method not allowed', { allow: 'GET, HEAD' });
  const token = tokenOf(new URL(request.url), name);
  if (token === null) return unknown();
  try {
    if (!(await withinRate(db, `${name.replace('-', ' ')}:${token}`, RATE)))
      return plainResponse(429, 'Too many requests', { 'retry-after': String(RETRY_SECONDS) });
    const feed = await read(token);
    return new Response(request.method === 'HEAD' ? null : feed, {
      headers: {
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': `inline; filename="${file}"`,
        'cache-control': 'private, max-age=900',
        ...quiet,
      },
    });
  } catch (error) {
    if (error instanceof RefusalError && error.refusal.code === 'link_not_found') return unknown();
    // Only the function's name is logged, because the path is a secret.
    logFault(name, error);
    return plainResponse(503, 'Try again later', { 'retry-after': String(RETRY_SECONDS) });
  }
}

/** These headers keep the secret address from referrers and search engines. */
const quiet = {
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'x-content-type-options': 'nosniff',
};

const unknown = () => plainResponse(404, 'There is no such calendar');

const plainResponse = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(text, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...quiet,
      ...headers,
    },
  });

function tokenOf({ pathname, searchParams }: URL, name: string): string | null {
  const [, file] = pathname.split(`/${name}/`);
  const token = file === undefined ? (searchParams.get('token') ?? '') : file.replace(/\.ics$/, '');
  return /^[0-9a-f]{32}$/.test(token) && (file === undefined || file.endsWith('.ics')) ? token : null;
}
