// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { timing } from '../../../src/config/timing.ts';
import { onRaised } from '../../../src/browser/window-events.ts';
import '../../../src/features/chat/chat-launcher.ts';
import { find, showPage } from '../support/page.ts';

/** What lies under the button. */
let below: HTMLElement[] = [];
const disconnect = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  below = [];
  disconnect.mockClear();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      disconnect = disconnect;
      observe = vi.fn();
    },
  );
  document.elementsFromPoint = () => below;
  showPage(`<chat-launcher><aside><p data-teaser hidden></p>
    <button class="pulsing" data-steps-aside></button></aside></chat-launcher><div data-keep-clear></div>`);
});
afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('pulses at first, calls once, and is quiet then', () => {
  expect(find('button').className).toBe('pulsing');
  vi.advanceTimersByTime(timing.LAUNCHER_PULSE_MS);
  expect(find('button').className).toBe('');
  vi.advanceTimersByTime(timing.TEASER_DELAY_MS - timing.LAUNCHER_PULSE_MS);
  expect(find('[data-teaser]').hidden).toBe(false);
  vi.advanceTimersByTime(timing.TEASER_SHOWN_MS);
  expect(document.querySelector('[data-teaser]')).toBeNull();
});

it('opens the chooser, and calls no more', () => {
  const open = vi.fn();
  const end = new AbortController();
  onRaised('openWelcomeModal', open, end.signal);
  find('button').click();
  end.abort();
  expect(open).toHaveBeenCalledOnce();
  expect(document.querySelector('[data-teaser]')).toBeNull();
});

it('fetches the assistant under the finger, before it is lifted', () => {
  const wanted = vi.fn();
  const end = new AbortController();
  onRaised('askAssistant', wanted, end.signal);
  expect(wanted).not.toHaveBeenCalled();
  find('button').dispatchEvent(new Event('pointerdown'));
  end.abort();
  expect(wanted).toHaveBeenCalledOnce();
});

it('steps aside while it would lie on what is compared', () => {
  const scroll = () => dispatchEvent(new Event('scroll'));
  below = [find('[data-keep-clear]')];
  scroll();
  expect(find('button').classList.contains('aside')).toBe(true);
  below = [];
  scroll();
  expect(find('button').classList.contains('aside')).toBe(false);
});

it('taken from the page, it watches and waits for nothing', () => {
  find('chat-launcher').remove();
  expect(vi.getTimerCount()).toBe(0);
  expect(disconnect).toHaveBeenCalledOnce();
  below = [find('[data-keep-clear]')];
  showPage('<b data-steps-aside></b>');
  dispatchEvent(new Event('scroll'));
  expect(find('b').className).toBe('');
});
