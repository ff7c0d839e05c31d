import { anchors } from '../../config/paths.ts';
import { hasSession } from '../../browser/has-session.ts';
import { PageElement } from '../../ui/page-element.ts';
import { followScroll } from './follow-scroll.ts';
import { shellAt } from './model.ts';

/** The bar at the foot and the mascot beside it: they come with scrolling, and not over the booking (spec 2 §2). */
export class StickyBar extends PageElement {
  #isAtBooking = false;

  protected override start(signal: AbortSignal): void {
    this.#followBooking(signal);
    followScroll(() => this.#draw(), signal);
    const progress = this.querySelector<HTMLElement>('[data-progress]');
    if (progress && hasSession())
      void import('./progress.ts').then(({ showProgress }) => showProgress(progress)).catch(() => undefined);
  }

  /** Whether any of the booking is in view: both lead there, and whoever is there needs neither. */
  #followBooking(signal: AbortSignal): void {
    const booking = document.getElementById(anchors.booking);
    if (!booking) return;
    const observer = new IntersectionObserver((entries) => {
      this.#isAtBooking = entries.at(-1)?.isIntersecting ?? false;
      this.#draw();
    });
    observer.observe(booking);
    signal.addEventListener('abort', () => observer.disconnect());
  }

  #draw(): void {
    const shell = shellAt(scrollY, innerHeight, innerWidth, this.#isAtBooking);
    const mascot = this.querySelector('.mascot-button');
    this.querySelector('.sticky-bar')?.classList.toggle('on', shell.bar);
    mascot?.classList.toggle('on', shell.mascot);
    mascot?.classList.toggle('calling', shell.callout);
  }
}

customElements.define('sticky-bar', StickyBar);
