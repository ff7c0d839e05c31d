import postgres from 'postgres';

/** An arbitrary number that identifies the lock for setting up a database. */
const LOCK = 540_322;

/** Runs `work` on one connection while no other process sets up the same database. */
export async function setUp<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, connection: { client_min_messages: 'warning' } });
  try {
    await sql`select pg_advisory_lock(${LOCK})`;
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
