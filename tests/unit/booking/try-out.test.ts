// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TrySessions } from '#features/booking/try-out/session-list.ts';
import { readCart } from '#browser/cart.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { serveSessions } from '#support/unit/booking-store.ts';
import { pass, row, teams, uuid } from '#support/unit/examples.ts';
import { find, showPage } from '#support/unit/page.ts';

const browser = fakeBrowser();
const tryOut = pass({ id: 'tryout', checkoutPath: '/try-out-checkout' });

/** Adds the list of sessions to the page. */
function open(): TrySessions {
  showPage(`<try-sessions data-offer='${JSON.stringify({ teams, pass: tryOut })}'>
    <p data-when="loading"><i data-loading></i></p><div data-problem hidden></div>
    <div data-when="empty" hidden></div><div data-list hidden><ul></ul></div><button data-all hidden></button>
    <div data-when="failed" hidden><p data-failed></p><button data-retry></button></div>
    <template data-session><li><b data-date></b><b data-time></b><b data-team></b><b data-place></b>
      <p class="try-spots"><b data-spots></b></p><button data-book>Book</button><a data-wait hidden></a></li></template>
    </try-sessions>`);
  const list = find('try-sessions');
  if (!(list instanceof TrySessions)) throw new Error('No list');
  return list;
}

const go = vi.fn();
beforeEach(() => {
  go.mockClear();
  vi.spyOn(location, 'assign').mockImplementation(go);
});
afterEach(() => document.body.replaceChildren());

const items = () =>
  [...document.querySelectorAll<HTMLElement>('[data-id]')].map(({ dataset }) => dataset['id']);
const states = () =>
  [...document.querySelectorAll<HTMLElement>('[data-when]')]
    .filter(({ hidden }) => !hidden)
    .map(({ dataset }) => dataset['when']);
const expectListed = (...ids: number[]) => vi.waitFor(() => expect(items()).toEqual(ids.map(uuid)));

it('the list shows that the sessions are loading, and then shows them', async () => {
  serveSessions(browser, row({ id: 1, available_spots: 2 }));
  open();
  expect([states(), find('[data-loading]').textContent]).toEqual([
    ['loading'],
    'Loading available sessions...',
  ]);
  await expectListed(1);
  expect([states(), find('[data-spots]').textContent]).toEqual([[], 'Last 2 spots']);
  expect(find('[data-place]').textContent).toBe('7–10 years, Levels 1–3');
});

it('the list names the place of each session only if they differ', async () => {
  serveSessions(browser, row({ id: 1 }), row({ id: 2, location_name: 'Bishan' }));
  open();
  await expectListed(1, 2);
  const places = [...document.querySelectorAll('[data-id] [data-place]')].map((one) => one.textContent);
  expect(places).toEqual(['Somerset, 7–10 years, Levels 1–3', 'Bishan, 7–10 years, Levels 1–3']);
});

it('the list says that loading failed, and loads again on request', async () => {
  serveSessions(browser).on('get_session_availability_with_enrollments', 'network failure');
  open();
  await vi.waitFor(() => expect(states()).toEqual(['failed']));
  expect([find('[data-failed]').textContent, find('[data-list]').hidden]).toEqual([
    'The sessions did not load',
    true,
  ]);
  serveSessions(browser, row({ id: 1 }));
  find('[data-retry]').click();
  await expectListed(1);
});

it('the list books the chosen session, whose button stays busy until the checkout opens', async () => {
  serveSessions(browser, row({ id: 1 }), row({ id: 2, session_time: '11:30:00' }));
  open();
  await expectListed(1, 2);
  find(`[data-id="${uuid(2)}"] [data-book]`).click();
  expect(go.mock.calls).toEqual([['/try-out-checkout']]);
  expect(readCart()).toMatchObject({ sessionId: uuid(2), selectedPass: { id: 'tryout' } });
  expect(
    [...document.querySelectorAll('[aria-busy]')].map((one) => one.closest('li')?.dataset['id']),
  ).toEqual([uuid(2)]);
});

it('the list leads to the waitlist if a session is full', async () => {
  serveSessions(browser, row({ id: 1, available_spots: 0 }));
  open();
  await expectListed(1);
  expect([states(), find('[data-wait]').hidden, find('[data-book]').hidden]).toEqual([
    ['empty'],
    false,
    true,
  ]);
  expect(find('[data-wait]').getAttribute('href')).toContain(uuid(1));
});

it('the list shows all sessions on request, and keeps the focus when it is refreshed', async () => {
  const ids = [1, 2, 3, 4];
  serveSessions(browser, ...ids.map((id) => row({ id })));
  open();
  await expectListed(1, 2, 3);
  expect(find('[data-all]').hidden).toBe(false);
  find('[data-all]').click();
  expect(items()).toEqual(ids.map(uuid));
  expect(find('[data-all]').hidden).toBe(true);
  find(`[data-id="${uuid(4)}"] [data-book]`).focus();
  serveSessions(browser, ...ids.map((id) => row({ id, available_spots: 2 })));
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await vi.waitFor(() => expect(find('[data-spots]').textContent).toBe('Last 2 spots'));
  expect(document.activeElement?.closest('li')?.dataset['id']).toBe(uuid(4));
});

it('the list stops updating after it is removed from the page', async () => {
  serveSessions(browser, row({ id: 1 }));
  const list = open();
  list.remove();
  await vi.waitFor(() =>
    expect(browser.api.named('get_session_availability_with_enrollments')).toHaveLength(1),
  );
  expect(list.querySelector('[data-id]')).toBeNull();
});
