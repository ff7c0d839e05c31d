import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import postgres from 'postgres';
import { migrate } from '../database/migrate.ts';
import { bootstrapDatabase } from './bootstrap.ts';

interface Demo {
  seedDemo: (sql: postgres.Sql) => Promise<unknown>;
  shiftCalendar: (sql: postgres.Sql, now?: Date) => Promise<unknown>;
}

/** Brings the database to where the API can serve it: project, migrations, seed and, if wanted, demo data. */
export async function prepareDatabase(
  url: string,
  demo: boolean,
  calendarNow: Date | undefined,
): Promise<void> {
  await bootstrapDatabase(url);
  const { applied, seeded } = await migrate({ url });
  for (const file of applied) console.log(`applied ${file}`);
  if (seeded) console.log('seeded');
  if (demo) await loadDemo(url, calendarNow);
}

async function loadDemo(url: string, calendarNow: Date | undefined): Promise<void> {
  const file = path.join(import.meta.dirname, '../demo/demo.ts');
  if (!existsSync(file)) return;
  const { seedDemo, shiftCalendar } = (await import(pathToFileURL(file).href)) as Demo;
  const sql = postgres(url, { max: 1, connection: { client_min_messages: 'warning' } });
  try {
    await shiftCalendar(sql, calendarNow);
    await seedDemo(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
