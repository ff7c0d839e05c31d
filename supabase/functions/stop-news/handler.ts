import type { Deps } from '../_shared/server/deps.ts';
import { answer } from '../_shared/server/http.ts';
import { allowRate } from '../_shared/server/rate.ts';

/** A mail program calls once. If there are more calls, they come from a script. */
const RATE = { limit: 20, seconds: 600 };

/** Stops news by List-Unsubscribe (RFC 8058). A `GET` changes nothing, because mail scanners send it, too. */
export function handler(request: Request, { db, env }: Pick<Deps, 'db' | 'env'>): Promise<Response> {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const validToken = /^[0-9a-f]{32}$/.test(token) ? token : '';
  const work = async () => {
    if (request.method === 'GET')
      return new Response(null, {
        status: 303,
        headers: { location: `${env.SITE_URL}/stop-news#${validToken}`, 'referrer-policy': 'no-referrer' },
      });
    if (validToken !== '' && (await allowRate(db, `stop news:${validToken}`, RATE)))
      await db.rpc('stop_news', { p_token: validToken });
    return { ok: true };
  };
  return answer(request, env.SITE_URL, work, ['GET', 'POST']);
}
