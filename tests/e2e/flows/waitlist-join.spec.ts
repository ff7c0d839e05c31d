import { expect, type Page } from '@playwright/test';
import type { InferOutput } from 'valibot';
import type { JoinedWaitlist } from '#contract/waitlists.ts';
import { expectAccessible } from '../support/axe.ts';
import { forgetSessions, linkIn, mailAbout, makeSession } from '../support/after-sale.ts';
import { hold, rpc, runChores, sql } from '../support/backend.ts';
import { camps } from '../support/camps.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

const who = (title: string) => `waitlist.${title}.${test.info().project.name}@families.test`;
test.afterAll(forgetSessions);

/** Makes a class whose only spot is held. */
async function fullSession(): Promise<string> {
  const id = await makeSession({ capacity: 1 });
  expect((await hold(id)).status).toBe(200);
  return id;
}

/** Joins the waitlist and confirms, as with the e-mail's link. */
async function joinWaitlist(session: string, title: string) {
  const { body } = await rpc<InferOutput<typeof JoinedWaitlist>>('join_waitlist', {
    p_entry: {
      session_id: session,
      offer_id: 'pass-tryout',
      parent: { name: 'Aisha Rahman', email: who(title), phone: '+6598765432' },
      children: [{ name: 'Zara', dob: '2017-05-01' }],
    },
  });
  await sql()`select public.confirm_waitlist_entry(secret, private.confirm_token(e))
    from waitlist_entries e where id = ${body.entry_id}`;
  return body;
}

async function fillIn(page: Page, title: string): Promise<void> {
  const child = page.getByRole('group', { name: 'Child 1' });
  await child.getByLabel('Child’s name').fill('Zara Rahman');
  await child.getByLabel('Day').fill('1');
  await child.getByLabel('Month').fill('5');
  await child.getByLabel('Year').fill('2017');
  await page.getByLabel('Parent’s name').fill('Aisha Rahman');
  await page.getByLabel('E-mail').fill(who(title));
  await page.getByLabel('WhatsApp number').fill('9876 5432');
}

