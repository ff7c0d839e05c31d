import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { openings, sql } from '../support/backend.ts';
import {
  cardOf,
  choosePass,
  fillCheckout,
  fillConfidence,
  goToPayment,
  payButton,
  payText,
  sessionButton,
} from '../support/booking.ts';
import { env } from '../support/env.ts';
import { calendarOf, mailsTo, mailTo } from '../support/mails.ts';
import { test } from '../support/test.ts';

test('a parent books Saturday’s class, pays, and the child is enrolled', async ({ page }, { project }) => {
  test.setTimeout(180_000);
  const parent = {
    name: 'Lim Wei Ming',
    email: `wei.ming.${project.name}@example.com`,
    phone: '9123 4567',
    child: 'Mira Lim',
  };
  const saturday = await roomySaturday('Red');

  await page.goto(env('SITE_URL'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);

  await test.step('the parent answers three questions', async () => {
    await expect(page.getByText('Question 1 of 3')).toBeVisible();
    await expect(page.getByText('33% Complete')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continue' })).toHaveCount(0);
    await page.getByRole('button', { name: /^Red Otter/ }).click();
    await expect(page.getByText('Question 2 of 3')).toBeVisible();
    await expect(page.getByText('67% Complete')).toBeVisible();
    await expect(sessionButton(page, saturday)).toContainText(`${saturday.spots} spots`);
    await expectAccessible(page);
    await sessionButton(page, saturday).click();
    await expect(page.getByText('Question 3 of 3')).toBeVisible();
    await expect(page.getByText('100% Complete')).toBeVisible();
    // A choice can be changed and is remembered.
    await page.getByRole('button', { name: 'Previous', exact: true }).click();
    await expect(sessionButton(page, saturday)).toContainText('SELECTED');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expectAccessible(page);
    await choosePass(page, 'Term');
  });

  await test.step('the parent fills in the checkout', async () => {
    await page.waitForURL('**/checkout/term');
    await expect(payButton(page)).toHaveText(payText('697'));
    await expectAccessible(page);
    // If nothing was typed, the summary gets the focus and links to each field.
    await payButton(page).click();
    const summary = page.getByRole('alert').filter({ hasText: 'Please fix' });
    await expect(summary).toBeFocused();
    await expectAccessible(page);
    await fillCheckout(page, parent);
    // A reload loses nothing and holds no second spot.
    await page.reload();
    await expect(page.getByLabel('E-mail')).toHaveValue(parent.email);
    await expect(page.getByLabel('Child’s full name')).toHaveValue(parent.child);
    expect(await readSpots(saturday.id)).toBe(saturday.spots - 1);
    await fillConfidence(page, parent);
    await goToPayment(page);
  });

  await test.step('the parent pays', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toContainText('S$697');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Card declined' }).click();
    await expect(page.getByRole('alert')).toHaveText(/Your card was declined/);
    await page.getByRole('button', { name: 'Pay S$697' }).click();
  });

  await test.step('the parent sees the success page', async () => {
    await page.waitForURL('**/payment-success?**');
    await expect(page.getByRole('heading', { name: 'Booking Confirmed!' })).toBeVisible();
    const main = page.getByRole('main');
    await expect(main).toContainText(saturday.date);
    await expect(main).toContainText(saturday.time);
    await expect(main).toContainText('Mira');
    await expect(main).toContainText('S$697');
    await expect(page.getByRole('link', { name: 'Join the Saturday group' })).toHaveAttribute(
      'href',
      /saturday/i,
    );
    await expectAccessible(page);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Add to calendar' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.ics$/);
    // The cart is empty again.
    expect(await page.evaluate(() => localStorage.getItem('otter_cart'))).toBeNull();
  });

  const mail = await mailTo(parent.email);
  // The e-mail has the published packing list, like the page after payment.
  expect(mail.text).toContain('Closed shoes: flat soles grip best');
  expect(mail.subject).toContain(saturday.team);
  for (const part of [mail.html, mail.text]) {
    expect(part).toContain(saturday.time);
    expect(part).toContain('S$697');
    // The e-mail uses only the child's given name.
    expect(part).toContain('Mira');
  }
  const [session] = await sql()`select to_char(starts_at at time zone 'UTC', 'YYYYMMDD"T"HH24MISS') as utc,
    to_char(starts_at at time zone 'Asia/Singapore', 'YYYYMMDD"T"HH24MISS') as local from sessions where id = ${saturday.id}`;
  const calendar = calendarOf(mail);
  expect(
    calendar.includes(`DTSTART:${String(session?.['utc'])}Z`) ||
      calendar.includes(`DTSTART;TZID=Asia/Singapore:${String(session?.['local'])}`),
    calendar,
  ).toBe(true);
  expect(await mailsTo(parent.email)).toHaveLength(1);
  expect(await readSpots(saturday.id)).toBe(saturday.spots - 1);

  const [enrolled] = await sql()`select b.status, c.name, (
      select sum(l.delta)::int from credit_ledger l where l.pass_id = p.id) as credits
    from orders o join order_lines ol on ol.order_id = o.id join passes p on p.order_line_id = ol.id
    join credit_ledger spent on spent.pass_id = p.id and spent.booking_id is not null
    join bookings b on b.id = spent.booking_id join children c on c.id = b.child_id
    where o.parent_email = ${parent.email} and b.session_id = ${saturday.id}`;
  expect(enrolled).toEqual({ status: 'booked', name: 'Mira Lim', credits: 17 });
});

/** Returns the team's Saturday session with the most spots, which both projects book. */
async function roomySaturday(team: string) {
  const rows = await sql()`select s.id from sessions s join class_types c on c.id = s.class_type_id
    where extract(isodow from s.session_date) = 6 and c.name like ${`${team}%`}`;
  const ids = new Set(rows.map((row) => String(row['id'])));
  const [roomiest] = (await openings())
    .filter((opening) => ids.has(opening.session_id))
    .toSorted((a, b) => b.available_spots - a.available_spots);
  if (!roomiest || roomiest.available_spots < 3) throw new Error(`No Saturday session of ${team} has room`);
  return { ...(await cardOf(roomiest.session_id)), spots: roomiest.available_spots };
}

const readSpots = async (id: string) =>
  (await openings()).find((opening) => opening.session_id === id)?.available_spots;
