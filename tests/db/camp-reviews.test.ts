/** Tests who reviews a camp, who reads it, and what other parents see (docs/decisions "Reviews of camps"). */
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  FamilyReviews,
  PublicReviews,
  SavedReview,
  StaffReview,
  StaffReviews,
} from '#contract/camp-reviews.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { enrol, makeCamper, makeReportedCamp } from '#support/sql-growth.ts';
import type { People } from '#support/sql-people.ts';
import { countRows, makeUser, refusal, rpc, sqlState, stopCalendar } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let camp: string;
const code = async (answer: Promise<unknown>) => (await refusal(answer)).code;
const as = (who: keyof People['callers']) => people.callers[who];
const words = 'She came home tired, muddy and proud.';

beforeAll(async () => {
  db = await createDatabase();
  ({ people, camp } = await makeReportedCamp(db));
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.sql`truncate public.camp_reviews, public.rate_limits, public.rebuild_requests`;
  await db.sql`delete from public.outbox where template = 'camp_review'`;
  await stopCalendar(db, '2026-11-12T12:00:00+08:00');
});

const save = async (more: object = {}, who = as('parent')) =>
  v.parse(
    SavedReview,
    await rpc(db, who, 'save_camp_review', {
      p_camp_id: camp,
      p_version: 0,
      p_rating: 5,
      p_words: words,
      p_shown_name: 'Mei',
      ...more,
    }),
  ).review;
const saved = async (more: object = {}, who = as('parent')) => {
  const review = await save(more, who);
  if (review === null) throw new Error('no review');
  return review;
};
const release = async (
  { id, version }: { id: string; version: number },
  isPublic = true,
  who: Caller = as('admin'),
) =>
  v.parse(
    StaffReview,
    await rpc(db, who, 'release_camp_review', { p_review_id: id, p_version: version, p_is_public: isPublic }),
  );
const readFamily = async (who = as('parent')) =>
  v.parse(FamilyReviews, await rpc(db, who, 'get_family_reviews', {}));
const readPublic = async () => v.parse(PublicReviews, await rpc(db, as('visitor'), 'get_public_reviews', {}));
const list = async (filter: object = {}, who = as('admin')) =>
  v.parse(StaffReviews, await rpc(db, who, 'list_camp_reviews', { p_filter: filter }));

