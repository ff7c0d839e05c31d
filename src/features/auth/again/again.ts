import type { ErrorCode } from '#contract/errors.ts';
import { atom } from 'nanostores';
import { $session, lastSignedIn, refreshSession, type Session } from '#browser/session.ts';
import { offerSignIn } from '#browser/sign-in-here.ts';
import { forget } from '#browser/text-storage.ts';
import { storageKeys } from '#config/paths.ts';
import { signIn } from '../api.ts';
import { createAttempt } from '../attempt.ts';
import { messages } from '../messages.ts';

export type Step = 'here' | 'password' | 'factor';

/**
 * A session that was lost, or is not enough, while a screen stood: the same person signs in over it, and nothing typed
 * is lost.
 */
export function createAgain() {
  const $step = atom<Step>('here');
  const $email = atom('');
  /** The session lives, and only a fresh sign-in is wanted: one may also leave it. */
  const $mayClose = atom(false);
  const { $busy, $problem, attempt, refuse } = createAttempt();
  /** Calls that wait for the sign-in. */
  let waiting: ((token: string | null) => void)[] = [];

  function look(session: Session): void {
    // The answer to a call that wants a fresh sign-in comes by the form, not by a token that was renewed meanwhile.
    if ($mayClose.get() && session.state === 'signed_in' && !session.isFactorDue) return;
    if (session.state === 'signed_in') {
      $email.set(session.email);
      $step.set(session.isFactorDue ? 'factor' : 'here');
      if (!session.isFactorDue) settle(session.token);
      return;
    }
    // Also where it was lost before this part of the page came to life.
    const last = lastSignedIn();
    if (session.state !== 'signed_out' || session.onPurpose === true || !last) return;
    $email.set(last.email);
    $mayClose.set(false);
    $step.set('password');
  }

  function settle(token: string | null): void {
    const all = waiting;
    waiting = [];
    for (const done of all) done(token);
  }

  function ask(code: ErrorCode): Promise<string | null> {
    const session = $session.get();
    if (code === 'sign_in_again' && session.state === 'signed_in') {
      $email.set(session.email);
      $mayClose.set(true);
      $step.set('password');
    } else look(session);
    // Nobody of whom we know was here.
    if ($step.get() === 'here') return Promise.resolve(null);
    return new Promise((done) => {
      waiting.push(done);
    });
  }

  function open(): () => void {
    look($session.get());
    const stops = [offerSignIn(ask), $session.listen(look)];
    return () => {
      for (const stop of stops) stop();
      settle(null);
    };
  }

  async function enter(password: string): Promise<void> {
    if (password === '') refuse({ text: messages.passwordMissing, field: 'password' });
    else if (await attempt(() => signIn({ email: $email.get() }, password))) arrive();
  }

  function arrive(): void {
    forget(storageKeys.signedOut);
    $mayClose.set(false);
    look(refreshSession());
  }

  /** Only where the session lives all the same. */
  function close(): void {
    if (!$mayClose.get() || $busy.get()) return;
    $mayClose.set(false);
    $step.set('here');
    refuse(null);
    settle(null);
  }

  return { $step, $email, $mayClose, $busy, $problem, open, enter, arrive, close };
}

export type SignInAgain = ReturnType<typeof createAgain>;
