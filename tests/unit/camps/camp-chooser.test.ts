// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CampChooser } from '#features/camps/choose/camp-chooser.ts';
import { type ChooserData } from '#features/camps/choose/chooser-data.ts';
import { buildCampView } from '#features/camps/card/model.ts';
import { datesAt } from '#domain/camp.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { uuid } from '#support/unit/examples.ts';
import { find } from '#support/unit/page.ts';
import { camp, tier } from './examples.ts';

const browser = fakeBrowser();
const ids = { monday: uuid(1), later: uuid(2), bishan: uuid(3) };
const dates = [
  camp({ id: ids.monday, start: '2026-12-14', end: '2026-12-16' }),
  camp({ id: ids.later, start: '2026-12-21', end: '2026-12-23' }),
  camp({ id: ids.bishan, base: 'bishan', place: 'Bishan', start: '2026-12-14', end: '2026-12-16' }),
];
const words = {
  pickDateLabel: 'Pick a date first',
  bookLabel: 'Book {tier}, {price}',
  bonusText: 'Saves {saving}',
};
const source = { spots: 'real', places: 'real' } as const;
const view = (base: string, chosen: (typeof dates)[number] | null) =>
  buildCampView(
    tier(),
    { dates, counted: datesAt(dates, base), camp: chosen, now: new Date(), source },
    words,
  );
const price = (camp_id: string, spots_left: number) => ({
  camp_id,
  price_cents: 59_000,
  rung_id: null,
  rung_places_left: null,
  spots_left,
  fill: 50,
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-07T10:00:00+08:00') });
  history.replaceState(null, '', '/camps');
  browser.api.on('get_camp_prices', {
    body: [price(ids.monday, 7), price(ids.later, 0), price(ids.bishan, 3)],
  });
  const data: ChooserData = {
    packages: [
      {
        tier: tier(),
        dates,
        views: Object.fromEntries([
          ...['orchard-central', 'bishan'].map((base) => [base, view(base, null)] as const),
          ...dates.map((one) => [one.id, view(one.base, one)] as const),
        ]),
      },
    ],
    words,
    fullText: 'full',
    whatsapp: '+6580000000',
    source,
  };
  const chooser = new CampChooser();
  const chips = dates.map(
    ({ id, base }) =>
      `<label data-base="${base}" ${base === 'bishan' ? 'hidden' : ''}><input type="radio" name="camp" value="${id}">
      <span data-label>as built</span></label>`,
  );
  chooser.innerHTML = `<script type="application/json">${JSON.stringify(data)}</script><section class="camp-packages" id="packages"><article data-tier="spark"><form>
    <b data-text="price"></b><input type="radio" name="base" value="orchard-central" checked>
    <input type="radio" name="base" value="bishan">${chips.join('')}<p data-empty hidden></p>
    <button data-book data-button data-text="book"></button></form></article></section>`;
  const link = `<a id="pick" href="#package-${ids.bishan}">a date</a>`;
  document.body.innerHTML = link;
  document.body.append(chooser);
});
afterEach(() => {
  document.body.replaceChildren();
  vi.useRealTimers();
});

const choose = (value: string) => {
  const input = document.querySelector<HTMLInputElement>(`input[value="${value}"]`);
  if (!input) throw new Error(`No ${value}`);
  input.checked = true;
  input.dispatchEvent(new Event('change', { bubbles: true }));
};
const readOffered = () =>
  [...document.querySelectorAll<HTMLElement>('[data-base]')].map(({ hidden }) => !hidden);
const readChecked = () => document.querySelector<HTMLInputElement>('[name="camp"]:checked')?.value;
const labels = () => [...document.querySelectorAll('[data-label]')].map(({ textContent }) => textContent);

it('answers a tap with the prices of the build before anything is fetched', () => {
  choose(ids.monday);
  expect(find('[data-book]').textContent).toBe('Book Spark, S$549');
  choose('bishan');
  expect([readOffered(), readChecked()]).toEqual([[false, false, true], undefined]);
  expect(find('[data-book]').textContent).toBe('Pick a date first');
  expect(browser.api.calls).toEqual([]);
});

it('shows the packages for a date chosen elsewhere on the page', () => {
  find('#pick').click();
  expect(find('#packages').className).toBe('camp-packages shown');
  expect([readOffered(), readChecked()]).toEqual([[false, false, true], ids.bishan]);
});

it('the chooser selects the date of a link that was followed before it was ready', () => {
  const chooser = find('camp-chooser');
  chooser.remove();
  location.hash = `#package-${ids.bishan}`;
  document.body.append(chooser);
  expect(find('#packages').className).toBe('camp-packages shown');
  expect(readChecked()).toBe(ids.bishan);
  expect(document.activeElement).toBe(find('[data-book]'));
  location.hash = '';
});

it('updates price and availability of the current choice when they arrive', async () => {
  choose(ids.monday);
  find('#pick').dispatchEvent(new Event('scroll', { bubbles: true }));
  await vi.waitFor(() => expect(find('[data-book]').textContent).toBe('Book Spark, S$590'));
  expect(labels()[1]).toContain('full');
  choose(ids.later);
  expect(find('[data-book]').hidden).toBe(true);
  expect(document.querySelectorAll('.button-alternatives a').length).toBeGreaterThan(0);
});

it('stops responding and fetching after it is removed from the page', () => {
  const form = find('form');
  find('camp-chooser').remove();
  find('#pick').click();
  expect(form.querySelector('[name="camp"]:checked')).toBeNull();
  expect(form.closest('.camp-packages')?.className).toBe('camp-packages');
  expect(browser.api.calls).toEqual([]);
});

it('keeps the packages in their template until a date is chosen, or somebody uses the page', () => {
  const chooser = find('camp-chooser');
  const template = document.createElement('template');
  template.content.append(find('.camp-packages'));
  chooser.append(template);
  const fresh = chooser.cloneNode(true);
  chooser.replaceWith(fresh);
  expect(document.querySelector('#packages')).toBeNull();
  find('#pick').click();
  expect([document.querySelector('template'), readChecked()]).toEqual([null, ids.bishan]);
  expect(find('#packages').className).toBe('camp-packages shown');
});
