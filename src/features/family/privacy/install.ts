import { atom } from 'nanostores';

/** An event that only Chrome has, so TypeScript has no type for it. */
interface InstallEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}
const isInstallEvent = (event: Event): event is InstallEvent => 'prompt' in event;

/**
 * Creates the store for adding the app to the home screen. Depending on the browser, this is done by a button or by
 * hand.
 */
export function createInstall() {
  const $way = atom<'byHand' | 'button' | 'installed'>('byHand');
  let installEvent: InstallEvent | null = null;

  /** Waits for the event with which a browser offers the installation. Returns a function that stops listening. */
  function open(): () => void {
    if (matchMedia('(display-mode: standalone)').matches) $way.set('installed');
    const end = new AbortController();
    addEventListener(
      'beforeinstallprompt',
      (event) => {
        if (!isInstallEvent(event)) return;
        event.preventDefault();
        installEvent = event;
        $way.set('button');
      },
      { signal: end.signal },
    );
    addEventListener('appinstalled', () => $way.set('installed'), { signal: end.signal });
    return () => end.abort();
  }

  async function install(): Promise<void> {
    const { outcome } = (await installEvent?.prompt()) ?? {};
    // The browser's prompt can be used only once.
    installEvent = null;
    $way.set(outcome === 'accepted' ? 'installed' : 'byHand');
  }

  return { $method: $way, open, install };
}
export type Install = ReturnType<typeof createInstall>;
