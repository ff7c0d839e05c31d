import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { CalendarLink } from '#contract/calendar-links.ts';
import { ErasedFamily, retentionClasses, PrivacyReceipt } from '#contract/family-privacy.ts';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { makeParent, saveChild, signedIn } from '#support/sql-details.ts';
import * as orders from '#support/sql-orders.ts';
import * as passes from '#support/sql-passes.ts';
import { assignAsCoach } from '#support/sql-roster.ts';
import * as shop from '#support/sql-selling.ts';
import {
  cancelSessions,
  makeUser,
  refusal,
  rpc,
  service,
  sqlState,
  stopCalendar,
  visitor,
} from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
let coach: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'));
  await stopCalendar(db, '2030-01-10T12:00:00+08:00');
  admin = signedIn(await makeUser(db, 'admin@example.test', ['admin'], { name: 'Priya Nair' }));
  coach = signedIn(await makeUser(db, 'coach@example.test', ['coach'], { name: 'Hafiz' }));
});
afterAll(() => db.drop());

const receipt = async (who: Caller) => v.parse(PrivacyReceipt, await rpc(db, who, 'get_privacy_receipt'));

describe('the receipt of personal data', () => {
  test('the receipt names who opened what, when and how often, and nothing of another family', async () => {
    const [home, other] = [await passes.makeHome(db, '2022-05-01'), await passes.makeHome(db, '2022-05-01')];
    await saveChild(db, home.who, { id: home.childId, health: { allergies: 'Bees' } });
    expect((await receipt(home.who)).reads).toEqual([]);
    const session = await shop.makeSession(db, { date: '2030-01-10', capacity: 9 });
    await assignAsCoach(db, coach.sub, session);
    await stopCalendar(db, '2030-01-10T01:00:00+08:00');
    for (const { childId, familyId } of [home, other])
      await db.sql`insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
        select id, session_date, session_time, ${childId}, ${familyId} from public.sessions where id = ${session}`;
    // Opening the roster of a session several times on one day is logged as one view.
    for (let n = 0; n < 3; n++) await rpc(db, coach, 'get_todays_roster');
    await rpc(db, admin, 'get_child_details', { p_child_id: home.childId });
    await rpc(db, admin, 'export_family', { p_family_id: home.familyId });
    await rpc(db, home.who, 'get_child_details', { p_child_id: home.childId });
    const { reads } = await receipt(home.who);
    const shownReads = reads.map(({ name, role, topic, how, times, child_id }) => [
      name,
      role,
      topic,
      how,
      times,
      child_id,
    ]);
    expect(shownReads).toHaveLength(4);
    expect(shownReads).toEqual(
      expect.arrayContaining([
        ['Hafiz', 'coach', 'child_health', 'roster', 1, home.childId],
        ['Priya Nair', 'admin', 'child_health', 'details', 1, home.childId],
        ['Priya Nair', 'admin', 'child_health', 'export', 1, home.childId],
        ['Priya Nair', 'admin', 'families', 'export', 1, null],
      ]),
    );
    expect((await receipt(other.who)).reads).toMatchObject([
      { how: 'roster', child_id: other.childId, times: 1 },
    ]);
    expect(JSON.stringify(await receipt(other.who))).not.toContain(home.childId);
  });

  test('the receipt lists what is stored, for how long and why, as the retention table does', async () => {
    const { retention } = await receipt((await passes.makeHome(db)).who);
    expect(retention.map(({ topic }) => topic)).toEqual([...retentionClasses]);
    expect(retention).toContainEqual({
      topic: 'child_details',
      days: 731,
      action: 'delete',
      reason: 'By then they are out of date and no longer needed to look after the child',
    });
    expect(retention.find(({ topic }) => topic === 'leads')?.days).toBeNull();
  });

  test('the receipt lists what would stay after erasing, what is upcoming and what is outstanding', async () => {
    await stopCalendar(db, '2030-01-10T12:00:00+08:00');
    const home = await passes.makeHome(db, '2022-05-01');
    await passes.makePass(db, home, { credits: 3 });
    const session = await shop.makeSession(db, { date: '2030-01-12' });
    await passes.bookSession(db, home, session);
    const camp = await camps.makeCamp(db, { start: '2030-01-14' });
    await db.sql`insert into public.camp_enrollments (camp_id, child_id, family_id, rung_id)
      values (${camp}, ${home.childId}, ${home.familyId}, 'listed')`;
    expect((await receipt(home.who)).erasing).toEqual({
      stays: { orders: 0, payments: 0, passes: 1, bookings: 1, consents: 0 },
      ahead: { bookings: 1, camps: 1, open_orders: 0, renewals: 0, second_parent: false },
      outstanding: [{ kind: 'credits', order: null, title: 'pass-term', credits: 2 }],
      may: true,
    });
  });

  test('the receipt is empty for a user without a family, and refused without an account', async () => {
    expect(await receipt(coach)).toMatchObject({
      reads: [],
      erasing: { may: false, outstanding: [] },
      calendar_link: null,
    });
    expect(await sqlState(rpc(db, visitor, 'get_privacy_receipt'))).toBe('42501');
  });
});

