import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { hold, openings, sql } from '../support/backend.ts';
import { cardOf, choosePass, chooseWeekendClass, fillCheckout, goToPayment } from '../support/booking.ts';
import { mailTo } from '../support/mails.ts';
import { test } from '../support/test.ts';

for (const [seat, words] of [
  ['free', 'There was still a free spot, and it is yours'],
  ['gone', 'We have your payment'],
] as const)
  test(`a parent who pays after the hold expired, with the spot ${seat}, is told, and the money is accounted for`, async ({
    page,
  }, { project }) => {
    const email = `late.${seat}.${project.name}@example.com`;
    const session = await findRoomiestSession();
    await chooseWeekendClass(page, session.card.team.replace(/ [AB]$/, ''), session.card);
    await choosePass(page, 'Try-Out');
    await page.waitForURL('**/try-out-checkout');
    await fillCheckout(page, {
      name: 'Tan Li Hua',
      email,
      phone: '81234567',
      child: `Kai ${seat} ${project.name}`,
    });
    await goToPayment(page);

    // The parent is slow, so the hold lapses. In one case others take every spot.
    await sql()`update holds set expires_at = clock_timestamp() - interval '1 second'
      where order_id = (select id from orders where parent_email = ${email})`;
    if (seat === 'gone')
      await sql()`update sessions set max_capacity = greatest(1, (
        select count(*) from bookings where session_id = ${session.card.id} and status = 'booked')) where id = ${session.card.id}`;
    if (seat === 'gone') expect((await hold(session.card.id)).body.message).toBe('session_full');

    await page.getByRole('button', { name: /^Pay S\$/ }).click();
    await page.waitForURL('**/payment-success?**');
    await expect(page.getByText(words)).toBeVisible();
    await expectAccessible(page);

    const [order] =
      await sql()`select o.outcome, (select count(*)::int from payments p where p.order_id = o.id) as payments,
        (select count(*)::int from payment_decisions d where d.order_id = o.id and d.status = 'open') as decisions,
        (select count(*)::int from passes p join order_lines l on l.id = p.order_line_id where l.order_id = o.id) as passes
      from orders o where o.parent_email = ${email}`;
    expect(order).toEqual(
      seat === 'free'
        ? { outcome: 'reseated', payments: 1, decisions: 0, passes: 1 }
        : { outcome: 'needs_choice', payments: 1, decisions: 1, passes: 0 },
    );
    expect((await mailTo(email)).html).toContain('S$38');
    if (seat === 'gone')
      await sql()`update sessions set max_capacity = ${session.capacity} where id = ${session.card.id}`;
  });

async function findRoomiestSession() {
  const [first] = (await openings()).toSorted((a, b) => b.available_spots - a.available_spots);
  const card = await cardOf(first?.session_id ?? '');
  const [row] = await sql()`select max_capacity from sessions where id = ${card.id}`;
  return { card, capacity: Number(row?.['max_capacity']) };
}
