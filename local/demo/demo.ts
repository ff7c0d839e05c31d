import type postgres from 'postgres';
import { seedAccounts, userId } from './accounts.ts';
import { seedCamps } from './camps.ts';
import { seedDetails } from './details.ts';
import { seedFamilies } from './families.ts';
import { seedLeads } from './leads.ts';
import { type DemoLogin, demoLogins } from './logins.ts';
import { seedParties } from './parties.ts';
import { seedWeekend } from './weekend.ts';

export { shiftCalendar } from './calendar.ts';

/**
 * Demo accounts, families, a bookable weekend with every spot state, leads and parties, relative to the calendar's today
 * (call `shiftCalendar` first). Needs migrations and seed.sql, as superuser; repeating it keeps what is there.
 */
export async function seedDemo(sql: postgres.Sql): Promise<DemoLogin[]> {
  await sql.begin(async (tx) => {
    // A transaction answers the same calls.
    const inside = tx as unknown as postgres.Sql;
    await seedAccounts(inside);
    await seedFamilies(inside, userId('parent@otter.test'));
    await seedDetails(inside, userId('parent@otter.test'));
    await seedWeekend(inside);
    await seedCamps(inside);
    await seedLeads(inside);
    await seedParties(inside);
  });
  return demoLogins;
}
