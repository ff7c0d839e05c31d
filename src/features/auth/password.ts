import { freshSignInPath, paths } from '#config/paths.ts';
import { checkFresh, savePassword } from './api.ts';
import type { Attempt } from './attempt.ts';
import { messages } from './messages.ts';

/**
 * Creates the form for a new password. It requires a recent sign-in, because otherwise somebody who finds an unlocked
 * phone could set one.
 */
export function createPassword(
  { attempt, refuse }: Pick<Attempt, 'attempt' | 'refuse'>,
  go: (path: string) => void,
) {
  return async function save(password: string): Promise<boolean> {
    if (password === '') {
      refuse({ text: messages.passwordMissing, field: 'password' });
      return false;
    }
    let isOld = false as boolean;
    const isSaved = await attempt(async () => {
      isOld = (await checkFresh()) === 'sign_in_again';
      return isOld ? null : savePassword(password);
    });
    if (isOld) go(freshSignInPath(`${paths.auth}?account=1`));
    return isSaved && !isOld;
  };
}
