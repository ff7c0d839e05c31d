// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as timing from '#config/timing.ts';
import { ProofToast } from '#features/proof/proof-toast.ts';
import { find } from '#support/unit/page.ts';

/** The elements under the toast. */
let below: HTMLElement[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  below = [];
  document.elementsFromPoint = () => below;
});
afterEach(() => {
  document.body.replaceChildren();
  vi.useRealTimers();
});

const entry = (title: string) => ({ title, place: 'Bishan', when: '2 hours ago' });
function toast(...titles: string[]): ProofToast {
  const element = new ProofToast();
  element.innerHTML =
    '<div class="proof-card" hidden><b data-title></b><i data-place></i><i data-when></i><button></button></div>';
  element.entries = titles.map(entry);
  document.body.replaceChildren(element);
  return element;
}
const visibleTitle = () => (find('.proof-card').hidden ? null : find('[data-title]').textContent);

it('the toasts are shown one after the other, each for a while, until all have been shown', () => {
  toast('one', 'two');
  expect(visibleTitle()).toBe('one');
  vi.advanceTimersByTime(timing.PROOF_SHOWN_MS);
  expect(visibleTitle()).toBeNull();
  vi.advanceTimersByTime(timing.PROOF_EVERY_MS - timing.PROOF_SHOWN_MS);
  expect([visibleTitle(), find('[data-place]').textContent]).toEqual(['two', 'Bishan']);
  vi.advanceTimersByTime(timing.PROOF_EVERY_MS * 3);
  expect([visibleTitle(), vi.getTimerCount()]).toEqual([null, 0]);
});

it('the toasts wait for their next turn while a dialog is open', () => {
  const dialog = document.createElement('dialog');
  document.documentElement.append(dialog);
  dialog.showModal();
  toast('one');
  expect(visibleTitle()).toBeNull();
  dialog.remove();
  vi.advanceTimersByTime(timing.PROOF_EVERY_MS);
  expect(visibleTitle()).toBe('one');
});

it('a toast is never shown over a choice, and disappears when the page is scrolled there', () => {
  const cards = document.createElement('div');
  cards.dataset['keepClear'] = '';
  below = [cards];
  toast('one', 'two');
  expect(visibleTitle()).toBeNull();
  below = [];
  vi.advanceTimersByTime(timing.PROOF_EVERY_MS);
  expect(visibleTitle()).toBe('one');
  below = [cards];
  dispatchEvent(new Event('scroll'));
  expect(visibleTitle()).toBeNull();
});

it('the toasts stop after one was closed', () => {
  toast('one', 'two');
  find('button').click();
  vi.advanceTimersByTime(timing.PROOF_EVERY_MS * 2);
  expect(visibleTitle()).toBeNull();
});

it('the toasts stop their timers after they are removed from the page', () => {
  toast('one', 'two').remove();
  expect(vi.getTimerCount()).toBe(0);
});

// This must be the last test, because the started state lasts for the page.
it('a toast is not shown once the visitor has started something', () => {
  const main = document.createElement('main');
  main.innerHTML = '<a href="#dates"></a>';
  toast('one', 'two');
  document.body.append(main);
  find('main a').click();
  vi.advanceTimersByTime(timing.PROOF_EVERY_MS * 2);
  expect([visibleTitle(), vi.getTimerCount()]).toEqual([null, 0]);
});
