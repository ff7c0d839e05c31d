// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { refreshRows } from '#features/camps/list/rows.ts';
import { refreshPrices } from '#api/live-camps.ts';
import { DateStrip } from '#features/camps/choose/date-strip.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { uuid } from '#support/unit/examples.ts';
import { camp, tier } from './examples.ts';

const ids = { open: uuid(1), full: uuid(2), begun: uuid(3), off: uuid(4) };
type Name = keyof typeof ids;
const names = (shown: readonly { id: string }[]) =>
  shown.map(({ id }) => Object.entries(ids).find((entry) => entry[1] === id)?.[0]);

/** The page was built on Friday and is opened on Monday: one camp has started, one is off sale and one is full. */
const camps = [
  camp({ id: ids.open, start: '2026-12-14', end: '2026-12-16' }),
  camp({ id: ids.full, start: '2026-12-14', end: '2026-12-16' }),
  camp({ id: ids.begun, start: '2026-12-06', end: '2026-12-08' }),
  camp({ id: ids.off, start: '2026-12-14', end: '2026-12-16' }),
];
const price = (camp_id: string, spots_left: number) => ({
  camp_id,
  price_cents: 54_900,
  rung_id: 'second',
  rung_places_left: 4,
  spots_left,
  fill: 50,
});
const browser = fakeBrowser();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-07T10:00:00+08:00') });
  browser.api.on('get_camp_prices', { body: [price(ids.open, 7), price(ids.full, 0), price(ids.begun, 3)] });
});

describe('the list of camps', () => {
  const list = () => {
    document.body.innerHTML = camps
      .map(
        ({ id }) =>
          `<li data-camp="${id}"><b data-text="price">S$549</b><i data-spots data-text="spots"></i>
          <a class="button" href="/old" aria-label="Book Spark" data-button data-text="book">Book</a></li>`,
      )
      .join('');
    return document.body;
  };
  const data = { camps, tiers: [tier()], bookLabel: 'Book {tier}, {price}', source: 'real' as const };

  it('keeps only camps that have not started and are on sale', async () => {
    const now = await refreshRows(list(), data);
    expect(names(now)).toEqual(['open', 'full']);
  });

  it('links to the waitlist if a camp is full', async () => {
    const root = list();
    await refreshRows(root, data);
    const link = (name: Name) => root.querySelector(`[data-camp="${ids[name]}"] a`)?.getAttribute('href');
    expect(link('open')).toBe(`/camps/book?camp=${ids.open}`);
    expect(link('full')).toMatch(/^\/waitlist\?/);
    expect(root.querySelector(`[data-camp="${ids.full}"] [data-spots]`)?.getAttribute('data-spots')).toBe(
      'full',
    );
  });

  it('labels each link with what it does now', async () => {
    const root = list();
    await refreshRows(root, data);
    const name = (one: Name) => root.querySelector(`[data-camp="${ids[one]}"] a`)?.getAttribute('aria-label');
    expect(name('open')).toBe('Book Spark, S$549: Mon 14 – Wed 16 Dec 2026, Orchard Central');
    expect(name('full')).toBe('Join the waitlist: Mon 14 – Wed 16 Dec 2026, Orchard Central');
  });

  it('removes started camps even if the prices cannot be read', async () => {
    browser.api.on('get_camp_prices', 'network failure');
    const now = await refreshRows(list(), data);
    expect(names(now)).toEqual(['open', 'full', 'off']);
  });
});

it('the date strip hides camps that have started or are off sale, and marks full ones', async () => {
  const strip = new DateStrip();
  strip.innerHTML = `<ul>${camps
    .map(({ id }) => `<li><a href="#package-${id}"><b>Spark</b><span>S$549</span></a></li>`)
    .join('')}</ul>`;
  const now = (await refreshPrices(camps)).filter(({ start }) => start >= '2026-12-07');
  document.body.replaceChildren(strip);
  strip.show(now, 'full');
  const chip = (name: Name) => document.querySelector<HTMLElement>(`a[href="#package-${ids[name]}"]`);
  const hidden = (Object.keys(ids) as Name[]).filter((name) => chip(name)?.closest('li')?.hidden);
  expect(hidden).toEqual(['begun', 'off']);
  expect(chip('full')?.className).toBe('full');
  expect(chip('full')?.textContent).toContain('full');
  expect(chip('open')?.className).toBe('');
});
