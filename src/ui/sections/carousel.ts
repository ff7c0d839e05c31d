import { timing } from '../../config/timing.ts';
import { mayTurn, turned } from './turning.ts';

/** Cards in a row (`carousel.css`), turned by the buttons with `data-turn`: 1 is the next one, -1 the one before. */
export function turnCarousel(root: HTMLElement, button: HTMLElement | null): void {
  const by = Number(button?.dataset['turn']);
  if (by === 1 || by === -1) turn(root, by);
}

function turn(root: HTMLElement, by: 1 | -1): void {
  const track = root.querySelector<HTMLElement>('[data-track]');
  const [first, second] = root.querySelectorAll<HTMLElement>('[data-track] li');
  if (!track || !first || !second) return;
  const step = second.offsetLeft - first.offsetLeft;
  const scroll = { left: track.scrollLeft, width: track.clientWidth, full: track.scrollWidth, step };
  track.scrollTo({ left: turned(scroll, by), behavior: motion().matches ? 'auto' : 'smooth' });
}

const motion = () => matchMedia('(prefers-reduced-motion: reduce)');

/** One that turns by itself too, with a button that makes it stand still. */
export function startCarousel(root: HTMLElement): void {
  const track = root.querySelector<HTMLElement>('[data-track]');
  const pause = root.querySelector('[data-pause]');
  if (!track) return;
  const wish = motion();
  const is = { hovered: false, focused: false, inView: false, paused: false };

  let timer: ReturnType<typeof setInterval> | undefined;
  const decide = () => {
    clearInterval(timer);
    if (!mayTurn({ ...is, reducedMotion: wish.matches })) return;
    timer = setInterval(() => turn(root, 1), timing.COACH_AUTOPLAY_MS);
  };
  const set = (change: Partial<typeof is>) => {
    Object.assign(is, change);
    decide();
  };

  // A finger leaves its hover behind: only a pointer that can hover holds the cards.
  root.addEventListener('pointerenter', (event) => {
    if (event.pointerType !== 'touch') set({ hovered: true });
  });
  root.addEventListener('pointerleave', () => set({ hovered: false }));
  track.addEventListener('touchstart', decide, { passive: true });
  root.addEventListener('focusin', () => set({ focused: true }));
  root.addEventListener('focusout', () => set({ focused: false }));
  wish.addEventListener('change', decide);
  new IntersectionObserver(([entry]) => set({ inView: entry?.isIntersecting ?? false }), {
    threshold: timing.SECTION_VIEW_SHARE,
  }).observe(track);

  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('button') : null;
    turnCarousel(root, button);
    if (button !== pause || !pause) return;
    pause.setAttribute('aria-pressed', String(!is.paused));
    set({ paused: !is.paused });
  });
  root.dataset['carousel'] = 'live';
}
