import type { ErrorCode } from '#contract/errors.ts';
import { atom } from 'nanostores';
import { $session, getLastSignedIn, refreshSession, type Session } from '#browser/session.ts';
import { offerSignIn } from '#browser/sign-in-here.ts';
import { forget } from '#browser/text-storage.ts';
import { storageKeys } from '#config/paths.ts';

export type Step = 'here' | 'password' | 'factor';

/**
 * Creates the store with which the same user signs in again without leaving the page, so that nothing they typed is
 * lost.
 */
export function createAgain() {
  const $step = atom<Step>('here');
  const $email = atom('');
  const $mayClose = atom(false);
  let waiting: ((token: string | null) => void)[] = [];

  function checkSession(session: Session): void {
    // Some calls require a recent sign-in. If a token was renewed in the background, that does not count as a sign-in.
    if ($mayClose.get() && session.state === 'signed_in' && !session.isFactorDue) return;
    if (session.state === 'signed_in') {
      $email.set(session.email);
      $step.set(session.isFactorDue ? 'factor' : 'here');
      if (!session.isFactorDue) finish(session.token);
      return;
    }
    // The session may already have been lost before this island was hydrated.
    const last = getLastSignedIn();
    if (session.state !== 'signed_out' || session.onPurpose === true || !last) return;
    $email.set(last.email);
    $mayClose.set(false);
    $step.set('password');
  }

  function finish(token: string | null): void {
    const waitingCalls = waiting;
    waiting = [];
    for (const resolve of waitingCalls) resolve(token);
  }

  function askPassword(code: ErrorCode): Promise<string | null> {
    const session = $session.get();
    if (code === 'sign_in_again' && session.state === 'signed_in') {
      $email.set(session.email);
      $mayClose.set(true);
      $step.set('password');
    } else checkSession(session);
    // No user was signed in on this page, so there is nobody to ask for a password.
    if ($step.get() === 'here') return Promise.resolve(null);
    return new Promise((resolve) => {
      waiting.push(resolve);
    });
  }

  function open(): () => void {
    checkSession($session.get());
    const stops = [offerSignIn(askPassword), $session.listen(checkSession)];
    return () => {
      for (const stop of stops) stop();
      finish(null);
    };
  }

  function finishIfSignedIn(): void {
    forget(storageKeys.signedOut);
    $mayClose.set(false);
    checkSession(refreshSession());
  }

  /** Closes the dialog. The user may do that only while the old session is still valid. */
  function close(): void {
    if (!$mayClose.get()) return;
    $mayClose.set(false);
    $step.set('here');
    finish(null);
  }

  return { $step, $email, $mayClose, open, arrive: finishIfSignedIn, close };
}

export type SignInAgain = ReturnType<typeof createAgain>;
