import path from 'node:path';
import * as v from 'valibot';
import { type Context, requireKey } from './context.ts';
import { readSaved } from './key-store.ts';
import { readLog } from './releases/log.ts';
import { functionSecrets, isDigestOf, literal, readRows, runSql } from './supabase.ts';

/** Our schemas, the list of their migrations, and all accounts. Files in the buckets stay. */
const emptying = `
drop schema if exists private cascade;
drop schema if exists supabase_migrations cascade;
drop schema public cascade;
create schema public;
grant usage on schema public to postgres, anon, authenticated, service_role;
delete from auth.users;`;

/**
 * Empties a staging database, so that setup can begin again. A database from before v0.1.0 cannot be upgraded, because
 * its only migration was still being rewritten. The access token is valid for all projects of its account, so the
 * project's own data, and not the words that were typed, must prove that it is staging. No refusal prints the project's
 * reference.
 */
export async function emptyDatabase(context: Context, confirm: string): Promise<void> {
  if (context.environment === 'production')
    throw new Error(
      'The database of production is never emptied. Restore a backup instead (npm run restore).',
    );
  const { keys } = context;
  const ref = keys.getSaved('SUPABASE_PROJECT_REF');
  if (!ref) throw refusal(`${keys.file} names no project (SUPABASE_PROJECT_REF).`);
  if (requireKey(context, 'SUPABASE_PROJECT_REF') !== ref)
    throw refusal(`The variable SUPABASE_PROJECT_REF names a different project from ${keys.file}.`);
  if (confirm !== ref)
    throw refusal(`Give the project’s reference after --empty-database: it is in ${keys.file}.`);
  if (readSaved(path.join(path.dirname(keys.file), 'production.json')).SUPABASE_PROJECT_REF === ref)
    throw refusal('Production has the same project.');
  await proveStaging(context);
  const running = (await readLog(context)).find(({ is_running }) => is_running);
  if (running) throw refusal(`A ${running.kind} of ${running.version} is under way.`);
  const live = await tablesOfLivePayments(context);
  if (live.length > 0) throw refusal(`It has payments of Stripe’s live mode (${live.join(', ')}).`);
  await runSql(context, emptying);
  context.tell('The database is empty. Setup will create it again.');
}

const refusal = (why: string) => new Error(`Nothing was deleted. ${why}`);

/** The functions of production have a live key, and the functions of another project have none of our keys. */
async function proveStaging(context: Context): Promise<void> {
  const key = requireKey(context, 'STRIPE_SECRET_KEY');
  const digest = (await functionSecrets(context)).get('STRIPE_SECRET_KEY');
  if (!/^[rs]k_test_/.test(key) || digest === undefined || !isDigestOf(context, digest, key))
    throw refusal(
      'Its functions do not have staging’s test key of Stripe, so it may be another project. Supabase’s dashboard says which it is.',
    );
}

/**
 * The ids of Stripe's sessions show whether they were made in live mode. Which tables contain them depends on the
 * version.
 */
async function tablesOfLivePayments(context: Context): Promise<string[]> {
  const Name = v.object({ name: v.string() });
  const tables = await readRows(
    context,
    Name,
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'session_id' and data_type = 'text' order by 1`,
  );
  if (tables.length === 0) return [];
  const queries = tables.map(
    ({ name }) => `select ${literal(name)} as name
      where exists (select from public."${name}" where starts_with(session_id, 'cs_live_'))`,
  );
  return (await readRows(context, Name, queries.join(' union all '))).map(({ name }) => name);
}
