import * as timing from '#config/timing.ts';
import { CardCarousel } from './card-carousel.ts';
import { mayTurn, type Circumstances } from './carousel-rules.ts';

export class TurningCarousel extends CardCarousel {
  #is: Circumstances = {
    hovered: false,
    focused: false,
    inView: false,
    paused: false,
    reducedMotion: false,
  };
  #timer: ReturnType<typeof setInterval> | undefined;

  protected override start(signal: AbortSignal): void {
    super.start(signal);
    const { track } = this;
    if (!track) return;
    const query = matchMedia('(prefers-reduced-motion: reduce)');
    this.#set({ reducedMotion: query.matches });
    query.addEventListener('change', () => this.#set({ reducedMotion: query.matches }), { signal });
    // After a touch, browsers keep the hover state, so only a mouse or pen pauses the carousel.
    this.addEventListener(
      'pointerenter',
      ({ pointerType }) => {
        if (pointerType !== 'touch') this.#set({ hovered: true });
      },
      { signal },
    );
    this.addEventListener('pointerleave', () => this.#set({ hovered: false }), { signal });
    track.addEventListener('touchstart', () => this.#set({}), { passive: true, signal });
    this.addEventListener('focusin', () => this.#set({ focused: true }), { signal });
    this.addEventListener('focusout', () => this.#set({ focused: false }), { signal });
    const observer = new IntersectionObserver(
      ([entry]) => this.#set({ inView: entry?.isIntersecting ?? false }),
      { threshold: timing.SECTION_VIEW_SHARE },
    );
    observer.observe(track);
    signal.addEventListener('abort', () => {
      observer.disconnect();
      clearInterval(this.#timer);
    });
  }

  override press(target: EventTarget | null): void {
    super.press(target);
    const pause = target instanceof Element ? target.closest('[data-pause]') : null;
    if (!pause) return;
    this.#set({ paused: !this.#is.paused });
    pause.setAttribute('aria-pressed', String(this.#is.paused));
  }

  /** Changes the circumstances. Each change starts the pause before the next move again. */
  #set(change: Partial<Circumstances>): void {
    Object.assign(this.#is, change);
    clearInterval(this.#timer);
    if (mayTurn(this.#is)) this.#timer = setInterval(() => this.turn(1), timing.COACH_AUTOPLAY_MS);
  }
}

customElements.define('turning-carousel', TurningCarousel);
