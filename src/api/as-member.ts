import type { ErrorCode } from '#contract/errors.ts';
import { hasSession } from '#browser/has-session.ts';
import { dropSession, markFactorDue } from '#browser/session.ts';
import { signInHere } from '#browser/sign-in-here.ts';
import type { Answer } from './errors.ts';
import { getFreshSession } from './fresh-session.ts';

/**
 * Calls the API with the signed-in user's token. The answer is `unauthorized` without a user, and `unexpected` if the
 * session could not be renewed. If the database requires a new sign-in, a dialog asks for it and the call is
 * repeated.
 */
export async function asMember<T>(run: (token: string) => Promise<Answer<T>>): Promise<Answer<T>> {
  const session = await getFreshSession();
  if (session.state !== 'signed_in') return { ok: false, code: hasSession() ? 'unexpected' : 'unauthorized' };
  const answer = await run(session.token);
  if (answer.ok || !signInCodes.has(answer.code)) return answer;
  if (answer.code === 'session_ended') dropSession(session.token);
  if (answer.code === 'second_factor_needed') markFactorDue(session.token);
  const signedInAgain = await signInHere(answer.code);
  return signedInAgain === null ? answer : run(signedInAgain);
}

const signInCodes = new Set<ErrorCode>(['session_ended', 'second_factor_needed', 'sign_in_again']);
