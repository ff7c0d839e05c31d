/**
 * In the schedule, staff cancel a class for rain and two admins change one class. Nobody else can
 * open it (spec 1 §2 and §6).
 */
import { expect, type Page } from '@playwright/test';
import { buy, forgetSessions, mailAbout, makeSession } from '../support/after-sale.ts';
import { expectAccessible } from '../support/axe.ts';
import { openings, runChores, sql } from '../support/backend.ts';
import { assignCoach } from '../support/checkout.ts';
import { rebuilt } from '../support/content.ts';
import { env } from '../support/env.ts';
import { enter, givePass, rpcAs } from '../support/family.ts';
import { calendarOf } from '../support/mails.ts';
import { makeParent } from '../support/parents.ts';
import { test } from '../support/test.ts';

test.afterAll(forgetSessions);

const admin = { email: 'admin@otter.test' };
const business = { email: 'business@otter.test' };

/** Opens the week of a session, with its card. */
async function openWeek(page: Page, id: string) {
  const [row] = await sql()<
    { day: string }[]
  >`select session_date::text as day from public.sessions where id = ${id}`;
  await enter(page, admin, `/management/schedule?week=${row?.day ?? ''}`);
  return page.locator('article').filter({ has: page.locator(`a[href*="${id}"]`) });
}

test(
  'an admin who cancels a class for rain sees the numbers first; refunds, mails and calendar files follow, and the page hides it',
  { tag: ['@wide', '@look'] },
  async ({ page }, { project }) => {
    const session = await makeSession();
    const email = `rain.${project.name}@families.test`;
    const order = await buy(page, {
      email,
      lines: [{ offer_id: 'pass-tryout', session_id: session, child: 0 }],
      children: [`Sky of ${project.name}`],
    });
    const name = `Rae of ${project.name}`;
    const parent = await makeParent([name]);
    const pass = await givePass(parent, name);
    const booked = await rpcAs(parent, 'book_session', {
      p_session_id: session,
      p_child_id: parent.children[name],
      p_pass_id: pass,
    });
    expect(booked.status).toBeLessThan(300);

    const card = await openWeek(page, session);
    await expect(card).toContainText('2 of 4');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel sessions…' }).click();
    await card.getByRole('checkbox').check();
    const selection = page.getByRole('region', { name: 'Selection' });
    await expect(selection).toContainText('1 selected');
    await expect(selection.getByRole('button', { name: 'Write to families' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'See what this does' }).click();
    const sheet = page.getByRole('dialog', { name: 'Cancel this session' });
    await expect(sheet).toContainText('2 children from 2 families will lose a spot (2 bookings).');
    await expect(sheet).toContainText('2 credits will be returned to passes.');
    await expect(sheet).toContainText('2 e-mails will go out');
    await sheet.getByRole('radio', { name: /Refund at once/ }).check();
    await expect(sheet).toContainText('S$38 will be refunded, in 1 refund.');
    await expect(sheet).toContainText('1 credit will be returned to passes.');
    await sheet.getByRole('button', { name: 'Yes, cancel this session' }).click();
    await expect(sheet).toContainText('Please give a reason.');
    await expectAccessible(page);
    await sheet.getByRole('button', { name: 'Heavy rain' }).click();
    await sheet.getByRole('button', { name: 'Yes, cancel this session' }).dblclick();
    await expect(sheet).toContainText('It is no longer on the site.');
    await expect(sheet.getByRole('link', { name: /^Write to families: / })).toHaveAttribute(
      'href',
      `/management/family-chats?place=${session}`,
    );
    await expectAccessible(page);
    await sheet.getByRole('button', { name: 'Back' }).click();
    await expect(card).toContainText('Cancelled: Heavy rain');

    expect((await openings()).map(({ session_id }) => session_id)).not.toContain(session);
    await runChores();
    const refunds = await sql()<{ cents: number; name: string }[]>`
    select r.amount_cents as cents, r.provider_refund_id as name from public.refunds r
    join public.orders o on o.id = r.order_id where o.number = ${order.number}`;
    expect(refunds).toHaveLength(1);
    expect(refunds[0]?.cents).toBe(3800);
    // The simulated Stripe has the refund.
    expect(refunds[0]?.name).toMatch(/^re_/);
    const mail = await mailAbout(email, /^Cancelled/);
    expect(mail.text).toContain('Heavy rain');
    expect(mail.text).toContain('to your original payment method');
    expect(calendarOf(mail)).toContain(`UID:${order.number}-${session}`);
    expect(calendarOf(mail)).toContain('STATUS:CANCELLED');
    expect((await mailAbout(parent.email, /^Cancelled/)).text).toContain('The credit is back on your pass');
    const [credits] = await sql()<{ left: number }[]>`
    select sum(delta)::int as left from public.credit_ledger where pass_id = ${pass}`;
    expect(credits?.left).toBe(3);
  },
);

test(
  'an admin moves a sold camp to another location and hour after a preview, and a mail replaces the calendar entry, also after undoing',
  { tag: ['@wide', '@look'] },
  async ({ page }, { project }) => {
    // Only this test uses this camp, so nobody else has booked it.
    const [camp] = await sql()<{ id: string; day: string }[]>`
      insert into public.camp_weeks (name, tier, team_types, location_id, start_date, end_date, capacity, is_active)
      select 'Camp that moves', w.tier, w.team_types, l.id, w.start_date + 140, w.end_date + 140, 6, true
      from public.camp_weeks w join public.locations l on l.base = 'orchard-central'
      where w.tier = 'spark' and w.is_active and w.starts_at > private.calendar_now()
      order by w.start_date desc, w.id desc limit 1
      returning id, start_date::text as day`;
    await assignCoach(camp?.id ?? '');
    const email = `moved.${project.name}@families.test`;
    const order = await buy(page, {
      email,
      lines: [{ offer_id: 'tier-spark', camp_id: camp?.id ?? '', child: 0 }],
      children: [`Sol of ${project.name}`],
    });
    await enter(page, admin, `/management/schedule?week=${camp?.day ?? ''}&place=${camp?.id ?? ''}`);
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: 'Edit', exact: true }).click();
    await sheet.getByLabel('Begins at').fill('10:00');
    await sheet.getByLabel('Location', { exact: true }).selectOption({ index: 1 });
    await sheet.getByRole('button', { name: 'Save', exact: true }).click();
    const question = sheet.getByRole('form', { name: 'Before you save this' });
    await expect(question).toContainText('1 child from 1 family is booked.');
    await expect(question).toContainText('Programme begins at: 9.00 am becomes 10.00 am');
    await expectAccessible(page);
    // Saving without an e-mail needs a reason.
    await question.getByRole('radio', { name: /Do not send an e-mail/ }).check();
    await question.getByRole('button', { name: 'Save without an e-mail' }).click();
    await expect(question).toContainText('Please give a reason.');
    await question.getByRole('radio', { name: /Send 1 e-mail/ }).check();
    await question.getByLabel('A note to the families').fill('The court is wet.');
    await question.getByRole('button', { name: 'Save and send 1 e-mail' }).click();
    await expect(sheet).toContainText('Saved. It will be on the site within a minute. 1 e-mail is');
    await expectAccessible(page);
    await runChores();
    const mail = await mailAbout(email, /^New place and time: /);
    expect(mail.text).toContain('The court is wet.');
    const file = calendarOf(mail).replaceAll('\r\n ', '');
    expect(file).toContain(`UID:${order.number}-${camp?.id ?? ''}`);
    expect(file).toMatch(/SEQUENCE:[1-9]\d+/);
    expect(file).not.toContain('STATUS:CANCELLED');
    await sheet.getByRole('button', { name: 'Undo' }).click();
    await expect(sheet).toContainText('Undone.');
    await runChores();
    const [{ mails }] = await sql()<[{ mails: number }]>`
      select count(*)::int as mails from public.outbox where template = 'place_changed' and recipient = ${email}`;
    expect(mails).toBe(2);
    await sql()`update public.camp_weeks set is_active = false where id = ${camp?.id ?? ''}`;
  },
);

