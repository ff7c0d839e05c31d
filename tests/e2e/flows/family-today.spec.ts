/** Tests the family's first screen (spec 1 §3, §8 and §9). */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { makeSession } from '../support/after-sale.ts';
import { cancelSession, sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { enter, expectOverview, givePass, readStoredFamily, rpcAs } from '../support/family.ts';
import { makeParent, signIn } from '../support/parents.ts';
import { waitForShell } from '../support/shell.ts';
import { test } from '../support/test.ts';

const dashboards = '/rpc/get_family_dashboard';

test(
  'a visitor is sent to the sign-in and returns to the page',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    const parent = await makeParent(['Kai']);
    await page.goto(`${env('SITE_URL')}/family-base`);
    await expect(page).toHaveURL(`${env('SITE_URL')}/auth?from=%2Ffamily-base`);
    await signIn(page, parent, '/family-base');
    await expectOverview(page);
  },
);

/** Gives each child two camps on every day of a later week, and the family a party. Returns the week's Monday. */
async function fillWeek(familyId: string): Promise<string> {
  const [week] = await sql()<[{ monday: string }]>`
    select (date_trunc('week', private.calendar_today())::date + 28)::text as monday`;
  for (const name of ['Trail Camp in the morning', 'Ignite Camp in the afternoon'])
    await sql()`
      with place as (
        insert into public.locations (name, address)
        values (${`${name}, ${familyId}`}, '181 Orchard Road, Orchard Central, Singapore 238896') returning id
      ), camp as (
        insert into public.camp_weeks (name, tier, team_types, location_id, start_date, end_date, is_active)
        select ${name}, 'ignite', '{red}', id, ${week.monday}::date, ${week.monday}::date + 6, false from place
        returning id)
      insert into public.camp_enrollments (camp_id, child_id, family_id)
      select camp.id, c.id, c.family_id from camp, public.children c where c.family_id = ${familyId}`;
  await sql()`
    insert into public.parties (title, host_name, family_id, starts_at, ends_at, place, head_count)
    select 'Kai turns eight', 'Mei Tan', ${familyId}, s, s + interval '2 hours', 'Somerset Skate Park', 12
    from (select (${week.monday}::date + time '15:00') at time zone 'Asia/Singapore' as s) p`;
  return week.monday;
}
const countPages = async (page: Page) =>
  (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page\b/g)
    ?.length;

test(
  'the page says what is next, for which child, and what happens if a child cannot come',
  { tag: ['@once', '@look'] },
  async ({ page, context }) => {
    const parent = await makeParent(['Kai', 'Mira']);
    await givePass(parent, 'Kai');
    const session = await makeSession({ capacity: 4 });
    const booked = await rpcAs(parent, 'book_session', {
      p_child_id: parent.children['Kai'],
      p_session_id: session,
      p_pass_id: null,
    });
    expect(booked.status).toBe(200);
    await enter(page, parent, '/family-base');

    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      /^(Morning|Afternoon|Evening), Mei Tan\.$/,
    );
    await expect(page.getByText(/^Kai skates /)).toBeVisible();
    await expect(page.getByText('Closed shoes, a bottle of water')).toBeVisible();
    const kai = page.getByRole('article', { name: 'Kai' });
    await expect(kai.getByRole('list', { name: 'Level 1 of 8' })).toBeVisible();
    await expect(kai).toContainText('Assessment pending');
    await expect(kai).toContainText(/2\s*credits left/);
    const coming = page.getByRole('region', { name: 'Coming up' });
    await expect(coming.getByRole('listitem')).toHaveCount(1);
    await expectAccessible(page);

    // The calendar's script is loaded on request, and a failure to load is reported.
    const calendar = coming.getByRole('button', { name: /^Calendar/ });
    await context.setOffline(true);
    await calendar.click();
    await expect(page.getByText('Loading error. Please refresh.')).toBeVisible();
    await context.setOffline(false);
    await page.reload();
    const download = page.waitForEvent('download');
    await calendar.click();
    const file = await readFile(await (await download).path(), 'utf8');
    expect(file.match(/BEGIN:VALARM/g)).toHaveLength(2);
    expect(file).not.toContain('Kai');

    await coming.getByRole('button', { name: /Can’t make it/ }).click();
    const panel = coming.getByRole('group', { name: 'Kai can’t make it?' });
    await expect(panel).toContainText('you get the credit back');
    await expect(panel).toHaveAccessibleDescription(/^Kai, .+, .+, (Sat|Sun) \d+ .* (am|pm)$/);
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Move to another day' }).click();
    await expect(panel.getByRole('radio').first()).toBeVisible();
    await panel.getByRole('button', { name: 'Back' }).click();
    await panel.getByRole('button', { name: 'Cancel this session, keep the credit' }).click();
    await expect(coming).toContainText(/Cancelled: Kai, .* The credit is back: 3 sessions left/);
    await expect(coming).toContainText('Nothing is booked yet.');
    await expect(kai).toContainText(/3\s*credits left/);

    await sql()`
      with camp as (
        insert into public.camp_weeks (name, tier, team_types, location_id, start_date, end_date, is_active)
        select 'Trail Camp', 'ignite', '{red}', id, private.calendar_today() + 1, private.calendar_today() + 3, false
        from public.locations order by name limit 1 returning id)
      insert into public.camp_enrollments (camp_id, child_id, family_id)
      select id, ${parent.children['Mira'] ?? ''}, ${parent.familyId} from camp`;
    await page.reload();
    await coming.getByRole('button', { name: /^Miss a day/ }).click();
    const days = coming.getByRole('group', { name: 'Which day will Mira miss?' });
    await expect(days.getByRole('listitem')).toHaveCount(3);
    await days
      .getByRole('button', { name: /^Can’t come/ })
      .nth(1)
      .click();
    await expect(coming).toContainText(/Thank you for telling us. Not coming: Mira, Trail Camp, .+ \d{4}\./);
    await expect(days.getByRole('listitem').nth(1)).toContainText('Not coming');
    await expectAccessible(page);
    await days.getByRole('button', { name: /^Can come/ }).click();
    await expect(coming).toContainText(/Good to know. Coming after all: Mira, Trail Camp, /);
    await days.getByRole('button', { name: 'Close' }).click();
    await expect(coming).not.toContainText('Not coming');

    // The plan of the week has the camp's first day, and a plan without a network has the saved one.
    const [camp] = await sql()<[{ day: string }]>`select (private.calendar_today() + 1)::text as day`;
    await expect(coming.getByRole('link', { name: 'Week plan' })).toHaveAttribute(
      'href',
      '/family-base/week',
    );
    await page.goto(`${env('SITE_URL')}/family-base/week?week=${camp.day}`);
    const planned = page.locator('.family-week-entry').filter({ hasText: 'Trail Camp' }).first();
    await expect(planned).toContainText('Who collects: You');
    await expect(planned.getByRole('heading')).toHaveText('Mira · Trail Camp');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Week after' }).click();
    await expect(page).not.toHaveURL(new RegExp(camp.day));
    // A full week of two children, with a party, is printed on one sheet.
    const full = await fillWeek(parent.familyId);
    await page.goto(`${env('SITE_URL')}/family-base/week?week=${full}`);
    await expect(page.locator('.family-week-entry')).toHaveCount(4 * 7 + 1);
    await expect(page.locator('.family-week-day').first()).toContainText('Kai turns eight');
    expect(await countPages(page)).toBe(1);
    await page.goto(`${env('SITE_URL')}/family-base/week?week=${camp.day}`);
    await expect(planned).toBeVisible();
    await context.setOffline(true);
    await page.reload();
    await expect(planned).toContainText('Names of others will load when you are online.');
    await context.setOffline(false);
  },
);

