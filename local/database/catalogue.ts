import postgres from 'postgres';

/** Describes the contents of a database: a text for each object, by its name. Equal databases have equal texts. */
export type Catalogue = Map<string, string>;

const OURS = `('public', 'private')`;
/** The privileges on an object, sorted, because the order of grants does not matter. */
const acl = (column: string, kind: string, owner: string) =>
  `(select string_agg(a::text, ' ' order by a::text)
    from unnest(coalesce(${column}, acldefault('${kind}', ${owner}))) a)`;
const comment = (oid: string, catalog: string) => `obj_description(${oid}, '${catalog}')`;

const QUERIES = [
  `select 'schema ' || nspname as name,
    concat_ws(e'\\n', ${acl('nspacl', 'n', 'nspowner')}, ${comment('oid', 'pg_namespace')}) as text
  from pg_namespace where nspname in ${OURS}`,

  `select 'extension ' || extname, extnamespace::regnamespace::text from pg_extension`,

  `select format('default privileges of %s in %s on %s', defaclrole::regrole,
      coalesce(nspname, 'all'), defaclobjtype),
    (select string_agg(a::text, ' ' order by a::text) from unnest(defaclacl) a)
  from pg_default_acl left join pg_namespace n on n.oid = defaclnamespace
  where nspname is null or nspname in ${OURS}`,

  `select 'settings of ' || coalesce(setrole::regrole::text, 'all'), setconfig::text
  from pg_db_role_setting where setdatabase = (select oid from pg_database where datname = current_database())`,

  `select format('type %s', t.oid::regtype), concat_ws(e'\\n', t.typtype,
      (select string_agg(enumlabel, ' ' order by enumsortorder) from pg_enum where enumtypid = t.oid),
      nullif(format_type(t.typbasetype, t.typtypmod), '-'),
      ${acl('t.typacl', 'T', 't.typowner')}, ${comment('t.oid', 'pg_type')})
  from pg_type t left join pg_class c on c.oid = t.typrelid
  where t.typnamespace::regnamespace::text in ${OURS} and t.typelem = 0 and coalesce(c.relkind, 'c') = 'c'`,

  `select format('%s %s', case relkind when 'r' then 'table' when 'v' then 'view' else 'relation ' || relkind::text end,
      c.oid::regclass),
    concat_ws(e'\\n', case when relrowsecurity then 'row level security' end,
      case when relforcerowsecurity then 'forced' end, reloptions::text,
      case when relkind in ('v', 'm') then pg_get_viewdef(c.oid) end,
      ${acl('relacl', 'r', 'relowner')}, ${comment('c.oid', 'pg_class')})
  from pg_class c where relnamespace::regnamespace::text in ${OURS} and relkind not in ('i', 'I', 't')`,

  // The position of a column is compared too, because inserts without column names depend on it.
  `select format('column %s.%s', attrelid::regclass, attname),
    concat_ws(e'\\n', row_number() over (partition by attrelid order by attnum)::text,
      format_type(atttypid, atttypmod), case when attnotnull then 'not null' end,
      nullif(attidentity::text, ''), nullif(attgenerated::text, ''), pg_get_expr(adbin, adrelid),
      nullif(attcollation, typcollation)::regcollation::text,
      (select string_agg(a::text, ' ' order by a::text) from unnest(attacl) a),
      col_description(attrelid, attnum))
  from pg_attribute join pg_class c on c.oid = attrelid join pg_type t on t.oid = atttypid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where relnamespace::regnamespace::text in ${OURS} and relkind in ('r', 'v', 'm', 'c', 'p')
    and attnum > 0 and not attisdropped`,

  `select format('constraint %s on %s', conname, conrelid::regclass),
    concat_ws(e'\\n', pg_get_constraintdef(oid), ${comment('oid', 'pg_constraint')})
  from pg_constraint where connamespace::regnamespace::text in ${OURS} and contype <> 't'`,

  `select 'index ' || c.oid::regclass, concat_ws(e'\\n', pg_get_indexdef(c.oid), ${comment('c.oid', 'pg_class')})
  from pg_class c where relnamespace::regnamespace::text in ${OURS} and relkind = 'i'`,

  `select format('function %s', p.oid::regprocedure), concat_ws(e'\\n', pg_get_functiondef(p.oid),
      ${acl('proacl', 'f', 'proowner')}, ${comment('p.oid', 'pg_proc')})
  from pg_proc p where pronamespace::regnamespace::text in ${OURS} and prokind in ('f', 'p')`,

  // Triggers on any table that call one of our functions.
  `select format('trigger %s on %s', tgname, tgrelid::regclass),
    concat_ws(e'\\n', pg_get_triggerdef(t.oid), tgenabled, ${comment('t.oid', 'pg_trigger')})
  from pg_trigger t join pg_proc p on p.oid = tgfoid
  where pronamespace::regnamespace::text in ${OURS} and not tgisinternal`,

  `select format('policy %s on %s', polname, polrelid::regclass), concat_ws(e'\\n', polcmd, polpermissive::text,
      (select string_agg(case r when 0 then 'public' else r::regrole::text end, ' ') from unnest(polroles) r),
      'using ' || pg_get_expr(polqual, polrelid), 'check ' || pg_get_expr(polwithcheck, polrelid),
      ${comment('p.oid', 'pg_policy')})
  from pg_policy p join pg_class c on c.oid = polrelid where relnamespace::regnamespace::text in ${OURS}`,
];

