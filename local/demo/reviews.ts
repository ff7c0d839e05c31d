import type postgres from 'postgres';
import { userId } from './accounts.ts';
import { demoId } from './ids.ts';

/** What families said of last year's camp and last month's. The last one is for the team alone. */
const reviews: [rating: number, words: string | null, name: string | null][] = [
  [5, 'She came home muddy, hungry and proud, and asked when the next one is.', 'Priya'],
  [
    5,
    'The coaches knew his name on the first morning, and told me at pick-up what he had dared to do.',
    'Wei Ling',
  ],
  [4, 'A great week. We would have liked to know earlier what to pack for the last day.', 'Dad of two'],
  [5, 'Our shy boy led his team across the obstacle course.', 'Sarah'],
  [3, 'Good, but the queue at pick-up was long on Tuesday.', null],
];

/** Makes reviews of the camps that have growth reports. One public review waits for an admin. */
export async function seedReviews(sql: postgres.Sql): Promise<void> {
  const [camp, older] = [demoId('growth camp 4'), demoId('growth camp 52')];
  const families = await sql<{ camp_id: string; family_id: string }[]>`
    select distinct camp_id, family_id from public.camp_enrollments where camp_id in (${camp}, ${older})
    order by camp_id, family_id`;
  for (const [index, { camp_id, family_id }] of families.entries()) {
    const [rating, words, name] = reviews[index % reviews.length] ?? [5, null, null];
    const isPublic = name !== null && index !== 2;
    await sql`
      insert into public.camp_reviews (camp_id, family_id, rating, words, shown_name, released_at, released_by)
      values (${camp_id}, ${family_id}, ${rating}, ${words}, ${name}, ${isPublic ? new Date() : null},
        ${isPublic ? userId('admin@otter.test') : null})
      on conflict do nothing`;
  }
}
