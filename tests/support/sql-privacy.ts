/** Finds and ages personal data, for the tests of export, erasure and retention. */
import type { TestDatabase } from './database.ts';
import * as shop from './sql-selling.ts';
import { rpc, service } from './sql.ts';

/** Returns "table.column" for every column with a text that contains a marker, including the columns of accounts. */
export async function findMarkers(db: TestDatabase, markers: string[]): Promise<string[]> {
  const tables = await db.sql<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'auth') and c.relkind in ('r', 'p') order by 1`;
  const found = new Set<string>();
  for (const { name } of tables) {
    const rows = await db.sql.unsafe<{ key: string }[]>(
      `select distinct e.key from ${name} t, jsonb_each_text(to_jsonb(t)) e where e.value ilike any ($1)`,
      [markers.map((marker) => `%${marker}%`)],
    );
    for (const { key } of rows) found.add(`${name.replace(/^public\./, '')}.${key}`);
  }
  return [...found].sort();
}

export async function buyAs(
  db: TestDatabase,
  mark: string,
  session: string,
): Promise<{ familyId: string; orderId: string; secret: string }> {
  const { order, orderId, sessionId } = await goToPay(db, mark, session);
  await shop.confirmPayment(db, shop.paymentOf({ order, orderId, sessionId }));
  const [row] = await db.sql<[{ family_id: string }]>`
    select family_id from public.orders where id = ${orderId}`;
  return { familyId: row.family_id, orderId, secret: order.secret };
}

export async function goToPay(db: TestDatabase, mark: string, session: string): Promise<shop.Checkout> {
  const order = await shop.hold(db, session, { address: '203.0.113.77' });
  const { order_id: orderId } = await shop.finalizeOrder(db, order, {
    parent: { name: `${mark} Buyer`, email: `${mark}.buyer@example.test`, phone: '+6598760000' },
    children: [{ name: `${mark} Child`, dob: '2018-05-01' }],
    consents: { terms: true, activity: true },
  });
  const { attempt } = await rpc<{ attempt: number }>(db, service, 'start_attempt', {
    p_order_id: orderId,
    p_params: { customer_email: `${mark}.buyer@example.test` },
  });
  const sessionId = `cs_${orderId}`;
  await rpc(db, service, 'record_checkout', {
    p_order_id: orderId,
    p_attempt: attempt,
    p_session_id: sessionId,
    p_expires_at: new Date(Date.now() + 31 * 60_000).toISOString(),
  });
  return { order, orderId, sessionId };
}

/** Runs a statement without triggers, to move a row into the past. */
export async function backdate(db: TestDatabase, statement: string): Promise<void> {
  await db.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql.unsafe(statement);
  });
}

/** Moves everything into the past by an interval such as '8 years', including accounts and their sessions. */
export async function makeOlder(db: TestDatabase, interval: string): Promise<void> {
  const columns = await db.sql<{ table: string; column: string; type: string }[]>`
    select format('%I.%I', table_schema, table_name) as table, format('%I', column_name) as column, data_type as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and is_generated = 'NEVER'
      and (table_schema = 'public' or (table_schema, table_name) in (('auth', 'users'), ('auth', 'sessions')))
      and data_type in ('date', 'timestamp with time zone', 'timestamp without time zone')
      and column_name not in ('dob', 'published_at') and table_name <> 'settings'`;
  for (const { table, column, type } of columns) {
    await backdate(
      db,
      `update ${table} set ${column} = (${column} - interval '${interval}')::${type} where isfinite(${column})`,
    );
  }
}

/**
 * Purges one batch of every retention class, as the maintenance does. Returns the number of purged rows by class, and
 * null for a class whose purge failed.
 */
export async function purge(db: TestDatabase): Promise<Record<string, number | null>> {
  const purged: Record<string, number | null> = {};
  for (const p_class of await rpc<string[]>(db, service, 'list_purges')) {
    const batch = await rpc<{ purged: number | null }>(db, service, 'purge_piece', { p_class });
    purged[p_class] = batch.purged;
  }
  return purged;
}
