// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '#features/waitlist/reserve/reserve-dialog.ts';
import { find, showPage } from '#support/unit/page.ts';
import { stubIntersection } from '#support/unit/intersection.ts';

const conversation = '#features/waitlist/reserve/reserve.ts';
const openReserve = vi.fn<(dialog: HTMLDialogElement) => void>();
let loads = 0;
let intersection: ReturnType<typeof stubIntersection>;

beforeEach(() => {
  vi.resetModules();
  loads = 0;
  vi.doMock(conversation, () => {
    loads++;
    return { openReserve };
  });
  openReserve.mockReset();
  intersection = stubIntersection();
  showPage(`<button data-reserve-open>Reserve</button><reserve-dialog><dialog>
    <div class="field"></div><p data-reserve-problem data-load-failed="Load the page again" hidden></p>
    <button type="submit"></button><button data-closes></button></dialog></reserve-dialog>`);
});
afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});
const press = () => find('[data-reserve-open]').click();

it('loads its module once its button is in view', async () => {
  await vi.dynamicImportSettled();
  expect(loads).toBe(0);
  intersection.show(find('[data-reserve-open]'));
  await vi.waitFor(() => expect(loads).toBe(1));
});

it('opens when its button is pressed', async () => {
  press();
  await vi.waitFor(() => expect(openReserve.mock.calls).toEqual([[find('dialog')]]));
});

it('says so if the module cannot be loaded, and shows no form', async () => {
  vi.doMock(conversation, () => Promise.reject(new Error('No network')));
  press();
  await vi.waitFor(() => expect(find('dialog').hasAttribute('open')).toBe(true));
  const areShown = ['.field', '[type="submit"]', '[data-reserve-problem]'].map((part) => !find(part).hidden);
  expect([areShown, find('[data-reserve-problem]').textContent]).toEqual([
    [false, false, true],
    'Load the page again',
  ]);
  find('[data-closes]').click();
  expect(find('dialog').hasAttribute('open')).toBe(false);
});

it('stops responding after it is removed from the page', async () => {
  find('reserve-dialog').remove();
  press();
  await vi.dynamicImportSettled();
  expect([intersection.watched(), loads]).toEqual([[], 0]);
});
