// @vitest-environment happy-dom
import vm from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { storageKeys } from '#config/paths.ts';
import firstPress from '#features/passes/first-press.inline.ts?script';
import '#features/passes/pass-opener.ts';
import { find, showPage } from '#support/unit/page.ts';

const { PassDialog, ask } = vi.hoisted(() => {
  const ask = vi.fn<(button: Element) => Promise<void>>();
  class PassDialog extends HTMLElement {
    ask = ask;
  }
  return { PassDialog, ask };
});
vi.mock('#features/passes/pass-dialog.ts', () => {
  if (!customElements.get('pass-dialog')) customElements.define('pass-dialog', PassDialog);
  return { PassDialog };
});

beforeEach(() => {
  localStorage.clear();
  ask.mockReset().mockResolvedValue();
});
afterEach(() => document.body.replaceChildren());

const cards = '<a href="#book" data-pass="flexi"><b>Buy</b></a><a href="#other" id="other">Other</a>';
const opener = '<pass-opener><pass-dialog></pass-dialog></pass-opener>';
const page = () => showPage(cards + opener);
const signIn = () => localStorage.setItem(storageKeys.auth, '{}');
/** Presses the element, and returns whether the browser followed the link. */
async function press(selector: string, keys: MouseEventInit = {}): Promise<boolean> {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...keys });
  const follows = find(selector).dispatchEvent(event);
  await vi.dynamicImportSettled();
  return follows;
}

it('lets a visitor follow the link', async () => {
  page();
  expect([await press('b'), ask.mock.calls.length]).toEqual([true, 0]);
});

it('asks a member which child the pass is for', async () => {
  signIn();
  page();
  expect(await press('b')).toBe(false);
  expect(ask.mock.calls).toEqual([[find('[data-pass]')]]);
});

it('also asks a member who signed in in another tab, or whose session has expired', async () => {
  page();
  signIn();
  expect(await press('b')).toBe(false);
  page();
  localStorage.clear();
  expect(await press('b')).toBe(false);
  expect(ask).toHaveBeenCalledTimes(2);
});

it.each([
  ['another link', '#other', {}],
  ['a new tab', 'b', { ctrlKey: true }],
  ['a new tab on a Mac', 'b', { metaKey: true }],
  ['a new window', 'b', { shiftKey: true }],
])('leaves %s to the browser', async (_, selector, keys) => {
  signIn();
  page();
  expect([await press(selector, keys), ask.mock.calls.length]).toEqual([true, 0]);
});

describe('before the script has loaded', () => {
  /** Shows the cards and runs the inline script. Its listener ends with the test. */
  function runInlineScript(): void {
    showPage(cards);
    window.pressedPass = undefined;
    const script = document.createElement('script');
    script.dataset['key'] = storageKeys.auth;
    vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
    const add = vi.spyOn(document, 'addEventListener');
    vm.runInNewContext(firstPress, { window, document, localStorage, Element });
    const [, listener] = add.mock.calls[0] ?? [];
    vi.restoreAllMocks();
    onTestFinished(() => listener && document.removeEventListener('click', listener));
  }
  const insertOpener = () => find('div').insertAdjacentHTML('beforeend', opener);

  it('keeps a member’s press, shows it as busy, and handles it after loading', async () => {
    signIn();
    runInlineScript();
    expect(await press('b')).toBe(false);
    expect(find('[data-pass]').getAttribute('aria-busy')).toBe('true');
    insertOpener();
    await vi.waitFor(() => expect(ask.mock.calls).toEqual([[find('[data-pass]')]]));
    expect(await press('b')).toBe(false);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('follows the link at the second click if the script does not load', async () => {
    signIn();
    runInlineScript();
    expect([await press('b'), await press('b')]).toEqual([false, true]);
  });

  it('leaves a visitor’s press, and one for a new tab, to the browser', async () => {
    runInlineScript();
    expect(await press('b')).toBe(true);
    signIn();
    expect(await press('b', { metaKey: true })).toBe(true);
    insertOpener();
    await vi.dynamicImportSettled();
    expect(ask).not.toHaveBeenCalled();
  });
});
