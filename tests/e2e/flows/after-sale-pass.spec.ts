import { expect, type Locator, type Page } from '@playwright/test';
import { buy, linkIn, mailAbout, manageLink } from '../support/after-sale.ts';
import { expectAccessible } from '../support/axe.ts';
import { runChores, sql } from '../support/backend.ts';
import type { SessionCard } from '../support/booking.ts';
import { env } from '../support/env.ts';
import { calendarOf } from '../support/mails.ts';
import { test } from '../support/test.ts';
import { ownSession, type OwnSession } from '../support/weekend.ts';

// A guest buys a pass and books each session by the link in the e-mail.

const sessionsMade: OwnSession[] = [];
test.afterAll(async () => {
  for (const session of sessionsMade) await session.close();
});
async function make(team: string, capacity: number): Promise<OwnSession> {
  const session = await ownSession(team, capacity);
  sessionsMade.push(session);
  return session;
}

const titleOf = ({ time }: SessionCard) => new RegExp(`${time.replace('.', '\\.')} to`);
const option = (card: Locator, session: SessionCard) =>
  card.getByRole('group', { name: session.date }).getByRole('radio', { name: titleOf(session) });

/** Buys a Term pass with its first session, and opens the page of the e-mail's link. */
async function buyTerm(page: Page, title: string) {
  const first = await make('Red Otter', 3);
  const name = `${title} ${test.info().project.name} ${Date.now()}`;
  const email = `${name.replaceAll(' ', '.')}@families.test`.toLowerCase();
  await buy(page, {
    email,
    lines: [{ offer_id: 'pass-term', session_id: first.id, child: 0 }],
    children: [name],
  });
  await expect(page.getByText(/^Book the other \d+ sessions one by one/)).toBeVisible();
  const link = await manageLink(email);
  await page.goto(link);
  const card = page.getByRole('region', { name: new RegExp(`^${name}`) });
  await expect(card.getByText(/^17 of 18 sessions left, valid until/)).toBeVisible();
  return { card, email, first, link, name };
}
/** Moves a session to an hour of this evening at which no other session is. */
const beginsToday = (id: string) => sql()`
  update sessions s set session_date = d.today, session_time = d.free
  from (
    select today, at::time as free
    from (select (private.calendar_now() at time zone private.time_zone())::date as today) t,
      generate_series('2000-01-01 20:00'::timestamp, '2000-01-01 22:00', '1 minute') at
    where not exists (select from sessions o where o.session_date = today and o.session_time = at::time)
    order by at limit 1) d
  where s.id = ${id}`;

const bookingsOf = (name: string) =>
  sql()`select b.session_id as id, b.status from bookings b join children c on c.id = b.child_id
    where c.name = ${name} order by b.created_at`;

test('a parent books a second session by the mail’s link, sees it on the page, and cancels it', async ({
  page,
}) => {
  const [more, full] = [await make('Red Otter', 3), await make('Red Otter', 0)];
  const { card, email, first, name } = await buyTerm(page, 'Ida');
  await expectAccessible(page);

  await card.getByRole('button', { name: 'Book another session' }).click();
  await expect(card.getByRole('heading', { name: 'Which session?' })).toBeFocused();
  await expect(option(card, more)).toBeEnabled();
  await expect(option(card, first)).toHaveCount(0);
  await expect(
    card.getByRole('link', { name: new RegExp(`^Join the waitlist for ${full.date}, ${full.time}`) }),
  ).toHaveAttribute('href', `/waitlist?session=${full.id}`);
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Book this session' }).click();
  await expect(card.getByText('Please choose a session first.')).toBeVisible();
  await option(card, more).check();
  await expect(card.getByText(/^You can cancel it until .* and keep the credit/)).toBeVisible();
  await card.getByRole('button', { name: 'Book this session' }).click();
  const confirmation = card
    .getByRole('status')
    .filter({ hasText: new RegExp(`Booked: ${name}, .*, ${more.date}, ${more.time}`) });
  await expect(confirmation).toContainText('16 of 18 sessions left');
  await expect(card.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page);
  expect((await bookingsOf(name)).map(({ id }) => String(id))).toEqual([first.id, more.id]);

  const download = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Add to calendar' }).click();
  expect((await download).suggestedFilename()).toMatch(/^OT-.*\.ics$/);

  // The e-mail has the same text, a calendar file, and its own link to the page.
  await runChores();
  const booked = await mailAbout(email, /^Booked: /);
  expect(booked.subject).toContain(`${more.date.replace(/ \d{4}$/, '')}, ${more.time}`);
  expect(booked.text.replace(/\s+/g, ' ')).toContain('has 16 sessions left to book, until');
  expect(calendarOf(booked)).toContain(`-${more.id}@`);

  await page.goto(linkIn(booked, `${env('SITE_URL')}/manage-booking?access=`));
  const row = card.getByRole('listitem').filter({ hasText: `${more.date}, ${more.time}` });
  await row
    .getByRole('button', { name: new RegExp(`keep the credit: ${name}, .*, ${more.date}, ${more.time}`) })
    .click();
  await expect(row.getByText(/^You keep the credit/)).toBeVisible();
  await expect(row.getByRole('group', { name: 'Cancel this session?' })).toHaveAccessibleDescription(
    new RegExp(`^${name}, .*, ${more.date}, ${more.time}$`),
  );
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Keep the session' }).click();
  await row.getByRole('button', { name: /^Cancel this session/ }).click();
  await row.getByRole('button', { name: 'Cancel and keep the credit' }).click();
  await expect(
    card.getByText(/^Cancelled: Ida .* The credit is back on the pass: 17 of 18 sessions left/),
  ).toBeVisible();
  await expect(row).toHaveCount(0);
  expect((await bookingsOf(name)).map(({ status }) => String(status))).toEqual(['booked', 'cancelled']);
  await runChores();
  const cancelled = await mailAbout(email, /^Cancelled: /);
  expect(cancelled.text.replace(/\s+/g, ' ')).toContain('The credit is back on the pass.');
  expect(calendarOf(cancelled)).toContain('STATUS:CANCELLED');
});

