import * as v from 'valibot';
import { listNames, missing, ok, type Step, unknown, wrong } from '../step.ts';
import { literal, ofProject, readRows, runSql } from '../supabase.ts';

const keys = ['SUPABASE_ACCESS_TOKEN', 'SUPABASE_PROJECT_REF'] as const;

/** Queries for objects that must not exist in a database that strangers can reach. */
const lints: [fault: string, query: string][] = [
  [
    'has no row level security',
    `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relrowsecurity`,
  ],
  [
    'may be written by visitors',
    `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p', 'v')
       and has_table_privilege('anon', c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')`,
  ],
  [
    'reads with its owner’s rights',
    `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('v', 'm')
       and not coalesce(c.reloptions && array['security_invoker=true', 'security_invoker=on'], false)`,
  ],
  [
    'runs with its owner’s rights and the caller’s search path',
    `select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('public', 'private') and p.prosecdef
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
       and not coalesce(p.proconfig @> array['search_path=""'], false)`,
  ],
];
const everyLint = lints
  .map(
    ([fault, query]) =>
      `select ${literal(fault)} as fault, f.relname::text as name from (${query}) f (relname)`,
  )
  .join(' union all ');

const Advisors = v.object({
  lints: v.array(v.object({ level: v.string(), title: v.string(), detail: v.string() })),
});

const rls: Step = {
  id: 'row-security',
  topic: 'Supabase',
  what: 'Check that row level security is on and that Supabase’s security advisor finds nothing.',
  keys,
  link: 'https://supabase.com/dashboard/project/_/advisors/security',
  async check(context) {
    const harm = 'Strangers may read or change what belongs to families.';
    const fix = 'The database was changed by hand. Compare it with supabase/schemas, and undo the change.';
    const faults = await readRows(context, v.object({ fault: v.string(), name: v.string() }), everyLint);
    if (faults.length > 0)
      return wrong(`${listNames(faults.map(({ name, fault }) => `${name} ${fault}`))}.`, harm, fix);
    const { lints: advised } = v.parse(Advisors, await ofProject(context, '/advisors/security'));
    const errors = advised.filter(({ level }) => level === 'ERROR');
    return errors.length > 0
      ? wrong(
          `Supabase’s advisor says: ${listNames(
            errors.map(({ detail }) => detail),
            3,
          )}`,
          harm,
          fix,
        )
      : ok('Row level security is on everywhere, and the advisor finds no error.');
  },
};

const buckets: Record<string, number> = {
  'child-photos': 1_048_576,
  pictures: 3_145_728,
  'camp-photos': 2_097_152,
};
const Bucket = v.object({ id: v.string(), public: v.boolean() });

const storage: Step = {
  id: 'buckets',
  topic: 'Supabase',
  what: 'Make the private buckets for photos of children and camps, and for pictures.',
  keys,
  async check(context) {
    const there = v.parse(v.array(Bucket), await ofProject(context, '/storage/buckets'));
    const open = there.filter((bucket) => bucket.public && bucket.id in buckets).map(({ id }) => id);
    if (open.length > 0)
      return wrong(
        `The bucket ${open.join(' and ')} is public.`,
        'Anybody who has the address of a child’s photo can see it, for ever.',
      );
    const absent = Object.keys(buckets).filter((name) => !there.some(({ id }) => id === name));
    return absent.length > 0
      ? missing(
          `There is no bucket ${absent.join(' and no ')}.`,
          'Parents cannot add a photo of their child, and coaches cannot send photos of a camp.',
        )
      : ok('All three buckets exist and are private.');
  },
  async do(context) {
    for (const [id, limit] of Object.entries(buckets))
      await runSql(
        context,
        `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
         values (${literal(id)}, ${literal(id)}, false, ${limit}, '{image/jpeg}')
         on conflict (id) do update set public = false, file_size_limit = excluded.file_size_limit,
           allowed_mime_types = excluded.allowed_mime_types`,
      );
  },
};

const quiet: Record<string, string> = {
  log_statement: 'none',
  log_min_error_statement: 'panic',
  log_parameter_max_length_on_error: '0',
};

const logs: Step = {
  id: 'database-log',
  topic: 'Supabase',
  what: 'Keep what parents type out of the database’s log.',
  keys,
  link: 'https://supabase.com/docs/guides/database/custom-postgres-config',
  async check(context) {
    const rows = await readRows(
      context,
      v.object({ name: v.string(), setting: v.string() }),
      `select name, setting from pg_settings where name in (${Object.keys(quiet).map(literal).join(', ')})`,
    );
    const loud = Object.entries(quiet).filter(([name, value]) => {
      const setting = rows.find((row) => row.name === name)?.setting;
      return setting !== value;
    });
    return loud.length > 0
      ? wrong(
          `The database logs more than it should: ${listNames(loud.map(([name]) => name))}.`,
          'A child’s health details may be in a log that many people read.',
          `Set ${loud.map(([name, value]) => `${name} = ${value}`).join(', ')}. If the project cannot, ask Supabase’s support.`,
        )
      : ok('The log contains no values from statements.');
  },
};

