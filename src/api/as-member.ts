import { hasSession } from '../browser/has-session.ts';
import type { Answer } from './errors.ts';
import { freshSession } from './fresh-session.ts';

/**
 * A call in the name of who is signed in; `unauthorized` where that is nobody any more. A session that is still here and
 * could not be renewed is no sign-out: nobody could be asked.
 */
export async function asMember<T>(run: (token: string) => Promise<Answer<T>>): Promise<Answer<T>> {
  const session = await freshSession();
  if (session.state === 'signed_in') return run(session.token);
  return { ok: false, code: hasSession() ? 'unexpected' : 'unauthorized' };
}
