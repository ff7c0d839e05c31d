import type { CampDate } from '#domain/camp.ts';

/** The filters of the camp list, which are also in its address (decisions "/camps-new"). */
export interface Filters {
  /** The form ignores a tier that it does not offer. */
  tier: string;
  location: string;
  /** The earliest first day of a camp. An empty text means that there is no limit. */
  from: string;
  to: string;
  /** The age in years. Null means any age. */
  age: number | null;
}

export const noFilters: Filters = { tier: '', location: '', from: '', to: '', age: null };

export function readFilters(search: URLSearchParams): Filters {
  const date = (name: string) => {
    const value = search.get(name) ?? '';
    return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : '';
  };
  const [age, tier] = [search.get('age') ?? '', search.get('tier') ?? ''];
  return {
    tier: /^[a-z][a-z0-9-]*$/.test(tier) ? tier : '',
    location: search.get('location') ?? '',
    from: date('from'),
    to: date('to'),
    age: /^\d{1,2}$/.test(age) ? Number(age) : null,
  };
}

/** Returns for example "?tier=spark&age=8", or an empty text if there are no filters. */
export function toSearch(filters: Filters): string {
  const set = Object.entries(filters).flatMap(([name, value]) =>
    value === '' || value === null ? [] : [[name, String(value)]],
  );
  return set.length === 0 ? '' : `?${new URLSearchParams(set).toString()}`;
}

type Filtered = Pick<CampDate, 'tier' | 'base' | 'start' | 'minAge' | 'maxAge'>;

export function passes(camp: Filtered, { tier, location, from, to, age }: Filters): boolean {
  return (
    (tier === '' || camp.tier === tier) &&
    (location === '' || camp.base === location) &&
    (from === '' || camp.start >= from) &&
    (to === '' || camp.start <= to) &&
    (age === null || ((camp.minAge ?? 0) <= age && age <= (camp.maxAge ?? Infinity)))
  );
}
