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
const fetchMock = vi.fn<(url: string, options: object) => Promise<Response>>();

/** The elements under the button. */
let below: HTMLElement[] = [];
const disconnect = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  fetchMock.mockReset().mockImplementation(() => Promise.resolve(Response.json([])));
  vi.stubGlobal('fetch', fetchMock);
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

it('pulses at first, shows its teaser once, and then stays quiet', () => {
  expect(find('button').className).toBe('pulsing');
  vi.advanceTimersByTime(timing.LAUNCHER_PULSE_MS);
  expect(find('button').className).toBe('');
  vi.advanceTimersByTime(timing.TEASER_DELAY_MS - timing.LAUNCHER_PULSE_MS);
  expect(find('[data-teaser]').hidden).toBe(false);
  vi.advanceTimersByTime(timing.TEASER_SHOWN_MS);
  expect(document.querySelector('[data-teaser]')).toBeNull();
});

it('opens the chooser, and shows no more teasers', () => {
  const open = vi.fn();
  const end = new AbortController();
  onRaised('openWelcomeModal', open, end.signal);
  find('button').click();
  end.abort();
  expect(open).toHaveBeenCalledOnce();
  expect(document.querySelector('[data-teaser]')).toBeNull();
});

it('prefetches the assistant and its data when the button is pressed down', async () => {
  const onAsk = vi.fn();
  const end = new AbortController();
  onRaised('askAssistant', onAsk, end.signal);
  vi.advanceTimersByTime(5000);
  expect([onAsk.mock.calls, fetchMock.mock.calls]).toEqual([[], []]);
  const requestOptions = { headers: { apikey: 'public' } };
  find('button').dispatchEvent(new Event('pointerdown'));
  expect(onAsk).toHaveBeenCalledOnce();
  const requests = fetchMock.mock.calls.map(([url, options]) => [url.slice(0, 32), options]);
  expect(requests.slice(-2)).toEqual([
    ['https://api.test/rest/v1/current', requestOptions],
    ['https://api.test/rest/v1/camps?s', requestOptions],
  ]);
  // Releasing the button does not request anything twice.
  const soFar = fetchMock.mock.calls.length;
  find('button').click();
  await fetchOffers();
  expect(fetchMock).toHaveBeenCalledTimes(soFar);
  vi.advanceTimersByTime(10_000);
  await fetchCamps();
  expect(fetchMock).toHaveBeenCalledTimes(soFar + 1);
  // The keyboard does the same, except that the file is already loaded.
  find('button').click();
  end.abort();
  expect(onAsk).toHaveBeenCalledTimes(2);
  expect(fetchMock.mock.calls.slice(soFar + 1).map(([url]) => url.slice(0, 21))).toEqual([
    'https://api.test/rest',
    'https://api.test/rest',
  ]);
});

it('moves aside while it would cover a comparison table', () => {
  const scroll = () => dispatchEvent(new Event('scroll'));
  below = [find('[data-keep-clear]')];
  scroll();
  expect(find('button').classList.contains('aside')).toBe(true);
  below = [];
  scroll();
  expect(find('button').classList.contains('aside')).toBe(false);
});

it('stops its timers and observers after it is removed from the page', () => {
  find('chat-launcher').remove();
  expect(vi.getTimerCount()).toBe(0);
  expect(disconnect).toHaveBeenCalledOnce();
  below = [find('[data-keep-clear]')];
  showPage('<b data-steps-aside></b>');
  dispatchEvent(new Event('scroll'));
  expect(find('b').className).toBe('');
});
