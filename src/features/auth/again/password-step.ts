import { signIn } from '../api.ts';
import { createAttempt } from '../attempt.ts';
import { messages } from '../messages.ts';
import type { SignInAgain } from './again.ts';

/** Creates the part of the store that the dialog needs only once it is shown: it signs in with the password. */
export function createPasswordStep(again: SignInAgain) {
  const { $busy, $problem, attempt, refuse } = createAttempt();

  async function enter(password: string): Promise<void> {
    if (password === '') refuse({ text: messages.passwordMissing, field: 'password' });
    else if (await attempt(() => signIn({ email: again.$email.get() }, password))) again.arrive();
  }

  /** Closes the dialog, unless the sign-in is under way. */
  function close(): void {
    if (!$busy.get()) again.close();
  }

  return { $busy, $problem, enter, close };
}
