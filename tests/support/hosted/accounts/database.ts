/** A project's database with the rights of a hosted one, with nightly backups and point-in-time recovery. */
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { bootstrapDatabase } from '#local/api/bootstrap.ts';
import { postgrestTypes } from '#local/database/parsers.ts';
import { type RunningDatabase, startDatabase } from '#local/database/start.ts';
import type { TestDatabase } from '#support/database.ts';
import { createHostedRole, giveHostedRights } from '../rights.ts';
import { addVault } from '../sql.ts';

interface ProjectDatabase {
  db: TestDatabase;
  /** Copies the running cluster, as a nightly backup does. Returns the moment of the copy. */
  backUp: () => Promise<Date>;
  restore: (moment: Date) => Promise<void>;
  stop: () => Promise<void>;
}

/** Starts an empty cluster. Its write-ahead log is kept, so that it can be restored to any moment since a backup. */
export async function startProjectDatabase(dir: string, port: number): Promise<ProjectDatabase> {
  const [data, archive, backup] = ['data', 'archive', 'backup'].map((name) => path.join(dir, name)) as [
    string,
    string,
    string,
  ];
  const start = () => startDatabase({ dir, port });
  let server: RunningDatabase = await start();
  mkdirSync(archive);
  chmodSync(archive, 0o777);
  const sql = postgres(server.url, {
    max: 20,
    types: postgrestTypes,
    onnotice: () => undefined,
    connection: { client_min_messages: 'warning' },
  }) as unknown as postgres.Sql;
  await sql.unsafe(`alter system set archive_mode = on`);
  await sql.unsafe(`alter system set archive_command = 'cp %p ${archive}/%f'`);
  await server.stop();
  server = await start();
  await bootstrapDatabase(server.url);
  await createHostedRole(server.url);
  await giveHostedRights(server.url);
  const db: TestDatabase = {
    sql,
    url: server.url,
    as: () => Promise.reject(new Error('Callers reach this database through the API.')),
    drop: () => sql.end({ timeout: 1 }),
  };
  await addVault(db);

  return {
    db,
    async backUp() {
      const session = await sql.reserve();
      try {
        await session`select pg_backup_start('night', true)`;
        cpSync(data, backup, { recursive: true, filter: (file) => !file.endsWith('postmaster.pid') });
        const [stop] = await session<{ labelfile: string }[]>`select labelfile from pg_backup_stop()`;
        writeFileSync(path.join(backup, 'backup_label'), stop?.labelfile ?? '');
      } finally {
        session.release();
      }
      return new Date();
    },
    async restore(moment) {
      if (!existsSync(backup)) throw new Error('There is no backup yet.');
      await archiveAll(sql, moment);
      await server.stop();
      renameSync(data, `${data}.${Date.now()}`);
      cpSync(backup, data, { recursive: true });
      writeFileSync(path.join(data, 'recovery.signal'), '');
      appendFileSync(
        path.join(data, 'postgresql.auto.conf'),
        `restore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${moment.toISOString().replace('T', ' ').replace('Z', '+00')}'\nrecovery_target_action = 'promote'\n`,
      );
      giveToOwner(archive, data);
      server = await start();
      for (;;) {
        const [row] = await sql<{ recovers: boolean }[]>`select pg_is_in_recovery() as recovers`;
        if (row?.recovers === false) break;
        await delay(200);
      }
      await sql.unsafe(`alter system reset recovery_target_time`);
    },
    async stop() {
      await sql.end({ timeout: 1 });
      await server.stop();
    },
  };
}

/**
 * Waits until everything that was written is in the archive, including something later than the moment. Otherwise
 * Postgres refuses to restore to that moment.
 */
async function archiveAll(sql: postgres.Sql, moment: Date): Promise<void> {
  while (Date.now() <= moment.getTime()) await delay(200);
  await sql`select txid_current()`;
  const [row] = await sql<{ file: string }[]>`select pg_walfile_name(pg_switch_wal()) as file`;
  for (;;) {
    const [last] = await sql<
      { file: string | null }[]
    >`select last_archived_wal as file from pg_stat_archiver`;
    if ((last?.file ?? '') >= (row?.file ?? '')) return;
    await delay(200);
  }
}

/** Gives the copy to the user as whom Postgres runs, who wrote the files of the archive. */
function giveToOwner(archive: string, data: string): void {
  const [file = ''] = readdirSync(archive);
  const { uid, gid } = statSync(path.join(archive, file));
  for (const name of ['', ...readdirSync(data, { recursive: true, encoding: 'utf8' })])
    chownSync(path.join(data, name), uid, gid);
  chmodSync(data, 0o700);
}
