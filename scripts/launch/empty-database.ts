import { type Context, need } from './context.ts';
import { runSql } from './supabase.ts';

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
 * its only migration was still rewritten then. Production is refused, and the keys of staging are never live ones
 * (keys.ts).
 */
export async function emptyDatabase(context: Context, confirm: string): Promise<void> {
  if (context.environment === 'production')
    throw new Error(
      'The database of production is never emptied. Restore a backup instead (npm run restore).',
    );
  const ref = need(context, 'SUPABASE_PROJECT_REF');
  if (confirm !== ref)
    throw new Error(`Name the project whose data are all deleted: --empty-database ${ref}`);
  await runSql(context, emptying);
  context.tell('The database is empty. Setup makes it anew.');
}