test(
  'two children and a friend wait together, the mail leads back, and leaving needs a confirmation',
  { tag: ['@wide', '@look'] },
  async ({ page, browser }) => {
    const session = await fullSession();
    await page.goto(`${env('SITE_URL')}/waitlist?session=${session}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Join the waitlist' })).toBeVisible();
    await expectAccessible(page);
    await fillIn(page, 'together');
    await page.getByRole('button', { name: 'Add a friend' }).click();
    await expect(page.getByLabel('Friend’s name')).toBeFocused();
    await page.getByLabel('Friend’s name').fill('Priya');
    await page.reload();
    await expect(page.getByLabel('Friend’s name')).toHaveValue('Priya');
    await page.getByRole('button', { name: 'Join the waitlist' }).click();
    await expect(
      page.getByRole('heading', { level: 1, name: 'Please confirm in your e-mail' }),
    ).toBeFocused();
    await expect(page.getByText('You join the waitlist when you confirm it there')).toBeVisible();
    await expect(page).toHaveURL(`${env('SITE_URL')}/waitlist`);
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByText('Zara Rahman, Priya (friend)')).toBeVisible();

    await runChores();
    // The link is opened on another device. Opening it, as mail scanners do, confirms nothing.
    const confirmationLink = linkIn(await mailAbout(who('together'), /Please confirm/), '/waitlist?entry=');
    const otherDevice = await (await browser.newContext()).newPage();
    await otherDevice.goto(confirmationLink);
    await expect(otherDevice.getByRole('heading', { name: 'Is this you?' })).toBeVisible();
    await expect(otherDevice).toHaveURL(`${env('SITE_URL')}/waitlist`);
    await expectAccessible(otherDevice);
    const [before] = await sql()`select status from waitlist_entries where parent_email = ${who('together')}`;
    expect(before).toEqual({ status: 'unconfirmed' });
    await otherDevice.getByRole('button', { name: 'Confirm and join the waitlist' }).click();
    await expect(otherDevice.getByRole('heading', { level: 1, name: 'You are next.' })).toBeFocused();
    await otherDevice.context().close();

    await runChores();
    const link = linkIn(await mailAbout(who('together'), /on the waitlist/), '/waitlist?entry=');
    await page.goto(link);
    await page.getByRole('button', { name: 'Leave the waitlist' }).click();
    const question = page.getByRole('status').filter({ hasText: 'Leave the waitlist?' });
    await expect(question).toContainText(/Zara Rahman and Priya, .+, .+, (Sat|Sun) \d+ .* (am|pm)/);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Stay on the waitlist' }).click();
    await page.getByRole('button', { name: 'Leave the waitlist' }).click();
    await question.getByRole('button', { name: 'Leave the waitlist' }).click();
    await expect(page.getByRole('heading', { name: 'You have left the waitlist' })).toBeVisible();
    const [row] =
      await sql()`select status, places from waitlist_entries where parent_email = ${who('together')}`;
    expect(row).toEqual({ status: 'left', places: 2 });
  },
);

test(
  'an offer has a deadline and leads to the checkout, and goes to the next family if it is declined',
  { tag: '@once' },
  async ({ page }) => {
    const session = await fullSession();
    const first = await joinWaitlist(session, 'first');
    await joinWaitlist(session, 'second');
    await page.goto(`${env('SITE_URL')}/waitlist?entry=${first.secret}`);
    await expect(page.getByRole('heading', { name: 'You are next.' })).toBeVisible();

    await sql()`update holds set expires_at = clock_timestamp() - interval '1 second' where session_id = ${session}`;
    await sql()`select private.offer_released_places(array[${session}]::uuid[], '{}')`;
    await runChores();
    const link = linkIn(await mailAbout(who('first'), /A spot is free/), '/waitlist?entry=');
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'It is your turn.' })).toBeVisible();
    await expect(page.getByText(/\d+ (h|min) .* left$/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Book the spot now' })).toHaveAttribute(
      'href',
      `/checkout?waitlist=${first.secret}`,
    );
    await expectAccessible(page);
    await page.getByRole('button', { name: 'No, thank you' }).click();
    const declineQuestion = page.getByRole('status').filter({ hasText: 'Decline the spot?' });
    await expect(declineQuestion).toContainText(/.+, .+, .+, (Sat|Sun) \d+ .* (am|pm)/);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Decline the offer' }).click();
    await expect(page.getByRole('heading', { name: 'You declined the offer' })).toBeVisible();
    const rows =
      await sql()`select status from waitlist_entries where session_id = ${session} order by joined_at`;
    expect(rows.map(({ status }) => String(status))).toEqual(['declined', 'offered']);
  },
);

test(
  'the checkout of an offer recognises the waiting family by its link alone',
  { tag: '@once' },
  async ({ page }) => {
    const session = await fullSession();
    const entry = await joinWaitlist(session, 'known');
    await sql()`update holds set expires_at = clock_timestamp() - interval '1 second' where session_id = ${session}`;
    await sql()`select private.offer_released_places(array[${session}]::uuid[], '{}')`;
    await page.goto(`${env('SITE_URL')}/waitlist?entry=${entry.secret}`);
    await page.getByRole('link', { name: 'Book the spot now' }).click();
    // The data are there when the page opens, and again after a reload.
    for (const _ of [1, 2]) {
      await expect(page.getByLabel('E-mail')).toHaveValue(who('known'));
      await expect(page.getByLabel('Parent’s full name')).toHaveValue('Aisha Rahman');
      await expect(page.getByLabel('Child’s full name')).toHaveValue('Zara');
      await page.reload();
    }
  },
);

test('a deadline that passes while the page is open is shown at once', { tag: '@once' }, async ({ page }) => {
  const session = await fullSession();
  const entry = await joinWaitlist(session, 'lapsed');
  await sql()`update holds set expires_at = clock_timestamp() - interval '1 second' where session_id = ${session}`;
  await sql()`select private.offer_released_places(array[${session}]::uuid[], '{}')`;
  await sql()`update waitlist_offers set expires_at = clock_timestamp() + interval '4 seconds'
    where entry_id = ${entry.entry_id}`;
  await page.goto(`${env('SITE_URL')}/waitlist?entry=${entry.secret}`);
  await expect(page.getByRole('heading', { name: 'It is your turn.' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Time’s up' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Join again' })).toHaveAttribute(
    'href',
    `/waitlist?session=${session}`,
  );
});

test(
  'each missing answer is named beside its field, and in a summary that links to it',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    const session = await fullSession();
    await page.goto(`${env('SITE_URL')}/waitlist?session=${session}`);
    await page.getByLabel('E-mail').fill('mei@');
    await page.getByRole('button', { name: 'Join the waitlist' }).click();
    const summary = page.getByRole('alert').filter({ hasText: 'Please fix' });
    await expect(summary).toBeFocused();
    await expect(page.getByLabel('E-mail')).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page);
    await summary.getByRole('link', { name: /^Child 1, date of birth/ }).click();
    await expect(page.getByLabel('Day')).toBeFocused();
    await fillIn(page, 'failed');
    await page.route('**/rpc/join_waitlist', (route) => route.abort());
    await page.getByRole('button', { name: 'Join the waitlist' }).click();
    await expect(page.getByRole('alert')).toContainText('Your request did not reach us');
    await expect(page.getByLabel('Parent’s name')).toHaveValue('Aisha Rahman');
  },
);

test(
  'the page says before and after the request that a camp has free spots',
  { tag: '@once' },
  async ({ page }) => {
    const camp = (await camps()).findLast(
      ({ capacity, current_enrollments }) => capacity > current_enrollments + 1,
    );
    await page.goto(`${env('SITE_URL')}/waitlist?camp=${camp?.id}`);
    await expect(page.getByText(/spots are free right now/)).toBeVisible();
    await fillIn(page, 'free');
    await page.getByRole('button', { name: 'Join the waitlist' }).click();
    await expect(page.getByText(/there is room for all of you/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Book now' }).first()).toHaveAttribute('href', '/camps/book');
  },
);

test(
  'the page says so if there is nothing to wait for, the class is missing, or the link is unknown',
  { tag: '@once' },
  async ({ page }) => {
    for (const [query, title] of [
      ['', 'What would you like to wait for?'],
      [`?session=${crypto.randomUUID()}`, 'This class has started or is no longer on the timetable'],
      [`?camp=${crypto.randomUUID()}`, 'This camp has started or is not on sale'],
      [`?entry=${crypto.randomUUID()}`, 'This waitlist link does not work'],
    ]) {
      await page.goto(`${env('SITE_URL')}/waitlist${query}`);
      await expect(page.getByRole('heading', { name: title ?? '' })).toBeVisible();
    }
    await expectAccessible(page);
  },
);
