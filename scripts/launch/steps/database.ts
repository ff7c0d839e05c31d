import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { migrationFiles } from '#local/database/schemas.ts';
import { LOCK_TIMEOUT, MAX_BATCHES, readMigration } from '#local/database/migration-file.ts';
import { splitStatements } from '#local/database/statements.ts';
import { template } from '../config.ts';
import { type Context, requireKey } from '../context.ts';
import { listNames, missing, ok, type Step, wrong } from '../step.ts';
import { literal, ofProject, readRows, runSql } from '../supabase.ts';

const keys = ['SUPABASE_ACCESS_TOKEN', 'SUPABASE_PROJECT_REF'] as const;
const HISTORY = 'supabase_migrations.schema_migrations';

/**
 * Returns a hash that is the same however a migration was split into statements, because comments, spaces and
 * semicolons do not count.
 */
const hashOf = (text: string) =>
  createHash('sha256')
    .update(text.replaceAll(/--[^\n]*/g, '').replaceAll(/[ \t\r\n;]/g, ''))
    .digest('hex');
const storedHash = String.raw`encode(sha256(convert_to(translate(regexp_replace(
  array_to_string(statements, E'\n'), E'--[^\n]*', '', 'g'), E' \t\r\n;', ''), 'UTF8')), 'hex')`;

interface Migration {
  version: string;
  name: string;
  text: string;
}

function migrations(): Migration[] {
  return migrationFiles().map((file) => {
    const { version = '', name = '' } = /(?<version>\d+)_(?<name>.*)\.sql$/.exec(file)?.groups ?? {};
    return { version, name, text: template(file) };
  });
}

const Applied = v.object({ version: v.string(), hash: v.nullable(v.string()) });

async function applied(context: Context) {
  const [history] = await readRows(
    context,
    v.object({ there: v.boolean() }),
    `select to_regclass('${HISTORY}') is not null as there`,
  );
  if (!history?.there) return [];
  return readRows(context, Applied, `select version, ${storedHash} as hash from ${HISTORY} order by version`);
}

const migrationsStep: Step = {
  id: 'migrations',
  topic: 'Supabase',
  what: 'Apply the migrations of supabase/migrations that the database does not have.',
  keys,
  async check(context) {
    const there = new Map((await applied(context)).map(({ version, hash }) => [version, hash]));
    const ours = migrations();
    const harm = 'Calls from the current pages fail, because the database has a different version.';
    const strange = [...there.keys()].filter((version) => !ours.some((one) => one.version === version));
    if (strange.length > 0)
      return wrong(
        `The database has migrations that are not here: ${listNames(strange)}.`,
        harm,
        'Check out the release that was deployed last, or a newer one.',
      );
    const changed = ours.filter(
      ({ version, text }) => there.has(version) && there.get(version) !== hashOf(text),
    );
    if (changed.length > 0)
      return wrong(
        `${listNames(changed.map(({ version }) => version))} was applied with a different text from the one it has now.`,
        harm,
        context.environment === 'staging' && changed[0] === ours[0]
          ? 'If this staging environment was created before v0.1.0, it cannot be migrated: start it again as docs/deploying.md says, ' +
              'which deletes all its data. Otherwise restore the text, and add a new migration.'
          : 'A migration must not change once it has been applied: restore its text, and add a new one.',
      );
    const absent = ours.filter(({ version }) => !there.has(version));
    return absent.length > 0
      ? missing(`Not applied: ${listNames(absent.map(({ version, name }) => `${version}_${name}`))}.`, harm)
      : ok(`All ${ours.length} migrations are applied as they are here.`);
  },
  async do(context) {
    const there = new Set((await applied(context)).map(({ version }) => version));
    for (const migration of migrations()) if (!there.has(migration.version)) await apply(context, migration);
  },
};

/**
 * Applies a migration without a transaction. Each statement is a separate call, and the migration counts as applied
 * once all of them are done.
 */
async function apply(context: Context, migration: Migration): Promise<void> {
  const { isAtomic, parts } = readMigration(migration.text);
  if (isAtomic) return void (await runSql(context, applying(migration)));
  for (const { text, isBatch } of parts) {
    if (!isBatch) await runSql(context, text);
    else for (let batches = 0; batches < MAX_BATCHES && (await changesRows(context, text)); batches++);
  }
  const { version, name, text } = migration;
  await runSql(
    context,
    `insert into ${HISTORY} (version, name, statements)
     values (${literal(version)}, ${literal(name)}, array[${quoted(text)}]) on conflict do nothing`,
  );
}

const limitLocks = `select set_config('lock_timeout', '${LOCK_TIMEOUT}', true)`;

async function changesRows(context: Context, batch: string): Promise<boolean> {
  const [row] = v.parse(
    v.array(v.object({ n: v.number() })),
    // If the batch returned no rows, the API would answer with the rows of the first statement. So the rows of the
    // batch are counted.
    await runSql(context, `${limitLocks}; with batch as (${batch}) select count(*)::int as n from batch`),
  );
  return (row?.n ?? 0) > 0;
}

