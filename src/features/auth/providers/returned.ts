import { supabase } from '#api/supabase.ts';
import { readText } from '#browser/text-storage.ts';
import { failureOf } from '../api.ts';
import type { Failure } from '../error-messages.ts';
import { finishIdToken } from '../id-token/finish.ts';
import { verifierKey } from './begin.ts';
import { providerMessages as words } from './messages.ts';

/** What the address says after the provider's page; it is removed from the address. */
function takeReturnQuery() {
  const here = new URL(location.href);
  const take = (name: string) => {
    const value = here.searchParams.get(name);
    here.searchParams.delete(name);
    return value ?? '';
  };
  const answer = {
    code: take('code'),
    error: take('error'),
    errorCode: take('error_code'),
    description: take('error_description'),
  };
  // The service repeats an error in the fragment.
  history.replaceState(history.state, '', here.pathname + here.search);
  return answer;
}

/** An account counts as new if it was made by the sign-in itself. */
const NEW_MS = 60_000;
const isNew = (createdAt: string): boolean => Date.now() - Date.parse(createdAt) < NEW_MS;

/** `found.isNew`: the account did not exist before. */
export async function finishReturn(found: { isNew: boolean }, fragment: string): Promise<Failure | null> {
  if (fragment !== '') {
    const finished = await finishIdToken(fragment);
    if (finished === 'not-started') return failureWith(words.otherBrowser);
    if ('error' in finished) return refused(finished.error, '', '');
    // What is wrong with a token has no code.
    if ('failure' in finished)
      return finished.failure.status === 400 ? failureWith(words.failed) : explained(finished.failure);
    found.isNew = isNew(finished.createdAt);
    return null;
  }
  const { code, error, errorCode, description } = takeReturnQuery();
  if (error !== '') return refused(error, errorCode, description);
  if (readText(verifierKey) === null) return failureWith(words.otherBrowser);
  const { auth } = await supabase();
  const { data, error: problem } = await auth.exchangeCodeForSession(code);
  if (problem) return explained(failureOf(problem));
  found.isNew = isNew(data.user.created_at);
  return null;
}

const failureWith = (message: string, code?: string): Failure => ({ message, status: 400, code });

/** Sentences by the service's code; the other ones have theirs in `error-messages.ts`. */
const sentences: Partial<Record<string, string>> = {
  flow_state_not_found: words.usedUp,
  flow_state_expired: words.usedUp,
  flow_state_already_used: words.usedUp,
  bad_oauth_state: words.usedUp,
  bad_oauth_callback: words.usedUp,
  bad_code_verifier: words.otherBrowser,
  provider_email_needs_verification: words.notVerified,
  email_exists: words.taken,
  unexpected_failure: words.failed,
};

function explained(failure: Failure | null): Failure | null {
  const sentence = sentences[failure?.code ?? ''];
  return sentence === undefined ? failure : failureWith(sentence);
}

function refused(error: string, code: string, description: string): Failure | null {
  // Providers have no code of the service; Apple has a word of its own.
  if (code === '' && (error === 'access_denied' || error === 'user_cancelled_authorize'))
    return failureWith(words.cancelled);
  // Our own limit of new accounts is passed on as the message.
  if (description.endsWith('_limited')) return { message: description, status: 429 };
  return explained(failureWith(code === '' ? words.failed : description, code));
}
