// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storageKeys } from '#config/paths.ts';
import * as timing from '#config/timing.ts';
import { dispatch } from '#browser/window-events.ts';
import '#features/popups/popup-moments.ts';
import '#features/popups/popup-requests.ts';
import { PopupDialog } from '#features/popups/popup-dialog.ts';
import { find, showPage } from '#support/unit/page.ts';

const showPopup = vi.hoisted(() => vi.fn<(id: string) => Promise<void>>());
vi.mock('#features/popups/show-popup.ts', () => ({ showPopup }));

beforeEach(() => {
  vi.useFakeTimers();
  showPopup.mockReset().mockResolvedValue(undefined);
  vi.stubGlobal('innerWidth', 1280);
});
afterEach(() => {
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
const listOpened = () => showPopup.mock.calls.map(([id]) => id);

describe('the automatic popups', () => {
  const page = (kinds = 'sells') =>
    showPage(
      `<popup-requests data-popups="${kinds}"></popup-requests><popup-moments data-popups="${kinds}"></popup-moments>`,
    );
  const wait = (ms = timing.WELCOME_DELAY_MS + 100) => vi.advanceTimersByTimeAsync(ms);

  it('open the chooser after a delay', async () => {
    page();
    await wait(timing.WELCOME_DELAY_MS - 100);
    expect(listOpened()).toEqual([]);
    await wait();
    expect(listOpened()).toEqual(['welcome']);
  });

  it('open after the rest that follows another popup', async () => {
    sessionStorage.setItem(storageKeys.interrupted, String(Date.now()));
    page('sells intro');
    await wait(timing.INTERRUPTION_GAP_MS - 100);
    expect(listOpened()).toEqual([]);
    await wait(timing.POPUP_TURN_CHECK_MS + 200);
    expect(listOpened()).toEqual(['birthday-intro']);
  });

  it('do not open the chooser if it was seen during the delay', async () => {
    page();
    sessionStorage.setItem(storageKeys.welcomeSeen, 'true');
    await wait();
    expect(listOpened()).toEqual([]);
  });

  it('open the chooser of this page on request', async () => {
    page('camps');
    dispatch('openWelcomeModal');
    await wait(1);
    expect(listOpened()).toEqual(['welcome-camps']);
  });

  it('open once when the pointer leaves at the top', async () => {
    page('sells');
    sessionStorage.setItem(storageKeys.welcomeSeen, 'true');
    const leaveAt = (clientY: number) =>
      document.documentElement.dispatchEvent(new MouseEvent('mouseleave', { clientY }));
    leaveAt(300);
    leaveAt(0);
    leaveAt(0);
    await wait(1);
    expect(listOpened()).toEqual(['exit-intent']);
  });

  it('stop waiting after they are removed from the page', async () => {
    page();
    for (const waits of ['popup-moments', 'popup-requests']) find(waits).remove();
    dispatch('openWelcomeModal');
    await wait();
    expect(listOpened()).toEqual([]);
  });
});

describe('a popup with two panels', () => {
  const open = () => {
    const popup = find('popup-dialog');
    if (popup instanceof PopupDialog) popup.open();
  };
  const faces = () => ['#one', '#two'].map((id) => !find(id).parentElement?.hidden);
  beforeEach(() => {
    showPage(`<popup-dialog><dialog>
      <div data-panel="first"><h2 id="one" tabindex="-1">One</h2><button data-panel-to="second"></button></div>
      <div data-panel="second" hidden><h2 id="two" tabindex="-1">Two</h2><button data-closes></button></div>
      <content-picture><img id="content"></content-picture><img id="drawing">
    </dialog></popup-dialog>`);
    open();
  });

  it('starts with the first, and is labelled by the one on screen', () => {
    expect([faces(), document.activeElement]).toEqual([[true, false], find('#one')]);
    find('[data-panel-to]').click();
    expect([faces(), document.activeElement]).toEqual([[false, true], find('#two')]);
    expect(find('dialog').getAttribute('aria-labelledby')).toBe('two');
  });

  it('starts with the first again after it was closed', () => {
    find('[data-panel-to]').click();
    find('[data-closes]').click();
    expect(find('dialog').hasAttribute('open')).toBe(false);
    open();
    expect(faces()).toEqual([true, false]);
  });

  it('removes an illustration that does not load, but not a picture from content', () => {
    for (const image of ['#drawing', '#content']) find(image).dispatchEvent(new Event('error'));
    expect([find('#drawing').hidden, find('#content').hidden]).toEqual([true, false]);
  });
});
