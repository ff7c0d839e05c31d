import postgres from 'postgres';
import { migrate } from '../database/migrate.ts';
import { seedDemo, shiftCalendar } from '../demo/demo.ts';
import { bootstrapDatabase } from './bootstrap.ts';

/** Prepares the database for the API: project, migrations, seed and, if wanted, demo data. */
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
  const sql = postgres(url, { max: 1, connection: { client_min_messages: 'warning' } });
  try {
    await shiftCalendar(sql, calendarNow);
    const began = performance.now();
    await seedDemo(sql);
    console.log(`demo data in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
