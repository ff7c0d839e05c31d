import { storageKeys } from '../../config/paths.ts';
import { isCrawler } from '../../browser/crawler.ts';
import { overlay } from '../../browser/overlay.ts';
import { readText } from '../../browser/text-storage.ts';
import {
  chooserOf,
  exitOf,
  isHeld,
  leavesByPointer,
  leavesByScroll,
  mayHold,
  openingOf,
  type PopupId,
} from './model.ts';
import { has, wasSeen } from './seen.ts';

/** Waits for the moments; the popups themselves are fetched when the first one comes. Every page pays for this. */
const { popups = '', group } = document.querySelector<HTMLElement>('[data-popups]')?.dataset ?? {};
const page = popups.split(' ');

const show = async (id: PopupId) => (await import('./dialogs.ts')).showPopup(id);

/** Somebody asked for it: at once, or as soon as what is open has been closed. */
const wanted = (id: PopupId, otherwise?: () => void) =>
  overlay.ask({ show: () => show(id).catch(() => otherwise?.()) });

addEventListener('openWelcomeModal', () => wanted(chooserOf(page)));
addEventListener('openWhatsAppModal', () => {
  wanted('whatsapp', () => group && location.assign(group));
});

const hasChosen = () => has(storageKeys.cart) || has(storageKeys.bookingData) || has(storageKeys.campChoice);

const openingNow = () =>
  openingOf({
    page,
    width: innerWidth,
    welcomeSeen: wasSeen('session', storageKeys.welcomeSeen),
    gateSeen: wasSeen('session', storageKeys.gateSeen),
    introSeen: wasSeen('session', storageKeys.introSeen),
    booking: hasChosen() || isHeld(readText(storageKeys.order), Date.now()),
  });

function openByItself(): void {
  const opening = openingNow();
  if (!opening) return;
  // Something may have been chosen meanwhile.
  const wanted = () => openingNow()?.id === opening.id;
  const ask = () => overlay.ask({ wanted, show: () => show(opening.id) });
  // A frame after the delay: never before the first paint, and not in a tab that nobody looks at.
  setTimeout(() => requestAnimationFrame(ask), opening.afterMs);
}

function watchExit(): void {
  const id = exitOf(page);
  if (!id) return;
  const key = id === 'exit-intent' ? storageKeys.exitShown : storageKeys.campsExitShown;
  const mayOpen = () =>
    mayHold({
      signedIn: has(storageKeys.auth),
      hasBookingData: has(storageKeys.bookingData) || has(storageKeys.campChoice),
      hasCart: has(storageKeys.cart),
      alreadyShown: wasSeen('ever', key),
    });
  let asked = false;
  const leave = () => {
    // While something else is open it does not queue up: the moment is gone.
    if (asked || !overlay.isFree() || !mayOpen()) return;
    asked = true;
    overlay.ask({ show: () => show(id) });
  };
  document.documentElement.addEventListener('mouseleave', ({ clientY }) => {
    if (leavesByPointer(clientY)) leave();
  });
  // The camps page asks only whoever moves the mouse away (spec 2 §2).
  if (id === 'exit-intent-camps') return;
  let before = scrollY;
  addEventListener(
    'scroll',
    () => {
      if (leavesByScroll(before, scrollY)) leave();
      before = scrollY;
    },
    { passive: true },
  );
}

if (!isCrawler(navigator.userAgent)) {
  watchExit();
  if (document.readyState === 'complete') openByItself();
  else addEventListener('load', openByItself);
}
