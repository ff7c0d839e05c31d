import type postgres from 'postgres';

/**
 * Parses values as PostgREST's JSON has them, so that a row read in SQL and a row read over HTTP are the same:
 * timestamps as ISO 8601 with zone ("2026-11-21T08:00:00.123456+00:00"), dates and times of day as text,
 * int8 and numeric as numbers. `Date` would cut microseconds and move dates into another zone.
 */
export const postgrestTypes = {
  timestamptz: text(1184, (value) => value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')),
  timestamp: text(1114, (value) => value.replace(' ', 'T')),
  date: text(1082, (value) => value),
  bigint: { to: 20, from: [20], serialize: String, parse: Number },
  numeric: { to: 1700, from: [1700], serialize: String, parse: Number },
} satisfies Record<string, postgres.PostgresType>;

function text(oid: number, parse: (value: string) => string): postgres.PostgresType<string> {
  return {
    to: oid,
    from: [oid],
    serialize: (value: string | Date) => (value instanceof Date ? value.toISOString() : value),
    parse,
  };
}