test('a session that fills during the choice says so beside it, and a late cancellation needs a confirmation', async ({
  page,
}) => {
  const more = await make('Red Otter', 1);
  const { card, first, name } = await buyTerm(page, 'Oda');
  await card.getByRole('button', { name: 'Book another session' }).click();
  await option(card, more).check();
  await sql()`update sessions set max_capacity = 0 where id = ${more.id}`;
  await card.getByRole('button', { name: 'Book this session' }).click();
  await expect(card.getByRole('alert')).toContainText('That session has just filled up');
  await expect(option(card, more)).toHaveCount(0);
  await expect(
    card.getByRole('link', { name: new RegExp(`waitlist for ${more.date}, ${more.time}`) }),
  ).toBeVisible();
  await card.getByRole('button', { name: 'Not now' }).click();

  // The page is out of date, because the session is now too close for its credit to come back.
  await card
    .getByRole('button', { name: new RegExp(`keep the credit: ${name}, .*, ${first.date}, ${first.time}`) })
    .click();
  await beginsToday(first.id);
  await sql()`update bookings set created_at = created_at - interval '1 hour' where session_id = ${first.id}`;
  await card.getByRole('button', { name: 'Cancel and keep the credit' }).click();
  await expect(card.getByText(/^It’s too late to get the credit back/)).toBeVisible();
  await expect(card.getByText(/If you cancel now, you lose it\./)).toBeVisible();
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Cancel and lose the credit' }).click();
  await expect(card.getByText(/^Cancelled: Oda .*\. 17 of 18 sessions left/)).toBeVisible();
  await expect(card.getByText('Cancelled late')).toBeVisible();
  await first.close();
  expect((await bookingsOf(name)).map(({ status }) => String(status))).toEqual(['cancelled']);
});

test('a pass that is used up, has ended or has nothing to book says what to do, and so do sessions that do not load', async ({
  page,
}) => {
  const { card, name, link } = await buyTerm(page, 'Uta');
  await page.route('**/rpc/find_pass_sessions', (route) => route.abort());
  await card.getByRole('button', { name: 'Book another session' }).click();
  await expect(card.getByRole('alert')).toContainText('The sessions did not load');
  await page.unroute('**/rpc/find_pass_sessions');
  await page.route('**/rpc/find_pass_sessions', (route) => route.fulfill({ json: [] }));
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(card.getByText('There is no other session to book right now.')).toBeVisible();
  await expectAccessible(page);

  const passOfChild = sql()`select p.id from passes p join children c on c.id = p.child_id where c.name = ${name}`;
  await sql()`insert into credit_ledger (pass_id, delta, reason) select id, -17, 'adjusted' from (${passOfChild}) p`;
  await page.goto(link);
  await expect(card.getByText('All sessions of this pass are used or booked.')).toBeVisible();
  await expect(card.getByRole('link', { name: 'See the passes' })).toHaveAttribute('href', '/passes');
  await expect(card.getByRole('button', { name: 'Book another session' })).toHaveCount(0);
  await expectAccessible(page);
  await sql()`update passes set valid_from = '2026-01-01', valid_until = '2026-02-01'
    where child_id in (select id from children where name = ${name})`;
  await page.goto(link);
  await expect(card.getByText('This pass ended on Sun 1 Feb 2026.')).toBeVisible();
});
