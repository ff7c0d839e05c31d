// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storageKeys } from '#config/paths.ts';
import * as timing from '#config/timing.ts';
import '#features/popups/campaign-popup.ts';
import '#features/popups/popup-moments.ts';
import { showPage } from '#support/unit/page.ts';

type ShowPopup = (id: string, remember?: () => unknown) => Promise<void>;
const showPopup = vi.hoisted(() => vi.fn<ShowPopup>());
vi.mock('#features/popups/show-popup.ts', () => ({ showPopup }));

const DAY_MS = 24 * 60 * 60 * 1000;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-12-01T10:00:00+08:00') });
  showPopup.mockReset().mockImplementation((_, remember) => {
    remember?.();
    return Promise.resolve();
  });
  vi.stubGlobal('innerWidth', 1280);
});
afterEach(() => {
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const june = { audience: 'everyone', frequency: 'once', until: '2026-12-08T00:00:00+08:00' };
const open = async (campaign: Partial<typeof june> = {}) => {
  const { audience, frequency, until } = { ...june, ...campaign };
  showPage(`
    <popup-moments data-popups="sells"></popup-moments>
    <campaign-popup data-popup="campaign-june" data-audience="${audience}" data-frequency="${frequency}" data-until="${until}"></campaign-popup>`);
  await vi.advanceTimersByTimeAsync(timing.CAMPAIGN_DELAY_MS + 100);
  const opened = showPopup.mock.calls.map(([id]) => id);
  showPopup.mockClear();
  return opened;
};
const newVisit = () => sessionStorage.clear();

it('the campaign opens once, in place of the welcome chooser of that visit', async () => {
  expect(await open()).toEqual(['campaign-june']);
  expect(await open()).toEqual([]);
  newVisit();
  expect(await open()).toEqual(['welcome']);
});

it.each([
  ['visit', 0, true],
  ['week', 6 * DAY_MS, false],
  ['week', 7 * DAY_MS, true],
  ['once', 300 * DAY_MS, false],
])(
  'the campaign opens once per %s: after %i ms in a new visit it opens again: %s',
  async (frequency, passed, opensAgain) => {
    const until = '2028-01-01T00:00:00+08:00';
    expect(await open({ frequency, until })).toEqual(['campaign-june']);
    expect(await open({ frequency, until })).toEqual([]);
    newVisit();
    vi.setSystemTime(Date.now() + passed);
    expect((await open({ frequency, until })).includes('campaign-june')).toBe(opensAgain);
  },
);

it('the campaign does not open after its end, although the page was built before', async () => {
  vi.setSystemTime(Date.parse(june.until));
  expect(await open()).toEqual(['welcome']);
});

it.each([
  ['visitors', null, true],
  ['visitors', storageKeys.auth, false],
  ['visitors', storageKeys.cart, false],
  ['families', null, false],
  ['families', storageKeys.auth, true],
])('the campaign for %s is shown to a browser with %s: %s', async (audience, key, sees) => {
  if (key) localStorage.setItem(key, '{}');
  expect((await open({ audience })).includes('campaign-june')).toBe(sees);
});

it('the campaign never opens if the browser stores nothing', async () => {
  const throwError = () => {
    throw new Error('blocked');
  };
  vi.stubGlobal('localStorage', { getItem: throwError, setItem: throwError, clear: () => undefined });
  expect(await open()).not.toContain('campaign-june');
});