describe('a family', () => {
  test('is asked about the camp at which its child was, and writes once for both parents', async () => {
    expect(await readFamily()).toMatchObject([
      { camp_id: camp, children: ['Kai'], first_day: '2026-11-09', can_write: true, review: null },
    ]);
    expect(await save()).toMatchObject({ version: 1, rating: 5, words, shown_name: 'Mei', state: 'waiting' });
    expect(await code(save({ p_rating: 1 }, as('second parent')))).toBe('changed_meanwhile');
    expect(await save({ p_version: 1, p_rating: 4 }, as('second parent'))).toMatchObject({
      version: 2,
      rating: 4,
    });
    expect(await readFamily()).toMatchObject([{ review: { version: 2, rating: 4 } }]);
    expect(await countRows(db, 'camp_reviews')).toBe(1);
  });

  test('may rate without words, for the team alone', async () => {
    expect(await save({ p_words: null, p_shown_name: null })).toMatchObject({
      words: null,
      state: 'private',
    });
    expect(await code(save({ p_version: 1, p_words: null }))).toBe('invalid_input');
  });

  test('that sends the same again changes nothing', async () => {
    await save();
    expect(await save()).toMatchObject({ version: 1 });
  });

  test.each<[string, object]>([
    ['no stars', { p_rating: 0 }],
    ['six stars', { p_rating: 6 }],
    ['no number', { p_rating: null }],
    ['empty words', { p_words: ' ' }],
    ['words that are too long', { p_words: 'a'.repeat(601) }],
    ['an empty name', { p_shown_name: '' }],
    ['a name that turns the line around', { p_shown_name: '\u202eieM' }],
    ['a name that is too long', { p_shown_name: 'a'.repeat(41) }],
  ])('cannot send %s', async (_, more) => {
    expect(await code(save(more))).toBe('invalid_input');
  });

  test('whose child never came, or that was not booked, writes nothing', async () => {
    const { sub = '' } = as('other parent');
    const stranger: Caller = { role: 'authenticated', sub: await makeUser(db, 'stranger@example.test', []) };
    expect(await code(save({}, stranger))).toBe('review_closed');
    await db.sql`update public.camp_attendance set attended = false where enrollment_id in (
      select e.id from public.camp_enrollments e join public.profiles p on p.family_id = e.family_id
      where p.id = ${sub} and e.camp_id = ${camp})`;
    try {
      expect(await code(save({}, as('other parent')))).toBe('review_closed');
      expect(await readFamily(as('other parent'))).toEqual([]);
    } finally {
      await db.sql`update public.camp_attendance set attended = true`;
    }
  });

  test.each([
    ['on the last day', '2026-11-11T22:00:00+08:00', 'review_closed'],
    ['on the day after', '2026-11-12T00:01:00+08:00', null],
    ['after sixty days', '2027-01-10T12:00:00+08:00', null],
    ['on the day after that', '2027-01-11T12:00:00+08:00', 'review_closed'],
  ])('writes from the day after the camp, for sixty days: %s', async (_, now, expected) => {
    await stopCalendar(db, now);
    if (expected === null) expect(await save()).toMatchObject({ state: 'waiting' });
    else expect(await code(save())).toBe(expected);
  });

  test('deletes its review at any time, a published one too', async () => {
    await release(await saved());
    await stopCalendar(db, '2027-06-01T12:00:00+08:00');
    expect(await readFamily()).toMatchObject([{ can_write: false, review: { state: 'public' } }]);
    await rpc(db, as('other parent'), 'delete_camp_review', { p_camp_id: camp });
    expect((await readPublic()).reviews).toHaveLength(1);
    await rpc(db, as('parent'), 'delete_camp_review', { p_camp_id: camp });
    await rpc(db, as('parent'), 'delete_camp_review', { p_camp_id: camp });
    expect(await readPublic()).toEqual({ count: 0, stars: null, reviews: [] });
    expect(await countRows(db, 'rebuild_requests')).toBe(2);
  });
});

describe('publication', () => {
  test.each(['visitor', 'parent', 'second parent', 'other parent', 'coach'] as const)(
    'is nothing for a %s',
    async (who) => {
      const review = await saved();
      for (const call of [
        () => release(review, true, as(who)),
        () => list({}, as(who)),
        () => rpc(db, as(who), 'get_camp_review', { p_review_id: review.id }),
      ])
        expect(['42501', 'PT403']).toContain(await sqlState(call()));
      expect((await readPublic()).reviews).toEqual([]);
    },
  );

  test('shows the words under the name that the family chose, and nothing else of the family', async () => {
    const review = await saved();
    const { title } = await release(review);
    expect((await readPublic()).reviews).toEqual([
      {
        id: review.id,
        rating: 5,
        words,
        name: 'Mei',
        title,
        location: 'Bishan',
        last_day: '2026-11-11',
      },
    ]);
    expect(await countRows(db, 'rebuild_requests')).toBe(1);
    expect(await release(review)).toMatchObject({ state: 'public' });
    expect(await countRows(db, 'rebuild_requests')).toBe(1);
  });

  test('never shows what the family keeps to the team', async () => {
    const review = await saved({ p_shown_name: null });
    expect(await code(release(review))).toBe('review_private');
  });

  test('is of the words that an admin read, and ends with each change of them', async () => {
    const first = await saved();
    const second = await saved({ p_version: 1, p_words: 'Other words.' });
    expect(await code(release(first))).toBe('changed_meanwhile');
    await release(second);
    await save({ p_version: 2, p_rating: 1 });
    expect((await readPublic()).reviews).toEqual([]);
    expect(await readFamily()).toMatchObject([{ review: { state: 'waiting' } }]);
    await release(await saved({ p_version: 3, p_words: 'Again.' }));
    await save({ p_version: 4, p_words: 'Again.', p_shown_name: null });
    expect((await readPublic()).reviews).toEqual([]);
  });

  test('is taken back by an admin', async () => {
    const review = await saved();
    await release(review);
    expect(await release(review, false)).toMatchObject({ state: 'waiting', released_by: null });
    expect((await readPublic()).reviews).toEqual([]);
  });

  test('is not for the review of one’s own family', async () => {
    const review = await saved();
    await db.sql`insert into public.user_roles (user_id, role) values (${as('parent').sub ?? ''}, 'admin')`;
    try {
      expect(await code(release(review, true, as('parent')))).toBe('own_review');
    } finally {
      await db.sql`delete from public.user_roles where user_id = ${as('parent').sub ?? ''} and role = 'admin'`;
    }
  });

  test('counts the stars of all families, and says nothing of fewer than five', async () => {
    const rate = async (at: number) => {
      const sub = await makeUser(db, `rater${at}@example.test`, []);
      const [family] = await db.sql<[{ id: string }]>`
        insert into public.families (primary_parent_id, contact_name, contact_email)
        values (${sub}, 'Rater', ${`rater${at}@example.test`}) returning id`;
      await db.sql`update public.profiles set family_id = ${family.id} where id = ${sub}`;
      await enrol(db, camp, await makeCamper(db, family.id, 'Ben'), [true]);
      await saved({ p_rating: 3, p_shown_name: null }, { role: 'authenticated', sub });
    };
    await saved();
    for (const at of [1, 2, 3]) await rate(at);
    expect(await readPublic()).toMatchObject({ count: 4, stars: null });
    await rate(4);
    expect(await readPublic()).toMatchObject({ count: 5, stars: 3.4, reviews: [] });
  });
});

