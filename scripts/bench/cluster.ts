import { rm } from 'node:fs/promises';
import path from 'node:path';
import postgres from 'postgres';
import { bootstrapDatabase } from '#local/api/bootstrap.ts';
import { migrate } from '#local/database/migrate.ts';
import { postgrestTypes } from '#local/database/parsers.ts';
import { startDatabase } from '#local/database/start.ts';
import { shiftCalendar } from '#local/demo/calendar.ts';
import { root } from '../sources.ts';
import { publishShop, type Sql } from './sample-shop.ts';

export interface Cluster {
  connect(database: string, options?: { max?: number; role?: string; log?: (text: string) => void }): Sql;
  copy(database: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts an empty cluster with Postgres' own defaults, migrated and seeded. Its calendar is set to a Thursday.
 * Without `durable`, fsync is off.
 */
export async function startCluster({ durable = true } = {}): Promise<Cluster> {
  const dir = path.join(root, '.local', 'bench-database');
  await rm(dir, { recursive: true, force: true });
  const server = await startDatabase({ dir, port: 0, durable });

  const connect: Cluster['connect'] = (database, { max = 1, role = 'postgres', log } = {}) => {
    const address = new URL(server.url);
    address.pathname = `/${database}`;
    return postgres(address.href, {
      max,
      types: postgrestTypes,
      onnotice: (notice) => log?.(notice['message'] ?? ''),
      connection: { role, client_min_messages: log ? 'log' : 'warning' },
    });
  };
  const onOne = async (database: string, work: (sql: Sql) => Promise<unknown>) => {
    const sql = connect(database);
    try {
      await work(sql);
    } finally {
      await sql.end({ timeout: 1 });
    }
  };

  await bootstrapDatabase(server.url);
  await migrate({ url: server.url });
  await onOne('postgres', async (sql) => {
    // On a Thursday all sessions of the coming weekend are still ahead, on whichever day this runs.
    const [day] = await sql<[{ thursday: string }]>`
      select private.iso((w.saturday - 2 + time '10:00') at time zone private.time_zone()) as thursday
      from private.weekend() w`;
    await shiftCalendar(sql, new Date(day.thursday));
    await sql`select public.ensure_next_weekend_funstart_sessions()`;
    await publishShop(sql);
    // Guests who have never paid sell out the camps of the benchmarks.
    await sql`update public.settings set stranger_holds_percent = 100`;
  });
  return {
    connect,
    copy: (database) => onOne('template1', (sql) => sql`create database ${sql(database)} template postgres`),
    stop: async () => {
      await server.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
