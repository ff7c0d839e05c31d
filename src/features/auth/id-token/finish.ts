import * as v from 'valibot';
import { supabase } from '#api/supabase.ts';
import { forget, readText } from '#browser/text-storage.ts';
import * as signInKeys from '#config/sign-in-keys.ts';
import { failureOf } from '../api.ts';
import type { Failure } from '../error-messages.ts';
import type { SignInAttempt } from './begin.ts';

type Finished =
  | { createdAt: string }
  | { failure: Failure }
  /** The sign-in did not begin in this tab. */
  | 'not-started'
  /** Google's own error code, such as `access_denied`. */
  | { error: string };

/** Signs in with Google's answer. This works once, and only in the browser that began the sign-in. */
export async function finishIdToken(fragment: string): Promise<Finished> {
  const answer = new URLSearchParams(fragment.slice(1));
  const attempt = takeAttempt();
  if (!attempt || answer.get('state') !== attempt.state) return 'not-started';
  const error = answer.get('error');
  if (error !== null) return { error };
  const { auth } = await supabase();
  const { data, error: problem } = await auth.signInWithIdToken({
    provider: 'google',
    token: answer.get('id_token') ?? '',
    nonce: attempt.nonce,
  });
  const failure = failureOf(problem);
  if (failure) return { failure };
  return { createdAt: data.user?.created_at ?? '' };
}

const Stored = v.object({ state: v.pipe(v.string(), v.minLength(1)), nonce: v.string() });

function takeAttempt(): SignInAttempt | null {
  const text = readText(signInKeys.idToken);
  forget(signInKeys.idToken);
  forget(signInKeys.returnQuery);
  try {
    return v.parse(Stored, JSON.parse(text ?? ''));
  } catch {
    return null;
  }
}
