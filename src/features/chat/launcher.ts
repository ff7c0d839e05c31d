import { timing } from '../../config/timing.ts';
import { adoptStyles, popupsFragment } from '../../lib/fragment.ts';
import { overlay } from '../../lib/overlay.ts';
import styles from './launcher.css?inline';

/** Brings the chat button in; fetched at its moment. */
export async function showLauncher(): Promise<void> {
  const found = (await popupsFragment()).querySelector('[data-launcher]');
  if (!found || document.querySelector('[data-launcher]')) return;
  adoptStyles(styles);
  const launcher = document.importNode(found, true);
  const button = launcher.querySelector('button');
  const teaser = launcher.querySelector<HTMLElement>('[data-teaser]');
  const endTeaser = () => teaser?.remove();
  button?.addEventListener('click', () => {
    endTeaser();
    dispatchEvent(new Event('openWelcomeModal'));
  });
  document.body.append(launcher);
  setTimeout(() => button?.classList.remove('pulsing'), timing.LAUNCHER_PULSE_MS);
  setTimeout(() => {
    if (!teaser?.isConnected || !overlay.isFree()) return;
    teaser.hidden = false;
    setTimeout(endTeaser, timing.TEASER_SHOWN_MS);
  }, timing.TEASER_DELAY_MS);
}
