// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchCamps } from '#api/camps.ts';
import { fetchOffers } from '#api/offers.ts';
import * as timing from '#config/timing.ts';
import { onRaised } from '#browser/window-events.ts';
import '#features/chat/chat-launcher.ts';
import { find, showPage } from '#support/unit/page.ts';

const site = { PUBLIC_SUPABASE_URL: 'https://api.test', PUBLIC_SUPABASE_KEY: 'public' };
vi.mock('#config/env.ts', () => ({ env: () => site }));
const fetched = vi.fn<(url: string, options: object) => Promise<Response>>();

/** What lies under the button. */
let below: HTMLElement[] = [];
const disconnect = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  fetched.mockReset().mockImplementation(() => Promise.resolve(Response.json([])));
  vi.stubGlobal('fetch', fetched);
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

it('fetches the assistant under the finger, before it is lifted, and asks the till as it will', async () => {
  const wanted = vi.fn();
  const end = new AbortController();
  onRaised('askAssistant', wanted, end.signal);
  vi.advanceTimersByTime(5000);
  expect([wanted.mock.calls, fetched.mock.calls]).toEqual([[], []]);
  const till = { headers: { apikey: 'public' } };
  find('button').dispatchEvent(new Event('pointerdown'));
  expect(wanted).toHaveBeenCalledOnce();
  const asked = fetched.mock.calls.map(([url, options]) => [url.slice(0, 32), options]);
  expect(asked.slice(-2)).toEqual([
    ['https://api.test/rest/v1/offers?', till],
    ['https://api.test/rest/v1/camps?s', till],
  ]);
  // Lifting it asks nothing twice, nor do those who take the answers; nothing is taken of what is old.
  const soFar = fetched.mock.calls.length;
  find('button').click();
  await fetchOffers();
  expect(fetched).toHaveBeenCalledTimes(soFar);
  vi.advanceTimersByTime(10_000);
  await fetchCamps();
  expect(fetched).toHaveBeenCalledTimes(soFar + 1);
  // By keyboard it is the same, but for the file that is there already.
  find('button').click();
  end.abort();
  expect(wanted).toHaveBeenCalledTimes(2);
  expect(fetched.mock.calls.slice(soFar + 1).map(([url]) => url.slice(0, 21))).toEqual([
    'https://api.test/rest',
    'https://api.test/rest',
  ]);
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
