// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storageKeys } from '../../../src/config/paths.ts';
import '../../../src/features/passes/pass-opener.ts';
import { find, showPage } from '../support/page.ts';

const { PassDialog, ask } = vi.hoisted(() => {
  const ask = vi.fn<(button: Element) => Promise<void>>();
  class PassDialog extends HTMLElement {
    ask = ask;
  }
  return { PassDialog, ask };
});
vi.mock('../../../src/features/passes/pass-dialog.ts', () => {
  if (!customElements.get('pass-dialog')) customElements.define('pass-dialog', PassDialog);
  return { PassDialog };
});

beforeEach(() => {
  localStorage.clear();
  ask.mockReset().mockResolvedValue();
});
afterEach(() => document.body.replaceChildren());

const page = () =>
  showPage(`<a href="#book" data-pass="flexi"><b>Buy</b></a><a href="#other" id="other">Other</a>
    <pass-opener><pass-dialog></pass-dialog></pass-opener>`);
const signIn = () => localStorage.setItem(storageKeys.auth, '{}');
/** Presses it; answers whether its link was left to the browser. */
async function press(selector: string, keys: MouseEventInit = {}): Promise<boolean> {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...keys });
  const follows = find(selector).dispatchEvent(event);
  await vi.dynamicImportSettled();
  return follows;
}

it('a visitor follows the link', async () => {
  page();
  expect([await press('b'), ask.mock.calls.length]).toEqual([true, 0]);
});

it('who is signed in is asked for which child, of the pass that was pressed', async () => {
  signIn();
  page();
  expect(await press('b')).toBe(false);
  expect(ask.mock.calls).toEqual([[find('[data-pass]')]]);
});

it('so is who signed in meanwhile, in another tab, and whose session has ended', async () => {
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
])('%s is the browser’s', async (_, selector, keys) => {
  signIn();
  page();
  expect([await press(selector, keys), ask.mock.calls.length]).toEqual([true, 0]);
});
