import { expect, it } from 'vitest';
import { breachesOf, isPublic, type Cost } from '#scripts/budget/limits.ts';

const cost: Cost = {
  html: 32_000,
  gzip: 99_000,
  script: 10_000,
  fonts: 20_000,
  pictures: 150_000,
  strangers: [],
  shift: 0,
  moved: '',
};

it('a page at its limits is within the budget', () => {
  expect(breachesOf('/passes', cost)).toEqual([]);
});

it.each([
  [{ html: 32_001 }, 'html'],
  [{ script: 10_001 }, 'script'],
  [{ fonts: 20_001 }, 'fonts'],
  [{ pictures: 150_001 }, 'pictures'],
  [{ strangers: ['https://cdn.example/a.js'] }, 'https://cdn.example/a.js'],
  [{ shift: 0.02 }, 'layout shift'],
])('%o exceeds the budget', (over, named) => {
  expect(breachesOf('/passes', { ...cost, ...over })).toEqual([expect.stringContaining(named)]);
});

it('only pages with an island in the first view may load one', () => {
  const script = 80_000;
  expect(breachesOf('/checkout/flexi', { ...cost, script })).toEqual([]);
  expect(breachesOf('/camps/book', { ...cost, script })).toEqual([]);
  expect(breachesOf('/passes', { ...cost, script })).toHaveLength(1);
  expect(breachesOf('/about', { ...cost, script })).toHaveLength(1);
});

it('a page in another language has the budget of the English one', () => {
  const script = 80_000;
  expect(breachesOf('/zh/camps/book', { ...cost, script })).toEqual([]);
  expect(breachesOf('/zh', { ...cost, script })).toHaveLength(1);
  expect(['/zh', '/zh/camps', '/zh/fragments/popups'].map(isPublic)).toEqual([true, true, false]);
});

it('pages behind sign-in have no public budget', () => {
  expect(['/', '/camps', '/family-base', '/management', '/admin/birthday-rsvps'].map(isPublic)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
