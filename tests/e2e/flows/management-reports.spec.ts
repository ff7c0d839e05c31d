/** Staff's reports on the screen, as a table and as a file agree with the books, and nobody else can open them. */
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { enter } from '../support/family.ts';
import { test } from '../support/test.ts';

const admin = { email: 'admin@otter.test' };
const money = (cents: number) =>
  `S$${new Intl.NumberFormat('en-SG', { minimumFractionDigits: cents % 100 === 0 ? 0 : 2 }).format(cents / 100)}`;

test(
  'an admin reads the revenue, which equals the charges, and the current activity',
  { tag: ['@wide', '@look'] },
  async ({ page }) => {
    await enter(page, admin, '/management/reports');
    await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
    await page.getByRole('button', { name: 'A year' }).click();
    await expect(page).toHaveURL(/from=\d{4}-\d{2}-\d{2}&until=/);
    const query = new URL(page.url()).searchParams;
    const [from, until] = [query.get('from') ?? '', query.get('until') ?? ''];
    // This sum comes from charges and refunds, which the report does not use.
    const [paid] = await sql()<[{ cents: number }]>`
    with span as (select ${from}::date::timestamp at time zone 'Asia/Singapore' as from,
      (${until}::date + 1)::timestamp at time zone 'Asia/Singapore' as until)
    select (
        select coalesce(sum(amount_cents), 0) from payments, span
        where created_at >= span.from and created_at < span.until
          and result in ('confirmed', 'reseated', 'needs_choice', 'renewed', 'instalment'))
      - (
        select coalesce(sum(amount_cents), 0) from refunds, span
        where created_at >= span.from and created_at < span.until and status <> 'failed' and order_id is not null
          and reason not in ('duplicate_payment', 'mismatch', 'unknown_order'))
      - (
        select coalesce(sum(withdrawn_cents), 0) from payment_disputes, span
        where created_at >= span.from and created_at < span.until) as cents`;
    const revenue = page.getByRole('region', { name: 'Revenue by offer and week' });
    await expect(revenue.getByText(`${money(paid.cents)} earned:`)).toBeVisible();
    await expect(revenue.getByText(/^Agrees with the ledger/)).toBeVisible();
    await expect(revenue.getByRole('img', { name: /^Revenue by offer and week/ })).toBeVisible();
    await revenue.getByText('All numbers').click();
    await expect(revenue.getByRole('row', { name: 'Total' })).toContainText(money(paid.cents));
    for (const name of [
      'How full classes and camps are',
      'Early-bird sales',
      'Hours for pay',
      'Refunds',
      'GST summary',
      'Payments by method',
      'Sold but still to take place',
      'GST return by quarter',
      'Families who come back',
    ])
      await expect(page.getByRole('region', { name }).getByText('Loading...')).toBeHidden();
    await expect(page.getByText('This report did not load.')).toBeHidden();

    const visit = 'reportsvisit00000000000001';
    await sql()`insert into booking_analytics (session_id, event_type) values (${visit}, 'team_selection')`;
    const now = page.getByRole('region', { name: 'Right now' });
    await expect(now.locator('div', { hasText: /^Chose a team[1-9]/ }).first()).toBeVisible();
    await expectAccessible(page);
    // Without this the browser would ask where to save the file.
    await page.evaluate(() => Object.assign(window, { showSaveFilePicker: undefined }));
    const file = page.waitForEvent('download');
    await revenue.getByRole('button', { name: /CSV/ }).click();
    expect((await file).suggestedFilename()).toMatch(/^revenue-\d{4}-\d{2}-\d{2}-/);

    const documents = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export for Xero' }).click();
    expect((await documents).suggestedFilename()).toBe(`xero-${from}-${until}.csv`);
    await expect(page.getByText(/^Saved [\d,]+ documents?\.$/)).toBeVisible();

    await page.getByLabel('Until').fill('2001-01-01');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(
      page.getByText('The last day is before the first. Please choose a later last day.'),
    ).toBeVisible();
  },
);

test(
  'a coach reads only their own hours, and creates a calendar of their plan',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    await sql()`delete from coach_calendars`;
    await enter(page, { email: 'coach@otter.test' }, '/management/my-hours');
    await page.getByRole('button', { name: '12 weeks' }).click();
    await expect(page).toHaveURL(/from=\d{4}-\d{2}-\d{2}&until=/);
    const query = new URL(page.url()).searchParams;
    const [own] = await sql()<[{ sessions: number }]>`
    select count(*)::integer as sessions
    from sessions s join coaches k on k.id = s.coach_id join auth.users u on u.id = k.user_id
    where u.email = 'coach@otter.test' and s.status = 'scheduled' and s.ends_at <= private.calendar_now()
      and s.session_date between ${query.get('from')} and ${query.get('until')}`;
    expect(own.sessions).toBeGreaterThan(0);
    const hours = page.getByRole('region', { name: 'Hours for pay' });
    await expect(hours.getByRole('row', { name: 'Total' }).getByRole('cell').nth(1)).toHaveText(
      String(own.sessions),
    );
    await page.getByRole('button', { name: 'Create link' }).click();
    const address = page.getByLabel(/^This is the link/);
    await expect(address).toHaveValue(/\/functions\/v1\/coach-calendar\/\w+\.ics$/);
    const feed = await fetch(await address.inputValue());
    expect([feed.status, await feed.text()]).toEqual([200, expect.stringContaining('BEGIN:VEVENT')]);
    await expectAccessible(page);
    await enter(page, { email: 'parent@otter.test' }, '/management/my-hours');
    await expect(page).toHaveURL(`${env('SITE_URL')}/`);
  },
);

test('a coach and a parent are sent home', { tag: '@once' }, async ({ page }) => {
  for (const email of ['coach@otter.test', 'parent@otter.test']) {
    await enter(page, { email }, '/management/reports');
    await expect(page).toHaveURL(`${env('SITE_URL')}/`);
  }
});
