/**
 * Rehearses a restore. The test makes a backup of a whole cluster that is in use, as hosted backups are made,
 * causes an accident, starts a second cluster from the backup, and checks the books on both.
 */
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootstrapDatabase } from '#local/api/bootstrap.ts';
import { migrate } from '#local/database/migrate.ts';
import { type RunningDatabase, startDatabase } from '#local/database/start.ts';
import { judgeBooks } from '#scripts/launch/releases/restore.ts';
import { loadOrders } from '#support/last-release.ts';

const ORDERS = 500;
let dir: string;
const running: RunningDatabase[] = [];
const open: postgres.Sql[] = [];

async function start(name: string): Promise<postgres.Sql> {
  const server = await startDatabase({ dir: path.join(dir, name), port: 0 });
  running.push(server);
  return connect(server.url);
}

function connect(url: string): postgres.Sql {
  const sql = postgres(url, { max: 2, connection: { client_min_messages: 'warning' } });
  open.push(sql);
  return sql;
}

/** Copies the files of a running cluster between the two calls that Postgres documents for it. */
async function backUp(sql: postgres.Sql, from: string, to: string): Promise<void> {
  const session = await sql.reserve();
  try {
    await session`select pg_backup_start('rehearsal', true)`;
    cpSync(from, to, { recursive: true, filter: (file) => !file.endsWith('postmaster.pid') });
    const [stop] = await session<{ labelfile: string }[]>`select labelfile from pg_backup_stop()`;
    // The write-ahead log until the end of the backup is part of the backup.
    cpSync(path.join(from, 'pg_wal'), path.join(to, 'pg_wal'), { recursive: true });
    writeFileSync(path.join(to, 'backup_label'), stop?.labelfile ?? '');
  } finally {
    session.release();
  }
}

/** Gives the copy the owner of the original files, because Postgres starts only on its own files. */
function giveTo(owner: string, data: string): void {
  const { uid, gid } = statSync(owner);
  const files = readdirSync(data, { recursive: true, encoding: 'utf8' });
  for (const file of ['', ...files]) chownSync(path.join(data, file), uid, gid);
  chmodSync(data, 0o700);
}

const findFaults = (sql: postgres.Sql) => judgeBooks(async (text) => [...(await sql.unsafe(text))]);
const counts = async (sql: postgres.Sql) => {
  const [row] =
    await sql`select (select count(*) from public.orders) as orders, (select count(*) from public.payments) as payments,
    (select count(*) from public.bookings) as bookings, (select coalesce(sum(amount_cents), 0) from public.payments) as cents`;
  return row;
};

beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'restore-'));
});
afterAll(async () => {
  await Promise.all(open.map((sql) => sql.end({ timeout: 1 })));
  await Promise.all(running.map((server) => server.stop()));
  rmSync(dir, { recursive: true, force: true });
});

test('a backup made under load is restored whole, and the books say so', { timeout: 180_000 }, async () => {
  const sql = await start('first');
  const url = running[0]?.url ?? '';
  await bootstrapDatabase(url);
  await migrate({ url });
  const loading = connect(url);
  await loadOrders({ sql, url }, ORDERS);
  const judgement = await findFaults(sql);
  const before = await counts(sql);

  // Writes continue while the files are copied.
  const ended = new AbortController();
  const work = (async () => {
    for (let n = 0; !ended.signal.aborted; n++)
      await loading`insert into public.system_logs (component, message) values ('rehearsal', ${`Line ${n}`})`;
  })();
  const data = path.join(dir, 'second/data');
  await backUp(sql, path.join(dir, 'first/data'), data);
  ended.abort();
  await work;

  // This is the accident. Payments are lost, but what they paid for stays.
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`delete from public.payments where id in (select id from public.payments order by id limit 50)`;
  });
  expect((await findFaults(sql)).size).toBeGreaterThan(judgement.size);

  giveTo(path.join(dir, 'first/data'), data);
  const restored = await start('second');
  expect(await counts(restored)).toEqual(before);
  expect(await findFaults(restored)).toEqual(judgement);
  // The restored database takes orders again, and has all migrations that were applied.
  const [history] = await restored`select count(*)::int as n from supabase_migrations.schema_migrations`;
  expect(history?.['n']).toBeGreaterThan(0);
  await restored`insert into public.system_logs (component, message) values ('rehearsal', 'It goes on.')`;
});
