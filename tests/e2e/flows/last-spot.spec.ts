import { expect } from '@playwright/test';
import { hold, openings, sql } from '../support/backend.ts';
import { cardOf, choosePass, chooseWeekendClass, payButton } from '../support/booking.ts';
import { test } from '../support/test.ts';

test(
  'twenty parents want the last spot: one gets it, and nineteen are told before paying',
  { tag: '@once' },
  async ({ page }) => {
    const id = await lastSpotOf('Black');
    // One parent has chosen the session with its last spot.
    await chooseWeekendClass(page, 'Black Otter', await cardOf(id));

    // Nineteen others want it at the same moment.
    const answers = await Promise.all(Array.from({ length: 19 }, () => hold(id)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(
      answers.filter((answer) => answer.status !== 200).map((answer) => [answer.status, answer.body.message]),
    ).toEqual(Array.from({ length: 18 }, () => [409, 'session_full']));

    await choosePass(page, 'Term');
    await expect(page.getByRole('heading', { name: 'That session has just filled up' })).toBeVisible();
    await expect(page.getByText('Nothing was charged.')).toBeVisible();
    await expect(payButton(page)).toHaveCount(0);
    const [held] =
      await sql()`select count(*)::int as n from holds where session_id = ${id} and expires_at > clock_timestamp()`;
    expect(held?.['n']).toBe(1);

    // One tap leads back to the sessions, where this session is marked as full.
    await page.getByRole('link', { name: 'Choose another session' }).click();
    await expect(page.getByText('Question 1 of 3')).toBeVisible();
  },
);

/** Leaves one free spot in a session of the team. */
async function lastSpotOf(team: string): Promise<string> {
  const open = await openings();
  const [session] = await sql()`select s.id from sessions s join class_types c on c.id = s.class_type_id
    where c.name like ${`${team}%`} and s.id = any(${open.filter((o) => o.available_spots > 0).map((o) => o.session_id)})
    order by s.starts_at limit 1`;
  const id = String(session?.['id']);
  const spots = open.find((opening) => opening.session_id === id)?.available_spots ?? 0;
  await sql()`update sessions set max_capacity = max_capacity - ${spots - 1} where id = ${id}`;
  return id;
}
