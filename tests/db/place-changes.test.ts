/**
 * Tests how staff change the location, time or coach of what families booked: the preview and the mails, and that
 * neither can be skipped.
 */
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SavedScheduleItem } from '#contract/management-schedule.ts';
import { ChangeImpact } from '#contract/place-changes.ts';
import { AssignedCoach } from '#contract/roster.ts';
import { ChangedPlace } from '#server/mails/place-change.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as camps from '#support/sql-camps.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { refusal, rpc, service, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  await camps.publish(db, camps.tierOffer('spark'));
  await afterSale.sellWithRules(db, []);
});
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());

const [red, white] = ['30000000-0000-4000-8000-000000000003', '30000000-0000-4000-8000-000000000001'];
const base = '10000000-0000-4000-8000-000000000003';
const call = <T = unknown>(name: string, args: object, who: keyof People['callers'] = 'admin') =>
  rpc<T>(db, people.callers[who], name, { ...args });
const preview = async (p_place_id: string | null, p_changes: object) =>
  v.parse(ChangeImpact, await call('preview_place_change', { p_place_id, p_changes }));
const seenOf = async (id: string) => {
  const { place } = await call<{ place: { session: object | null; camp: object | null } }>(
    'get_schedule_place',
    { p_place_id: id },
  );
  return place.session ?? place.camp;
};
const saveSession = async (id: string, changes: object, notice: object | null = null) => {
  const session = { p_session_id: id, p_session: changes, p_expected: await seenOf(id), p_notice: notice };
  return v.parse(SavedScheduleItem, await call('save_session', session));
};
const saveCamp = async (id: string, changes: object, notice: object | null = null) =>
  v.parse(
    SavedScheduleItem,
    await call('save_camp', {
      p_camp_id: id,
      p_camp: changes,
      p_expected: await seenOf(id),
      p_notice: notice,
    }),
  );
const tell = ({ families, mails }: ChangeImpact, note: string | null = null) => ({
  notify: true,
  note,
  expected: { families, mails },
});
const withoutMails = (note: string | null) => ({ notify: false, note, expected: { families: 0, mails: 0 } });
const mailsAbout = async (id: string) =>
  (
    await db.sql<{ recipient: string; payload: unknown }[]>`
      select recipient, payload from public.outbox where template = 'place_changed'
        and (payload -> 'is' -> 'session' ->> 'session_id' = ${id} or payload -> 'is' -> 'camp' ->> 'camp_id' = ${id})
      order by created_at, key`
  ).map(({ recipient, payload }) => ({ recipient, change: v.parse(ChangedPlace, payload) }));
const notices = (id: string) => db.sql<Record<string, unknown>[]>`
    select is_notified, families, mails, note, changed, changed_by as who from public.place_notices
    where ${id} in (session_id, camp_id) order by created_at`;
const coachOf = async (name: string) => {
  const [row] = await db.sql<{ id: string }[]>`
    insert into public.coaches (name) values (${name}) returning id`;
  return row?.id ?? '';
};

let week = 4;
const camp = () => camps.makeCamp(db, { start: afterSale.dateIn(7 * week++) });
/** Makes a camp with two paid orders, for two children and for one. */
async function soldCamp() {
  const id = await camp();
  const line = { offer_id: 'tier-spark', camp_id: id };
  const twins = await afterSale.buy(db, [line, line]);
  const single = await afterSale.buy(db, [line]);
  return { id, twins, single };
}
async function soldSession() {
  const id = await afterSale.makeSession(db, afterSale.dateIn(5));
  const order = await afterSale.buy(db, [{ offer_id: shop.tryout.id, session_id: id }]);
  return { id, order };
}

test.each(['visitor', 'service'] as const)('%s may not call the preview', async (role) =>
  expect(
    await sqlState(call('preview_place_change', { p_place_id: crypto.randomUUID(), p_changes: {} }, role)),
  ).toBe('42501'),
);
test.each(['parent', 'second parent', 'other parent', 'coach'] as const)('%s is refused', async (role) =>
  expect(
    await refusal(call('preview_place_change', { p_place_id: crypto.randomUUID(), p_changes: {} }, role)),
  ).toMatchObject({ code: 'not_allowed', status: 403 }),
);

