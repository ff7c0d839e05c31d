import { supabase } from '#api/supabase.ts';
import { readText } from '#browser/text-storage.ts';
import { failureOf } from '../api.ts';
import type { Failure } from '../error-messages.ts';
import { finishIdToken } from '../id-token/finish.ts';
import { verifierKey } from './begin.ts';
import { providerMessages as words } from './messages.ts';

function takeReturnQuery() {
  const currentUrl = new URL(location.href);
  const takeParameter = (name: string) => {
    const value = currentUrl.searchParams.get(name);
    currentUrl.searchParams.delete(name);
    return value ?? '';
  };
  const answer = {
    code: takeParameter('code'),
    error: takeParameter('error'),
    errorCode: takeParameter('error_code'),
    description: takeParameter('error_description'),
  };
  // The service repeats an error in the fragment, so the fragment is removed as well.
  history.replaceState(history.state, '', currentUrl.pathname + currentUrl.search);
  return answer;
}

/** The greatest age in milliseconds of an account that this sign-in created. */
const NEW_MS = 60_000;
const isNew = (createdAt: string): boolean => Date.now() - Date.parse(createdAt) < NEW_MS;

/** Sets `account.isNew` if this sign-in created the account. */
export async function finishReturn(account: { isNew: boolean }, fragment: string): Promise<Failure | null> {
  if (fragment !== '') {
    const result = await finishIdToken(fragment);
    if (result === 'not-started') return failureWith(words.otherBrowser);
    if ('error' in result) return refusalOf(result.error, '', '');
    // The service sends no code for an invalid token, only the status 400.
    if ('failure' in result)
      return result.failure.status === 400 ? failureWith(words.failed) : explainFailure(result.failure);
    account.isNew = isNew(result.createdAt);
    return null;
  }
  const { code, error, errorCode, description } = takeReturnQuery();
  if (error !== '') return refusalOf(error, errorCode, description);
  if (readText(verifierKey) === null) return failureWith(words.otherBrowser);
  const { auth } = await supabase();
  const { data, error: problem } = await auth.exchangeCodeForSession(code);
  if (problem) return explainFailure(failureOf(problem));
  account.isNew = isNew(data.user.created_at);
  return null;
}

const failureWith = (message: string, code?: string): Failure => ({ message, status: 400, code });

/** The sentences for codes that occur only with providers. The others are in `error-messages.ts`. */
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

function explainFailure(failure: Failure | null): Failure | null {
  const sentence = sentences[failure?.code ?? ''];
  return sentence === undefined ? failure : failureWith(sentence);
}

function refusalOf(error: string, code: string, description: string): Failure | null {
  // A refusal by the provider has no code of the service. Apple uses a different error than the others.
  if (code === '' && (error === 'access_denied' || error === 'user_cancelled_authorize'))
    return failureWith(words.cancelled);
  // The service passes our own limit of new accounts on as its message.
  if (description.endsWith('_limited')) return { message: description, status: 429 };
  return explainFailure(failureWith(code === '' ? words.failed : description, code));
}
