import { sql } from '../support/backend.ts';
import { enter } from '../support/family.ts';
import { test } from '../support/test.ts';
const admin = { email: 'admin@otter.test' };
for (const dark of [false, true])
  test(`look ${dark}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
    const size = `${page.viewportSize()?.width}${dark ? '-dark' : ''}`;
    const shot = (name: string) => page.screenshot({ path: `/tmp/h/office/out/z-${name}-${size}.png` });
    const [c] = await sql()`select id from camp_weeks where tier = 'spark' and starts_at > private.calendar_now() order by start_date limit 1`;
    await enter(page, admin, `/management/schedule?place=${c?.['id']}`);
    await page.getByRole('button', { name: /^Move / }).first().click();
    await page.getByLabel('New date').selectOption({ index: 2 });
    await page.getByLabel('Why?').fill('Has a fever');
    await shot('move');
    await page.getByRole('heading', { name: 'Who is booked' }).scrollIntoViewIfNeeded();
    await shot('children');
    await enter(page, admin, '/management/schedule?view=kinds');
    await page.getByRole('button', { name: 'New kind of class' }).waitFor();
    await shot('kinds');
    await page.getByRole('button', { name: 'New kind of class' }).click();
    await shot('kindnew');
    await enter(page, { email: 'business@otter.test' }, '/management/system?view=accounts');
    await page.getByRole('heading', { name: 'Invite somebody' }).waitFor();
    await shot('accounts');
    await enter(page, { email: 'business@otter.test' }, '/management/reports');
    await page.getByRole('heading', { name: 'For the accountant' }).scrollIntoViewIfNeeded();
    await shot('reports');
  });