test('after the preview, staff change a sold camp’s location and hours, and each family gets one mail with the old and the new', async () => {
  const { id, twins } = await soldCamp();
  const changes = { location_id: base, session_time_start: '10:00' };
  const impact = await preview(id, changes);
  expect(impact).toMatchObject({ changed: ['place', 'hours'], children: 3, families: 2, mails: 2 });
  expect(await mailsAbout(id)).toHaveLength(0);
  expect(await notices(id)).toHaveLength(0);

  expect(await refusal(saveCamp(id, changes))).toMatchObject({ code: 'notice_needed', field: 'p_notice' });
  expect(await mailsAbout(id)).toHaveLength(0);
  const { place, impact: done } = await saveCamp(id, changes, tell(impact, 'The court is wet.'));
  expect(done).toEqual(impact);
  expect(place.camp).toMatchObject({ session_time_start: '10:00' });

  const mails = await mailsAbout(id);
  expect(mails).toHaveLength(2);
  const [number] = await db.sql<{ number: string }[]>`
    select number from public.orders where id = ${twins.orderId}`;
  const mail = mails.find(({ change }) => change.orders.some((order) => order.number === number?.number));
  expect(mail?.change.children).toHaveLength(2);
  expect(mail?.change).toMatchObject({ note: 'The court is wet.', changed: ['place', 'hours'] });
  expect(mail?.change.was.camp?.session_time_start).toBe('09:00:00');
  expect(mail?.change.is.camp?.session_time_start).toBe('10:00:00');
  expect(mail?.change.was.camp?.location_name).not.toBe(mail?.change.is.camp?.location_name);
  expect(mail?.change.manage_token).toBeTruthy();
  expect(await notices(id)).toMatchObject([
    { is_notified: true, families: 2, mails: 2, who: people.callers.admin.sub, changed: ['place', 'hours'] },
  ]);
});

test('if staff undo the change, families get another mail', async () => {
  const { id } = await soldCamp();
  const change = { session_time_end: '16:00' };
  await saveCamp(id, change, tell(await preview(id, change)));
  const back = { session_time_end: '15:00' };
  await saveCamp(id, back, tell(await preview(id, back)));
  const mails = await mailsAbout(id);
  expect(mails).toHaveLength(4);
  expect(mails.map(({ change: { is } }) => is.camp?.session_time_end)).toEqual([
    ...['16:00:00', '16:00:00', '15:00:00', '15:00:00'],
  ]);
});

test('staff can skip the mail only with a reason, which is stored with who decided', async () => {
  const { id } = await soldCamp();
  const change = { session_time_start: '08:45' };
  expect(await refusal(saveCamp(id, change, withoutMails(null)))).toMatchObject({
    code: 'invalid_input',
    field: 'p_notice.note',
  });
  expect(await refusal(saveCamp(id, change, withoutMails('  ')))).toMatchObject({ code: 'invalid_input' });
  await saveCamp(id, change, withoutMails('They agreed on the phone'));
  expect(await mailsAbout(id)).toHaveLength(0);
  expect(await notices(id)).toMatchObject([
    { is_notified: false, mails: 0, note: 'They agreed on the phone' },
  ]);
});

test('a family that booked after the preview has to be previewed first', async () => {
  const { id } = await soldCamp();
  const change = { location_id: base };
  const impact = await preview(id, change);
  await afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id: id }]);
  expect(await refusal(saveCamp(id, change, tell(impact)))).toMatchObject({
    code: 'changed_meanwhile',
    field: 'p_notice.expected.families',
    detail: '3',
  });
  expect(await mailsAbout(id)).toHaveLength(0);
});

test('update_camp needs the notice too, so that no other function leaves families without a mail', async () => {
  const { id } = await soldCamp();
  for (const who of [people.callers.admin, service])
    expect(
      await refusal(rpc(db, who, 'update_camp', { p_camp_id: id, p_changes: { location_id: base } })),
    ).toMatchObject({ code: 'notice_needed' });
  await rpc(db, service, 'update_camp', { p_camp_id: id, p_changes: { capacity: 30 } });
});

test('staff can change a sold class’s location and hour with a mail, but not its date and class type', async () => {
  const { id } = await soldSession();
  const changes = { session_time: '06:40', location_id: base };
  const impact = await preview(id, changes);
  expect(impact).toMatchObject({ changed: ['place', 'hours'], children: 1, families: 1, mails: 1 });
  expect(await refusal(saveSession(id, changes))).toMatchObject({ code: 'notice_needed' });
  await saveSession(id, changes, tell(impact));
  const [mail] = await mailsAbout(id);
  expect(mail?.change.is.session).toMatchObject({ session_time: '06:40:00' });
  const [booking] = await db.sql<{ session_time: string }[]>`
    select session_time from public.bookings where session_id = ${id}`;
  expect(booking?.session_time).toBe('06:40:00');
  for (const change of [{ session_date: afterSale.dateIn(9) }, { class_type_id: white }])
    expect(await refusal(preview(id, change))).toMatchObject({
      code: 'session_in_use',
      field: Object.keys(change)[0],
    });
});

