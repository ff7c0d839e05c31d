import type postgres from 'postgres';
import { seedAccounts, userId } from './accounts.ts';
import { seedCamps } from './camps.ts';
import { seedDetails } from './details.ts';
import { seedFamilies } from './families.ts';
import { seedGrowthReports } from './growth.ts';
import { seedReviews } from './reviews.ts';
import { seedLeads } from './leads.ts';
import { type DemoLogin, demoLogins } from './logins.ts';
import { seedOffice } from './office.ts';
import { seedParties } from './parties.ts';
import { seedPast } from './past.ts';
import { seedPurchases } from './purchases.ts';
import { seedRenewal } from './renewal.ts';
import { seedWaitlists } from './waitlists.ts';
import { seedWeekend } from './weekend.ts';

export { shiftCalendar } from './calendar.ts';

/**
 * Dates are relative to today in the calendar, so call `shiftCalendar` first. Needs the superuser. Repeating it does
 * not change existing rows.
 */
export async function seedDemo(sql: postgres.Sql): Promise<DemoLogin[]> {
  await sql.begin(async (tx) => {
    const inside = tx as unknown as postgres.Sql;
    await inside`
      update public.settings set legal_name = coalesce(legal_name, name || ' Pte. Ltd.'), uen = coalesce(uen, '202612345D'),
        legal_address = coalesce(legal_address, '1 Trail Road, #02-03, Singapore 049315'), referrals_enabled = true`;
    await seedAccounts(inside);
    await seedFamilies(inside, userId('parent@otter.test'), userId('parent2@otter.test'));
    await seedDetails(inside, userId('parent@otter.test'));
    await seedPast(inside);
    await seedWeekend(inside);
    await seedPurchases(inside, userId('parent@otter.test'));
    await seedRenewal(inside, userId('parent@otter.test'));
    await seedCamps(inside);
    await seedGrowthReports(inside);
    await seedReviews(inside);
    await seedWaitlists(inside);
    await seedLeads(inside);
    await seedParties(inside);
    await seedOffice(inside);
  });
  return demoLogins;
}
