import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type postgres from 'postgres';
import { functionNames } from '../launch/config.ts';
import { root, sources, withoutComments } from '../sources.ts';
import { isSchema, refusals, type Shape, shapeOf } from './shapes.ts';

interface CallableFunction {
  roles: string[];
  arguments: { name: string; type: string; optional: boolean }[];
  /** The type of the answer, or its columns. */
  returns: string | Record<string, string>;
}

/** What pages and functions of one release rely on while the next release runs. */
export interface Contract {
  /** SQL functions that can be called through the API. */
  functions: Record<string, CallableFunction>;
  /** Types of the columns that can be read through the API, by role. */
  tables: Record<string, Record<string, string>>;
  /** The edge functions, and whether the gateway asks their callers for a token. */
  edge: Record<string, boolean>;
  /** The shapes of requests that edge functions accept. */
  requests: Record<string, Shape>;
  /** The shapes of answers that pages and functions accept. */
  answers: Record<string, Shape>;
  /** Functions and columns that nothing in the release's code mentions. The next release may remove them. */
  unused: string[];
}

const ROLES = ['anon', 'authenticated', 'service_role'];

async function readFunctions(sql: postgres.Sql): Promise<Contract['functions']> {
  const rows = await sql<
    {
      signature: string;
      roles: string[];
      args: CallableFunction['arguments'];
      type: string;
      columns: Record<string, string> | null;
    }[]
  >`
    select p.proname as signature,
      (select array_agg(r order by r) from unnest(${ROLES}::text[]) r where has_function_privilege(r, p.oid, 'execute')) as roles,
      (select coalesce(json_agg(json_build_object('name', coalesce(p.proargnames[i], ''), 'type', format_type(t, null),
          'optional', i > p.pronargs - p.pronargdefaults) order by i), '[]')
        from unnest(p.proargtypes::oid[]) with ordinality a (t, i)) as args,
      concat(case when p.proretset then 'setof ' end, format_type(p.prorettype, null)) as type,
      coalesce(
        (select json_object_agg(p.proargnames[i], format_type(t, null))
          from unnest(p.proallargtypes, p.proargmodes) with ordinality a (t, mode, i) where mode in ('t', 'o')),
        (select json_object_agg(attname, format_type(atttypid, atttypmod)) from pg_attribute a
          join pg_type y on y.typrelid = a.attrelid where y.oid = p.prorettype and attnum > 0 and not attisdropped)) as columns
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      and exists (select from unnest(${ROLES}::text[]) r where has_function_privilege(r, p.oid, 'execute'))
      and p.prorettype <> 'trigger'::regtype
    order by 1, p.oid::regprocedure::text`;
  const twice = rows.filter(({ signature }, index) => rows[index - 1]?.signature === signature);
  if (twice.length > 0)
    throw new Error(
      `Two functions have the same name: ${twice.map(({ signature }) => signature).join(', ')}`,
    );
  return Object.fromEntries(
    rows.map(({ signature, roles, args, type, columns }) => [
      signature,
      { roles, arguments: args, returns: columns ?? type },
    ]),
  );
}

async function readTables(sql: postgres.Sql): Promise<Contract['tables']> {
  const rows = await sql<{ name: string; role: string; column: string; type: string }[]>`
    select c.relname as name, r as role, attname as column, format_type(atttypid, atttypmod) as type
    from pg_class c cross join unnest(${ROLES}::text[]) r
    join pg_attribute a on a.attrelid = c.oid and attnum > 0 and not attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p')
      and has_column_privilege(r, c.oid, attnum, 'select')
    order by 1, 2, attnum`;
  const tables: Contract['tables'] = {};
  for (const { name, role, column, type } of rows) (tables[`${name} for ${role}`] ??= {})[column] = type;
  return tables;
}

const contractDir = path.join(root, 'supabase/functions/_shared/contract');

/** Returns the names of the schemas with which edge functions read requests. All other schemas are for answers. */
function requestNames(): Set<string> {
  const code = sources(['supabase/functions'], /\.tsx?$/)
    .map(({ text }) => withoutComments(text))
    .join('\n');
  return new Set([...code.matchAll(/\breadJson\(\s*\w+,\s*(\w+)/g)].map(([, name = '']) => name));
}

async function readShapes(): Promise<Pick<Contract, 'requests' | 'answers'>> {
  const names = requestNames();
  const found: Pick<Contract, 'requests' | 'answers'> = { requests: {}, answers: {} };
  for (const file of readdirSync(contractDir, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (!file.endsWith('.ts')) continue;
    const exported = (await import(path.join(contractDir, file))) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported))
      if (isSchema(value)) found[names.has(name) ? 'requests' : 'answers'][name] = shapeOf(value);
  }
  return found;
}

/** Returns the names that neither a page nor an edge function mentions, apart from generated types. */
function findUnused({ functions, tables }: Pick<Contract, 'functions' | 'tables'>): string[] {
  const code = sources(
    ['src', 'studio', 'supabase/functions', 'preview', 'supabase/cron.sql'],
    /\.(ts|tsx|astro|js|mjs|sql)$/,
  )
    .filter(({ file }) => !file.endsWith('.gen.ts'))
    .map(({ text }) => withoutComments(text))
    .join('\n');
  const mentioned = new Set(code.match(/\w+/g));
  const columns = Object.entries(tables).flatMap(([table, of]) =>
    Object.keys(of).map((column) => ({
      name: `${table.split(' ')[0] ?? ''}.${column}`,
      column,
      table: table.split(' ')[0] ?? '',
    })),
  );
  return [
    ...Object.keys(functions).filter((name) => !mentioned.has(name)),
    ...new Set(
      columns
        .filter(({ column, table }) => !mentioned.has(table) || !mentioned.has(column))
        .map(({ name }) => name),
    ),
  ];
}

