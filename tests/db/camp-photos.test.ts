/** Tests what staff see of a camp's photos, and the evening's mail. tests/local/camp-photos.test.ts has the photos. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CampPhotoCount } from '#contract/camp-photos.ts';
import { RosterEntry } from '#contract/roster.ts';
import { answerPhotos, makePhotoDay, type PhotoDay } from '#support/camp-photos.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { refusal, rpc, service, stopCalendar } from '#support/sql.ts';

let db: TestDatabase;
let at: PhotoDay;
beforeAll(async () => {
  db = await createDatabase();
  at = await makePhotoDay(db);
});
beforeEach(async () => {
  await db.sql`delete from public.camp_photos`;
  await db.sql`delete from public.outbox where template = 'camp_photos'`;
  await atTime('12:00');
});
afterAll(() => db.drop());

const atTime = (time: string, days = 0) =>
  stopCalendar(db, new Date(Date.parse(`${at.day}T${time}:00+08:00`) + days * 86_400_000).toISOString());

async function take(...childIds: string[]): Promise<string> {
  const id = randomUUID();
  const { path } = await rpc<{ path: string }>(db, at.coach, 'start_camp_photo', {
    p_photo_id: id,
    p_camp_id: at.campId,
    p_day: at.day,
    p_child_ids: childIds,
    p_without_ids: [at.unasked.childId, at.home.childId, at.other.childId],
    p_others: 'none',
  });
  await rpc(db, service, 'finish_camp_photo', {
    p_photo_id: id,
    p_path: path,
    p_width: 1600,
    p_height: 1200,
    p_bytes: 300_000,
    p_small_bytes: 30_000,
  });
  return id;
}
const start = (id: string, childIds: string[], withoutIds = [at.unasked.childId]) =>
  rpc<{ path: string | null }>(db, at.coach, 'start_camp_photo', {
    p_photo_id: id,
    p_camp_id: at.campId,
    p_day: at.day,
    p_child_ids: childIds,
    p_without_ids: withoutIds,
    p_others: 'none',
  });
const counts = async (who: Caller) =>
  v.parse(v.array(CampPhotoCount), await rpc(db, who, 'get_camp_photo_counts', { p_day: at.day }));
const queue = () => rpc(db, service, 'queue_photo_mails');
const mails = async () => [
  ...(await db.sql<{ recipient: string; payload: { days: object[] } }[]>`
    select recipient, payload from public.outbox where template = 'camp_photos' order by created_at`),
];

test('staff see counts: a coach of their own camps, an admin of all, a parent none', async () => {
  await take(at.home.childId);
  await take(at.home.childId);
  const ofCamp = {
    camp_id: at.campId,
    photos: 2,
    children: 3,
    tagged: 1,
    without_consent: 1,
    without_photo: [at.other.childId],
  };
  expect(await counts(at.coach)).toEqual([ofCamp]);
  expect((await counts(at.otherCoach)).map(({ camp_id, photos }) => [camp_id, photos])).toEqual([
    [at.otherCampId, 0],
  ]);
  expect(await counts(at.admin)).toContainEqual(ofCamp);
  for (const { who } of [at.home, at.unasked])
    expect(await refusal(rpc(db, who, 'get_camp_photo_counts', { p_day: at.day }))).toMatchObject({
      code: 'not_allowed',
    });
});

test('the roster says of each child whether photos are allowed, and unknown is unknown', async () => {
  await answerPhotos(db, at.other.who, at.other.childId, false);
  const places = v.parse(v.array(RosterEntry), await rpc(db, at.coach, 'get_todays_roster'));
  const answers = places
    .flatMap(({ children }) => children)
    .map((child) => [child.child_id, child.photo_consent]);
  expect(Object.fromEntries(answers)).toEqual({
    [at.home.childId]: 'yes',
    [at.other.childId]: 'no',
    [at.unasked.childId]: 'unknown',
  });
  await answerPhotos(db, at.other.who, at.other.childId, true);
});

test('a yes to an earlier text is no answer about camp photos, and an earlier no stays a no', async () => {
  const child = at.unasked;
  const answer = async () => {
    const [row] = await db.sql<[{ answer: string; allowed: boolean; shown: boolean }]>`
      select private.camp_photo_answer(${child.familyId}, ${child.childId}) as answer,
        private.allows_camp_photos(${child.childId}) as allowed, private.may_show(${child.childId}) as shown`;
    return row;
  };
  const sayToFirstText = (given: boolean) => db.sql`
    insert into public.consents (family_id, child_id, purpose, version, given, source)
    values (${child.familyId}, ${child.childId}, 'photo', 1, ${given}, 'account')`;
  expect(await answer()).toEqual({ answer: 'unknown', allowed: false, shown: false });
  await sayToFirstText(true);
  expect(await answer()).toEqual({ answer: 'unknown', allowed: false, shown: true });
  expect(await refusal(start(randomUUID(), [child.childId]))).toMatchObject({
    code: 'photo_consent_missing',
  });
  await sayToFirstText(false);
  expect(await answer()).toEqual({ answer: 'no', allowed: false, shown: false });
  await answerPhotos(db, child.who, child.childId, true);
  expect(await answer()).toEqual({ answer: 'yes', allowed: true, shown: true });
  // A merge of families restores an earlier consent under the number of the newest text, to which nobody agreed.
  await db.sql`
    insert into public.consents (family_id, child_id, purpose, version, given, source)
    values (${child.familyId}, ${child.childId}, 'photo', private.consent_version('photo'), true, 'merge')`;
  expect(await answer()).toEqual({ answer: 'unknown', allowed: false, shown: true });
  await answerPhotos(db, child.who, child.childId, false);
});

test('a photo that a parent reported does not come back when the device sends it again', async () => {
  const id = await take(at.home.childId);
  await rpc(db, at.home.who, 'report_camp_photo', { p_photo_id: id, p_child_id: at.home.childId });
  expect(await start(id, [at.home.childId])).toEqual({ path: null });
  expect([...(await db.sql`select from public.camp_photos`)]).toEqual([]);
  // An upload that was never finished may be sent again.
  const other = randomUUID();
  await start(other, [at.home.childId]);
  await db.sql`delete from public.camp_photos where id = ${other}`;
  expect((await start(other, [at.home.childId])).path).toMatch(/\.jpg$/);
});

test('a photo that is stored already is not refused because of a child who came later', async () => {
  const id = await take(at.home.childId);
  expect(await start(id, [at.home.childId], [])).toEqual({ path: null });
  expect(await refusal(start(randomUUID(), [at.home.childId], []))).toMatchObject({
    code: 'photo_consent_missing',
    field: 'p_without_ids',
  });
});

test('families see the photos of a day from 6.30 in the evening', async () => {
  await take(at.home.childId);
  const list = () =>
    rpc<object[]>(db, at.home.who, 'get_family_camp_photos', { p_child_id: at.home.childId });
  const seen = [];
  for (const [time, days] of [
    ['18:29', 0],
    ['18:30', 0],
    ['06:00', 1],
  ] as const) {
    await atTime(time, days);
    seen.push((await list()).length);
  }
  expect(seen).toEqual([0, 1, 1]);
});

test('a parent who wants no mails about bookings gets none about photos, and neither does a guest', async () => {
  await take(at.home.childId, at.other.childId);
  await db.sql`update public.profiles set booking_mails = false where id = ${at.home.who.sub ?? ''}`;
  await db.sql`update public.families set primary_parent_id = null, contact_email = 'guest@example.test'
    where id = ${at.other.familyId}`;
  await atTime('18:30');
  expect(await queue()).toEqual({ queued: 0 });
  expect(await mails()).toEqual([]);
  await db.sql`update public.profiles set booking_mails = true where id = ${at.home.who.sub ?? ''}`;
  await db.sql`update public.families set primary_parent_id = ${at.other.who.sub ?? ''} where id = ${at.other.familyId}`;
});

test('a family gets one mail in the evening, with its own children only and no picture', async () => {
  await take(at.home.childId, at.other.childId);
  await take(at.home.childId);
  await queue();
  expect(await mails()).toEqual([]);
  await atTime('18:29');
  await queue();
  expect(await mails()).toEqual([]);
  await atTime('18:30');
  expect(await queue()).toEqual({ queued: 2 });
  expect(await queue()).toEqual({ queued: 0 });
  const sent = await mails();
  expect(sent.map(({ recipient }) => recipient).sort()).toEqual([at.home.email, at.other.email].sort());
  const home = sent.find(({ recipient }) => recipient === at.home.email);
  expect(home?.payload.days).toEqual([
    expect.objectContaining({ child_id: at.home.childId, day: at.day, photos: 2 }),
  ]);
  expect(JSON.stringify(sent)).not.toMatch(/\.jpg|http/);
  // A photo that arrives after the mail is counted on the next evening, and at night nothing is sent.
  await take(at.home.childId);
  expect(await queue()).toEqual({ queued: 0 });
  await atTime('22:00', 1);
  expect(await queue()).toEqual({ queued: 0 });
  await atTime('18:30', 1);
  expect(await queue()).toEqual({ queued: 1 });
  expect((await mails())[2]).toMatchObject({ recipient: at.home.email, payload: { days: [{ photos: 1 }] } });
});

test('nobody is mailed about a photo that was reported or whose consent ended', async () => {
  const id = await take(at.home.childId, at.other.childId);
  await rpc(db, at.other.who, 'report_camp_photo', { p_photo_id: id, p_child_id: at.other.childId });
  await take(at.home.childId);
  await answerPhotos(db, at.home.who, at.home.childId, false);
  await atTime('19:00');
  expect(await queue()).toEqual({ queued: 0 });
  await answerPhotos(db, at.home.who, at.home.childId, true);
});
