import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { sql } from '../support/backend.ts';
import { fillCheckout, goToPayment, payButton, payText, sessionButton } from '../support/booking.ts';
import { expectAccessibleForm } from '../support/checkout.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';
import { chooseTeam, ownSession, type OwnSession } from '../support/weekend.ts';

const AVAILABILITY = '**/rpc/get_session_availability_with_enrollments';
const failed = 'Failed to navigate to checkout. Please try again.';
let ownedSession: OwnSession;
test.beforeEach(async () => {
  ownedSession = await ownSession('White Otter', 3);
});
test.afterEach(() => ownedSession.close());

async function goToPasses(page: Page): Promise<void> {
  await chooseTeam(page, 'White Otter');
  await sessionButton(page, ownedSession).click();
  await expect(page.getByText('Question 3 of 3')).toBeVisible();
}

for (const [what, breakStorage] of [
  [
    'blocked',
    () => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('denied', 'SecurityError');
          },
        });
    },
  ],
  [
    'full',
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('no room', 'QuotaExceededError');
      };
    },
  ],
] as const)
  test(`where the storage is ${what}, the cart still reaches the checkout, and is paid`, async ({ page }, {
    project,
  }) => {
    test.setTimeout(120_000);
    await page.addInitScript(breakStorage);
    await goToPasses(page);
    await page.getByRole('button', { name: 'Get Term' }).click();
    await page.waitForURL('**/checkout/term?**');
    // The address contains the choice, but nothing personal.
    expect([...new URL(page.url()).searchParams]).toEqual([
      ['session', ownedSession.id],
      ['offer', 'pass-term'],
      ['price', '69700'],
    ]);
    await expect(payButton(page)).toHaveText(payText('697'));
    await expect(page.getByRole('main')).toContainText(ownedSession.team);
    await expectAccessibleForm(page);

    // A reload finds the same order and holds no second spot.
    await page.reload();
    await expect(payButton(page)).toHaveText(payText('697'));
    const countHolds = () =>
      sql()`select count(*)::int as n from holds where session_id = ${ownedSession.id}`;
    expect([...(await countHolds())]).toEqual([{ n: 1 }]);

    const parent = {
      name: 'Tan Li Hua',
      email: `${what}.${project.name}@example.com`,
      phone: '81234567',
      child: `Kai ${what} ${project.name}`,
    };
    await fillCheckout(page, parent);
    await goToPayment(page);
    // The link back from Stripe's page leads to the same class.
    const [attempt] = await sql()`select a.params ->> 'cancel_url' as back from checkout_attempts a
      join orders o on o.id = a.order_id where o.parent_email = ${parent.email}`;
    expect(attempt?.['back']).toBe(
      `${env('SITE_URL')}/checkout/term?session=${ownedSession.id}&offer=pass-term&price=69700`,
    );
    await page.getByRole('button', { name: 'Pay S$697' }).click();
    await page.waitForURL('**/payment-success?**');
    await expect(page.getByRole('heading', { name: 'Booking Confirmed!' })).toBeVisible();
  });

test('without a network the booking says so and keeps the choice, and continues when the network is back', async ({
  page,
  context,
}) => {
  await goToPasses(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Get Term' }).click();
  const alert = page.getByRole('alert').filter({ hasText: failed });
  await expect(alert).toContainText('You’re offline. Your choice is still here.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Previous', exact: true }).click();
  await expect(sessionButton(page, ownedSession)).toContainText('SELECTED');
  await page.getByRole('button', { name: 'Continue' }).click();

  const read = page.waitForResponse(AVAILABILITY);
  await context.setOffline(false);
  expect((await read).ok()).toBe(true);
  await page.getByRole('button', { name: 'Get Term' }).click();
  await page.waitForURL('**/checkout/term');
});

test('the numbers of spots stay and are marked as outdated until they can be updated', async ({ page }) => {
  await page.clock.install();
  await chooseTeam(page, 'White Otter');
  await expect(sessionButton(page, ownedSession)).toBeVisible();
  await page.route(AVAILABILITY, (route) => route.abort());
  await page.clock.fastForward(20_000);
  const notice = page.getByRole('status').filter({ hasText: 'We could not update the free spots' });
  await expect(notice).toBeVisible();
  await expect(sessionButton(page, ownedSession)).toBeEnabled();
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
  await expect(sessionButton(page, ownedSession)).toBeVisible();
});

test('a weekend without a class of the team says so, and links back to the teams', async ({ page }) => {
  // This is the server's answer once the team's last class has begun.
  await page.route(AVAILABILITY, async (route) => {
    const answer = await route.fetch();
    const rows = (await answer.json()) as { team: string }[];
    await route.fulfill({ response: answer, json: rows.filter(({ team }) => team !== 'x') });
  });
  await chooseTeam(page, 'X-Otter');
  await expect(page.getByText('No current week sessions available for X-Otter')).toBeVisible();
  await expect(page.getByText('We only show this Saturday & Sunday sessions')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'See another team' }).click();
  await expect(page.getByText('Question 1 of 3')).toBeVisible();
});

test('if the badges cannot be loaded, emoji and label replace them', async ({ page }) => {
  await page.route(/\/team-[a-z]+\.[^/]*svg/, (route) => route.abort());
  await chooseTeam(page, 'White Otter');
  await page.getByRole('button', { name: 'Previous', exact: true }).click();
  await expect(page.getByText('Image unavailable')).toHaveCount(4);
  await expect(page.getByText('🦦').first()).toBeVisible();
  await expectAccessible(page);
});