test('families get a mail about a change of coach only on request, and no reason is needed', async () => {
  const { id } = await soldSession();
  const coach_id = await coachOf('Coach Told');
  const impact = await preview(id, { coach_id });
  expect(impact).toMatchObject({ changed: ['coach'], families: 1, mails: 1 });
  await saveSession(id, { coach_id });
  expect(await mailsAbout(id)).toHaveLength(0);
  const other = await coachOf('Coach Next');
  await saveSession(id, { coach_id: other }, tell(await preview(id, { coach_id: other })));
  const [mail] = await mailsAbout(id);
  expect([mail?.change.was.coaches, mail?.change.is.coaches]).toEqual([['Coach Told'], ['Coach Next']]);
  expect(await notices(id)).toMatchObject([{ is_notified: false }, { is_notified: true }]);
});

test('a coach is assigned to a camp with a mail to its families, after the same preview', async () => {
  const { id } = await soldCamp();
  const coach_id = await coachOf('Coach Camp');
  const impact = await preview(id, { coach_id, leads: true });
  expect(impact).toMatchObject({ changed: ['coach'], families: 2, mails: 2 });
  const answer = v.parse(
    AssignedCoach,
    await call('assign_coach', {
      p_place_id: id,
      p_coach_id: coach_id,
      p_leads: true,
      p_notice: tell(impact),
    }),
  );
  expect(answer.coaches.map(({ name }) => name)).toEqual(['Coach Camp', 'Coach of camps']);
  expect(await mailsAbout(id)).toHaveLength(2);
});

test('waiting families get one mail too, and keep their place on the waitlist', async () => {
  const { id } = await soldSession();
  await db.sql`update public.sessions set max_capacity = 1 where id = ${id}`;
  const entry = await waitlists.joinWaitlist(db, { session_id: id });
  const change = { session_time: '06:05' };
  const impact = await preview(id, change);
  expect(impact).toMatchObject({ families: 1, waiting: 1, mails: 2 });
  await saveSession(id, change, tell(impact));
  const mails = await mailsAbout(id);
  expect(mails.filter(({ change: { waits } }) => waits)).toHaveLength(1);
  expect(mails.find(({ change: { waits } }) => waits)?.change.children).toEqual([]);
  expect((await waitlists.viewEntry(db, entry)).status).toBe('waiting');
});

test('when nobody is booked or waiting, no notice is needed', async () => {
  const id = await camp();
  const { impact } = await saveCamp(id, { location_id: base });
  expect(impact).toMatchObject({ families: 0, mails: 0, changed: ['place'] });
  expect(await notices(id)).toHaveLength(0);
});

test('the preview names a coach who has another session at that time, also for a new class', async () => {
  const coach_id = await coachOf('Coach Twice');
  const day = afterSale.dateIn(12);
  const fields = {
    class_type_id: red,
    location_id: base,
    session_date: day,
    coach_id,
    session_time: '10:30',
    max_capacity: 5,
  };
  await call('save_session', { p_session_id: null, p_session: fields });
  const second = { ...fields, session_time: '11:00' };
  expect((await preview(null, second)).coaches).toMatchObject([{ name: 'Coach Twice' }]);
  // Two classes directly after each other do not conflict.
  expect((await preview(null, { ...fields, session_time: '11:30' })).coaches).toEqual([]);
  const weekCamp = await camps.makeCamp(db, { start: day });
  expect((await preview(weekCamp, { coach_id, leads: true })).coaches).toHaveLength(1);
});

test('the preview names a child who has another booking at the new time', async () => {
  const { id, order } = await soldSession();
  const [booked] = await db.sql<{ child_id: string; family_id: string; session_date: string }[]>`
    select child_id, family_id, session_date::text from public.bookings where session_id = ${id}`;
  const other = await afterSale.makeSession(db, afterSale.dateIn(5));
  await db.sql`update public.sessions set session_time = '05:00' where id = ${other}`;
  await db.sql`insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
    select id, session_date, session_time, ${booked?.child_id ?? ''}, ${booked?.family_id ?? ''} from public.sessions where id = ${other}`;
  expect(order.orderId).toBeTruthy();
  expect((await preview(id, { session_time: '05:15' })).busy).toHaveLength(1);
  expect((await preview(id, { session_time: '07:15' })).busy).toEqual([]);
});

test('a camp in the past can be neither created nor the target of a move', async () => {
  const days = { start_date: afterSale.dateIn(-9), end_date: afterSale.dateIn(-7) };
  const p_camp = { name: 'Spark past', tier: 'spark', team_types: ['red'], location_id: base, ...days };
  expect(await refusal(call('save_camp', { p_camp_id: null, p_camp }))).toMatchObject({
    code: 'camp_in_past',
    field: 'start_date',
  });
  const id = await camp();
  expect(await refusal(saveCamp(id, days))).toMatchObject({ code: 'camp_in_past' });
});