test(
  'of two admins who change one class the second is told and saves over it, and a camp shows its price',
  { tag: ['@wide', '@look'] },
  async ({ page }) => {
    const session = await makeSession();
    const card = await openWeek(page, session);
    await card.getByRole('link').click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: 'Edit', exact: true }).click();
    await sheet.getByLabel('Spots').fill('6');
    const placeBefore = await rpcAs(business, 'get_schedule_place', { p_place_id: session });
    const other = await rpcAs(business, 'save_session', {
      p_session_id: session,
      p_session: { max_capacity: 9 },
      p_expected: (placeBefore.body as { place: { session: object } }).place.session,
    });
    expect(other.status).toBeLessThan(300);
    await sheet.getByRole('button', { name: 'Save' }).click();
    await expect(sheet).toContainText('changed this while you had it open:');
    await expect(sheet).toContainText('Spots: 4 became 9');
    await expectAccessible(page);
    await sheet.getByRole('button', { name: 'Save my version' }).click();
    await expect(sheet).toContainText('Saved. It is on the site now.');
    await expect(sheet).toContainText('Spots: 9 became 6');
    await sheet.getByRole('button', { name: 'Undo' }).click();
    await expect(sheet).toContainText('Undone.');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();

    // A second session is created in another week, and then removed.
    await page.getByRole('button', { name: 'New session' }).click();
    await sheet.getByLabel('Begins at').fill('05:05');
    await sheet.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(sheet).toContainText('Created. It is on the site now.');
    await sheet.getByRole('button', { name: 'Undo' }).click();
    await expect(sheet).toBeHidden();

    await page.getByRole('button', { name: 'New camp' }).click();
    await expect(sheet).toContainText(/Sold as “.+” at the published price: S\$\d+/);
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: 'Weekly pattern' }).click();
    await expect(page.getByRole('heading', { name: 'Saturday' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'List', exact: true }).click();
    await expect(page.getByRole('table', { name: 'Schedule' })).toBeVisible();
    await expectAccessible(page);
  },
);