test(
  'each page makes one call, which may change what was saved, and Refresh makes another',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    const parent = await makeParent(['Kai']);
    let requestCount = 0;
    page.on('request', (request) => {
      if (request.url().endsWith(dashboards) && request.method() === 'POST') requestCount++;
    });
    await enter(page, parent, '/family-base');
    await expectOverview(page);
    expect(requestCount).toBe(1);
    await page.goto(`${env('SITE_URL')}/family-base/passes`);
    await expect(page.getByText('No passes yet.')).toBeVisible();
    expect(requestCount).toBe(2);
    // A pass was bought on another device since then, so the page must not say that there is none.
    await givePass(parent, 'Kai');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Term · Kai' })).toBeVisible();
    await page.goto(`${env('SITE_URL')}/family-base`);
    await expectOverview(page);
    await expect.poll(() => requestCount).toBe(4);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => requestCount).toBe(5);
    await expectOverview(page);
  },
);

test(
  'a parent without children is led to add the first one',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    const parent = await makeParent([]);
    await enter(page, parent, '/family-base');
    await expect(page.getByRole('heading', { name: 'Your Family Base is ready.' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Add a child' }).click();
    await expect(page).toHaveURL(`${env('SITE_URL')}/family-base/child`);
  },
);

test(
  'a parent is told that the data could not be loaded, and can load them again',
  { tag: '@once' },
  async ({ page }) => {
    const parent = await makeParent(['Kai']);
    await page.route(`**${dashboards}`, (route) => route.abort());
    await enter(page, parent, '/family-base');
    await expect(page.getByRole('alert')).toContainText('Failed to fetch family data');
    await expect(page.getByRole('alert')).toContainText('An unexpected error occurred.');
    await expectAccessible(page);
    await page.unroute(`**${dashboards}`);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expectOverview(page);
  },
);

test('a cancelled class is shown before anything else', { tag: '@once' }, async ({ page }) => {
  const parent = await makeParent(['Kai']);
  await givePass(parent, 'Kai');
  const session = await makeSession({ capacity: 4 });
  const booked = await rpcAs(parent, 'book_session', {
    p_child_id: parent.children['Kai'],
    p_session_id: session,
    p_pass_id: null,
  });
  expect(booked).toMatchObject({ status: 200 });
  await cancelSession(session, 'Heavy rain over Orchard.');
  await enter(page, parent, '/family-base');
  await expect(page.getByRole('alert').filter({ hasText: 'Cancelled' })).toContainText(
    'Kai. Heavy rain over Orchard. The credit is back on the pass.',
  );
});

test(
  'the week can be read without a network, and is deleted at sign-out',
  { tag: '@once' },
  async ({ page, context }) => {
    const parent = await makeParent(['Kai']);
    await sql()`
    insert into public.pickup_authorizations (family_id, position, name, phone)
    values (${parent.familyId}, 1, 'Grandma Secret', '+6591001000')`;
    await enter(page, parent, '/family-base');
    await expectOverview(page);
    expect(await readStoredFamily(page)).toContain('Kai');
    expect(await readStoredFamily(page)).not.toContain('Grandma Secret');
    await waitForShell(page);
    await page.reload();
    await expectOverview(page);

    await context.setOffline(true);
    await page.reload();
    await expectOverview(page);
    await expect(page.getByText(/^As of \d+\.\d\d [ap]m\./)).toBeVisible();
    await expect(page.getByText('You’re offline.')).toBeVisible();

    await context.setOffline(false);
    await page.locator('account-menu summary').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).not.toHaveURL(`${env('SITE_URL')}/family-base`);
    await expect.poll(() => readStoredFamily(page).catch(() => 'on the way')).toBe(',');
  },
);
