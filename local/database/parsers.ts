import type postgres from 'postgres';

/** Values have the form of PostgREST's JSON. `Date` would cut microseconds and move dates into another time zone. */
export const postgrestTypes = {
  timestamptz: text(1184, (value) => value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')),
  timestamp: text(1114, (value) => value.replace(' ', 'T')),
  date: text(1082, (value) => value),
  bigint: { to: 20, from: [20], serialize: String, parse: Number },
  numeric: { to: 1700, from: [1700], serialize: String, parse: Number },
} satisfies Record<string, postgres.PostgresType>;

function text(oid: number, parse: (value: string) => string): postgres.PostgresType {
  return {
    to: oid,
    from: [oid],
    // A caller may send a number or a truth value. Postgres refuses its text.
    serialize: (value: unknown) => (value instanceof Date ? value.toISOString() : String(value)),
    parse,
  };
}
