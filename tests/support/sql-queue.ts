/** Calls the queue before a camp as visitors do, for the database tests. */
import type { QueuePlace } from '#contract/queue.ts';
import type { Caller, TestDatabase } from './database.ts';
import { campLine, hold } from './sql-orders.ts';
import { rpc } from './sql.ts';

export const at = (address: string): Caller => ({ role: 'anon', headers: { 'cf-connecting-ip': address } });

/** Returns the calls for a database and a camp, which a test makes before it calls. */
export const queueOf = (db: () => TestDatabase, camp: () => string) => ({
  set: (values: object) => db().sql`update public.settings set ${db().sql({ ...values })}`,
  join: (address = '203.0.113.1') =>
    rpc<QueuePlace & { ticket: string }>(db(), at(address), 'join_queue', {}),
  place: (p_ticket: string) => rpc<QueuePlace>(db(), at('203.0.113.1'), 'queue_state', { p_ticket }),
  book: (more: object = {}, who = at('203.0.113.1')) =>
    hold(db(), { lines: [campLine(camp())], ...more }, who),
  admit: (ticket: string) =>
    db()
      .sql`update public.queue_tickets set admitted_at = clock_timestamp() where secret_hash = private.ticket_hash(${ticket})`,
});
