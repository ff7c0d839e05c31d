import { atom } from 'nanostores';
import { $session, type Session, type SignedIn } from '../../../browser/session.ts';
import { forget } from '../../../browser/text-storage.ts';
import { storageKeys } from '../../../config/paths.ts';
import { signIn } from '../api.ts';
import { createAttempt } from '../attempt.ts';
import { messages } from '../messages.ts';
import { refreshSession } from '../../../browser/session.ts';

export type Step = 'here' | 'password' | 'factor';

/** A session that was lost while a screen stood: the same person comes back over it, and nothing typed is lost. */
export function createAgain() {
  const $step = atom<Step>('here');
  const $email = atom('');
  const { $busy, $problem, attempt, refuse } = createAttempt();
  let last: SignedIn | null = null;

  function look(session: Session): void {
    if (session.state === 'signed_in') {
      last = session;
      $email.set(session.email);
      $step.set(session.isFactorDue ? 'factor' : 'here');
    } else if (session.state === 'signed_out' && session.onPurpose !== true && last) $step.set('password');
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
