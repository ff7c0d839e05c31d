import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { hold } from '../support/backend.ts';
import { sessionButton } from '../support/booking.ts';
import { test } from '../support/test.ts';
import { afterTwentySeconds, chooseTeam, ownSession } from '../support/weekend.ts';

const waitlistOf = (page: Page, { date, time, team }: { date: string; time: string; team: string }) =>
  page.getByRole('link', { name: `Join the waitlist for ${date}, ${time} · ${team}` });

test('a card says how many spots are left by a word, a shape and a colour', async ({ page }) => {
  const [lastSpot, almostFull] = [await ownSession('White Otter', 1), await ownSession('White Otter', 3)];
  const open = await ownSession('White Otter', 6);
  await chooseTeam(page, 'White Otter');
  await expect(sessionButton(page, lastSpot).locator('.spots.last')).toHaveText('Last spot');
  await expect(sessionButton(page, almostFull).locator('.spots.few')).toHaveText('3 spots left');
  await expect(sessionButton(page, open).locator('.spots.open')).toHaveText('6 spots open');
  for (const spots of await page.locator('.booking-session .spots').all())
    await expect(spots.locator('svg')).toBeVisible();
  await expectAccessible(page);
  await Promise.all([lastSpot, almostFull, open].map((one) => one.close()));
});

test('a full session cannot be chosen, and offers its waitlist', async ({ page }) => {
  const full = await ownSession('White Otter', 1);
  expect((await hold(full.id)).status).toBe(200);
  await chooseTeam(page, 'White Otter');
  const card = sessionButton(page, full);
  await expect(card).toContainText('FULLY BOOKED');
  await expect(card).toBeDisabled();
  await expect(waitlistOf(page, full)).toHaveAttribute('href', `/waitlist?session=${full.id}`);
  await expectAccessible(page);
  await full.close();
});

test('a session that becomes full during the choice is shown as full within twenty seconds', async ({
  page,
}) => {
  await page.clock.install();
  const one = await ownSession('White Otter', 1);
  await chooseTeam(page, 'White Otter');
  await sessionButton(page, one).click();
  await expect(page.getByText('Question 3 of 3')).toBeVisible();

  expect((await hold(one.id)).status).toBe(200);
  await afterTwentySeconds(page);
  const alert = page.getByRole('alert').filter({ hasText: 'has just filled up' });
  await expect(alert).toContainText(`The session on ${one.date}, ${one.time} has just filled up.`);
  await expect(alert).toContainText('Nothing was charged.');
  await expect(alert.getByRole('link', { name: 'Join the waitlist' })).toHaveAttribute(
    'href',
    `/waitlist?session=${one.id}`,
  );
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Get Term' }).click();
  await expect(page.getByText('Please select a team and session first')).toBeVisible();
  await alert.getByRole('button', { name: 'Choose another session' }).click();
  await expect(page.getByText('Question 2 of 3')).toBeVisible();
  await expect(sessionButton(page, one)).toContainText('FULLY BOOKED');
  await one.close();
});

test('a released spot is shown while the page is visible', { tag: '@once' }, async ({ page }) => {
  await page.clock.install();
  const one = await ownSession('White Otter', 2);
  await chooseTeam(page, 'White Otter');
  await expect(sessionButton(page, one)).toContainText('Last 2 spots');
  expect((await hold(one.id)).status).toBe(200);
  await afterTwentySeconds(page);
  await expect(sessionButton(page, one)).toContainText('Last spot');
  await one.close();
});

test(
  'after a refusal at the checkout the booking shows how many spots are left',
  { tag: '@once' },
  async ({ page }) => {
    const one = await ownSession('White Otter', 1);
    await chooseTeam(page, 'White Otter');
    await sessionButton(page, one).click();
    await expect(page.getByText('Question 3 of 3')).toBeVisible();
    expect((await hold(one.id)).status).toBe(200);
    await page.getByRole('button', { name: 'Get Term' }).click();
    await expect(page.getByRole('heading', { name: 'That session has just filled up' })).toBeVisible();
    await page.goBack();
    const team = page.getByRole('button', { name: /^(SELECTED )?White Otter/ });
    // If the browser restores the page from memory, the booking continues. If it loads the page again, the booking
    // starts over.
    if (await team.isVisible()) await team.click();
    else await page.getByRole('button', { name: 'Previous', exact: true }).click();
    await expect(sessionButton(page, one)).toContainText('FULLY BOOKED');
    await one.close();
  },
);