describe('a parent erases their own family', () => {
  const erase = async (who: Caller, args: object = {}) =>
    v.parse(ErasedFamily, await rpc(db, who, 'erase_family', { ...args }));
  const signedInAgo = (who: Caller, minutes: number, more: object = {}): Caller => ({
    ...who,
    claims: {
      amr: [
        { method: 'password', timestamp: Math.floor(Date.now() / 1000) - minutes * 60 },
        { method: 'token_refresh', timestamp: Math.floor(Date.now() / 1000) },
      ],
      ...more,
    },
  });

  test('a parent without a family erases only the account, and consents stay as proof', async () => {
    const alone = await makeParent(db, 'alone@example.test');
    await rpc(db, alone, 'record_consent', { p_purpose: 'marketing', p_given: true, p_version: 1 });
    expect((await receipt(alone)).erasing).toMatchObject({ may: true, stays: { consents: 1 } });
    expect(await refusal(erase(signedInAgo(alone, 16)))).toMatchObject({ code: 'sign_in_again' });
    expect(await erase(signedInAgo(alone, 1))).toEqual({
      erased: true,
      orders_retained: 0,
      same_contact: [],
    });
    const [left] = await db.sql`
      select (select count(*) from auth.users where id = ${alone.sub ?? ''}) as accounts,
        (select count(*) from public.consents where user_id = ${alone.sub ?? ''}) as proofs,
        (select table_name from public.audit_log where action = 'erase' and row_key = ${alone.sub ?? ''}) as logged`;
    expect(left).toEqual({ accounts: 0, proofs: 1, logged: 'profiles' });
  });

  test('erasing is refused while an order is being paid, and for staff', async () => {
    const alone = await makeParent(db, 'paying@example.test');
    const camp = await camps.makeCamp(db, { start: '2030-01-21' });
    await orders.hold(db, { lines: [orders.campLine(camp)] }, alone);
    expect((await receipt(alone)).erasing.ahead.open_orders).toBe(1);
    expect(await refusal(erase(alone))).toMatchObject({ code: 'family_in_use', field: 'orders' });
    expect(await refusal(erase(coach))).toMatchObject({ code: 'not_allowed' });
  });

  test('the family is erased with its accounts, while bookings and orders stay', async () => {
    const home = await passes.makeHome(db, '2022-05-01');
    expect(await erase(signedInAgo(home.who, 14))).toEqual({
      erased: true,
      orders_retained: 0,
      same_contact: [],
    });
    const [left] = await db.sql`
      select f.contact_name, c.name, (select count(*) from auth.users u where u.id = ${home.who.sub ?? ''}) as accounts
      from public.families f join public.children c on c.family_id = f.id where f.id = ${home.familyId}`;
    expect(left).toEqual({ contact_name: 'Erased', name: 'Erased', accounts: 0 });
  });

  test('erasing needs a fresh sign-in', async () => {
    const home = await passes.makeHome(db, '2022-05-01');
    expect(await refusal(erase(signedInAgo(home.who, 16)))).toMatchObject({ code: 'sign_in_again' });
    expect(await refusal(erase({ ...home.who, claims: { iat: 1 } }))).toMatchObject({
      code: 'session_ended',
    });
  });

  test('erasing needs the second factor if one is enrolled', async () => {
    const home = await passes.makeHome(db, '2022-05-01');
    await db.sql`
      insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      values (gen_random_uuid(), ${home.who.sub ?? ''}, 'totp', 'verified', now(), now())`;
    expect(await refusal(erase(signedInAgo(home.who, 1)))).toMatchObject({ code: 'second_factor_needed' });
    expect(await erase(signedInAgo(home.who, 1, { aal: 'aal2' }))).toMatchObject({ erased: true });
  });

  test('erasing is refused while something is upcoming or outstanding, unless the parent gives it up', async () => {
    await stopCalendar(db, '2030-01-10T12:00:00+08:00');
    const home = await passes.makeHome(db, '2022-05-01');
    await passes.makePass(db, home, { credits: 3 });
    const booked = await passes.bookSession(db, home, await shop.makeSession(db, { date: '2030-01-12' }));
    expect(await refusal(erase(home.who))).toMatchObject({ code: 'family_in_use', field: 'bookings' });
    await passes.cancelBooking(db, home.who, booked.booking_id);
    const outstanding = await refusal(erase(home.who));
    expect(outstanding).toMatchObject({ code: 'family_outstanding', field: 'p_accept_loss' });
    expect(JSON.parse(outstanding.detail ?? '')).toMatchObject([{ kind: 'credits', credits: 3 }]);
    expect(await erase(home.who, { p_accept_loss: true })).toMatchObject({ erased: true });
  });

  test('erasing is refused with a second parent, to the second parent, and for another family', async () => {
    const [home, other] = [await passes.makeHome(db, '2022-05-01'), await passes.makeHome(db, '2022-05-01')];
    const second = await makeParent(db, 'beside@example.test');
    const { token } = await rpc<{ token: string }>(db, home.who, 'invite_parent', {
      p_email: 'beside@example.test',
    });
    await rpc(db, second, 'accept_invitation', { p_token: token });
    expect(await refusal(erase(home.who))).toMatchObject({ code: 'family_in_use', field: 'second_parent' });
    expect(await refusal(erase(second))).toMatchObject({ code: 'not_allowed' });
    expect(await refusal(erase(other.who, { p_family_id: home.familyId }))).toMatchObject({
      code: 'not_allowed',
    });
    expect(await refusal(erase(coach))).toMatchObject({ code: 'not_allowed' });
    expect(await refusal(erase(admin))).toMatchObject({ code: 'invalid_input', field: 'p_family_id' });
    expect(await sqlState(rpc(db, visitor, 'erase_family'))).toBe('42501');
    expect((await receipt(home.who)).erasing.may).toBe(true);
  });

  test('erasing is refused while a pass renews', async () => {
    const home = await passes.makeHome(db, '2022-05-01');
    const bought = await shop.openCheckout(db, await shop.makeSession(db, { inDays: 3 }), shop.term);
    await shop.confirmPayment(db, shop.paymentOf(bought));
    await db.sql`
      insert into public.pass_subscriptions
        (family_id, child_id, offer_id, order_line_id, provider_subscription_id, price_cents, current_period_end)
      select ${home.familyId}, ${home.childId}, l.offer_id, l.id, 'sub_erase', 100, now()
      from public.order_lines l where l.order_id = ${bought.orderId}`;
    expect(await refusal(erase(home.who))).toMatchObject({ code: 'family_in_use', field: 'renewals' });
  });
});

