import * as timing from '#config/timing.ts';
import { isCrawler } from '#browser/crawler.ts';
import { PageElement } from '#ui/page-element.ts';

/** Loads the toasts when the visitor has scrolled 80 % of the window's height (spec 2 §4). */
export class ProofMoment extends PageElement {
  protected override start(signal: AbortSignal): void {
    if (isCrawler(navigator.userAgent)) return;
    const checkScroll = () => {
      if (scrollY <= innerHeight * timing.PROOF_VIEWPORTS) return;
      removeEventListener('scroll', checkScroll);
      void import('./toasts.ts').then(({ startToasts }) => startToasts()).catch(() => undefined);
    };
    addEventListener('scroll', checkScroll, { passive: true, signal });
  }
}

customElements.define('proof-moment', ProofMoment);
