import type { Answer } from './errors.ts';
import { freshSession } from './fresh-session.ts';

/** A call in the name of who is signed in; `unauthorized` where that is nobody any more. */
export async function asMember<T>(run: (token: string) => Promise<Answer<T>>): Promise<Answer<T>> {
  const session = await freshSession();
  return session.state === 'signed_in' ? run(session.token) : { ok: false, code: 'unauthorized' };
}
