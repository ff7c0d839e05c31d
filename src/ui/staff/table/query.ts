/** A list's query as it is in the address. It has values by filter name, and the sort order. */
export interface Query {
  filter: Readonly<Record<string, string>>;
  /** The name of a column. A `-` before it sorts in descending order. */
  sort: string;
}

/** A filter of a list. If nothing is selected in a `choice`, it matches all rows. */
export type Filter =
  | { kind: 'search'; name: string; label: string; placeholder?: string }
  | {
      kind: 'choice';
      name: string;
      label: string;
      all: string;
      options: readonly (readonly [string, string])[];
    }
  | { kind: 'day'; name: string; label: string };

export interface QueryRules {
  filters: readonly Filter[];
  /** The possible sort orders. The first one is the default, which the address leaves out. */
  sorts: readonly [string, ...string[]];
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const SEARCH_MAX = 120;

/** Returns a filter's value, or null if it is invalid, because anybody can type an address. */
function valueOf(filter: Filter, raw: string | null): string | null {
  const value = raw?.trim() ?? '';
  if (value === '') return null;
  switch (filter.kind) {
    case 'search':
      return value.slice(0, SEARCH_MAX);
    case 'choice':
      return filter.options.some(([option]) => option === value) ? value : null;
    case 'day':
      return DAY.test(value) && !Number.isNaN(Date.parse(value)) ? value : null;
  }
}

export function readQuery(search: string, { filters, sorts }: QueryRules): Query {
  const raw = new URLSearchParams(search);
  const values = filters.flatMap((filter) => {
    const value = valueOf(filter, raw.get(filter.name));
    return value === null ? [] : [[filter.name, value] as const];
  });
  const sort = raw.get('sort') ?? '';
  return { filter: Object.fromEntries(values), sort: sorts.includes(sort) ? sort : sorts[0] };
}

/** Returns the address of a query. Its other parameters do not change. */
export function writeQuery(search: string, query: Query, { filters, sorts }: QueryRules): string {
  const next = new URLSearchParams(search);
  for (const { name } of filters) next.delete(name);
  next.delete('sort');
  for (const { name } of filters) {
    const value = query.filter[name];
    if (value !== undefined && value !== '') next.set(name, value);
  }
  if (query.sort !== sorts[0]) next.set('sort', query.sort);
  const text = next.toString();
  return text === '' ? '' : `?${text}`;
}

export const sameQuery = (one: Query, other: Query, rules: QueryRules): boolean =>
  writeQuery('', one, rules) === writeQuery('', other, rules);
