// @vitest-environment happy-dom
import { atom } from 'nanostores';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TrySession, View } from '#features/tryout/model.ts';
import { TrySessions } from '#features/tryout/try-sessions.ts';
import { find, showPage } from '#support/unit/page.ts';

const session = (id: string, spotsOpen: number): TrySession => ({
  ...{ id, spotsOpen, sessionDate: '2026-11-28', time: '09:00:00', teamLabel: 'White', location: 'Somerset' },
});
const loading: View = { state: 'loading', sessions: [], problem: null, failure: 'Not read', leaving: false };
const ready = (...sessions: TrySession[]): View => ({ ...loading, state: 'ready', sessions });

const $view = atom(loading);
const book = vi.fn();
const retry = vi.fn();
beforeEach(() => {
  $view.set(loading);
  vi.clearAllMocks();
  showPage(`<try-sessions><p data-when="loading"><i data-loading></i></p><div data-problem hidden></div>
    <div data-when="empty" hidden></div><div data-list hidden><ul></ul></div><button data-all hidden></button>
    <div data-when="failed" hidden><p data-failed></p><button data-retry></button></div>
    <template data-session><li><b data-date></b><b data-time></b><b data-team></b><b data-place></b>
      <p class="try-spots"><b data-spots></b></p><button data-book>Book</button><a data-wait hidden></a></li></template>
    </try-sessions>`);
  const list = find('try-sessions');
  if (!(list instanceof TrySessions)) throw new Error('No list');
  list.converse({
    ...{ loading: 'One moment', book, retry, waitlist: 'Waitlist' },
    follow: (draw) => $view.subscribe(draw),
    waitlistPath: (id) => `/waitlist?${id}`,
    spotsWords: (count) => `${count} open`,
    spotsState: (count) => (count > 0 ? 'open' : 'full'),
  });
});
afterEach(() => document.body.replaceChildren());

const items = () =>
  [...document.querySelectorAll<HTMLElement>('[data-id]')].map(({ dataset }) => dataset['id']);
const states = () =>
  [...document.querySelectorAll<HTMLElement>('[data-when]')]
    .filter(({ hidden }) => !hidden)
    .map(({ dataset }) => dataset['when']);

it('says that it loads, what was found, and what failed', () => {
  expect([states(), find('[data-loading]').textContent]).toEqual([['loading'], 'One moment']);
  $view.set(ready(session('a', 2)));
  expect([states(), items(), find('[data-spots]').textContent]).toEqual([[], ['a'], '2 open']);
  $view.set({ ...loading, state: 'failed' });
  expect([states(), find('[data-failed]').textContent, find('[data-list]').hidden]).toEqual([
    ['failed'],
    'Not read',
    true,
  ]);
  find('[data-retry]').click();
  expect(retry).toHaveBeenCalledOnce();
});

it('books the one that was pressed, which waits until the checkout comes', () => {
  const found = ready(session('a', 2), session('b', 1));
  $view.set(found);
  find('[data-id="b"] [data-book]').click();
  expect(book.mock.calls).toEqual([['b']]);
  $view.set({ ...found, leaving: true });
  expect(
    [...document.querySelectorAll('[aria-busy]')].map((one) => one.closest('li')?.dataset['id']),
  ).toEqual(['b']);
});

it('leads to the waitlist where a session is full', () => {
  $view.set(ready(session('a', 0)));
  expect([states(), find('[data-wait]').hidden, find('[data-book]').hidden]).toEqual([
    ['empty'],
    false,
    true,
  ]);
  expect(find('[data-wait]').getAttribute('href')).toBe('/waitlist?a');
});

it('shows all once asked for, and keeps the keyboard where it was through news', () => {
  $view.set(ready(...['a', 'b', 'c', 'd'].map((id) => session(id, 1))));
  expect([items(), find('[data-all]').hidden]).toEqual([['a', 'b', 'c'], false]);
  find('[data-all]').click();
  expect([items(), find('[data-all]').hidden]).toEqual([['a', 'b', 'c', 'd'], true]);
  find('[data-id="d"] [data-book]').focus();
  $view.set(ready(...['a', 'b', 'c', 'd'].map((id) => session(id, 2))));
  expect(document.activeElement?.closest('li')?.dataset['id']).toBe('d');
});

it('taken from the page, it follows nothing any more', () => {
  const list = find('try-sessions');
  list.remove();
  $view.set(ready(session('a', 2)));
  expect(list.querySelector('[data-id]')).toBeNull();
  expect($view.lc).toBe(0);
});
