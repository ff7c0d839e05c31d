import type { Deps } from '../_shared/server/deps.ts';
import { answer } from '../_shared/server/http.ts';
import { allowRate } from '../_shared/server/rate.ts';
import { RefusalError } from '../_shared/server/refusal.ts';

/** Studio's people look now and then; each for themselves, so that nobody locks the others out. */
const RATE = { limit: 300, seconds: 600 };

/**
 * What parents ask, for Studio: GET with the bearer that Sanity gave whoever is signed in there, and Sanity is asked
 * whose it is. Answers `list_asked_questions`. Refuses `unauthorized` for whoever has no role in the project,
 * `rate_limited`.
 */
export function handler(request: Request, deps: Pick<Deps, 'db' | 'env' | 'lake'>): Promise<Response> {
  // Studio has an address of its own. No cookie says who asks, so any page may: without the bearer it learns nothing.
  const origin = request.headers.get('origin') ?? deps.env.SITE_URL;
  const work = async () => {
    const token = /^Bearer (\S{1,500})$/.exec(request.headers.get('authorization') ?? '')?.[1];
    if (!token) throw new RefusalError({ code: 'unauthorized' });
    if (!(await allowRate(deps.db, `asked questions ${token}`, RATE)))
      throw new RefusalError({ code: 'rate_limited' });
    if (!(await deps.lake.isMember(token))) throw new RefusalError({ code: 'unauthorized' });
    return deps.db.rpc('list_asked_questions', {});
  };
  return answer(request, URL.canParse(origin) ? origin : deps.env.SITE_URL, work, ['GET']);
}
