import type { Deps } from './deps.ts';
import { answer } from './http.ts';
import { allowRate } from './rate.ts';
import { RefusalError } from './refusal.ts';

/** Calls are counted per editor of Studio, so that one editor cannot lock the others out. */
const RATE = { limit: 300, seconds: 600 };

/** Answers a signed-in editor, whose bearer Sanity verifies. Fails with `unauthorized` or `rate_limited`. */
export function answerMember(
  request: Request,
  { db, env, lake }: Pick<Deps, 'db' | 'env' | 'lake'>,
  name: string,
  read: () => Promise<unknown>,
  { methods = ['GET'], before }: { methods?: readonly string[]; before?: () => void } = {},
): Promise<Response> {
  // No cookie identifies the caller, so any origin may call. A page without the bearer learns nothing.
  const origin = request.headers.get('origin') ?? env.SITE_URL;
  const work = async () => {
    before?.();
    const token = /^Bearer (\S{1,500})$/.exec(request.headers.get('authorization') ?? '')?.[1];
    if (!token) throw new RefusalError({ code: 'unauthorized' });
    if (!(await allowRate(db, `${name} ${token}`, RATE))) throw new RefusalError({ code: 'rate_limited' });
    if (!(await lake.isMember(token))) throw new RefusalError({ code: 'unauthorized' });
    return read();
  };
  return answer(request, URL.canParse(origin) ? origin : env.SITE_URL, work, methods);
}
