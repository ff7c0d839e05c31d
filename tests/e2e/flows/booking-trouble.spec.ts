import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { sessionButton } from '../support/booking.ts';
import { chooseTeam, ownSession, type OwnSession } from '../support/weekend.ts';

const AVAILABILITY = '**/rpc/get_session_availability_with_enrollments';
const failed = 'Failed to navigate to checkout. Please try again.';
let own: OwnSession;
test.beforeEach(async () => {
  own = await ownSession('White Otter', 3);
});
test.afterEach(() => own.close());

async function atThePasses(page: Page): Promise<void> {
  await chooseTeam(page, 'White Otter');
  await sessionButton(page, own).click();
  await expect(page.getByText('Question 3 of 3')).toBeVisible();
}

test('a storage that is full is said, and the choice stays', async ({ page }) => {
  await page.addInitScript(() => {
    const full = (key: string) => {
      if (document.documentElement.dataset['room'] === undefined)
        throw new DOMException(`no room for ${key}`, 'QuotaExceededError');
    };
    Object.defineProperty(window, 'localStorage', {
      value: new Proxy(localStorage, {
        get(storage, name) {
          if (name === 'setItem')
            return (key: string, value: string) => {
              full(key);
              storage.setItem(key, value);
            };
          const found: unknown = Reflect.get(storage, name);
          return typeof found === 'function'
            ? (key: string) => Reflect.apply(found, storage, [key]) as unknown
            : found;
        },
      }),
    });
  });
  await atThePasses(page);
  await page.getByRole('button', { name: 'Get Term' }).click();
  const alert = page.getByRole('alert').filter({ hasText: failed });
  await expect(alert).toContainText('its storage is blocked or full');
  await expect(alert).toContainText('Your choice is kept here.');
  await expect(page.getByText(`${own.date}, ${own.time} · ${own.team}`)).toBeVisible();
  await expectAccessible(page);

  // Room was made.
  await page.evaluate(() => (document.documentElement.dataset['room'] = 'yes'));
  await alert.getByRole('button', { name: 'Try again' }).click();
  await page.waitForURL('**/checkout/term');
});

test('a storage that is blocked is said as well', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await atThePasses(page);
  await page.getByRole('button', { name: 'Get Term' }).click();
  await expect(page.getByRole('alert').filter({ hasText: failed })).toContainText('blocked or full');
  await expect(page).toHaveURL(/\/$/);
});

test('offline in the middle: said, the choice stays, and it goes on with the line', async ({
  page,
  context,
}) => {
  await atThePasses(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Get Term' }).click();
  const alert = page.getByRole('alert').filter({ hasText: failed });
  await expect(alert).toContainText('You seem to be offline. Your choice is kept here.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Previous', exact: true }).click();
  await expect(sessionButton(page, own)).toContainText('SELECTED');
  await page.getByRole('button', { name: 'Continue' }).click();

  const read = page.waitForResponse(AVAILABILITY);
  await context.setOffline(false);
  expect((await read).ok()).toBe(true);
  await page.getByRole('button', { name: 'Get Term' }).click();
  await page.waitForURL('**/checkout/term');
});

test('spots that cannot be read again stay with a word about it, until they can', async ({ page }) => {
  await page.clock.install();
  await chooseTeam(page, 'White Otter');
  await expect(sessionButton(page, own)).toBeVisible();
  await page.route(AVAILABILITY, (route) => route.abort());
  await page.clock.fastForward(20_000);
  const notice = page.getByRole('status').filter({ hasText: 'The spots could not be read again.' });
  await expect(notice).toBeVisible();
  await expect(sessionButton(page, own)).toBeEnabled();
  await expectAccessible(page);
  await page.unroute(AVAILABILITY);
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(notice).toBeHidden();
});

test('sessions that do not load say so, and load on request', async ({ page }) => {
  await page.route(AVAILABILITY, (route) => route.abort());
  await chooseTeam(page, 'White Otter');
  const alert = page.getByRole('alert').filter({ hasText: 'The sessions did not load' });
  await expect(alert).toBeVisible();
  await expectAccessible(page);
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  await page.unroute(AVAILABILITY);
  await page.route(AVAILABILITY, async (route) => {
    await released;
    await route.continue();
  });
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Loading available sessions...')).toBeVisible();
  release(undefined);
  await expect(sessionButton(page, own)).toBeVisible();
});

test('a weekend without a class of the team says so, and leads back to the teams', async ({ page }) => {
  // The server's answer, as it is once the team's last class has begun.
  await page.route(AVAILABILITY, async (route) => {
    const answer = await route.fetch();
    const rows = (await answer.json()) as { class_type_id: string }[];
    const types = (await (await fetch(classTypes(route.request().url()), key(route.request()))).json()) as {
      id: string;
      name: string;
    }[];
    const x = types.find(({ name }) => name.startsWith('X-'))?.id;
    await route.fulfill({ response: answer, json: rows.filter((row) => row.class_type_id !== x) });
  });
  await chooseTeam(page, 'X-Otter');
  await expect(page.getByText('No current week sessions available for X-Otter')).toBeVisible();
  await expect(page.getByText('We only show this Saturday & Sunday sessions')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'See another team' }).click();
  await expect(page.getByText('Question 1 of 3')).toBeVisible();
});

const classTypes = (rpc: string) => new URL('/rest/v1/class_types?select=*', rpc).href;
const key = (request: { headers(): Record<string, string> }) => ({
  headers: { apikey: request.headers()['apikey'] ?? '' },
});

test('badges that cannot be loaded give their place to emoji and label', async ({ page }) => {
  await page.route(/\/team-[a-z]+\.[^/]*svg/, (route) => route.abort());
  await chooseTeam(page, 'White Otter');
  await page.getByRole('button', { name: 'Previous', exact: true }).click();
  await expect(page.getByText('Image unavailable')).toHaveCount(4);
  await expect(page.getByText('🦦').first()).toBeVisible();
  await expectAccessible(page);
});
