import { atom } from 'nanostores';
import { reauthenticate, savePassword } from './api.ts';
import type { Attempt } from './attempt.ts';
import { messages } from './messages.ts';

/** Choosing a password while signed in. The service may want a code from the mail first: then `$needsCode`. */
export function createPassword({ attempt, refuse }: Pick<Attempt, 'attempt' | 'refuse'>) {
  const $needsCode = atom(false);

  /** True once it is saved. */
  async function save(password: string, code = ''): Promise<boolean> {
    if (password === '') {
      refuse({ text: messages.passwordMissing, field: 'password' });
      return false;
    }
    let asked = false;
    const done = await attempt(async () => {
      const failure = await savePassword(password, code.trim());
      if (failure?.code !== 'reauthentication_needed') return failure;
      asked = true;
      return reauthenticate();
    });
    if (done) $needsCode.set(asked);
    return done && !asked;
  }

  return { $needsCode, save };
}