function quoted(text: string): string {
  const quote = `$migration_${createHash('sha256').update(text).digest('hex').slice(0, 16)}$`;
  return quote + text + quote;
}

/**
 * Returns SQL that applies a migration in one transaction. It stores the text as the CLI does and runs it from there,
 * so that the text is sent once.
 */
function applying({ version, name, text }: Migration): string {
  return `create schema if not exists supabase_migrations;
create table if not exists ${HISTORY} (version text primary key, statements text[], name text);
insert into ${HISTORY} (version, name, statements) values (${literal(version)}, ${literal(name)}, array[${quoted(text)}]);
do $apply$ begin
  perform set_config('lock_timeout', '${LOCK_TIMEOUT}', true);
  execute (select statements[1] from ${HISTORY} where version = ${literal(version)});
end $apply$;`;
}

/**
 * Returns the statements of the seed without its weekly classes, which are examples for the local stack. Everybody who
 * deploys plans their own.
 */
const seedStatements = () =>
  splitStatements(template('seed.sql'))
    .map(({ text }) => text)
    .filter((text) => !text.includes('insert into public.session_templates'));

const seed: Step = {
  id: 'first-rows',
  topic: 'Supabase',
  what: 'Add the first rows of supabase/seed.sql, without its weekly classes.',
  keys,
  async check(context) {
    const [row] = await readRows(
      context,
      v.object({ settings: v.number(), locations: v.number() }),
      `select (select count(*) from public.settings)::int as settings,
        (select count(*) from public.locations)::int as locations`,
    );
    return row && row.settings > 0 && row.locations > 0
      ? ok('The first rows are there.')
      : missing('The table of settings or that of places is empty.', 'Nothing can be sold.');
  },
  do: async (context) => void (await runSql(context, seedStatements().join(';\n'))),
};

const Settings = v.object({
  staff_email: v.nullable(v.string()),
  address_header: v.string(),
  second_factor_roles: v.array(v.string()),
  legal_name: v.nullable(v.string()),
});

export async function settingsOf(context: Context) {
  const [row] = await readRows(
    context,
    Settings,
    `select staff_email, address_header, to_json(second_factor_roles) as second_factor_roles, legal_name
     from public.settings`,
  );
  if (!row) throw new Error('The table of settings is empty.');
  return row;
}

const staffEmail: Step = {
  id: 'staff-email',
  topic: 'staff',
  what: 'Set who is told about alerts and enquiries (settings.staff_email).',
  keys: [...keys, 'STAFF_EMAIL'],
  async check(context) {
    const { staff_email } = await settingsOf(context);
    return staff_email
      ? ok(`Alerts and enquiries go to ${staff_email}.`)
      : missing(
          'settings.staff_email is empty.',
          'Enquiries are not answered, and nobody learns of an alert.',
        );
  },
  do: async (context) =>
    void (await runSql(
      context,
      `update public.settings set staff_email = ${literal(requireKey(context, 'STAFF_EMAIL'))} where staff_email is null`,
    )),
};

const addressHeader: Step = {
  id: 'address-header',
  topic: 'Supabase',
  what: 'Name the header that carries a caller’s address (settings.address_header).',
  keys,
  async check(context) {
    const { address_header } = await settingsOf(context);
    return address_header === 'cf-connecting-ip'
      ? ok('Callers are told apart by cf-connecting-ip.')
      : wrong(
          `Callers are told apart by ${address_header}, which a hosted project does not overwrite.`,
          'One caller can pretend to be many and hold all spots, or all parents share one limit.',
        );
  },
  do: async (context) =>
    void (await runSql(context, "update public.settings set address_header = 'cf-connecting-ip'")),
};

const PostgRest = v.object({ db_schema: v.string(), max_rows: v.number() });

const dataApi: Step = {
  id: 'data-api',
  topic: 'Supabase',
  what: 'Let the API show only the schema public, with at most 1,000 rows per call.',
  keys,
  async check(context) {
    const { db_schema, max_rows } = v.parse(PostgRest, await ofProject(context, '/postgrest'));
    if (db_schema !== 'public')
      return wrong(
        `The API shows the schemas ${db_schema}.`,
        'Strangers reach what was meant for the server.',
      );
    return max_rows === 1000
      ? ok('The API shows only the schema public.')
      : wrong(
          `The API returns up to ${max_rows} rows per call.`,
          'A stranger can read long lists in one call.',
        );
  },
  do: async (context) =>
    void (await ofProject(context, '/postgrest', {
      method: 'PATCH',
      json: { db_schema: 'public', max_rows: 1000 },
    })),
};

export const databaseSteps = [migrationsStep, seed, staffEmail, addressHeader, dataApi];
