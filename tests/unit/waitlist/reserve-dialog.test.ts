// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '#features/waitlist/reserve/reserve-dialog.ts';
import { find, showPage } from '#support/unit/page.ts';
import { watchSeen } from '#support/unit/seen.ts';

const conversation = '#features/waitlist/reserve/reserve.ts';
const openReserve = vi.fn<(dialog: HTMLDialogElement) => void>();
/** Fetches of the conversation. */
let asked = 0;
let seen: ReturnType<typeof watchSeen>;

beforeEach(() => {
  vi.resetModules();
  asked = 0;
  vi.doMock(conversation, () => {
    asked++;
    return { openReserve };
  });
  openReserve.mockReset();
  seen = watchSeen();
  showPage(`<button data-reserve-open>Reserve</button><reserve-dialog><dialog>
    <div class="field"></div><p data-reserve-problem data-late="Load the page again" hidden></p>
    <button type="submit"></button><button data-closes></button></dialog></reserve-dialog>`);
});
afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});
const press = () => find('[data-reserve-open]').click();

it('its conversation comes once its button is seen', async () => {
  await vi.dynamicImportSettled();
  expect(asked).toBe(0);
  seen.show(find('[data-reserve-open]'));
  await vi.waitFor(() => expect(asked).toBe(1));
});

it('the button opens the conversation', async () => {
  press();
  await vi.waitFor(() => expect(openReserve.mock.calls).toEqual([[find('dialog')]]));
});

it('where it cannot be had the dialog says so, and asks for nothing', async () => {
  vi.doMock(conversation, () => Promise.reject(new Error('No network')));
  press();
  await vi.waitFor(() => expect(find('dialog').hasAttribute('open')).toBe(true));
  const shown = ['.field', '[type="submit"]', '[data-reserve-problem]'].map((part) => !find(part).hidden);
  expect([shown, find('[data-reserve-problem]').textContent]).toEqual([
    [false, false, true],
    'Load the page again',
  ]);
  find('[data-closes]').click();
  expect(find('dialog').hasAttribute('open')).toBe(false);
});

it('taken from the page, it waits for nothing', async () => {
  find('reserve-dialog').remove();
  press();
  await vi.dynamicImportSettled();
  expect([seen.watched(), asked]).toEqual([[], 0]);
});
