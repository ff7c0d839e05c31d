import type postgres from 'postgres';
import { seedAccounts, userId } from './accounts.ts';
import { seedFamilies } from './families.ts';
import { type DemoLogin, demoLogins } from './logins.ts';
import { seedWeekend } from './weekend.ts';

export { shiftCalendar } from './calendar.ts';

/**
 * Demo accounts, families, and a bookable weekend with every spot state, relative to the calendar's today
 * (call `shiftCalendar` first). Needs migrations and seed.sql, as superuser; repeating it keeps what is there.
 */
export async function seedDemo(sql: postgres.Sql): Promise<DemoLogin[]> {
  await sql.begin(async (tx) => {
    // A transaction answers the same calls.
    const inside = tx as unknown as postgres.Sql;
    await seedAccounts(inside);
    await seedFamilies(inside, userId('parent@otter.test'));
    await seedWeekend(inside);
  });
  return demoLogins;
}
