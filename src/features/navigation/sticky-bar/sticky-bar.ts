import { hasSession } from '#browser/has-session.ts';
import { PageElement } from '#ui/page-element.ts';
import { followScroll } from '../follow-scroll.ts';
import { shellAt } from '../model.ts';

/** Matches a chosen date or week of a camp. A visitor who has chosen one should not be distracted. */
const chosenDate = ':checked:is([name="camp"], [name="week"])';

/** The bar and the mascot beside it, which appear with scrolling, but not over the booking (spec 2 §2). */
export class StickyBar extends PageElement {
  #isAtBooking = false;

  protected override start(signal: AbortSignal): void {
    this.#followBooking(signal);
    followScroll(() => this.#draw(), signal);
    const progress = this.querySelector<HTMLElement>('[data-progress]');
    if (progress && hasSession())
      void import('../progress.ts').then(({ showProgress }) => showProgress(progress)).catch(() => undefined);
  }

  /** Hides the bar and the mascot while the booking is in view, because they are not needed there. */
  #followBooking(signal: AbortSignal): void {
    const booking = document.querySelector('[data-books]');
    if (!booking) return;
    const observer = new IntersectionObserver((entries) => {
      this.#isAtBooking = entries.at(-1)?.isIntersecting ?? false;
      this.#draw();
    });
    observer.observe(booking);
    signal.addEventListener('abort', () => observer.disconnect());
  }

  #draw(): void {
    const isBooking = this.#isAtBooking || document.querySelector(chosenDate) !== null;
    const hasOwnBar = document.querySelector('[data-bottom-bar]') !== null;
    const shell = shellAt(scrollY, innerHeight, innerWidth, { isBooking, hasOwnBar });
    const mascot = this.querySelector('.mascot-button');
    this.toggleAttribute('data-on', shell.bar);
    this.querySelector('.sticky-bar')?.classList.toggle('on', shell.bar);
    mascot?.classList.toggle('on', shell.mascot);
    mascot?.classList.toggle('calling', shell.callout);
  }
}

customElements.define('sticky-bar', StickyBar);
