import { readFileSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import { supabaseDir } from './frozen-migrations.ts';

interface Table {
  name: string;
  columns: string[];
  key: string[];
}

/** Returns SQL statements that change the rows of rows.sql from those of database `before` to those of `after`. */
export async function changedRows(before: string, after: string, dir = supabaseDir): Promise<string[]> {
  const [one, other] = [connect(before), connect(after)];
  try {
    const statements: string[] = [];
    for (const name of filledTables(dir)) {
      const table = await describe(other, name);
      if (table) statements.push(...changes(table, await rows(one, table), await rows(other, table)));
    }
    return statements;
  } finally {
    await Promise.all([one.end({ timeout: 1 }), other.end({ timeout: 1 })]);
  }
}

function connect(url: string): postgres.Sql {
  return postgres(url, { max: 1, connection: { client_min_messages: 'warning' } });
}

/** The tables whose rows the code needs. They are small, and no parent adds a row. */
export function filledTables(dir = supabaseDir): Set<string> {
  const text = readFileSync(path.join(dir, 'rows.sql'), 'utf8');
  return new Set([...text.matchAll(/^insert into (\S+)/gm)].map(([, name = '']) => name));
}

/** Leaves out timestamps and generated numbers. Null if the key is generated, so that rows cannot be compared. */
async function describe(sql: postgres.Sql, name: string): Promise<Table | null> {
  const columns = await sql<{ name: string; is_key: boolean; own: boolean }[]>`
    select attname as name, attnum = any (conkey) as is_key,
      attidentity <> '' or atttypid in ('timestamptz'::regtype, 'date'::regtype) as own
    from pg_attribute join pg_constraint on conrelid = attrelid and contype = 'p'
    where attrelid = ${name}::regclass and attnum > 0 and not attisdropped order by attnum`;
  if (columns.some(({ is_key, own }) => is_key && own)) return null;
  return {
    name,
    columns: columns.filter(({ own }) => !own).map((column) => column.name),
    key: columns.filter(({ is_key }) => is_key).map((column) => column.name),
  };
}

type Row = Record<string, string>;

/**
 * Returns the rows with each value as an SQL literal. Columns that the table does not have yet are left out, so they
 * count as changed. If the table or its key does not exist, there are no rows.
 */
async function rows(sql: postgres.Sql, { name, columns, key }: Table): Promise<Map<string, Row>> {
  const found = await sql<{ column: string }[]>`
    select attname as column from pg_attribute
    where attrelid = to_regclass(${name}) and attname = any (${columns}) and not attisdropped`;
  const there = columns.filter((column) => found.some((one) => one.column === column));
  if (!key.every((column) => there.includes(column))) return new Map();
  const values = there.map((column) => `quote_nullable("${column}"::text) as "${column}"`).join(', ');
  const list = await sql.unsafe<Row[]>(`select ${values} from ${name} order by ${key.join(', ')}`);
  return new Map(list.map((row) => [key.map((column) => row[column]).join(), row]));
}

function changes({ name, columns, key }: Table, from: Map<string, Row>, to: Map<string, Row>): string[] {
  const set = (row: Row, names: string[], separator: string) =>
    names.map((column) => `${column} = ${row[column]}`).join(separator);
  const removed = [...from].filter(([id]) => !to.has(id));
  const fresh = [...to].filter(([id]) => !from.has(id));
  return [
    ...removed.map(([, row]) => `delete from ${name} where ${set(row, key, ' and ')};`),
    ...[...to].flatMap(([id, row]) => {
      const old = from.get(id);
      const changed = old ? columns.filter((column) => old[column] !== row[column]) : [];
      if (!changed.length) return [];
      return [`update ${name} set ${set(row, changed, ', ')} where ${set(row, key, ' and ')};`];
    }),
    ...fresh.map(
      ([, row]) =>
        `insert into ${name} (${columns.join(', ')}) values (${columns.map((column) => row[column]).join(', ')});`,
    ),
  ];
}
