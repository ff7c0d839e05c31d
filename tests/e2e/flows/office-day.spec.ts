/**
 * Simulates a day at the office. The desk sells in two ways of paying and closes, an admin does
 * what families ask for, and the screens fit a tablet.
 */
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { forgetSessions, makeSession } from '../support/after-sale.ts';
import { sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { enter, givePass } from '../support/family.ts';
import { expectToFit } from '../support/fit.ts';
import { expectWholeWords, makeOfficeAdmin, removeOfficeAdmins } from '../support/office.ts';
import { makeParent } from '../support/parents.ts';
import { classToday } from '../support/staff.ts';
import { test } from '../support/test.ts';

test.afterAll(forgetSessions);
test.afterAll(removeOfficeAdmins);

async function find(page: Page, text: string) {
  // The search opens once the roles are known, as the menu does.
  await expect(
    page.getByRole('navigation', { name: 'Management' }).getByRole('link', { name: 'Today' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const search = page.getByRole('dialog', { name: 'Search' });
  await search.getByRole('combobox').fill(text);
  return search;
}

test(
  'the desk sells with a discount, in cash and on the terminal, closes the day to the cent, and acts for the family',
  { tag: '@wide' },
  async ({ page }) => {
    const seller = await makeOfficeAdmin('Dana Desk');
    await enter(page, seller, '/management');
    const screens = await find(page, 'new fam');
    await screens.getByRole('option', { name: /New family at the desk/ }).click();
    await page.getByLabel('Parent’s name').fill('Nora Split');
    await page
      .getByRole('textbox', { name: 'E-mail' })
      .fill(`nora.${seller.userId.slice(0, 8)}@families.test`);
    await page.getByLabel('Mobile').fill('91234567');
    await page.getByLabel('Child’s name').fill('Milo Split');
    for (const [part, value] of [
      ['Day', '1'],
      ['Month', '5'],
      ['Year', '2018'],
    ] as const)
      await page.getByLabel(part, { exact: true }).fill(value);
    await page.getByLabel('Item', { exact: true }).selectOption('offer:pass-term');
    await page.getByLabel('Manual discount (S$)').fill('7');
    await page.getByLabel('Reason for the discount').fill('Rain last week');
    await page.getByRole('checkbox', { name: /^The terms/ }).check();
    await page.getByRole('checkbox', { name: /^Taking part/ }).check();
    await page.getByText('Cash', { exact: true }).click();
    await page.getByLabel('Paid in two ways?').selectOption('A part on the terminal');
    await page.getByLabel('Part on the terminal (S$)').fill('300');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sell for S$390 in cash and S$300 on the terminal' }).click();
    await expect(page.getByRole('heading', { name: 'Sold S$690' })).toBeFocused();
    const receipt = page.getByRole('region', { name: /^Receipt/ });
    await expect(receipt).toContainText('Paid in cashS$390');
    await expect(receipt).toContainText('Paid by cardS$300');

    await page.goto(`${env('SITE_URL')}/sales/close`);
    // The calendar of the tests may be ahead of the clock that dates payments.
    const cash = page.getByRole('row', { name: /^Cash S\$390 S\$0 S\$390/ });
    const otherDay = page.getByRole('status').getByRole('button');
    await expect(cash.or(otherDay.first()).first()).toBeVisible();
    if (await otherDay.first().isVisible()) await otherDay.first().click();
    await expect(cash).toBeVisible();
    await expect(page.getByRole('row', { name: /^Terminal S\$300 S\$0 S\$300/ })).toBeVisible();
    await page.getByLabel('Cash (S$)').fill('390');
    await page.getByLabel('PayNow (S$)').fill('0');
    await page.getByLabel('Terminal (S$)').fill('300');
    await page.getByText('I counted this myself').click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sign and close' }).click();
    await expect(page.getByText('Closed and signed.')).toBeVisible();

    await page.goto(`${env('SITE_URL')}/management/desk-closes?search=Dana`);
    await page.getByRole('table').getByRole('link').first().click();
    const close = page.getByRole('dialog');
    await expect(close).toContainText('No difference');
    await expectAccessible(page);
    const [order] = await sql()<[{ id: string; number: string }]>`
      select id, number from public.orders where sold_by = ${seller.userId}`;
    await close.getByRole('link', { name: order.number }).first().click();
    await expect(page).toHaveURL(`${env('SITE_URL')}/management/orders?order=${order.id}`);

    await expect(page.getByRole('dialog').getByText('S$300 on the terminal')).toBeVisible();

    // An admin who acts for the family reads nothing that is meant for the family.
    await page.goto(`${env('SITE_URL')}/management`);
    const found = await find(page, order.number);
    await expect(found.getByRole('option', { name: new RegExp(order.number) }).first()).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(found.getByRole('option', { name: /Refund/ })).toBeVisible();
    await expectAccessible(page);
    await found.getByRole('option', { name: /Change or cancel for the family/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Nora Split’s booking' })).toBeFocused();
    await expect(page.getByRole('region', { name: 'You are acting for Nora Split' })).toBeVisible();
    await expect(page.locator('.manage-screen')).not.toContainText(/\byour\b/i);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show the family’s page' }).click();
    const family = page.getByRole('region', { name: /Below is the page that Nora Split reads/ });
    await expect(family.getByRole('heading', { name: 'Your booking' })).toBeVisible();
    await expectAccessible(page);
  },
);

test(
  'an admin books with a credit, corrects who coached, changes a coach, and saves and deletes a family',
  { tag: '@wide' },
  async ({ page }) => {
    const admin = await makeOfficeAdmin('Ada Office');
    const name = `Zia ${admin.userId.slice(0, 6)}`;
    const parent = await makeParent([name]);
    await givePass(parent, name);
    await makeSession();
    await enter(page, admin, '/management');
    const found = await find(page, name);
    await found
      .getByRole('option', { name: new RegExp(`Child ${name}`) })
      .first()
      .click();
    await page
      .getByRole('button', { name: new RegExp(`Book a class: .*${name}|Book a class for ${name}`) })
      .first()
      .click();
    const booking = page.getByRole('dialog', { name: `Book a class for ${name}` });
    await booking.getByLabel('Class', { exact: true }).selectOption({ index: 1 });
    await booking.getByRole('button', { name: 'Book class' }).click();
    await expect(page.getByText(new RegExp(`${name} is booked: .*2 credits left on the pass`))).toBeVisible();
    const [{ count }] = await sql()<[{ count: number }]>`
      select count(*)::integer from public.bookings where family_id = ${parent.familyId} and status = 'booked'`;
    expect(count).toBe(1);

    const requests = page.getByRole('region', { name: 'Personal data requests' });
    const download = page.waitForEvent('download');
    await requests.getByRole('button', { name: 'Save a copy of everything' }).click();
    expect((await download).suggestedFilename()).toMatch(/^family-copy-.*\.json$/);
    await requests.getByRole('button', { name: 'Delete this family…' }).click();
    await requests.getByRole('button', { name: 'Yes, delete permanently' }).click();
    await expect(requests).toContainText('Nothing was deleted: bookings, orders or renewals');

    // Yesterday's class was coached by somebody else.
    const [past] = await sql()<[{ id: string; coach: string; other: string; day: string }]>`
      with made as (
        insert into public.sessions (class_type_id, location_id, coach_id, session_date, session_time, duration_minutes, max_capacity)
        select s.class_type_id, s.location_id, s.coach_id, private.calendar_today() - 1, '05:40', 30, 4
        from public.sessions s where s.coach_id is not null order by s.starts_at limit 1
        returning id, coach_id, session_date)
      select made.id, k.name as coach, made.session_date::text as day,
        (select o.name from public.coaches o where o.id <> k.id and private.can_be_coach(o.user_id) order by o.name limit 1) as other
      from made join public.coaches k on k.id = made.coach_id`;
    await page.goto(`${env('SITE_URL')}/management/schedule?place=${past.id}`);
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByRole('link', { name: past.coach })).toHaveAttribute(
      'href',
      /\/management\/my-week\?coach=/,
    );
    await sheet.getByRole('button', { name: 'Change recorded coach…' }).click();
    await sheet.getByLabel('Coached by').selectOption(past.other);
    await sheet.getByLabel('Why?').fill('Swapped on the day');
    await sheet.getByRole('button', { name: 'Save correction' }).click();
    await expect(sheet).toContainText('Corrected. Each coach concerned gets an e-mail.');
    const [held] = await sql()<[{ name: string }]>`
      select k.name from public.sessions s join public.coaches k on k.id = s.coach_id where s.id = ${past.id}`;
    expect(held.name).toBe(past.other);
    await sheet.getByRole('link', { name: past.other }).click();
    await expect(page.getByRole('combobox', { name: 'Coach' })).toHaveValue(/.+/);
    await expect(page.getByRole('combobox', { name: 'Coach' }).locator('option:checked')).toHaveText(
      past.other,
    );

    // Two sessions get another coach at once.
    const ids = [await makeSession(), await makeSession()];
    const [days] = await sql()<[{ first: string; last: string; coach: string; other: string }]>`
      select min(s.session_date)::text as first, max(s.session_date)::text as last, min(k.name) as coach,
        (select o.name from public.coaches o
          where private.can_be_coach(o.user_id) and o.name <> min(k.name) order by o.name limit 1) as other
      from public.sessions s join public.coaches k on k.id = s.coach_id where s.id = any (${ids})`;
    await page.goto(`${env('SITE_URL')}/management/schedule?view=list&from=${days.first}&until=${days.last}`);
    for (const id of ids)
      await page
        .getByRole('row')
        .filter({ has: page.locator(`a[href*="${id}"]`) })
        .getByRole('checkbox')
        .check();
    await page
      .getByRole('region', { name: 'Selection' })
      .getByRole('button', { name: /^Change coach/ })
      .click();
    const change = page.getByRole('dialog', { name: 'Change coach' });
    const select = change.getByRole('combobox', { name: 'New coach' });
    const chip = change.getByText(days.other, { exact: true });
    await expect(select.or(chip.first()).first()).toBeVisible();
    if (await select.isVisible()) await select.selectOption(days.other);
    else await chip.click();
    await change.getByRole('button', { name: 'See what this does' }).click();
    await expect(change).toContainText(`${days.coach} → ${days.other}`);
    await expectAccessible(page);
    // The seed's coach may have another session at that hour, and then a reason is needed.
    const reason = change.getByLabel('Why assign them anyway?');
    if (await reason.isVisible()) await reason.fill('Agreed with both');
    await change.getByRole('button', { name: 'Change coach' }).click();
    await expect(change).toContainText('Done. 2 sessions and camps changed.');
  },
);

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 820, height: 1180 } });

  test(
    'Today, roster, schedule, orders, kitchen and attendance fit, and no word is divided',
    { tag: '@wide' },
    async ({ page }) => {
      const admin = await makeOfficeAdmin('Tia Tablet');
      const parent = await makeParent(['Nurul Izzati']);
      // Attendance lists classes that have started.
      const session = await classToday(parent, 'Nurul Izzati', '00:00');
      await enter(page, admin, '/management');
      for (const path of [
        '/management',
        '/management/roster',
        '/management/schedule',
        '/management/orders',
        '/management/kitchen',
        `/management/attendance?session=${session}`,
      ]) {
        await page.goto(env('SITE_URL') + path);
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
        await expect(page.locator('.skeleton, [aria-busy="true"]')).toHaveCount(0);
        await expectToFit(page);
        await expectWholeWords(page);
      }
      await expect(page.getByRole('rowheader', { name: 'Nurul Izzati' })).toBeVisible();
      await page.goto(`${env('SITE_URL')}/management/kitchen`);
      await page.getByRole('group', { name: 'Location' }).getByRole('radio').first().check({ force: true });
      await expect(page.getByText(/children?$|No camp takes place here/).first()).toBeVisible();
      await expectAccessible(page);
    },
  );
});
