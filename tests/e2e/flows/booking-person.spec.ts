import { expect, type Page } from '@playwright/test';
import { demoLogins } from '#local/demo/logins.ts';
import { expectAccessible } from '../support/axe.ts';
import { eventually, sql } from '../support/backend.ts';
import { sessionButton } from '../support/booking.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';
import { chooseTeam, ownSession } from '../support/weekend.ts';

const RECORD = '**/rpc/record_analytics';

const rowsOf = (visit: string) => sql()`
  select event_type, event_data, user_id, user_agent, page_url from booking_analytics
  where session_id = ${visit} order by id`;
const visitOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('otter-visit-id') ?? 'no visit');

test(
  'the page sends what was chosen to analytics in one call, which identifies nobody',
  { tag: '@once' },
  async ({ page }) => {
    const ownedSession = await ownSession('Red Otter', 3);
    const calls: string[] = [];
    page.on('request', (request) => {
      const body = request.postData() ?? '';
      if (request.url().endsWith('/record_analytics') && !body.includes('viewer_heartbeat')) calls.push(body);
    });
    await chooseTeam(page, 'Red Otter');
    await sessionButton(page, ownedSession).click();
    await expect(page.getByText('Question 3 of 3')).toBeVisible();
    const visit = await visitOf(page);
    expect(calls).toEqual([]);
    await page.getByRole('button', { name: 'Get Term' }).click();
    await page.waitForURL('**/checkout/term');

    const rows = await eventually(
      'the rows of this visit',
      () => rowsOf(visit),
      (found) => found.length >= 6,
    );
    expect(rows.map((row) => String(row['event_type']))).toEqual([
      ...['team_selection', 'form_progress', 'session_selection', 'form_progress'],
      ...['pass_selection', 'checkout_started'],
    ]);
    const data = rows.map((row) => row['event_data'] as Record<string, unknown>);
    const soldPass = {
      sessionId: ownedSession.id,
      sessionDay: 'Saturday',
      location: 'Somerset',
      coach: 'Coach Otter',
      teamId: 'red',
      passId: 'halfyear',
      passName: 'Term',
      price: 697,
      priceCents: 69700,
      currency: 'SGD',
      credits: 18,
    };
    expect(data[0]).toMatchObject({ teamId: 'red', team: 'Red Otter' });
    expect(data[1]).toMatchObject({ step: 'session', percent: 67 });
    expect(data[2]).toMatchObject({ sessionId: ownedSession.id, teamLabel: ownedSession.team });
    expect(data[4]).toMatchObject(soldPass);
    expect(data[5]).toMatchObject({ ...soldPass, amount: 697, amountCents: 69700 });
    for (const row of rows) {
      expect(row).toMatchObject({ user_id: null, user_agent: null, page_url: `${env('SITE_URL')}/` });
      expect((row['event_data'] as { timestamp?: string }).timestamp).toMatch(/^\d{4}-\d\d-\d\dT/);
    }
    // One call contains all events.
    expect(calls).toHaveLength(1);
    await ownedSession.close();
  },
);

test('a visitor who only looks and leaves is counted, too', { tag: '@once' }, async ({ page }) => {
  await chooseTeam(page, 'Red Otter');
  const visit = await visitOf(page);
  await page.goto('about:blank');
  await eventually(
    'the choice of a team',
    () => rowsOf(visit),
    (found) => found.length === 2,
  );
});

test('the visitor does not notice analytics that fail or hang', { tag: '@once' }, async ({ page }) => {
  const ownedSession = await ownSession('Red Otter', 3);
  const logged = page.waitForEvent('console', (message) =>
    message.text().includes('Analytics were not recorded'),
  );
  await page.route(RECORD, (route) => route.abort());
  await chooseTeam(page, 'Red Otter');
  await sessionButton(page, ownedSession).click();
  await expect(page.getByText('Question 3 of 3')).toBeVisible();
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
  });
  await logged;
  await expect(page.getByRole('alert')).toHaveCount(0);

  // A response that never comes does not block the booking.
  await page.unroute(RECORD);
  await page.route(RECORD, () => undefined);
  await page.getByRole('button', { name: 'Get Term' }).click();
  await page.waitForURL('**/checkout/term');
  await ownedSession.close();
});

test(
  'a signed-in family sees how many of six sessions are booked',
  { tag: ['@wide', '@look'] },
  async ({ page }) => {
    const [login] = demoLogins;
    if (!login) throw new Error('no login');
    await page.goto(`${env('SITE_URL')}/auth?account=1`);
    await page.getByLabel('E-mail').fill(login.email);
    await page.getByLabel('Password').fill(login.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: `Hello, ${login.name}` })).toBeVisible();

    // The first answer is the database's own answer for this family.
    const creditsResponse = page.waitForResponse('**/rest/v1/profiles?select=credits_remaining**');
    await chooseTeam(page, 'Red Otter');
    const answer = await creditsResponse;
    expect(answer.ok()).toBe(true);
    const [{ credits_remaining: credits } = { credits_remaining: null }] = (await answer.json()) as {
      credits_remaining: number | null;
    }[];
    expect(typeof credits).toBe('number');
    const booked = 6 - Number(credits);
    const bar = page.getByRole('complementary', { name: 'Book a class' }).getByText(/^Progress: /);
    if (booked > 0) await expect(bar).toHaveText(`Progress: ${booked} / 6 sessions booked`);
    else await expect(bar).toHaveCount(0);

    // The second answer says that four credits are left.
    await page.route('**/rest/v1/profiles?select=credits_remaining**', (route) =>
      route.fulfill({ json: [{ credits_remaining: 4 }] }),
    );
    await chooseTeam(page, 'Red Otter');
    await expect(bar).toHaveText('Progress: 2 / 6 sessions booked');
    await expectAccessible(page);
  },
);

test('a visitor’s pages never load the auth client', { tag: '@once' }, async ({ page }) => {
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(request.url()));
  await chooseTeam(page, 'Red Otter');
  await expect(page.locator('.booking-session').first()).toBeVisible();
  expect(
    requestedUrls.filter((url) => url.includes('/profiles?') || /supabase-js|auth-js/.test(url)),
  ).toEqual([]);
});
