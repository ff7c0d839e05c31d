/**
 * The booking on the home page shows this weekend, but paid sessions can also be on a later weekend (decisions "Later
 * weekends").
 */
import { expect, type Page } from '@playwright/test';
import { buy, manageLink } from '../support/after-sale.ts';
import { expectAccessible } from '../support/axe.ts';
import { sql } from '../support/backend.ts';
import type { SessionCard } from '../support/booking.ts';
import { enter, givePass } from '../support/family.ts';
import { makeParent } from '../support/parents.ts';
import { test } from '../support/test.ts';
import { ownSession, type OwnSession } from '../support/weekend.ts';

const createdSessions: OwnSession[] = [];
test.afterAll(async () => {
  for (const session of createdSessions) await session.close();
});
async function make(team: string, weeks = 0): Promise<OwnSession> {
  const session = await ownSession(team, 3, weeks);
  createdSessions.push(session);
  return session;
}
const timePattern = ({ time }: SessionCard) => time.replace('.', '\\.');

/** Returns the bookings of the child with this name, in weeks from this weekend. */
const bookingsOf = (name: string) =>
  sql()`select b.session_id as id, (s.session_date - private.calendar_today()) / 7 as weeks
    from bookings b join children c on c.id = b.child_id join sessions s on s.id = b.session_id
    where c.name = ${name} and b.status = 'booked' order by s.starts_at`;

/** Buys a Term pass with its first session, and opens the page of the e-mail's link. */
async function buyTermPass(page: Page, title: string) {
  const first = await make('Red Otter');
  const name = `${title} later ${Date.now()}`;
  const email = `${name.replaceAll(' ', '.')}@families.test`.toLowerCase();
  await buy(page, {
    email,
    lines: [{ offer_id: 'pass-term', session_id: first.id, child: 0 }],
    children: [name],
  });
  await page.goto(await manageLink(email));
  return { first, name, card: page.getByRole('region', { name: new RegExp(`^${name}`) }) };
}

test('a parent moves a class to a later weekend', async ({ page }) => {
  const later = await make('Red Otter', 1);
  const { card, name } = await buyTermPass(page, 'Kai');
  await card.getByRole('button', { name: /^Change the date/ }).click();
  await card.getByRole('radio', { name: new RegExp(`${later.date}, ${timePattern(later)}`) }).check();
  await card.getByRole('button', { name: 'Choose this date' }).click();
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Change the date' }).click();
  await expect(page.getByText('Your new date is booked')).toBeVisible();
  await expect(card.getByText(`${later.date}, ${later.time} to`)).toBeVisible();
  expect(await bookingsOf(name)).toEqual([{ id: later.id, weeks: 1 }]);
});

test('a parent with a pass books a later weekend by the mail’s link', async ({ page }) => {
  const later = await make('Red Otter', 3);
  const { card, first, name } = await buyTermPass(page, 'Una');
  await card.getByRole('button', { name: 'Book another session' }).click();
  await card
    .getByRole('group', { name: later.date })
    .getByRole('radio', { name: new RegExp(`${timePattern(later)} to`) })
    .check();
  await card.getByRole('button', { name: 'Book this session' }).click();
  await expect(
    card.getByRole('status').filter({ hasText: new RegExp(`Booked: ${name}, .*, ${later.date}`) }),
  ).toBeVisible();
  expect(await bookingsOf(name)).toEqual([
    { id: first.id, weeks: 0 },
    { id: later.id, weeks: 3 },
  ]);
});

test('a signed-in family books a later weekend on request', async ({ page }) => {
  const parent = await makeParent(['Kai']);
  await givePass(parent, 'Kai', { credits: 2 });
  const later = [await make('White Otter', 2), await make('Red Otter', 2)];
  await enter(page, parent, '/family-base/book');
  const [{ date } = { date: '' }] = later;
  await expect(page.getByRole('checkbox').first()).toBeVisible();
  const day = page.getByRole('region', { name: date });
  await expect(day).toHaveCount(0);
  await page.getByRole('button', { name: 'Show later days' }).click();
  await day.getByRole('checkbox').and(page.locator(':enabled')).first().check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Book session' }).click();
  await expect(page.getByRole('heading', { name: 'Booked!' })).toBeVisible();
  const booked = await sql()`select (s.session_date - private.calendar_today()) / 7 as weeks
    from bookings b join sessions s on s.id = b.session_id where b.family_id = ${parent.familyId}`;
  expect(booked).toEqual([{ weeks: 2 }]);
});
