import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { sql } from '../support/backend.ts';
import { cardOf, payButton, sessionButton } from '../support/booking.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';
import { chooseTeam, ownSession } from '../support/weekend.ts';

/** Returns every class of a team this weekend, by day, from the server. */
async function readWeekend(team: string) {
  const rows = await sql()`select s.id from sessions s join class_types c on c.id = s.class_type_id,
      private.weekend() w
    where c.name like ${`${team}%`} and s.status = 'scheduled' and s.session_date between w.saturday and w.sunday
    order by s.starts_at`;
  return Promise.all(rows.map((row) => cardOf(String(row['id']))));
}

async function expectWeekendSessions(page: Page, team: string): Promise<void> {
  const sessions = await readWeekend(team);
  expect(sessions.length).toBeGreaterThan(1);
  await chooseTeam(page, team);
  for (const session of sessions) await expect(sessionButton(page, session)).toBeVisible();
  await expect(page.locator('.booking-session')).toHaveCount(sessions.length);
  for (const facts of await page.locator('.session-facts').allTextContents()) expect(facts).toContain(team);
}

for (const timezoneId of ['Asia/Singapore', 'Pacific/Auckland', 'Pacific/Niue', 'Europe/London'])
  test.describe(`a browser in ${timezoneId}`, () => {
    test.use({ timezoneId });
    test('the booking shows Singapore’s weekend', { tag: '@once' }, ({ page }) =>
      expectWeekendSessions(page, 'Black Otter'),
    );
  });

for (const [clock, time] of [
  ['four years ahead', '2030-07-02T15:59:59Z'],
  ['ten years behind', '2016-02-28T16:00:00Z'],
] as const)
  test(
    `the booking shows the server’s weekend and books it in a browser whose clock is ${clock}`,
    { tag: '@once' },
    async ({ page }) => {
      const ownedSession = await ownSession('Black Otter', 2);
      await page.clock.install({ time: new Date(time) });
      await expectWeekendSessions(page, 'Black Otter');
      await sessionButton(page, ownedSession).click();
      await expect(page.getByText('Question 3 of 3')).toBeVisible();
      await page.getByRole('button', { name: 'Get Term' }).click();
      await page.waitForURL('**/checkout/term');
      const cart = await page.evaluate(() => localStorage.getItem('otter_cart'));
      expect(JSON.parse(cart ?? '{}')).toMatchObject({ sessionId: ownedSession.id, passType: 'halfyear' });
      await ownedSession.close();
    },
  );

test('the red team has its variants A and B, each with its label', { tag: '@once' }, async ({ page }) => {
  await chooseTeam(page, 'Red Otter');
  const facts = page.locator('.session-facts');
  for (const variant of [/Red Otter A/, /Red Otter B/])
    await expect(facts.filter({ hasText: variant }).first()).toBeVisible();
  await expect(facts.filter({ hasText: /White|Black|X-Otter/ })).toHaveCount(0);
});

test('each pass has its own checkout and cart', { tag: '@once' }, async ({ page }) => {
  // The test goes through the whole booking four times.
  test.setTimeout(180_000);
  const ownedSession = await ownSession('Red Otter', 3);
  for (const [pass, route, price] of [
    ['Try-Out', '/try-out-checkout', 38],
    ['Flexi', '/checkout/flexi', 167],
    ['Term', '/checkout/term', 697],
    ['X Term', '/checkout/x-term', 1297],
  ] as const) {
    await chooseTeam(page, 'Red Otter');
    await sessionButton(page, ownedSession).click();
    await expect(page.getByText('Question 3 of 3')).toBeVisible();
    await page.getByRole('button', { name: `Get ${pass}`, exact: true }).click();
    await page.waitForURL(`**${route}`);
    // The spot is held and this browser knows it, so the next checkout releases it.
    await expect(payButton(page)).toBeEnabled();
    const cart = JSON.parse(
      (await page.evaluate(() => localStorage.getItem('otter_cart'))) ?? '{}',
    ) as object;
    expect(cart).toMatchObject({
      sessionId: ownedSession.id,
      quantity: 1,
      team: 'Red Otter',
      location: 'Somerset',
      coach: 'Coach Otter',
      price,
      customerData: { childName: '', childAge: 0, parentName: 'Guest User' },
    });
    expect(Object.keys(cart).sort()).toEqual(
      [
        ...['sessionId', 'quantity', 'team', 'sessionDate', 'sessionTime', 'sessionDay', 'location', 'coach'],
        ...[
          'passType',
          'price',
          'selectedTeam',
          'selectedSession',
          'selectedPass',
          'customerData',
          'timestamp',
        ],
      ].sort(),
    );
  }
  await ownedSession.close();
});

test('a try-out shows the sessions of all teams', { tag: ['@once', '@look'] }, async ({ page }) => {
  await page.goto(`${env('SITE_URL')}/try-out-otter-for-kids`);
  const list = page.locator('try-sessions');
  await list.scrollIntoViewIfNeeded();
  await list.getByRole('button', { name: 'Show all sessions' }).click();
  for (const team of ['White Otter', 'Red Otter', 'Black Otter', 'X-Otter'])
    await expect(list.getByText(team).first()).toBeVisible();
  await expectAccessible(page);
});
