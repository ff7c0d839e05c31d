import { PageElement } from '../page-element.ts';
import { turned } from './turning.ts';

/** Cards in a row (`carousel.css`), turned by its buttons with `data-turn`: 1 is the next one, -1 the one before. */
export class CardCarousel extends PageElement {
  protected override start(signal: AbortSignal): void {
    this.addEventListener('click', ({ target }) => this.press(target), { signal });
  }

  /** Answers a press on what lies in it; the page hands over one that was made before this was here. */
  press(target: EventTarget | null): void {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-turn]') : null;
    const by = Number(button?.dataset['turn']);
    if (by === 1 || by === -1) this.turn(by);
  }

  protected get track(): HTMLElement | null {
    return this.querySelector<HTMLElement>('[data-track]');
  }

  protected turn(by: 1 | -1): void {
    const { track } = this;
    const [first, second] = this.querySelectorAll<HTMLElement>('[data-track] li');
    if (!track || !first || !second) return;
    const step = second.offsetLeft - first.offsetLeft;
    const scroll = { left: track.scrollLeft, width: track.clientWidth, full: track.scrollWidth, step };
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    track.scrollTo({ left: turned(scroll, by), behavior: still ? 'auto' : 'smooth' });
  }
}

customElements.define('card-carousel', CardCarousel);
