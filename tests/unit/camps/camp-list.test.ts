// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { CampList } from '#features/camps/list/camp-list.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { find } from '#support/unit/page.ts';
import { camp } from './examples.ts';

fakeBrowser();
afterEach(() => document.body.replaceChildren());

const camps = [
  camp({ id: 'spark', tier: 'spark', base: 'orchard-central' }),
  camp({ id: 'epic', tier: 'epic', base: 'bishan' }),
];
function open(search = ''): HTMLFormElement {
  history.replaceState(null, '', `/camps-new${search}`);
  const list = new CampList();
  list.dataset['camps'] = JSON.stringify({ camps, bookLabel: 'Book', source: 'real' });
  list.innerHTML = `<form>
      <select name="tier"><option value=""></option><option value="spark"></option><option value="epic"></option></select>
      <select name="location"><option value=""></option><option value="bishan"></option></select>
      <button type="reset"></button></form>
    <p data-count="{count} camps"></p>
    <ul>${camps.map(({ id }) => `<li data-camp="${id}"></li>`).join('')}</ul><div data-nothing hidden></div>`;
  document.body.replaceChildren(list);
  const form = document.querySelector('form');
  if (!form) throw new Error('No form');
  return form;
}
const choose = (name: string, value: string) => {
  const select = document.querySelector<HTMLSelectElement>(`[name="${name}"]`);
  if (!select) return;
  select.value = value;
  select.dispatchEvent(new Event('input', { bubbles: true }));
};
const visibleCamps = () =>
  [...document.querySelectorAll<HTMLElement>('[data-camp]')]
    .filter(({ hidden }) => !hidden)
    .map(({ dataset }) => dataset['camp']);

it('starts with the filters of the address', () => {
  open('?tier=epic');
  expect([visibleCamps(), find('[data-count]').textContent]).toEqual([['epic'], '1 camps']);
});

it('ignores a filter value that it does not offer', () => {
  open('?location=nowhere&tier=lava');
  expect(visibleCamps()).toEqual(['spark', 'epic']);
});

it('filters the camps and updates the address', () => {
  open();
  choose('tier', 'spark');
  expect([visibleCamps(), location.search]).toEqual([['spark'], '?tier=spark']);
  choose('location', 'bishan');
  expect([visibleCamps(), find('[data-nothing]').hidden]).toEqual([[], false]);
  find('form').dispatchEvent(new Event('reset', { cancelable: true, bubbles: true }));
  expect([visibleCamps(), location.search]).toEqual([['spark', 'epic'], '']);
});

it('stops responding after it is removed from the page', () => {
  const form = open();
  find('camp-list').remove();
  const [select] = form.querySelectorAll('select');
  if (select) select.value = 'epic';
  form.dispatchEvent(new Event('input'));
  expect([location.search, form.parentElement?.querySelectorAll('[data-camp][hidden]').length]).toEqual([
    '',
    0,
  ]);
});
