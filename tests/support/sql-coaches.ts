/** Two coaches, Ana and Ben, with sessions on different days, for the tests of coaches' time. */
import * as v from 'valibot';
import { SavedAbsence } from '#contract/coach-time.ts';
import { ManagementToday } from '#contract/management.ts';
import { ChangeImpact, type CoachConcern } from '#contract/place-changes.ts';
import { AssignedCoach } from '#contract/roster.ts';
import { createDatabase, type TestDatabase } from './database.ts';
import * as after from './sql-after.ts';
import * as camps from './sql-camps.ts';
import { type Cast, makeCast } from './sql-people.ts';
import * as shop from './sql-selling.ts';
import * as x from './sql.ts';

export type Who = keyof Cast['callers'];
type CoachName = 'Ana' | 'Ben';

export async function makeCoaches() {
  const db: TestDatabase = await createDatabase();
  const cast = await makeCast(db);
  await after.startCalendar(db);
  await db.sql`update public.settings set staff_email = 'team@otter.test'`;
  await camps.publish(db, camps.tierOffer('spark', { extended_day: null }));
  await db.sql`update public.coaches set user_id = null`;
  const benId = await x.makeUser(db, 'ben@example.test', ['coach']);
  const createdCoaches = await db.sql<{ id: string; name: CoachName }[]>`
    insert into public.coaches (name, user_id) values ('Ana', ${cast.coachId}), ('Ben', ${benId}) returning id, name`;
  const ids = Object.fromEntries(createdCoaches.map(({ id, name }) => [name, id])) as Record<
    CoachName,
    string
  >;
  let base = 0;

  const dateIn = (days: number) => after.dateIn(base + days);
  /** Removes what a test has planned. The next test uses other days. */
  async function nextTest(): Promise<void> {
    base += 10;
    await db.sql`delete from public.coach_absences`;
    await db.sql`delete from public.coach_hours`;
    await db.sql`delete from public.camp_coaches`;
    await db.sql`update public.sessions set coach_id = null`;
    await db.sql`delete from public.rate_limits`;
    await db.sql`delete from public.outbox`;
  }
  const call = (who: Who, name: string, args: object) => x.rpc(db, cast.callers[who], name, { ...args });
  async function session(days: number, time: string, coach: CoachName | null = null, at = 'orchard-central') {
    const id = await shop.makeSession(db, { date: dateIn(days), capacity: 4 });
    await db.sql`
      update public.sessions set session_time = ${time}, coach_id = ${coach && ids[coach]},
        location_id = (select id from public.locations where base = ${at}) where id = ${id}`;
    return id;
  }
  async function camp(days: number, ...coaches: CoachName[]): Promise<string> {
    const id = await camps.makeCamp(db, { start: dateIn(days), days: 3, coach: false });
    for (const coach of coaches)
      await db.sql`insert into public.camp_coaches (camp_id, coach_id) values (${id}, ${ids[coach]})`;
    return id;
  }
  const absence = (days: number, more: object = {}) => ({
    first_day: dateIn(days),
    last_day: dateIn(days),
    kind: 'ill',
    note: 'Flu',
    ...more,
  });
  /** Returns an absence as an up-to-date screen shows it. */
  const absenceNow = async (id: string) => {
    const [row] = await db.sql<[{ view: object }]>`
      select private.absence_view(a) as view from public.coach_absences a where id = ${id}`;
    return row.view;
  };
  const enter = async (who: Who, fields: object, more: { p_id?: string; [name: string]: unknown } = {}) => {
    const p_expected = more.p_id === undefined ? null : await absenceNow(more.p_id);
    const args = { p_absence: fields, p_expected, ...more };
    return v.parse(SavedAbsence, await call(who, 'save_coach_absence', args));
  };
  const assign = async (
    place: string,
    coach: CoachName,
    p_reason: string | null = null,
    who: Who = 'admin',
  ) =>
    v.parse(
      AssignedCoach,
      await call(who, 'assign_coach', { p_place_id: place, p_coach_id: ids[coach], p_leads: true, p_reason }),
    );
  const remove = (place: string, coach: CoachName) =>
    call('admin', 'assign_coach', { p_place_id: place, p_coach_id: ids[coach], p_leads: false });
  const preview = async (place: string, coach: CoachName) =>
    v.parse(
      ChangeImpact,
      await call('admin', 'preview_place_change', {
        p_place_id: place,
        p_changes: { coach_id: ids[coach], leads: true },
      }),
    );
  const uncovered = async () =>
    v
      .parse(ManagementToday, await call('admin', 'get_management_today', {}))
      .uncovered.first.map(({ place_id }) => place_id);
  return {
    db,
    cast,
    ids,
    dateIn,
    nextTest,
    call,
    session,
    camp,
    absence,
    absenceNow,
    enter,
    assign,
    remove,
    preview,
    uncovered,
  };
}
export type Coaches = Awaited<ReturnType<typeof makeCoaches>>;

export const codeOf = async (answer: Promise<unknown>) => (await x.refusal(answer)).code;
export const kindsOf = (concerns: readonly CoachConcern[]) => concerns.map(({ kind }) => kind);
