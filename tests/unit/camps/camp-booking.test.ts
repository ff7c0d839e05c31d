// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CampBooking } from '#features/camps/book/camp-booking.ts';
import { type BookData } from '#features/camps/book/book-card.ts';
import { IssueDialog } from '#features/camps/book/issue-dialog.ts';
import { messages } from '#features/camps/book/messages.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { uuid } from '#support/unit/examples.ts';
import { find } from '#support/unit/page.ts';
import { camp, tier } from './examples.ts';

const browser = fakeBrowser();
const ids = { orchard: uuid(1), bishan: uuid(2) };
const dates = [
  camp({ id: ids.orchard, start: '2026-12-14', end: '2026-12-16' }),
  camp({ id: ids.bishan, start: '2026-12-14', end: '2026-12-16', base: 'bishan', place: 'Bishan' }),
];
const price = (camp_id: string) => ({
  camp_id,
  price_cents: 59_000,
  rung_id: null,
  rung_places_left: null,
  spots_left: 7,
  fill: 50,
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-07T10:00:00+08:00') });
  browser.api.on('get_camp_prices', { body: [price(ids.orchard), price(ids.bishan)] });
});
afterEach(() => {
  document.body.replaceChildren();
  vi.useRealTimers();
});

/** Opens the page at an address and waits for the current prices. */
async function open(search = ''): Promise<CampBooking> {
  history.replaceState(null, '', `/camps/book${search}`);
  const data: BookData = {
    packages: [{ tier: tier(), dates }],
    bookLabel: 'Book {tier}, {price}',
    hint: 'Pick a week',
    emptyText: 'None',
    whatsapp: '+6580000000',
    source: { spots: 'real', places: 'real' },
  };
  const issue = new IssueDialog();
  issue.innerHTML = `<dialog><h2 tabindex="-1"></h2><b data-issue-text></b><a data-issue-chat></a>
    <button data-closes></button></dialog>`;
  const page = new CampBooking();
  page.dataset['camps'] = JSON.stringify(data);
  const base = (slug: string) => `<label><input type="radio" name="base-spark" value="${slug}"></label>`;
  page.innerHTML = `<p data-loading hidden></p><p data-hint></p>
    <label><input type="radio" name="week" value="2026-12-14"></label>
    <label><input type="radio" name="week" value="2026-12-21"></label>
    <article data-package="spark"><span data-selected hidden></span>
      <fieldset data-bases hidden><legend>Where?</legend>${base('orchard-central')}${base('bishan')}</fieldset>
      <b data-text="price"></b><button data-choose data-button data-text="book"></button></article>`;
  const main = document.createElement('main');
  main.append(page, issue);
  document.body.replaceChildren(main);
  await vi.waitFor(() => {
    expect(browser.api.named('get_camp_prices').length).toBeGreaterThan(0);
    expect(find('[data-loading]').hidden).toBe(true);
  });
  return page;
}
const choose = (value: string) => {
  const input = document.querySelector<HTMLInputElement>(`input[value="${value}"]`);
  if (!input) throw new Error(`No ${value}`);
  input.checked = true;
  input.dispatchEvent(new Event('change', { bubbles: true }));
};
const button = () => find('[data-choose]');

it('asks for a week first, and then for the base if there are two', async () => {
  await open();
  expect(find('[data-hint]').textContent).toBe('Pick a week');
  button().click();
  expect(find('.toast').textContent).toContain(messages.pickWeek);
  choose('2026-12-14');
  expect(document.querySelector('.toast')).toBeNull();
  expect(find('[data-bases]').hidden).toBe(false);
  button().click();
  expect(find('.button-message').textContent).toBe('Where?');
  choose('bishan');
  expect(button().textContent).toBe('Book Spark, S$590');
});

it('selects the camp in the address, and marks it until another week is chosen', async () => {
  await open(`?camp=${ids.bishan}`);
  expect([button().textContent, find('[data-selected]').hidden]).toEqual(['Book Spark, S$590', false]);
  expect(document.activeElement).toBe(button());
  choose('2026-12-21');
  expect(find('[data-selected]').hidden).toBe(true);
});

it('hides a week without available camps, and says so if it was chosen', async () => {
  await open();
  await vi.waitFor(() =>
    expect(document.querySelector('[value="2026-12-21"]')?.closest('label')?.hidden).toBe(true),
  );
  choose('2026-12-21');
  button().click();
  expect(find('dialog').hasAttribute('open')).toBe(true);
  expect(find('[data-issue-text]').textContent).toBe(messages.issue.text('Spark Camp'));
  expect(find('[data-issue-chat]').getAttribute('href')).toContain('wa.me');
  find('[data-closes]').click();
  expect(find('dialog').hasAttribute('open')).toBe(false);
});

it('says if the camps could not be read', async () => {
  browser.api.on('get_camp_prices', 'network failure');
  await open();
  await vi.waitFor(() => expect(find('.toast').textContent).toContain(messages.loadFailed));
  expect(browser.api.named('get_camp_prices')).toHaveLength(2);
});

it('stops responding after it is removed from the page', async () => {
  const page = await open();
  page.remove();
  page.querySelector<HTMLElement>('[data-choose]')?.click();
  expect(document.querySelector('.toast')).toBeNull();
});
