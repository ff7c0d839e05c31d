import { freshSignInPath, paths } from '#config/paths.ts';
import { checkFresh, savePassword } from './api.ts';
import type { Attempt } from './attempt.ts';
import { messages } from './messages.ts';

/**
 * Choosing a password, by who has just signed in: whoever finds a phone that is signed in could else sign in afresh by
 * a password of their own. Who has not signs in once more, and comes back to their account.
 */
export function createPassword(
  { attempt, refuse }: Pick<Attempt, 'attempt' | 'refuse'>,
  go: (path: string) => void,
) {
  /** True once it is saved. */
  return async function save(password: string): Promise<boolean> {
    if (password === '') {
      refuse({ text: messages.passwordMissing, field: 'password' });
      return false;
    }
    let isOld = false as boolean;
    const done = await attempt(async () => {
      isOld = (await checkFresh()) === 'sign_in_again';
      return isOld ? null : savePassword(password);
    });
    if (isOld) go(freshSignInPath(`${paths.auth}?account=1`));
    return done && !isOld;
  };
}
