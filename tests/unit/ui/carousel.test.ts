// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '#ui/sections/turning-carousel.ts';
import * as timing from '#config/timing.ts';
import { find, showPage } from '#support/unit/page.ts';

/** Simulates whether the track is in view. */
let setInView: (isIntersecting: boolean) => void;
const disconnect = vi.fn();
const scrollTo = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      disconnect = disconnect;
      observe = vi.fn();
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        setInView = (isIntersecting) => callback([{ isIntersecting }]);
      }
    },
  );
});
afterEach(() => {
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

/** Shows three cards, 100 pixels apart, one of them in view. */
function carousel(tag: string): HTMLElement {
  showPage(`<${tag}><div data-track><ul><li></li><li></li><li></li></ul></div>
    <button data-turn="-1"></button><button data-pause></button><button data-turn="1"></button></${tag}>`);
  const track = find('[data-track]');
  Object.defineProperties(track, { clientWidth: { value: 100 }, scrollWidth: { value: 300 } });
  for (const [at, card] of document.querySelectorAll('li').entries())
    Object.defineProperty(card, 'offsetLeft', { value: at * 100 });
  Object.assign(track, { scrollTo });
  return find(tag);
}
const press = (part: string) => find(part).click();
const turns = () => scrollTo.mock.calls.map(([to]) => (to as ScrollToOptions).left);
const pass = () => vi.advanceTimersByTime(timing.COACH_AUTOPLAY_MS);

it.each(['card-carousel', 'turning-carousel'])('%s turns in both directions by its buttons', (tag) => {
  carousel(tag);
  press('[data-turn="1"]');
  press('[data-turn="-1"]');
  expect(turns()).toEqual([100, 200]);
});

it('turns automatically while it is in view', () => {
  carousel('turning-carousel');
  pass();
  setInView(true);
  pass();
  pass();
  setInView(false);
  pass();
  expect(turns()).toHaveLength(2);
});

it('pauses and resumes on request', () => {
  carousel('turning-carousel');
  setInView(true);
  press('[data-pause]');
  expect(find('[data-pause]').getAttribute('aria-pressed')).toBe('true');
  pass();
  expect(turns()).toEqual([]);
  press('[data-pause]');
  pass();
  expect(turns()).toHaveLength(1);
});

it('pauses under a mouse and while focused, but not after a touch', () => {
  const element = carousel('turning-carousel');
  setInView(true);
  element.dispatchEvent(new PointerEvent('pointerenter', { pointerType: 'touch' }));
  pass();
  expect(turns()).toHaveLength(1);
  element.dispatchEvent(new PointerEvent('pointerenter', { pointerType: 'mouse' }));
  pass();
  element.dispatchEvent(new PointerEvent('pointerleave', { pointerType: 'mouse' }));
  element.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  pass();
  expect(turns()).toHaveLength(1);
});

it('stops turning and observing after it is removed from the page', () => {
  const element = carousel('turning-carousel');
  setInView(true);
  element.remove();
  pass();
  element.querySelector('button')?.click();
  expect(turns()).toEqual([]);
  expect(disconnect).toHaveBeenCalledOnce();
});
