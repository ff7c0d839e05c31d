import { SharedRoster } from '#contract/roster.ts';
import { atom } from 'nanostores';
import { callRpc } from '../../../api/rpc.ts';
import { keepSecret, takeSecret } from '../../../browser/address-secret.ts';

export type View = { state: 'loading' | 'gone' | 'failed' } | { state: 'ready'; roster: SharedRoster };

const SECRET = 'roster';
const AGAIN_MS = 60_000;

/** The secret stands after the sign #, which no server sees, and leaves the address at once. */
function tokenOf(): string {
  if (location.hash.length > 1) keepSecret(SECRET, location.hash.slice(1), location.pathname);
  return takeSecret(SECRET) ?? '';
}

/** What a link shows, read again each minute while somebody looks. */
export function createSharedRoster() {
  const $view = atom<View>({ state: 'loading' });

  async function read(): Promise<void> {
    const answer = await callRpc('read_shared_roster', { p_token: tokenOf() }, SharedRoster);
    if (answer.ok) $view.set({ state: 'ready', roster: answer.value });
    else $view.set({ state: answer.code === 'link_not_found' ? 'gone' : 'failed' });
  }

  function open(): () => void {
    void read();
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && $view.get().state !== 'gone') void read();
    }, AGAIN_MS);
    return () => clearInterval(timer);
  }

  return { $view, open, read };
}
