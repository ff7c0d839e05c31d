/** Makes a camp that takes place today, with a coach and families, for the tests of the photo trail. */
import type { Caller, TestDatabase } from './database.ts';
import { makeCamp } from './sql-camps.ts';
import * as passes from './sql-passes.ts';
import { assignAsCoach } from './sql-roster.ts';
import { makeUser, rpc, stopCalendar } from './sql.ts';

export interface PhotoDay {
  campId: string;
  otherCampId: string;
  day: string;
  coachId: string;
  coach: Caller;
  otherCoach: Caller;
  admin: Caller;
  /** Both families consent to photos. The third one was never asked. */
  home: passes.Home;
  other: passes.Home;
  unasked: passes.Home;
}

/** The first version of the text that names the families of other children. */
const VERSION = 2;

export const answerPhotos = (db: TestDatabase, who: Caller, childId: string, given: boolean) =>
  rpc(db, who, 'record_consent', {
    p_purpose: 'photo',
    p_given: given,
    p_version: VERSION,
    p_child_id: childId,
  });

const memberOf = (sub: string): Caller => ({ role: 'authenticated', sub });

export async function makePhotoDay(db: TestDatabase): Promise<PhotoDay> {
  const [{ day }] = await db.sql<[{ day: string }]>`select private.calendar_today()::text as day`;
  await stopCalendar(db, `${day}T12:00:00+08:00`);
  const [coachId, otherCoachId, adminId] = await Promise.all(
    [['coach'], ['coach'], ['admin']].map(([role = ''], n) => makeUser(db, `staff${n}@example.test`, [role])),
  );
  const [home, other, unasked] = [
    await passes.makeHome(db),
    await passes.makeHome(db),
    await passes.makeHome(db),
  ];
  for (const { who, childId } of [home, other]) await answerPhotos(db, who, childId, true);
  const campId = await makeCamp(db, { start: day });
  const otherCampId = await makeCamp(db, { start: day, tier: 'ignite' });
  for (const { childId, familyId } of [home, other, unasked])
    await db.sql`
      insert into public.camp_enrollments (camp_id, child_id, family_id) values (${campId}, ${childId}, ${familyId})`;
  await assignAsCoach(db, coachId, campId);
  await assignAsCoach(db, otherCoachId, otherCampId);
  const [coach, otherCoach, admin] = [coachId, otherCoachId, adminId].map((id) => memberOf(id ?? ''));
  if (!coachId || !coach || !otherCoach || !admin) throw new Error('staff were not made');
  return { campId, otherCampId, day, coachId, coach, otherCoach, admin, home, other, unasked };
}
