import { expect, it } from 'vitest';
import { canonicalOf, cardPath, isHidden } from '#features/seo/addresses.ts';

it.each([
  ['/holiday-camps-singapore-campers', '/camps'],
  ['/try-out-otter-for-campers', '/try-out-otter-for-kids'],
  ['/camps', '/camps'],
  ['/', '/'],
])('%s has the canonical address %s', (path, canonical) => {
  expect(canonicalOf(path)).toBe(canonical);
});

it('only the EPIC page is always hidden from search engines', () => {
  expect(['/camps/epic', '/camps', '/camps-new'].map(isHidden)).toEqual([true, false, false]);
});

it('each page has its own preview picture', () => {
  expect(['/', '/camps', '/camps/epic'].map(cardPath)).toEqual([
    '/og/home.jpg',
    '/og/camps.jpg',
    '/og/camps/epic.jpg',
  ]);
});
