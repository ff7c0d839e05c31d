import { atom } from 'nanostores';
import type { UserIdentity } from '@supabase/supabase-js';
import { supabase } from '#api/supabase.ts';
import { freshSignInPath, paths } from '#config/paths.ts';
import { checkFresh, failureOf } from '../api.ts';
import { createAttempt } from '../attempt.ts';
import { linkTo } from './begin.ts';

export function createIdentities(go: (path: string) => void = (path) => location.assign(path)) {
  const $identities = atom<UserIdentity[] | null>(null);
  const { $busy, $problem, attempt } = createAttempt();

  async function open(): Promise<void> {
    await attempt(async () => {
      const { auth } = await supabase();
      const { data, error } = await auth.getUserIdentities();
      if (data) $identities.set(data.identities);
      return failureOf(error);
    });
  }

  /**
   * Asks for a new sign-in if the last one is too old. Somebody who finds an unlocked phone must not be able to add a
   * sign-in method.
   */
  async function mustSignInAgain(): Promise<boolean> {
    if ((await checkFresh()) !== 'sign_in_again') return false;
    go(freshSignInPath(`${paths.auth}?account=1`));
    return true;
  }

  async function link(provider: string): Promise<void> {
    if (!(await mustSignInAgain())) await attempt(() => linkTo(provider, go));
  }

  async function unlink(identity: UserIdentity): Promise<void> {
    if (await mustSignInAgain()) return;
    const isRemoved = await attempt(async () => {
      const { auth } = await supabase();
      return failureOf((await auth.unlinkIdentity(identity)).error);
    });
    if (isRemoved) await open();
  }

  return { $identities, $busy, $problem, open, link, unlink };
}
