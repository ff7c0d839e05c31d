import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';
import { bootstrapDatabase } from '#local/api/bootstrap.ts';
import { postgrestTypes } from '#local/database/parsers.ts';
import { giveHostedRights, hostedRole } from './hosted/rights.ts';
import { templateName } from './template.ts';

export interface Caller {
  role: 'anon' | 'authenticated' | 'service_role';
  sub?: string;
  /** More claims of the token, e.g. `{ aal: 'aal2' }`. */
  claims?: object;
  headers?: object;
}

export interface TestDatabase {
  /**
   * A connection of the superuser. Values have the form in which PostgREST sends them (local/database/parsers.ts):
   * timestamps are ISO strings with microseconds, int8 and numeric are numbers, dates and times are text.
   */
  sql: postgres.Sql;
  url: string;
  /** Runs `work` as PostgREST would run a request of this caller: in one transaction, committed unless it throws. */
  as<T>(who: Caller, work: (sql: postgres.TransactionSql) => Promise<T>): Promise<T>;
  drop(): Promise<void>;
}

/** Creates a database for one test file: migrated and seeded, without demo data. Drop it in `afterAll`. */
export async function createDatabase(): Promise<TestDatabase> {
  const adminUrl = inject('databaseUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Copying the files takes less than half the time of the default strategy, which writes each page to the log.
  await runAsSuperuser(
    adminUrl,
    (sql) =>
      sql`create database ${sql(name)} owner ${sql(hostedRole)} template ${sql(templateName)} strategy file_copy`,
  );

  return openDatabase(adminUrl, name);
}

export interface EmptyDatabase extends TestDatabase {
  /** A connection with the rights that migrations have in a hosted project (hosted/rights.ts). */
  hostedUrl: string;
}

/** Creates a database as a new hosted project has it: without our schema. Drop it in `afterAll`. */
export async function createEmptyDatabase(): Promise<EmptyDatabase> {
  const adminUrl = inject('databaseUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runAsSuperuser(adminUrl, (sql) => sql`create database ${sql(name)}`);
  const db = openDatabase(adminUrl, name);
  await bootstrapDatabase(db.url);
  return { ...db, hostedUrl: await giveHostedRights(db.url) };
}

function openDatabase(adminUrl: string, name: string): TestDatabase {
  const address = new URL(adminUrl);
  address.pathname = `/${name}`;
  const sql = postgres(address.href, {
    max: 40,
    idle_timeout: 5,
    types: postgrestTypes,
    connection: { client_min_messages: 'warning' },
  }) as unknown as postgres.Sql;

  return {
    sql,
    url: address.href,
    as: (who, work) =>
      sql.begin(async (tx) => {
        await impersonate(tx, who);
        return work(tx);
      }) as ReturnType<typeof work>,
    drop: async () => {
      await sql.end({ timeout: 1 });
      await runAsSuperuser(adminUrl, (sql) => sql`drop database if exists ${sql(name)} with (force)`);
    },
  };
}

const counts = new WeakMap<TestDatabase, Map<string, number>>();

/** Counts `subject` in this database from 0. The count is per database, because test files share a process. */
export function countIn(db: TestDatabase, subject: string): number {
  const ownCounts = counts.get(db) ?? new Map<string, number>();
  counts.set(db, ownCounts);
  const n = ownCounts.get(subject) ?? 0;
  ownCounts.set(subject, n + 1);
  return n;
}

async function runAsSuperuser(url: string, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, connection: { client_min_messages: 'warning' } });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function impersonate(tx: postgres.TransactionSql, who: Caller): Promise<void> {
  const iat = Math.floor(Date.now() / 1000);
  const claims = { ...(who.sub && { sub: who.sub, iat }), role: who.role, ...who.claims };
  await tx`select
    set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
    set_config('request.headers', ${JSON.stringify(who.headers ?? {})}, true),
    set_config('request.method', 'POST', true),
    set_config('role', ${who.role}, true)`;
}