export async function readContract(sql: postgres.Sql): Promise<Contract> {
  const [functions, tables, shapes] = [await readFunctions(sql), await readTables(sql), await readShapes()];
  const edge = Object.fromEntries(functionNames().map(({ name, verifyJwt }) => [name, verifyJwt]));
  return { functions, tables, edge, ...shapes, unused: findUnused({ functions, tables }) };
}

export const CONTRACT = 'supabase/released/contract.json';

/** Returns the contract of the last release, or null before the first release. */
export function releasedContract(project = root): Contract | null {
  const file = path.join(project, CONTRACT);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Contract) : null;
}

/**
 * What was withdrawn on purpose, such as `function get_x`, with the reason. Only for things that no page, mail or other
 * service still calls. Everything else must wait one release. Entries are deleted after the next release.
 */
export const withdrawnItems: Record<string, string> = {};

export const isWithdrawn = (loss: string) =>
  Object.keys(withdrawnItems).some(
    (what) => loss.startsWith(`the ${what} `) || loss.startsWith(`the ${what},`),
  );

/** Returns the contract as text, with one line for each part that is compared. */
export function contractText(contract: Contract): string {
  const lines = Object.entries(contract).map(([part, value]) => {
    const entries = Array.isArray(value)
      ? value.map((one) => `    ${JSON.stringify(one)}`)
      : Object.entries<unknown>(value as Record<string, unknown>).map(
          ([name, one]) => `    ${JSON.stringify(name)}: ${JSON.stringify(one)}`,
        );
    const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
    return `  ${JSON.stringify(part)}: ${open}\n${entries.join(',\n')}\n  ${close}`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}

function functionLosses(name: string, before: CallableFunction, now: CallableFunction | undefined): string[] {
  if (!now) return [`the function ${name} is missing`];
  const say = (sentence: string) => `the function ${name} ${sentence}`;
  const added = now.arguments.filter((one) => !before.arguments.some((old) => old.name === one.name));
  const { returns } = before;
  return [
    ...before.roles
      .filter((role) => !now.roles.includes(role))
      .map((role) => say(`may not be called by ${role} any more`)),
    ...before.arguments.flatMap((old) => {
      const one = now.arguments.find((argument) => argument.name === old.name);
      if (!one) return [say(`has no argument ${old.name}`)];
      if (one.type !== old.type) return [say(`takes ${old.name} as ${one.type}, not ${old.type}`)];
      return old.optional && !one.optional ? [say(`requires ${old.name}`)] : [];
    }),
    ...added.filter((one) => !one.optional).map((one) => say(`requires ${one.name}, which is new`)),
    ...(typeof returns === 'string'
      ? now.returns === returns
        ? []
        : [say(`answers ${typeof now.returns === 'string' ? now.returns : 'columns'}, not ${returns}`)]
      : columnLosses(returns, typeof now.returns === 'string' ? {} : now.returns).map(say)),
  ];
}

function columnLosses(before: Record<string, string>, now: Record<string, string>): string[] {
  return Object.entries(before).flatMap(([column, type]) => {
    if (now[column] === undefined) return [`has no column ${column}`];
    return now[column] === type ? [] : [`has ${column} as ${now[column]}, not ${type}`];
  });
}

/** Returns, in sentences, what a page or function of the release `before` would miss now. */
export function findLosses(before: Contract, now: Contract): string[] {
  const unused = new Set(before.unused);
  const tables = Object.entries(before.tables).flatMap(([name, columns]) => {
    const [table = ''] = name.split(' ');
    const used = Object.fromEntries(
      Object.entries(columns).filter(([column]) => !unused.has(`${table}.${column}`)),
    );
    return columnLosses(used, now.tables[name] ?? {}).map((loss) => `the table ${name} ${loss}`);
  });
  return [
    ...Object.entries(before.functions)
      .filter(([name]) => !unused.has(name))
      .flatMap(([name, one]) => functionLosses(name, one, now.functions[name])),
    ...tables,
    ...Object.entries(before.edge).flatMap(([name, verifyJwt]) => {
      if (!(name in now.edge)) return [`the edge function ${name} is missing`];
      return now.edge[name] && !verifyJwt ? [`the edge function ${name} asks for a token`] : [];
    }),
    // Requests of old pages must still be accepted, and old pages must accept the answers that they get.
    ...Object.entries(before.requests).flatMap(([name, sent]) => {
      const reader = now.requests[name] ?? now.answers[name];
      return reader
        ? refusals(reader, sent).map((loss) => `the request ${name}, ${loss}`)
        : [`the request ${name} is missing`];
    }),
    ...Object.entries(before.answers).flatMap(([name, reader]) => {
      const sent = now.answers[name] ?? now.requests[name];
      // If a schema no longer exists, nothing is lost, because the answers of SQL functions are compared above.
      return sent ? refusals(reader, sent).map((loss) => `the answer ${name}, ${loss}`) : [];
    }),
  ];
}