const apiRole = { 'pgrst.db_pre_request': 'private.before_request', log_min_messages: 'fatal' };

const roleSettings: Step = {
  id: 'api-role',
  topic: 'Supabase',
  what: 'Check each request before it runs, and keep the API’s messages out of the log (settings of authenticator).',
  keys,
  link: 'https://supabase.com/docs/guides/database/custom-postgres-config',
  async check(context) {
    // A setting of this database takes precedence over a setting of all databases.
    const rows = await readRows(
      context,
      v.object({ name: v.string(), setting: v.string() }),
      `select distinct on (name) split_part(c, '=', 1) as name, substr(c, strpos(c, '=') + 1) as setting
       from pg_db_role_setting s join pg_roles r on r.oid = s.setrole, unnest(s.setconfig) c
       where r.rolname = 'authenticator'
         and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
       order by name, s.setdatabase desc`,
    );
    const there = new Map(rows.map(({ name, setting }) => [name, setting]));
    const absent = Object.entries(apiRole).filter(([name, value]) => there.get(name) !== value);
    return absent.length > 0
      ? wrong(
          `The API’s role does not have ${listNames(absent.map(([name, value]) => `${name} = ${value}`))}.`,
          'Strangers may learn from the planner how many rows of other families match, or errors may write to the log what parents typed.',
          'Run npm run setup -- --only api-role. If the project may not set it, ask Supabase’s support.',
        )
      : ok('Each request is checked before it runs, and the API’s messages stay out of the log.');
  },
  async do(context) {
    // Each setting is a separate call, because a project may be allowed to change only one of them.
    const refused: string[] = [];
    for (const [name, value] of Object.entries(apiRole))
      await runSql(context, `alter role authenticator set ${name} = ${literal(value)};`).catch(
        (error: unknown) =>
          refused.push(`${name}: ${error instanceof Error ? error.message : String(error)}`),
      );
    await runSql(context, `notify pgrst, 'reload config';`);
    if (refused.length > 0) throw new Error(refused.join(' '));
  },
};

const Extension = v.object({ name: v.string(), installed: v.string(), available: v.string() });

const extensions: Step = {
  id: 'extensions',
  topic: 'Supabase',
  what: 'Check that the extensions have the server’s versions.',
  keys,
  link: 'https://supabase.com/dashboard/project/_/settings/infrastructure',
  async check(context) {
    const old = await readRows(
      context,
      Extension,
      `select e.extname as name, e.extversion as installed, a.default_version as available
       from pg_extension e join pg_available_extensions a on a.name = e.extname
       where e.extversion <> a.default_version order by e.extname`,
    );
    return old.length > 0
      ? wrong(
          `Older than the server’s version: ${listNames(old.map(({ name, installed, available }) => `${name} ${installed} (${available})`))}.`,
          'Faults that newer versions fix are still here, and an upgrade of the database may stop because of them.',
          `In the SQL editor: ${old.map(({ name }) => `alter extension ${name} update`).join('; ')}.`,
        )
      : ok('All extensions have the server’s versions.');
  },
};

/** A clock may differ by this much, because an answer takes some time and its time is exact only to a second. */
const MAX_SECONDS = 5;

const clocks: Step = {
  id: 'clocks',
  topic: 'Supabase',
  what: 'Check that the clocks of the database, of Stripe and of this machine agree.',
  keys,
  async check(context) {
    const [row] = await readRows(
      context,
      v.object({ ms: v.number() }),
      'select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
    );
    const ours = context.now().getTime();
    const response = await context.fetch('https://api.stripe.com/v1', {
      redirect: 'manual',
      signal: AbortSignal.timeout(30_000),
    });
    await response.body?.cancel();
    const stripe = Date.parse(response.headers.get('date') ?? '');
    if (!row || Number.isNaN(stripe))
      return unknown('A clock could not be read.', 'Links and holds may end too early.');
    const off = (ms: number, than: number) => Math.round((ms - than) / 1000);
    if (Math.abs(off(row.ms, stripe)) > MAX_SECONDS)
      return wrong(
        `The database’s clock and Stripe’s differ by ${Math.abs(off(row.ms, stripe))} seconds.`,
        'Payment pages end before their holds, or after them; webhooks may be refused as too old.',
        'Ask Supabase’s support.',
      );
    return Math.abs(off(ours, stripe)) > MAX_SECONDS
      ? wrong(
          `This machine’s clock and Stripe’s differ by ${Math.abs(off(ours, stripe))} seconds.`,
          'Parents notice nothing; what this machine says of ages may be wrong.',
          'Set its clock from the network.',
        )
      : ok('The clocks agree.');
  },
};

export const safetySteps = [rls, storage, logs, roleSettings, extensions, clocks];
