import { anchors } from '../../config/paths.ts';
import { hasSession } from '../../browser/has-session.ts';
import { PageElement } from '../../ui/page-element.ts';
import { followScroll } from './follow-scroll.ts';
import { shellAt } from './model.ts';

/** The bar at the foot and the mascot beside it: they come with scrolling, and not to whoever books (spec 2 §2). */
export class StickyBar extends PageElement {
  protected override start(signal: AbortSignal): void {
    followScroll(() => this.#draw(), signal);
    const progress = this.querySelector<HTMLElement>('[data-progress]');
    if (progress && hasSession())
      void import('./progress.ts').then(({ showProgress }) => showProgress(progress)).catch(() => undefined);
  }

  #draw(): void {
    const shell = shellAt(scrollY, innerHeight, innerWidth, isBooking());
    const mascot = this.querySelector('.mascot-button');
    this.querySelector('.sticky-bar')?.classList.toggle('on', shell.bar);
    mascot?.classList.toggle('on', shell.mascot);
    mascot?.classList.toggle('calling', shell.callout);
  }
}

/** Begun, and in the middle of the screen. */
function isBooking(): boolean {
  const booking = document.getElementById(anchors.booking);
  if (!booking?.querySelector('.step.done')) return false;
  const { top, bottom } = booking.getBoundingClientRect();
  return top < innerHeight / 2 && bottom > innerHeight / 2;
}

customElements.define('sticky-bar', StickyBar);
