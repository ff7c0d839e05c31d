import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { openings } from '../support/backend.ts';
import { cardOf, payButton, payText } from '../support/booking.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';
import { crawlerUserAgent } from '../support/visitor.ts';

test.use({ userAgent: crawlerUserAgent });

const sessions = (page: Page) => page.locator('#next-sessions');

/** Opens the list of sessions, which is loaded once it is in view. */
async function openSessions(page: Page, path = '/try-out-otter-for-kids'): Promise<void> {
  await page.goto(env('SITE_URL') + path);
  await page.getByRole('link', { name: 'Book the Try-Out, S$38' }).click();
  await expect(sessions(page)).toBeInViewport();
}

const showAll = (page: Page) => sessions(page).getByRole('button', { name: 'Show all sessions' });

for (const [path, title] of [
  ['/try-out-otter-for-kids', 'Find their starting point.'],
  ['/try-out-otter-for-campers', 'Before camp: one hour on the board.'],
] as const)
  test(
    `${path} offers the hour at 38 instead of 58, with this weekend’s sessions`,
    { tag: ['@once', '@look'] },
    async ({ page }) => {
      await openSessions(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page.getByRole('main')).toContainText('instead of S$58: save S$20');
      const items = sessions(page).getByRole('listitem');
      const all = await openings();
      const open = all.filter(({ available_spots }) => available_spots > 0).length;
      await expect(items).toHaveCount(Math.min(3, open));
      await showAll(page).click();
      await expect(items).toHaveCount(all.length);
      await expect(showAll(page)).toBeHidden();
      await expect(items.first().locator('button:visible, a:visible')).toBeFocused();
      await expectAccessible(page);
    },
  );

test('a parent books a session of the list as a try-out', { tag: '@once' }, async ({ page }) => {
  const [roomiest] = (await openings()).toSorted((a, b) => b.available_spots - a.available_spots);
  if (!roomiest || roomiest.available_spots < 1) throw new Error('No session has room');
  const { date, time, team } = await cardOf(roomiest.session_id);
  await openSessions(page);
  await showAll(page).click();
  await sessions(page)
    .getByRole('button', { name: `Try this session: ${date}, ${time}, ${team}` })
    .click();
  await page.waitForURL('**/try-out-checkout');
  await expect(payButton(page)).toHaveText(payText('38'));
  await expect(page.getByRole('main')).toContainText(team);
});

test(
  'full sessions lead to their waitlist, and each session says how full it is',
  { tag: '@once' },
  async ({ page }) => {
    const rows = await openings();
    await openSessions(page);
    await showAll(page).click();
    for (const { session_id, available_spots } of rows) {
      const { date, time, team } = await cardOf(session_id);
      const [book, wait] = (['Try this session', 'Join the waitlist'] as const).map((label, index) =>
        page.getByRole(index === 0 ? 'button' : 'link', { name: `${label}: ${date}, ${time}, ${team}` }),
      );
      if (!book || !wait) throw new Error('no ways');
      const isFull = available_spots === 0;
      await expect(book).toHaveCount(isFull ? 0 : 1);
      await expect(wait).toHaveCount(isFull ? 1 : 0);
      if (isFull) await expect(wait).toHaveAttribute('href', `/waitlist?session=${session_id}`);
      const item = sessions(page)
        .getByRole('listitem')
        .filter({ has: isFull ? wait : book });
      await expect(item).toContainText(isFull ? 'FULLY BOOKED' : /spot/);
    }
    await expectAccessible(page);
  },
);

for (const [open, fonts] of [
  [1, 'come'],
  [2, 'come'],
  [3, 'come'],
  [2, 'do not come'],
  [3, 'do not come'],
] as const)
  test(
    `with ${open} open, the list’s space is reserved and nothing below moves, where fonts ${fonts}`,
    { tag: '@once' },
    async ({ page }) => {
      if (fonts === 'do not come') await page.route('**/*.woff2', (route) => route.abort());
      const { promise, resolve } = Promise.withResolvers<undefined>();
      await page.route('**/rpc/get_session_availability_with_enrollments', async (route) => {
        await promise;
        const rows = (await (await route.fetch()).json()) as object[];
        await route.fulfill({
          json: rows.map((row, index) => ({ ...row, available_spots: index < open ? 6 : 0 })),
        });
      });
      await openSessions(page);
      const next = page.getByRole('heading', { name: 'What happens in the hour.' });
      await expect(sessions(page).getByRole('status')).toBeVisible();
      const topOf = () => next.evaluate((heading) => heading.getBoundingClientRect().top + scrollY);
      const before = await topOf();
      resolve(undefined);
      await expect(sessions(page).getByRole('listitem')).toHaveCount(open);
      expect(await topOf()).toBeCloseTo(before, 0);
    },
  );

test(
  'a weekend without a free spot says so, and leads to WhatsApp and to the waitlists',
  { tag: '@once' },
  async ({ page }) => {
    await page.route('**/rpc/get_session_availability_with_enrollments', async (route) => {
      const rows = (await (await route.fetch()).json()) as object[];
      await route.fulfill({ json: rows.map((row) => ({ ...row, available_spots: 0 })) });
    });
    await openSessions(page);
    await expect(sessions(page).getByText('This weekend is full.')).toBeVisible();
    await expect(sessions(page).getByRole('link', { name: 'WhatsApp Us' })).toBeVisible();
    const waits = sessions(page).getByRole('link', { name: /^Join the waitlist: / });
    await expect(waits).toHaveCount(3);
    await expectAccessible(page);
    await waits.first().click();
    await page.waitForURL('**/waitlist?session=*');
  },
);

test(
  'a list that could not be loaded says so, and can be loaded again',
  { tag: '@once' },
  async ({ page }) => {
    await page.route('**/rpc/get_session_availability_with_enrollments', (route) => route.abort());
    await openSessions(page);
    await expect(sessions(page).getByRole('alert')).toContainText('The sessions did not load');
    await expectAccessible(page);
    await page.unroute('**/rpc/get_session_availability_with_enrollments');
    await sessions(page).getByRole('button', { name: 'Try again' }).click();
    await expect(sessions(page).getByRole('listitem').first()).toBeVisible();
  },
);

test.describe('in a browser without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the hour, all questions and WhatsApp are shown', { tag: '@once' }, async ({ page }) => {
    await page.goto(`${env('SITE_URL')}/try-out-otter-for-kids`);
    await expect(sessions(page).locator('noscript .notice')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'What happens in the hour.' })).toBeVisible();
    const questions = page.locator('details');
    await expect(questions.filter({ visible: true })).toHaveCount(await questions.count());
    await expect(sessions(page).getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', /wa\.me/);
  });
});
