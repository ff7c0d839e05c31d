import { timing } from '../../config/timing.ts';
import { adoptStyles, popupsFragment } from '../../browser/fragment.ts';
import { overlay } from '../../browser/overlay.ts';
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
  stepAside();
  setTimeout(() => button?.classList.remove('pulsing'), timing.LAUNCHER_PULSE_MS);
  setTimeout(() => {
    if (!teaser?.isConnected || !overlay.isFree()) return;
    teaser.hidden = false;
    setTimeout(endTeaser, timing.TEASER_SHOWN_MS);
  }, timing.TEASER_DELAY_MS);
}

/** Half out of the page while it would lie on what is compared: spots and prices stand at the side of their cards. */
function stepAside(): void {
  const shares = [0.05, 0.5, 0.95];
  const look = () => {
    for (const one of document.querySelectorAll<HTMLElement>('[data-steps-aside]')) {
      const { x, y } = placeOf(one);
      const covers = shares.some((right) =>
        shares.some((down) =>
          document
            .elementsFromPoint(x + right * one.offsetWidth, y + down * one.offsetHeight)
            .some((below) => below.closest('[data-keep-clear]')),
        ),
      );
      one.classList.toggle('aside', covers);
    }
  };
  addEventListener('scroll', look, { passive: true });
  // A list that comes or goes changes how long the page is; this calls once at the start, too.
  new ResizeObserver(look).observe(document.body);
}

/** Where it stands while it does not step aside. */
function placeOf(element: HTMLElement): { x: number; y: number } {
  const parent = element.offsetParent instanceof HTMLElement ? placeOf(element.offsetParent) : { x: 0, y: 0 };
  return { x: parent.x + element.offsetLeft, y: parent.y + element.offsetTop };
}