/** Tables with rows, and those of their columns that are equal in databases of different ages. */
const FILLED = `
  select c.oid::regclass::text as name, (select coalesce(array_agg(attname::text order by attnum), '{}')
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = c.oid and attnum > 0 and not attisdropped and attidentity = ''
      and atttypid not in ('timestamptz'::regtype, 'timestamp'::regtype, 'date'::regtype)
      and coalesce(pg_get_expr(adbin, adrelid), '') !~ 'uuid') as columns
  from pg_class c where relnamespace::regnamespace::text in ${OURS} and relkind = 'r' order by 1`;

export async function readCatalogue(url: string): Promise<Catalogue> {
  const sql = postgres(url, {
    max: 1,
    connection: { client_min_messages: 'warning', search_path: 'pg_catalog' },
  });
  try {
    const found: Catalogue = new Map();
    for (const query of QUERIES)
      for (const { name, text } of await sql.unsafe<{ name: string; text: string }[]>(named(query)))
        found.set(name, text);
    for (const { name, columns } of await sql.unsafe<{ name: string; columns: string[] }[]>(FILLED))
      (await rowsOf(sql, name, columns)).forEach((row, index) =>
        found.set(`row ${index + 1} of ${name}`, row),
      );
    return found;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function named(query: string): string {
  return `select q.name, coalesce(q.text, '') as text from (${query}) q (name, text) order by q.name collate "C"`;
}

async function rowsOf(sql: postgres.Sql, table: string, columns: string[]): Promise<string[]> {
  const list = columns.map((column) => JSON.stringify(column)).join(', ');
  const rows = await sql.unsafe<{ row: string }[]>(
    `select to_jsonb(r)::text as row from (select ${list || 'null as nothing'} from ${table}) r
    order by to_jsonb(r)::text collate "C"`,
  );
  return rows.map(({ row }) => row);
}

/** Returns one paragraph for each difference between two databases, or an empty list. */
export function compareCatalogues(one: Catalogue, other: Catalogue, names: [string, string]): string[] {
  const indent = (text: string | undefined) => (text ?? '(missing)').replaceAll('\n', '\n    ');
  return [...new Set([...one.keys(), ...other.keys()])]
    .filter((name) => one.get(name) !== other.get(name))
    .map(
      (name) =>
        `${name}\n  ${names[0]}:\n    ${indent(one.get(name))}\n  ${names[1]}:\n    ${indent(other.get(name))}`,
    );
}
