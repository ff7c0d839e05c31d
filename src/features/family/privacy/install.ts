import { atom } from 'nanostores';

/** Chrome's own event: no standard, and so in no list of types. */
interface InstallEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}
const isInstallEvent = (event: Event): event is InstallEvent => 'prompt' in event;

/** Whether the screen can be put on the home screen here: by a button, by hand, or it is there already. */
export function createInstall() {
  const $way = atom<'byHand' | 'button' | 'installed'>('byHand');
  let offered: InstallEvent | null = null;

  /** Listens to what the browser offers; returns how to stop. */
  function open(): () => void {
    if (matchMedia('(display-mode: standalone)').matches) $way.set('installed');
    const end = new AbortController();
    addEventListener(
      'beforeinstallprompt',
      (event) => {
        if (!isInstallEvent(event)) return;
        event.preventDefault();
        offered = event;
        $way.set('button');
      },
      { signal: end.signal },
    );
    addEventListener('appinstalled', () => $way.set('installed'), { signal: end.signal });
    return () => end.abort();
  }

  async function install(): Promise<void> {
    const { outcome } = (await offered?.prompt()) ?? {};
    // An offer counts once.
    offered = null;
    $way.set(outcome === 'accepted' ? 'installed' : 'byHand');
  }

  return { $way, open, install };
}
export type Install = ReturnType<typeof createInstall>;
