import { expect, test } from '@playwright/test';
import { hold, openings, sql } from '../support/backend.ts';
import { chooseWeekendClass } from '../support/booking.ts';
import { env } from '../support/env.ts';

test('twenty parents race for the last spot: one gets it, nineteen are told kindly before paying', async ({ page }) => {
  // A session of Red with room, brought down to one spot.
  const [session] = await sql()`select s.id, s.max_capacity from sessions s join class_types c on c.id = s.class_type_id
    where c.name like 'Red%' and s.id = any(${(await openings()).filter((o) => o.available_spots > 1).map((o) => o.session_id)})
    order by s.starts_at limit 1`;
  const id = String(session?.['id']);
  const open = (await openings()).find((opening) => opening.session_id === id)?.available_spots ?? 0;
  await sql()`update sessions set max_capacity = max_capacity - ${open - 1} where id = ${id}`;

  // One parent has the page open and sees the last spot …
  const parent = await chooseWeekendClass(page, env('SITE_URL'), { team: 'Red', sessionId: id });

  // … while nineteen others take it at the same moment.
  const answers = await Promise.all(Array.from({ length: 19 }, () => hold(id)));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  const refused = answers.filter((answer) => answer.status !== 200);
  expect(refused.map((answer) => [answer.status, answer.body.message])).toEqual(
    Array.from({ length: 18 }, () => [409, 'session_full']),
  );

  await parent.choosePass('Term');
  await expect(page.getByRole('alert').or(page.getByRole('status'))).toContainText(/full|taken|gone/i);
  await expect(page.getByRole('link', { name: /another session/i })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0);
  const [orders] = await sql()`select count(*)::int as n from holds where session_id = ${id} and expires_at > clock_timestamp()`;
  expect(orders?.['n']).toBe(1);
});
