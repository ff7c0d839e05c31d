import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';

/** An arbitrary number that identifies the lock for setting up a database. */
const LOCK = 540_322;
/**
 * The time between two attempts to get the lock. A statement that waited for the lock would delay an index that the
 * lock's owner makes concurrently.
 */
const PAUSE_MS = 50;

/** Runs `work` on one connection while no other process sets up the same database. */
export async function setUp<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, connection: { client_min_messages: 'warning' } });
  try {
    while (!(await tryLock(sql))) await delay(PAUSE_MS);
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function tryLock(sql: postgres.Sql): Promise<boolean> {
  const [row] = await sql<{ ours: boolean }[]>`select pg_try_advisory_lock(${LOCK}) as ours`;
  return row?.ours === true;
}
