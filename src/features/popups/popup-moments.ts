import { storageKeys } from '#config/paths.ts';
import { isCrawler } from '#browser/crawler.ts';
import { POPUP_TURN_CHECK_MS } from '#config/timing.ts';
import { hasInteracted, mayInterrupt } from '#browser/interruption.ts';
import { overlay } from '#browser/overlay.ts';
import { readText } from '#browser/text-storage.ts';
import { PageElement } from '#ui/page-element.ts';
import {
  exitOf,
  isHeld,
  leavesByPointer,
  leavesByScroll,
  mayShowExitOffer,
  findOpening,
  type PopupId,
} from './model.ts';
import { hasStored, wasShown } from '#browser/shown-marks.ts';

const show = async (id: PopupId) => (await import('./show-popup.ts')).showPopup(id);

const hasChosen = () =>
  hasStored(storageKeys.cart) || hasStored(storageKeys.bookingData) || hasStored(storageKeys.campChoice);

/** Opens popups automatically. They are downloaded only when the first of them may open. */
export class PopupMoments extends PageElement {
  #pageKinds: readonly string[] = [];

  protected override start(signal: AbortSignal): void {
    this.#pageKinds = (this.dataset['popups'] ?? '').split(' ');
    if (isCrawler(navigator.userAgent)) return;
    this.#watchExit(signal);
    if (document.readyState === 'complete') this.#openAutomatically(signal);
    else addEventListener('load', () => this.#openAutomatically(signal), { signal });
  }

  #findOpeningNow() {
    return findOpening({
      page: this.#pageKinds,
      width: innerWidth,
      welcomeSeen: wasShown('session', storageKeys.welcomeSeen),
      gateSeen: wasShown('session', storageKeys.gateSeen),
      introSeen: wasShown('session', storageKeys.introSeen),
      hasInteracted: hasInteracted(),
      booking: hasChosen() || isHeld(readText(storageKeys.order), Date.now()),
    });
  }

  #openAutomatically(signal: AbortSignal): void {
    const opening = this.#findOpeningNow();
    if (!opening) return;
    // The visitor may have chosen something since the timer started.
    const isStillWanted = () => !signal.aborted && this.#findOpeningNow()?.id === opening.id;
    const tryToOpen = () => {
      if (mayInterrupt()) overlay.ask({ wanted: isStillWanted, show: () => show(opening.id) });
      else if (isStillWanted()) wait(POPUP_TURN_CHECK_MS);
    };
    // Waiting for a frame prevents the popup from opening before the first paint or in a hidden tab.
    const wait = (ms: number) => setTimeout(() => requestAnimationFrame(tryToOpen), ms);
    wait(opening.afterMs);
  }

  #watchExit(signal: AbortSignal): void {
    const id = exitOf(this.#pageKinds);
    if (!id) return;
    const key = id === 'exit-intent' ? storageKeys.exitShown : storageKeys.campsExitShown;
    const mayOpen = () =>
      mayShowExitOffer({
        signedIn: hasStored(storageKeys.auth),
        hasBookingData: hasStored(storageKeys.bookingData) || hasStored(storageKeys.campChoice),
        hasCart: hasStored(storageKeys.cart),
        mayInterrupt: mayInterrupt(),
        alreadyShown: wasShown('ever', key),
      });
    let isRequested = false;
    const offerOnExit = () => {
      // If another dialog is open, the offer does not wait for it, because the visitor would then no longer be
      // leaving.
      if (isRequested || !overlay.isFree() || !mayOpen()) return;
      isRequested = true;
      overlay.ask({ show: () => show(id) });
    };
    document.documentElement.addEventListener(
      'mouseleave',
      ({ clientY }) => {
        if (leavesByPointer(clientY)) offerOnExit();
      },
      { signal },
    );
    // On the camps page, only the pointer counts as leaving (spec 2 §2).
    if (id === 'exit-intent-camps') return;
    let previousScrollY = scrollY;
    addEventListener(
      'scroll',
      () => {
        if (leavesByScroll(previousScrollY, scrollY)) offerOnExit();
        previousScrollY = scrollY;
      },
      { passive: true, signal },
    );
  }
}

customElements.define('popup-moments', PopupMoments);
