import { atom } from 'nanostores';
import { $session, lastSignedIn, refreshSession, type Session } from '../../../browser/session.ts';
import { forget } from '../../../browser/text-storage.ts';
import { storageKeys } from '../../../config/paths.ts';
import { signIn } from '../api.ts';
import { createAttempt } from '../attempt.ts';
import { messages } from '../messages.ts';

export type Step = 'here' | 'password' | 'factor';

/** A session that was lost while a screen stood: the same person comes back over it, and nothing typed is lost. */
export function createAgain() {
  const $step = atom<Step>('here');
  const $email = atom('');
  const { $busy, $problem, attempt, refuse } = createAttempt();

  function look(session: Session): void {
    if (session.state === 'signed_in') {
      $email.set(session.email);
      $step.set(session.isFactorDue ? 'factor' : 'here');
      return;
    }
    // Also where it was lost before this part of the page came to life.
    const last = lastSignedIn();
    if (session.state !== 'signed_out' || session.onPurpose === true || !last) return;
    $email.set(last.email);
    $step.set('password');
  }

  function open(): () => void {
    look($session.get());
    return $session.listen(look);
  }

  async function enter(password: string): Promise<void> {
    if (password === '') refuse({ text: messages.passwordMissing, field: 'password' });
    else if (await attempt(() => signIn({ email: $email.get() }, password))) arrive();
  }

  function arrive(): void {
    forget(storageKeys.signedOut);
    refreshSession();
  }

  return { $step, $email, $busy, $problem, open, enter, arrive };
}

export type SignInAgain = ReturnType<typeof createAgain>;
