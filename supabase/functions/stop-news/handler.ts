import type { Deps } from '../_shared/server/deps.ts';
import { answer } from '../_shared/server/http.ts';
import { allowRate } from '../_shared/server/rate.ts';

/** Mail programs call once; more calls come from a script. */
const RATE = { limit: 20, seconds: 600 };

/**
 * The header List-Unsubscribe of news (RFC 8058): `POST stop-news?token=…` from a mail program stops them; `GET`, which
 * mail scanners also send, changes nothing and redirects to the page with the button. Neither answer depends on the
 * token.
 */
export function handler(request: Request, { db, env }: Pick<Deps, 'db' | 'env'>): Promise<Response> {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const known = /^[0-9a-f]{32}$/.test(token) ? token : '';
  const work = async () => {
    if (request.method === 'GET')
      return new Response(null, {
        status: 303,
        headers: { location: `${env.SITE_URL}/stop-news#${known}`, 'referrer-policy': 'no-referrer' },
      });
    if (known !== '' && (await allowRate(db, `stop news:${known}`, RATE)))
      await db.rpc('stop_news', { p_token: known });
    return { ok: true };
  };
  return answer(request, env.SITE_URL, work, ['GET', 'POST']);
}
