import { SharedRoster } from '#contract/roster.ts';
import { atom } from 'nanostores';
import { callRpc } from '#api/rpc.ts';
import { refreshWhileVisible } from '#browser/refresh.ts';
import { staffTiming } from '#config/staff.ts';
import { keepSecret, takeSecret } from '#browser/address-secret.ts';

export type View =
  | { state: 'loading' | 'expired' | 'failed' }
  /** `isOutdated` means that the last refresh failed. */
  | { state: 'ready'; roster: SharedRoster; isOutdated: boolean };

const SECRET = 'roster';

/**
 * Returns the secret. It is in the fragment, which is never sent to a server, and is removed from the address at once.
 */
function readToken(): string {
  if (location.hash.length > 1) keepSecret(SECRET, location.hash.slice(1), location.pathname);
  return takeSecret(SECRET) ?? '';
}

/** Creates the store of a shared roster, which is read again every minute while the page is visible. */
export function createSharedRoster() {
  const $view = atom<View>({ state: 'loading' });

  /** Reads the roster. Returns false if there was no answer. */
  async function read(): Promise<boolean> {
    const token = readToken();
    if (token === '' || $view.get().state === 'expired') {
      $view.set({ state: 'expired' });
      return true;
    }
    const answer = await callRpc('read_shared_roster', { p_token: token }, SharedRoster);
    const view = $view.get();
    if (answer.ok) $view.set({ state: 'ready', roster: answer.value, isOutdated: false });
    else if (answer.code === 'link_not_found') $view.set({ state: 'expired' });
    // If the network fails for a short time, what was read before is still shown.
    else $view.set(view.state === 'ready' ? { ...view, isOutdated: true } : { state: 'failed' });
    return answer.ok;
  }

  function open(): () => void {
    void read();
    return refreshWhileVisible(read, () => staffTiming.SHARED_ROSTER_REFRESH_MS);
  }

  return { $view, open, read };
}
