/**
 * A business admin sets up a second factor, gives a role and reads it in the log (decisions "/management/system").
 */
import { type Browser, expect } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { forgetSessions, makeSession } from '../support/after-sale.ts';
import { expectAccessible } from '../support/axe.ts';
import { sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { enter } from '../support/family.ts';
import { makeParent } from '../support/parents.ts';
import { test } from '../support/test.ts';
import { personUserAgent } from '../support/visitor.ts';

test.afterAll(forgetSessions);

const path = '/management/system';
const measuredPath = '/terms-of-service';

/** A visitor who allowed statistics opens a page and closes it, and the browser reports how fast the page was. */
async function visitAndMeasure(browser: Browser): Promise<void> {
  await sql()`delete from public.page_vitals where page = ${measuredPath}`;
  // A crawler is not measured.
  const context = await browser.newContext({ userAgent: personUserAgent });
  const visit = await context.newPage();
  await visit.addInitScript(() => {
    localStorage.setItem('otter_consent', '{"analytics":true,"ads":false}');
    // This visit is among those that are measured.
    Math.random = () => 0;
  });
  const library = visit.waitForResponse(/vitals/);
  await visit.goto(env('SITE_URL') + measuredPath);
  await (await library).finished();
  await visit.getByRole('heading', { level: 1 }).click();
  await visit.goto('about:blank');
  await context.close();
  await expect
    .poll(
      async () =>
        await sql()`select 1 from public.page_vitals where page = ${measuredPath} and metric = 'lcp'`,
    )
    .toHaveLength(1);
}

test(
  'a business admin sets up the second factor that the role needs, gives and removes a role, and the log has both',
  { tag: ['@wide', '@look'] },
  async ({ page }) => {
    const [boss, coach] = [await makeParent([]), await makeParent([])];
    await sql()`
      insert into public.user_roles (user_id, role) values (${boss.userId}, 'business_admin'), (${boss.userId}, 'coach')`;
    await enter(page, boss, `${path}?view=accounts`);
    await expect(page).toHaveURL(/\/auth\?account=1&step=1/);
    const step = page.getByRole('form', { name: 'Two-step sign-in' });
    await expect(step.getByText('Your role needs two-step sign-in.')).toBeVisible();
    await expectAccessible(page);
    await step.getByRole('button', { name: 'Set up an app' }).click();
    const key = (await step.locator('code').innerText()).replaceAll(' ', '');
    await step.getByLabel('Code from the app').fill(new TOTP({ secret: Secret.fromBase32(key) }).generate());
    await step.getByRole('button', { name: 'Turn on' }).click();
    await step.getByRole('link', { name: 'Continue' }).click();

    await expect(page.getByRole('heading', { name: 'Accounts and roles' })).toBeVisible();
    await page.getByLabel('E-mail of the account').fill('nobody@families.test');
    await page.getByRole('button', { name: 'Make them a coach' }).click();
    await expect(page.getByText('There is no account for nobody@families.test.')).toBeVisible();
    // A person without an account is invited, and the invitation can be revoked.
    const invited = `invited-${crypto.randomUUID()}@families.test`;
    await page.getByLabel('E-mail', { exact: true }).fill(invited);
    await page.getByLabel('Name', { exact: true }).fill('Nadia Rahman');
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await expect(page.getByText(`We have sent an invitation to ${invited}.`)).toBeVisible();
    const invitation = page
      .getByRole('region', { name: 'Invitations' })
      .getByRole('listitem')
      .filter({ hasText: invited });
    await expect(invitation.getByText('Waiting')).toBeVisible();
    await invitation.getByRole('button', { name: 'Revoke the invitation for Nadia Rahman' }).click();
    await invitation.getByRole('button', { name: 'Revoke invitation' }).click();
    await expect(invitation.getByText('Revoked', { exact: true })).toBeVisible();
    await page.getByLabel('E-mail of the account').fill(coach.email.toUpperCase());
    await page.getByRole('button', { name: 'Make them a coach' }).click();
    await expect(page.getByText(`${coach.email} is now a coach.`)).toBeVisible();
    await expectAccessible(page);
    const row = page
      .getByRole('region', { name: 'Staff', exact: true })
      .getByRole('listitem')
      .filter({ hasText: coach.email });
    await row.getByRole('button', { name: /^Sign out everywhere/ }).click();
    await row.getByRole('button', { name: 'Sign out all devices' }).click();
    // The list is long, so the row itself shows the result, and the question is closed.
    await expect(row.getByText(`${coach.email} is signed out everywhere.`)).toBeVisible();
    await expect(row.getByRole('button', { name: 'Sign out all devices' })).toBeHidden();
    await sql()`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
      values (gen_random_uuid(), ${coach.userId}, 'Lost phone', 'totp', 'verified', ${key})`;
    await page.reload();
    await row.getByRole('button', { name: /^Remove two-step sign-in/ }).click();
    await row.getByRole('button', { name: 'Remove two-step sign-in now' }).click();
    await expect(row.getByText(`${coach.email} no longer has two-step sign-in`)).toBeVisible();
    await expect(row.getByText('No two-step sign-in', { exact: true })).toBeVisible();
    // The coach leads a session, so the admin who removes the role must name a substitute.
    const session = await makeSession();
    await sql()`
      update public.sessions set coach_id = (select id from public.coaches where user_id = ${coach.userId})
      where id = ${session}`;
    await row.getByRole('button', { name: 'Remove coach' }).click();
    await expect(row.getByText(/will lose the coach role at once/)).toBeVisible();
    await expect(row.getByText('They are due to coach 1 session:')).toBeVisible();
    await expectAccessible(page);
    const take = row.getByRole('button', { name: 'Remove role' });
    await expect(take).toHaveAttribute('aria-disabled', 'true');
    const [other] = await sql()<{ id: string }[]>`
      select k.id from public.coaches k
      where k.user_id is distinct from ${coach.userId}
        and (k.user_id is null or exists (select from public.user_roles r where r.user_id = k.user_id and r.role = 'coach'))
      order by k.name limit 1`;
    await row.getByLabel('Who takes over?').selectOption(other?.id ?? '');
    await take.click();
    await expect(page.getByText(`${coach.email} is no longer a coach.`)).toBeVisible();
    const [sessionAfter] = await sql()`select coach_id from public.sessions where id = ${session}`;
    expect(sessionAfter?.['coach_id']).toBe(other?.id);
    // Nobody can change their own role.
    const ownRow = page
      .getByRole('region', { name: 'Staff', exact: true })
      .getByRole('listitem')
      .filter({ hasText: boss.email });
    await expect(ownRow.getByRole('button')).toHaveCount(0);
    // The first of several roles is shown as the person's role.
    await expect(ownRow.locator('.tags')).toContainText(/^Business admin/i);
    await expect(ownRow.locator('.tags')).not.toContainText('Coach');

    await page.getByRole('link', { name: 'Log', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Log' })).toBeVisible();
    const filters = page.getByText('Filters', { exact: true });
    await page.getByRole('searchbox', { name: 'Who did it' }).fill(boss.email);
    const entries = page.locator('.staff-table tbody a');
    await expect(entries.first()).toContainText(/removed the coach role from /);
    await expect(page.locator('.staff-table tbody')).toContainText(/changed .+: Coach: .+ became /);
    await expect(entries).toHaveCount(8);
    await expect(page).toHaveURL(/view=log.*who=/);
    await expectAccessible(page);
    await expect(entries.last()).toContainText('invited Nadia Rahman to the coach role');
    await entries.filter({ hasText: /gave .+ the coach role/ }).press('Enter');
    const entry = page.getByRole('dialog', { name: /gave .+ the coach role/ });
    await expect(entry).toContainText('Role');
    // The entry has names in place of ids.
    await expect(entry).not.toContainText(coach.userId);
    await expectAccessible(page);
    // An entry has its own address, and going back returns to the same list.
    await expect(page).toHaveURL(/view=log.*who=.*entry=changes-\d+/);
    await page.reload();
    await expect(entry).toContainText('coach');
    await page.goBack();
    await expect(entry).toBeHidden();
    await expect(entries).toHaveCount(8);
    await page.goForward();
    await expect(entry).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(entry).toBeHidden();
    if (await filters.isVisible()) await filters.click();
    await page.getByRole('combobox', { name: 'Log' }).selectOption('Views and sign-ins');
    await expect(page.getByText('Nothing matches.')).toBeVisible();

    // Another program gets a key, which is shown once and works until it is revoked.
    await page.getByRole('link', { name: 'Open interfaces', exact: true }).click();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Which program will use it?').fill('School website');
    await page.getByRole('checkbox', { name: /^Timetable/ }).check();
    await page.getByRole('button', { name: 'Create key' }).click();
    const apiKey = await page.getByRole('textbox', { name: 'School website' }).inputValue();
    const readTimetable = async () =>
      (
        await fetch(`${env('PUBLIC_SUPABASE_URL')}/functions/v1/api/v1/sessions`, {
          headers: { authorization: `Bearer ${apiKey}` },
        })
      ).status;
    expect(await readTimetable()).toBe(200);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await page.getByRole('button', { name: 'Revoke the key of School website' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await expect(page.getByText('The key is revoked.')).toBeVisible();
    expect(await readTimetable()).toBe(401);
    // A webhook needs a public address. A test is queued for it.
    const hook = `https://hooks-${crypto.randomUUID()}.example.com/otter`;
    await page.getByLabel('Address of the other program').fill('http://127.0.0.1/');
    await page.getByRole('checkbox', { name: 'An order is paid' }).check();
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await expect(page.getByText('Please enter a public address', { exact: false }).first()).toBeVisible();
    await page.getByLabel('Address of the other program').fill(hook);
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await expect(page.getByLabel(hook, { exact: true })).toHaveValue(/^whsec_/);
    await page.getByRole('button', { name: `Send test to ${hook}` }).click();
    await expect(page.getByText('A test is on its way.')).toBeVisible();
    await page.getByText('Latest deliveries').click();
    await expect(page.getByRole('region', { name: 'Webhooks' })).toContainText('Waiting Test');
    await expectAccessible(page);
    await page.getByRole('button', { name: `Delete ${hook}` }).click();
    await page.getByRole('button', { name: 'Delete webhook' }).click();
    await expect(page.getByText('The webhook is deleted.')).toBeVisible();
    // A partner's page gets two lines, which name our element and our script.
    await page.getByLabel('What the page shows').selectOption('Timetable of classes and camps');
    await page.getByLabel('Colours').selectOption('Dark');
    const lines = page.getByLabel('Lines to copy');
    await expect(lines).toHaveValue(/^<script type="module" src="http.+\/embed\/elements\.js"><\/script>\n/);
    await expect(lines).toHaveValue(/\n<otter-timetable theme="dark"><a href="http.+<\/otter-timetable>$/);
    // The owner takes all data of a topic along as a file.
    await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
    await page.getByLabel('What to copy').selectOption('Families');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save CSV' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^families-\d{4}-\d\d-\d\d\.csv$/);
    await expect(page.getByText(/^\d[\d,]* rows saved\.$/)).toBeVisible();
  },
);

test(
  'an admin sees the system’s health and no roles, and others are sent home',
  { tag: '@once' },
  async ({ page, browser }) => {
    await visitAndMeasure(browser);
    await fetch(`${env('SUPABASE_URL')}/rest/v1/rpc/report_error`, {
      method: 'POST',
      headers: { apikey: env('SUPABASE_ANON_KEY'), 'content-type': 'application/json' },
      body: JSON.stringify({
        p_report: {
          error_type: 'REACT_ERROR',
          message: 'An island fell',
          severity: 'critical',
          url: `${env('SITE_URL')}/camps`,
        },
      }),
    });
    await sql()`
      insert into public.price_approvals (offer_id, title, prices, reference_cents, lowest_cents)
      values ('pass-low', 'Low', '{"listed": 5000}', 16700, 5000)`;
    await enter(page, { email: 'admin@otter.test' }, path);
    await expect(page.getByRole('heading', { name: 'System', exact: true })).toBeVisible();
    const errors = page.getByRole('region', { name: 'Errors in the last day, by cause' });
    await expect(errors.getByRole('listitem').filter({ hasText: 'An island fell' })).toContainText('/camps');
    await expect(page.getByRole('list', { name: 'Measures' })).toContainText('E-mails waiting');
    await expect(page.getByRole('region', { name: 'Scheduled jobs' })).toContainText('Release holds');
    await expect(page.getByRole('link', { name: 'Accounts and roles' })).toHaveCount(0);
    const vitals = page.getByRole('region', { name: 'How fast pages are for visitors' });
    await expect(vitals.getByRole('listitem').filter({ hasText: measuredPath })).toContainText(
      'too few to judge (1 visit)',
    );
    const low = page.getByRole('region', { name: 'Low prices to approve' });
    await expect(low).toContainText('S$50 (compared with S$167)');
    await low.getByRole('button', { name: 'Approve as first admin: Low' }).click();
    await expectAccessible(page);
    await low.getByRole('button', { name: 'Approve this price' }).click();
    await expect(low.getByText('You approved this price. A second admin must approve it too.')).toBeVisible();
    await sql()`delete from public.price_approvals where offer_id = 'pass-low'`;
    await page.goto(`${env('SITE_URL')}${path}?view=accounts`);
    await expect(page.getByText('Only business admins can see accounts and roles.')).toBeVisible();
    await page.route(/\/rpc\/get_system_health$/, (route) => route.abort());
    await page.goto(env('SITE_URL') + path);
    await expect(page.getByText('The system’s health did not load.')).toBeVisible();
    await expectAccessible(page);
    for (const email of ['coach@otter.test', 'parent@otter.test']) {
      await enter(page, { email }, path);
      await expect(page).toHaveURL(`${env('SITE_URL')}/`);
    }
  },
);
