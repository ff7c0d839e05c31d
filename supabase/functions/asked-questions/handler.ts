import type { Deps } from '../_shared/server/deps.ts';
import { answer } from '../_shared/server/http.ts';
import { allowRate } from '../_shared/server/rate.ts';
import { RefusalError } from '../_shared/server/refusal.ts';

/** Counted per editor of Studio, so that one editor cannot lock the others out. */
const RATE = { limit: 300, seconds: 600 };

/**
 * Parents' questions, for Studio: GET with the bearer of a signed-in editor, which Sanity verifies. Answers
 * `list_assistant_questions`. Refuses `unauthorized` for callers without a role in the project, `rate_limited`.
 */
export function handler(request: Request, deps: Pick<Deps, 'db' | 'env' | 'lake'>): Promise<Response> {
  // Studio has its own address. No cookie identifies the caller, so any origin may call: without the bearer it learns
  // nothing.
  const origin = request.headers.get('origin') ?? deps.env.SITE_URL;
  const work = async () => {
    const token = /^Bearer (\S{1,500})$/.exec(request.headers.get('authorization') ?? '')?.[1];
    if (!token) throw new RefusalError({ code: 'unauthorized' });
    if (!(await allowRate(deps.db, `asked questions ${token}`, RATE)))
      throw new RefusalError({ code: 'rate_limited' });
    if (!(await deps.lake.isMember(token))) throw new RefusalError({ code: 'unauthorized' });
    return deps.db.rpc('list_assistant_questions', {});
  };
  return answer(request, URL.canParse(origin) ? origin : deps.env.SITE_URL, work, ['GET']);
}