test('admins read all reviews, by state and stars', async () => {
  await saved();
  await saved({ p_rating: 2, p_shown_name: null }, as('other parent'));
  expect((await list()).rows).toHaveLength(2);
  expect((await list({ state: 'waiting' })).rows).toMatchObject([{ rating: 5, children: ['Kai'] }]);
  expect((await list({ state: 'private', rating: '2' })).rows).toMatchObject([{ children: ['Mia'] }]);
  expect((await list({ state: 'public' })).rows).toEqual([]);
  expect(await code(list({ rating: '9' }))).toBe('invalid_input');
});

describe('the request', () => {
  const queue = () => rpc<{ queued: number }>(db, as('service'), 'queue_review_requests', {});

  test('comes once, at ten on the day after, to families whose child was there', async () => {
    await stopCalendar(db, '2026-11-12T09:59:00+08:00');
    expect(await queue()).toEqual({ queued: 0 });
    await stopCalendar(db, '2026-11-12T10:00:00+08:00');
    const { queued } = await queue();
    expect(queued).toBeGreaterThan(0);
    expect(await queue()).toEqual({ queued: 0 });
    const mails = await db.sql<{ payload: { children: string[] } }[]>`
      select payload from public.outbox where template = 'camp_review' and payload ->> 'review_of' = ${camp}`;
    expect(new Set(mails.flatMap(({ payload }) => payload.children))).toContain('Kai');
  });

  test('does not come to who has written already, nor after a week', async () => {
    const asked = () => db.sql`
      select from public.outbox where template = 'camp_review' and payload ->> 'review_of' = ${camp}
        and (key like ${`%${people.familyId}%`} or key like ${`%${people.otherFamilyId}%`})`;
    await saved();
    await saved({}, as('other parent'));
    await queue();
    expect(await asked()).toHaveLength(0);
    await db.sql`truncate public.camp_reviews`;
    await stopCalendar(db, '2026-11-19T12:00:00+08:00');
    await queue();
    expect(await asked()).toHaveLength(0);
    await stopCalendar(db, '2026-11-18T12:00:00+08:00');
    await queue();
    expect((await asked()).length).toBeGreaterThan(0);
  });
});

test('reviews are deleted after three years', async () => {
  await saved();
  await db.sql`update public.camp_reviews set created_at = now() - interval '3 years 1 day'`;
  const [row] = await db.sql<[{ n: number }]>`select private.purge_camp_reviews() as n`;
  expect(row.n).toBe(1);
});
