/** Stripe fails, is slow or sends no events. Checks what the parent sees, and that one payment is one booking. */
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { sql } from '../support/backend.ts';
import { choosePass, chooseWeekendClass, fillCheckout, goToPayment, payButton } from '../support/booking.ts';
import { env } from '../support/env.ts';
import { mailsTo, mailTo } from '../support/mails.ts';
import { test } from '../support/test.ts';
import { ownSession, type OwnSession } from '../support/weekend.ts';

const SESSIONS = 'POST /v1/checkout/sessions';
let ownedSession: OwnSession;
test.beforeEach(async () => {
  ownedSession = await ownSession('White Otter', 1);
});
test.afterEach(() => ownedSession.close());

/** Configures the simulated Stripe. */
async function configureDouble(setting: string, body: object = {}): Promise<void> {
  const answer = await fetch(`${env('STRIPE_API_URL')}/_test/${setting}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.ok).toBe(true);
}

/** Fills in a checkout for the only spot of the session. Returns the parent's address. */
async function readyToPay(page: Page, title: string): Promise<string> {
  const { name } = test.info().project;
  const email = `${title}.${name}@stripe.test`;
  await chooseWeekendClass(page, 'White Otter', ownedSession);
  await choosePass(page, 'Term');
  await page.waitForURL('**/checkout/term');
  await fillCheckout(page, {
    name: 'Lim Wei Ming',
    email,
    phone: '9123 4567',
    child: `Mira ${title} ${name}`,
  });
  return email;
}

async function payThere(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pay S$697' }).click();
  await page.waitForURL('**/payment-success?**');
  await expect(page.getByRole('heading', { name: 'Booking Confirmed!' })).toBeVisible();
}

/** Counts how often this parent was booked, charged and sent to pay. */
async function books(email: string) {
  const [row] = await sql()`select
      (select count(*)::int from bookings where session_id = ${ownedSession.id} and status = 'booked') as booked,
      (select count(*)::int from payments p where p.order_id = o.id) as charges,
      (select count(*)::int from checkout_attempts a where a.order_id = o.id) as attempts
    from orders o where o.parent_email = ${email}`;
  return row;
}

// Stripe's client repeats a server error twice, but not a 429.
for (const [what, fault] of [
  ['fails (500)', { status: 500, times: 3 }],
  ['asks for patience (429)', { status: 429, times: 1 }],
] as const)
  test(`if Stripe ${what}, the page says so, the spot stays held, and pressing again pays once`, async ({
    page,
  }) => {
    const email = await readyToPay(page, `fault${fault.status}`);
    await configureDouble('faults', { match: SESSIONS, ...fault });
    await payButton(page).click();
    const alert = page.getByRole('alert').filter({ hasText: 'The payment page is not responding' });
    await expect(alert).toContainText(
      'We are still holding your choice. Please try again in a minute. Nothing was charged.',
    );
    await expectAccessible(page);
    await goToPayment(page);
    await payThere(page);
    expect(await books(email)).toEqual({ booked: 1, charges: 1, attempts: 1 });
  });

test('if Stripe is slow, the button waits, and a second click creates no second session', async ({
  page,
}) => {
  const email = await readyToPay(page, 'slow');
  await configureDouble('faults', { match: SESSIONS, delay_ms: 3_000 });
  await payButton(page).dblclick();
  await page.waitForURL(`${env('STRIPE_API_URL')}/**`);
  await payThere(page);
  expect(await books(email)).toEqual({ booked: 1, charges: 1, attempts: 1 });
});

test('if Stripe’s event does not come, the page checks itself, and the late event changes nothing', async ({
  page,
}) => {
  const email = await readyToPay(page, 'silent');
  await goToPayment(page);
  await configureDouble('hold');
  try {
    await payThere(page);
    expect(await books(email)).toEqual({ booked: 1, charges: 1, attempts: 1 });
  } finally {
    await configureDouble('release', { newest_first: true });
    await configureDouble('settled');
  }
  expect(await books(email)).toEqual({ booked: 1, charges: 1, attempts: 1 });
  expect((await mailTo(email)).subject).toContain('You’re in');
  expect(await mailsTo(email)).toHaveLength(1);
});