test(
  'an admin selects two classes in the list and cancels them at once',
  { tag: '@once' },
  async ({ page }) => {
    const ids = [await makeSession(), await makeSession()];
    const days = await sql()<{ day: string }[]>`
      select session_date::text as day from public.sessions where id = any (${ids}) order by session_date`;
    await enter(page, admin, `/management/schedule?view=list&from=${days[0]?.day}&until=${days[1]?.day}`);
    for (const id of ids)
      await page
        .getByRole('row')
        .filter({ has: page.locator(`a[href*="${id}"]`) })
        .getByRole('checkbox')
        .check();
    const bar = page.getByRole('region', { name: 'Selection' });
    await expect(bar).toContainText('2 selected');
    await expectAccessible(page);
    await bar.getByRole('button', { name: 'Cancel sessions…' }).click();
    const sheet = page.getByRole('dialog', { name: 'Cancel 2 sessions' });
    await sheet.getByRole('button', { name: 'Heavy rain' }).click();
    await sheet.getByRole('button', { name: 'Yes, cancel these 2 sessions' }).click();
    await expect(sheet).toContainText('Cancelled.');
    await sheet.getByRole('button', { name: 'Back' }).click();
    await expect(bar).toBeHidden();
    const rows = await sql()<{ id: string }[]>`
      select id from public.sessions where id = any (${ids}) and status = 'cancelled'`;
    expect(rows).toHaveLength(2);
  },
);

test(
  'a changed camp is on the site within a minute, and the screen says when',
  { tag: '@once' },
  async ({ page }) => {
    test.setTimeout(240_000);
    const [camp] = await sql()<{ id: string; day: string; capacity: number }[]>`
    select id, start_date::text as day, capacity from public.camp_weeks
    where is_active and starts_at > private.calendar_now() order by start_date desc, id limit 1`;
    await enter(page, admin, `/management/schedule?week=${camp?.day ?? ''}&place=${camp?.id ?? ''}`);
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: 'Edit', exact: true }).click();
    await sheet.getByLabel('Spots').fill(String((camp?.capacity ?? 0) + 1));
    await sheet.getByRole('button', { name: 'Save' }).click();
    await expect(sheet).toContainText('It will be on the site within a minute.');
    await page.keyboard.press('Escape');
    await expect(page.getByText('The site is about to be rebuilt')).toBeVisible();
    await sql()`update public.rebuild_requests set requested_at = requested_at - interval '1 hour'`;
    await runChores();
    await expect(page.getByText('All of this is on the site')).toBeVisible(rebuilt);
  },
);

test(
  'a business admin may open the page, and a coach and a parent are sent home',
  { tag: '@once' },
  async ({ page }) => {
    await enter(page, business, '/management/schedule');
    await expect(page.getByRole('button', { name: 'Cancel sessions…' })).toBeVisible();
    for (const email of ['coach@otter.test', 'parent@otter.test']) {
      await enter(page, { email }, '/management/schedule');
      await expect(page).toHaveURL(`${env('SITE_URL')}/`);
    }
  },
);

test(
  'a month on a phone shows its camps and classes, opens a day’s week, and goes to a far month',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    const [camp] = await sql()<{ id: string; day: string; name: string }[]>`
      select id, start_date::text as day, name from public.camp_weeks
      where is_active and starts_at > private.calendar_now() order by start_date desc, id limit 1`;
    const day = camp?.day ?? '';
    await enter(page, admin, '/management/schedule');
    await page.getByRole('link', { name: 'Month' }).click();
    await page.getByLabel('Go to the month of').fill(day);
    await expect(page).toHaveURL(new RegExp(`view=month&month=${day.slice(0, 7)}`));
    const item = page.locator(`.schedule-month a[href*="${camp?.id ?? ''}"]`).first();
    await expect(item).toContainText(camp?.name ?? '');
    await expectAccessible(page);
    await page.reload();
    await item.press('Enter');
    await expect(page.getByRole('dialog')).toContainText(camp?.name ?? '');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Previous month' }).click();
    await expect(page).not.toHaveURL(new RegExp(`month=${day.slice(0, 7)}`));
    await page.goBack();
    await expect(item).toBeVisible();
  },
);
