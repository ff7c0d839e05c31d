import { PageElement } from '../page-element.ts';
import { findTurnTarget } from './carousel-rules.ts';

/**
 * A row of cards (`carousel.css`). Buttons with `data-turn` move it. The value 1 moves to the next card, and -1 to the
 * previous one.
 */
export class CardCarousel extends PageElement {
  protected override start(signal: AbortSignal): void {
    this.addEventListener('click', ({ target }) => this.press(target), { signal });
  }

  /**
   * Handles a click inside the carousel. The page also calls this for a click that came before the script had loaded.
   */
  press(target: EventTarget | null): void {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-turn]') : null;
    const direction = Number(button?.dataset['turn']);
    if (direction === 1 || direction === -1) this.turn(direction);
  }

  protected get track(): HTMLElement | null {
    return this.querySelector<HTMLElement>('[data-track]');
  }

  protected turn(direction: 1 | -1): void {
    const { track } = this;
    const [first, second] = this.querySelectorAll<HTMLElement>('[data-track] li');
    if (!track || !first || !second) return;
    const step = second.offsetLeft - first.offsetLeft;
    const scroll = { left: track.scrollLeft, width: track.clientWidth, full: track.scrollWidth, step };
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    track.scrollTo({ left: findTurnTarget(scroll, direction), behavior: reducedMotion ? 'auto' : 'smooth' });
  }
}

customElements.define('card-carousel', CardCarousel);
