import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import postgres from 'postgres';
import { schemaFiles } from '#local/database/schemas.ts';
import { formatText } from './format-text.ts';
import { root } from './sources.ts';

interface Column {
  name: string;
  type: string;
  nullable: boolean;
}

interface Reference {
  columns: string[];
  to: string;
  /** True if at most one row refers to the same row. */
  once: boolean;
}

interface Table {
  name: string;
  comment: string;
  columns: Column[];
  references: Reference[];
}

const HEAD = `# The database

Written by \`npm run types\` from the database itself; its sources are \`supabase/schemas\`, a folder a topic. A
column with a question mark may be empty. What a column means is said by its comment in its file.`;

export async function writeOverview(url: string, file: string): Promise<void> {
  const tables = new Map((await readTables(url)).map((table) => [table.name, table]));
  const text = [...topics()].map(([topic, files]) => chapter(topic, files, tables)).join('\n\n');
  await writeFile(file, await formatText(file, `${HEAD}\n\n${text}\n`));
}

function topics(): Map<string, Map<string, string[]>> {
  const found = new Map<string, Map<string, string[]>>();
  for (const file of schemaFiles()) {
    const text = readFileSync(path.join(root, 'supabase', file), 'utf8');
    const tables = [...text.matchAll(/^create table public\.(\w+)/gm)].map(([, name = '']) => name);
    const [, topic = '', base = ''] = file.split('/');
    if (!tables.length) continue;
    if (!found.has(topic)) found.set(topic, new Map());
    found.get(topic)?.set(base, tables);
  }
  return found;
}

function chapter(topic: string, files: Map<string, string[]>, tables: Map<string, Table>): string {
  const entries = [...files].flatMap(([file, names]) =>
    names.map((name) => ({ file, table: tables.get(name) })),
  );
  const lines = entries.flatMap(({ table }) => (table ? picture(table) : []));
  const parts = entries.map(({ file, table }) => (table ? describe(table, `${topic}/${file}`) : ''));
  return [
    `## ${topic}`,
    ...(lines.length ? ['```mermaid', 'erDiagram', ...lines, '```', ''] : ['']),
    ...parts,
  ].join('\n');
}

function picture({ name, columns, references }: Table): string[] {
  return references.map(({ columns: from, to, once }) => {
    const nullable = columns.some((column) => from.includes(column.name) && column.nullable);
    return `  "${to}" ${nullable ? '|o' : '||'}--${once ? 'o|' : 'o{'} "${name}" : "${from.join(', ')}"`;
  });
}

function describe({ name, comment, columns, references }: Table, file: string): string {
  const list = columns.map((column) => {
    const [target] = references.filter(({ columns: from }) => from.length === 1 && from[0] === column.name);
    return `\`${column.name} ${column.type}${column.nullable ? '?' : ''}\`${target ? ` → ${target.to}` : ''}`;
  });
  const words = comment.replace(/[<*[\]]/g, '\\$&');
  return `### ${name}\n\n${words} (\`${file}\`)\n\n${list.join(', ')}\n`;
}

async function readTables(url: string): Promise<Table[]> {
  const sql = postgres(url, { max: 1, connection: { client_min_messages: 'warning' } });
  try {
    return await sql<Table[]>`
      select relname as name, coalesce(obj_description(c.oid, 'pg_class'), '') as comment,
        (select jsonb_agg(jsonb_build_object('name', attname, 'nullable', not attnotnull,
            'type', case when typname ~ '^_' then format_type(atttypid, atttypmod) else typname end) order by attnum)
          from pg_attribute join pg_type t on t.oid = atttypid
          where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
        (select coalesce(jsonb_agg(jsonb_build_object('columns', f.columns, 'to', f.target, 'once', exists (
            select from pg_index i where i.indrelid = c.oid and i.indisunique and i.indpred is null
              and i.indkey::smallint[] <@ f.conkey)) order by f.columns, f.target), '[]')
          from (
            select conkey, confrelid::regclass::text as target, array(
              select attname::text from unnest(conkey) with ordinality k (num, place)
                join pg_attribute on attrelid = conrelid and attnum = num order by place) as columns
            from pg_constraint where conrelid = c.oid and contype = 'f'
          ) f) as references
      from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
