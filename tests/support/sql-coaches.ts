/** Two coaches, Ana and Ben, with sessions on different days, for the tests of coaches' time. */
import * as v from 'valibot';
import { SavedAbsence } from '#contract/coach-time.ts';
import { ManagementToday } from '#contract/management.ts';
import { ChangeImpact, type CoachConcern } from '#contract/place-changes.ts';
import { AssignedCoach } from '#contract/roster.ts';
import { createDatabase, type TestDatabase } from './database.ts';
import * as afterSale from './sql-after-sale.ts';
import * as camps from './sql-camps.ts';
import { type People, makePeople } from './sql-people.ts';
import * as shop from './sql-selling.ts';
import { makeUser, refusal, rpc } from './sql.ts';

export type CallerName = keyof People['callers'];
type CoachName = 'Ana' | 'Ben';

export async function makeCoaches() {
  const db: TestDatabase = await createDatabase();
  const people = await makePeople(db);
  await afterSale.startCalendar(db);
  await db.sql`update public.settings set staff_email = 'team@otter.test'`;
  await camps.publish(db, camps.tierOffer('spark', { extended_day: null }));
  await db.sql`update public.coaches set user_id = null`;
  const benId = await makeUser(db, 'ben@example.test', ['coach']);
  const createdCoaches = await db.sql<{ id: string; name: CoachName }[]>`
    insert into public.coaches (name, user_id) values ('Ana', ${people.coachId}), ('Ben', ${benId}) returning id, name`;
  const coachIds = Object.fromEntries(createdCoaches.map(({ id, name }) => [name, id])) as Record<
    CoachName,
    string
  >;
  let base = 0;

  const dateIn = (days: number) => afterSale.dateIn(base + days);
  /** Removes what a test has planned. The next test uses other days. */
  async function nextTest(): Promise<void> {
    base += 10;
    await db.sql`delete from public.coach_absences`;
    await db.sql`delete from public.coach_hours`;
    await db.sql`delete from public.camp_coaches`;
    await db.sql`update public.sessions set coach_id = null, status = 'cancelled' where status = 'scheduled'`;
    await db.sql`delete from public.rate_limits`;
    await db.sql`delete from public.outbox`;
  }
  const call = (who: CallerName, name: string, args: object) =>
    rpc(db, people.callers[who], name, { ...args });
  async function makeSession(
    days: number,
    time: string,
    coach: CoachName | null = null,
    at = 'orchard-central',
  ) {
    const id = await shop.makeSession(db, { date: dateIn(days), capacity: 4 });
    await db.sql`
      update public.sessions set session_time = ${time}, coach_id = ${coach && coachIds[coach]},
        location_id = (select id from public.locations where base = ${at}) where id = ${id}`;
    return id;
  }
  async function makeCamp(days: number, ...coaches: CoachName[]): Promise<string> {
    const id = await camps.makeCamp(db, { start: dateIn(days), days: 3, coach: false });
    for (const coach of coaches)
      await db.sql`insert into public.camp_coaches (camp_id, coach_id) values (${id}, ${coachIds[coach]})`;
    return id;
  }
  const absenceFields = (days: number, more: object = {}) => ({
    first_day: dateIn(days),
    last_day: dateIn(days),
    kind: 'ill',
    note: 'Flu',
    ...more,
  });
  /** Returns an absence as an up-to-date screen shows it. */
  const readAbsence = async (id: string) => {
    const [row] = await db.sql<[{ view: object }]>`
      select private.absence_view(a) as view from public.coach_absences a where id = ${id}`;
    return row.view;
  };
  const saveAbsence = async (
    who: CallerName,
    fields: object,
    more: { p_id?: string; [name: string]: unknown } = {},
  ) => {
    const p_expected = more.p_id === undefined ? null : await readAbsence(more.p_id);
    const args = { p_absence: fields, p_expected, ...more };
    return v.parse(SavedAbsence, await call(who, 'save_coach_absence', args));
  };
  const assignCoach = async (
    place: string,
    coach: CoachName,
    p_reason: string | null = null,
    who: CallerName = 'admin',
  ) =>
    v.parse(
      AssignedCoach,
      await call(who, 'assign_coach', {
        p_place_id: place,
        p_coach_id: coachIds[coach],
        p_leads: true,
        p_reason,
      }),
    );
  const removeCoach = (place: string, coach: CoachName) =>
    call('admin', 'assign_coach', { p_place_id: place, p_coach_id: coachIds[coach], p_leads: false });
  const previewAssignment = async (place: string, coach: CoachName) =>
    v.parse(
      ChangeImpact,
      await call('admin', 'preview_place_change', {
        p_place_id: place,
        p_changes: { coach_id: coachIds[coach], leads: true },
      }),
    );
  const listUncovered = async () =>
    v
      .parse(ManagementToday, await call('admin', 'get_management_today', {}))
      .uncovered.first.map(({ place_id }) => place_id);
  return {
    db,
    cast: people,
    coachIds,
    dateIn,
    nextTest,
    call,
    makeSession,
    makeCamp,
    absenceFields,
    readAbsence,
    saveAbsence,
    assignCoach,
    removeCoach,
    previewAssignment,
    listUncovered,
  };
}
export type Coaches = Awaited<ReturnType<typeof makeCoaches>>;

export const refusalCode = async (answer: Promise<unknown>) => (await refusal(answer)).code;
export const concernKinds = (concerns: readonly CoachConcern[]) => concerns.map(({ kind }) => kind);
