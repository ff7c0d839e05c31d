import { describe, expect, it } from 'vitest';
import { noFilters, passes, readFilters, toSearch } from '#features/camps/list/filters.ts';
import { camp } from '../../unit/camps/examples.ts';

const read = (search: string) => readFilters(new URLSearchParams(search));

describe('filters in the address', () => {
  it('are the same after reading and writing', () => {
    const search = '?tier=epic&location=bishan&from=2026-12-01&to=2026-12-31&age=9';
    expect(toSearch(read(search))).toBe(search);
    expect(toSearch(noFilters)).toBe('');
  });
  it('are ignored if they are invalid', () => {
    expect(read('?tier=Lava!&from=tomorrow&to=2026-13-40&age=old')).toEqual(noFilters);
  });
});

describe('a camp', () => {
  it.each([
    ['', true],
    ['tier=spark', true],
    ['tier=epic', false],
    ['location=orchard-central', true],
    ['location=bishan', false],
    ['from=2026-12-07', true],
    ['from=2026-12-08', false],
    ['to=2026-12-07', true],
    ['to=2026-12-06', false],
    ['age=7', true],
    ['age=12', true],
    ['age=6', false],
    ['age=13', false],
    ['tier=spark&location=bishan', false],
  ])('with the filter “%s” is shown: %s', (search, isShown) => {
    expect(passes(camp(), read(search))).toBe(isShown);
  });
  it('without published ages matches every age', () => {
    expect(passes(camp({ minAge: null, maxAge: null }), read('age=15'))).toBe(true);
  });
});
