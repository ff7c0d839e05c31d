/** A family books sessions with credits in two taps (spec 1 §1). */
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { sql } from '../support/backend.ts';
import { enter, givePass } from '../support/family.ts';
import { makeParent } from '../support/parents.ts';
import { test } from '../support/test.ts';
import { type OwnSession, ownSession } from '../support/weekend.ts';

const createdSessions: OwnSession[] = [];
test.afterEach(async () => {
  for (const session of createdSessions.splice(0)) await session.close();
});

/** Makes classes for this test, in both teams that a child of eight may join. */
async function makeClasses(capacity: number): Promise<OwnSession[]> {
  for (const team of ['White Otter', 'Red Otter']) createdSessions.push(await ownSession(team, capacity));
  return createdSessions;
}

/** Matches "Kai · 5.00 to 6.00 am" of one of these sessions. */
const nameOf = (child: string, sessions: readonly OwnSession[]) =>
  new RegExp(
    `^${child} · (${sessions.map(({ time }) => time.replace(/ [ap]m$/, '').replace('.', '\\.')).join('|')}) `,
  );

test(
  'a parent books for two children at once, with one tap for each choice and one for the booking',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    const parent = await makeParent(['Kai', 'Mira']);
    await givePass(parent, 'Kai', { credits: 1 });
    await givePass(parent, 'Mira', { credits: 2 });
    const sessions = await makeClasses(4);
    await enter(page, parent, '/family-base/book');
    const option = (child: string) => page.getByRole('checkbox', { name: nameOf(child, sessions) }).first();
    await expect(option('Kai')).toBeVisible();
    await expectAccessible(page);
    await option('Kai').check();
    await option('Mira').check();
    await expect(page.getByRole('radio', { name: 'Kai, 0 sessions left' })).toBeVisible();
    await expect(page.getByText('2 sessions, 2 credits')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Book 2 sessions' }).click();
    await expect(page.getByRole('heading', { name: '2 sessions booked!' })).toBeFocused();
    const line = page.getByRole('listitem').filter({ hasText: /^.?Kai: .*0 sessions left\.$/ });
    await expect(line).toBeVisible();
    // The child's name and the session are in one sentence, not in columns beside each other.
    expect((await line.boundingBox())?.height).toBeLessThan(120);
    await expectAccessible(page);
    const booked =
      await sql()`select count(*)::int as count from bookings where family_id = ${parent.familyId} and status = 'booked'`;
    expect(booked[0]?.['count']).toBe(2);
  },
);

test('a parent books with the keyboard alone', { tag: '@once' }, async ({ page }) => {
  const parent = await makeParent(['Kai']);
  await givePass(parent, 'Kai', { credits: 2 });
  await makeClasses(4);
  await enter(page, parent, `/family-base/book?child=${parent.children['Kai'] ?? ''}`);
  const first = page.getByRole('checkbox').first();
  await expect(first).toBeVisible();
  for (let at = 0; at < 60 && !(await first.evaluate((one) => one === document.activeElement)); at++)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(first).toBeChecked();
  const book = page.getByRole('button', { name: 'Book session' });
  for (let at = 0; at < 80 && !(await book.evaluate((one) => one === document.activeElement)); at++)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Booked!' })).toBeVisible();
  await expectAccessible(page);
});

test(
  'a parent books with one thumb, from the base to the booking by taps alone',
  { tag: '@once' },
  async ({ page }) => {
    const parent = await makeParent(['Kai']);
    await givePass(parent, 'Kai', { credits: 2 });
    const sessions = await makeClasses(1);
    await enter(page, parent, '/family-base');
    await page.getByRole('link', { name: 'Book', exact: true }).filter({ visible: true }).first().tap();
    const choice = page.getByRole('checkbox', { name: nameOf('Kai', sessions) }).first();
    const label = page.locator('label').filter({ has: choice });
    expect((await label.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await label.tap();
    await expect(choice).toBeChecked();
    const book = page.getByRole('button', { name: 'Book session' });
    expect((await book.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await book.tap();
    await expect(page.getByRole('heading', { name: 'Booked!' })).toBeVisible();
    await expectAccessible(page);
  },
);

test(
  'a parent is told that another family took the spot first, and nothing is booked',
  { tag: '@once' },
  async ({ page }) => {
    const [parent, other] = [await makeParent(['Kai']), await makeParent(['Nora'])];
    await givePass(parent, 'Kai');
    const sessions = await makeClasses(1);
    await enter(page, parent, '/family-base/book');
    await page
      .getByRole('checkbox', { name: nameOf('Kai', sessions) })
      .first()
      .check();
    for (const { id } of sessions)
      await sql()`
      insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
      select id, session_date, session_time, ${other.children['Nora'] ?? ''}, ${other.familyId}
      from public.sessions where id = ${id}`;
    await page.getByRole('button', { name: 'Book session' }).click();
    await expect(page.getByRole('alert')).toContainText(
      'has just filled up. Please choose another one. Nothing was booked.',
    );
  },
);

test('the page leads a family without credits to the passes', { tag: '@once' }, async ({ page }) => {
  const parent = await makeParent(['Kai']);
  await enter(page, parent, '/family-base/book');
  await expect(page.getByRole('heading', { name: 'No credits left.' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Get a pass' }).click();
  await expect(page.getByRole('heading', { name: 'Get a pass' })).toBeVisible();
});