describe('the calendar link', () => {
  const renew = async (who: Caller) => v.parse(CalendarLink, await rpc(db, who, 'renew_calendar_link'));
  const read = (p_token: string) =>
    rpc<{ events: Record<string, unknown>[] }>(db, service, 'read_family_calendar', { p_token });

  test('the calendar shows upcoming and recent sessions by first name, and marks cancelled ones', async () => {
    await stopCalendar(db, '2030-01-10T12:00:00+08:00');
    const home = await passes.makeHome(db, '2022-05-01');
    await saveChild(db, home.who, {
      id: home.childId,
      name: 'Kai Ming Tan',
      health: { allergies: 'Bees' },
    });
    await passes.makePass(db, home, { credits: 9 });
    const sessions = [];
    for (const date of ['2030-01-12', '2030-01-13', '2030-01-19'])
      sessions.push(await shop.makeSession(db, { date }));
    const [bookedSession = '', given = '', off = ''] = sessions;
    for (const session of [bookedSession, given, off]) await passes.bookSession(db, home, session);
    const [back] = await db.sql<[{ id: string }]>`select id from public.bookings where session_id = ${given}`;
    await passes.cancelBooking(db, home.who, back.id);
    await passes.bookSession(db, home, given);
    await cancelSessions(db, off);
    const old = await shop.makeSession(db, { date: '2029-12-09' });
    await db.sql`insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
      select id, session_date, session_time, ${home.childId}, ${home.familyId} from public.sessions where id = ${old}`;
    const { events } = await read((await renew(home.who)).token);
    expect(
      events.map(({ session, cancelled, child }) => [
        (session as { session_id: string }).session_id,
        cancelled,
        child,
      ]),
    ).toEqual([
      [bookedSession, false, 'Kai'],
      [given, false, 'Kai'],
      [off, true, 'Kai'],
    ]);
    expect(JSON.stringify(events)).not.toMatch(/Bees|Tan/);
    expect((await receipt(home.who)).calendar_link?.last_read_at).not.toBeNull();
  });

  test('a family has one link, which ends when it is revoked and is not stored in plain text', async () => {
    const home = await passes.makeHome(db);
    const first = await renew(home.who);
    const next = await renew(home.who);
    expect(await refusal(read(first.token))).toMatchObject({ code: 'link_not_found' });
    expect(await read(next.token)).toEqual({ events: [] });
    const [row] =
      await db.sql`select count(*) as n from public.family_calendars c where to_jsonb(c)::text like ${`%${next.token}%`}`;
    expect(row).toEqual({ n: 0 });
    expect(await rpc(db, home.who, 'revoke_calendar_link')).toEqual({ revoked: true });
    expect(await rpc(db, home.who, 'revoke_calendar_link')).toEqual({ revoked: false });
    expect(await refusal(read(next.token))).toMatchObject({ code: 'link_not_found' });
    expect((await receipt(home.who)).calendar_link).toBeNull();
  });

  test('only the service can read the calendar', async () => {
    const home = await passes.makeHome(db);
    const { token } = await renew(home.who);
    for (const who of [visitor, home.who, admin])
      expect(await sqlState(rpc(db, who, 'read_family_calendar', { p_token: token }))).toBe('42501');
    expect(await sqlState(rpc(db, visitor, 'renew_calendar_link'))).toBe('42501');
  });
});
