import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { FamilyParents } from '#contract/family-parents.ts';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import { makeParent } from '#support/sql-details.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as passes from '#support/sql-passes.ts';
import * as camps from '#support/sql-camps.ts';
import * as orders from '#support/sql-orders.ts';
import { makeUser, refusal, rpc, service, sqlState, visitor } from '#support/sql.ts';

// Tests what a token can read and do for a family after its session has ended or before its second factor was used, and
// which calls need a fresh sign-in.

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
});
afterAll(() => db.drop());

const nowInSeconds = () => Math.floor(Date.now() / 1000);
const makeCaller = (sub: string, claims: object): Caller => ({
  role: 'authenticated',
  sub,
  claims: { iat: nowInSeconds(), ...claims },
});
const sessionOf = async (userId: string, age = '0 seconds') => {
  const id = randomUUID();
  await db.sql`
    insert into auth.sessions (id, user_id, created_at)
    values (${id}, ${userId}, clock_timestamp() - ${age}::interval)`;
  return id;
};

/** Each key is a table with rows of the parent's family or account. The value selects those rows. */
const ofFamily: Record<string, string> = {
  profiles: 'true',
  families: 'true',
  children: 'true',
  bookings: 'true',
  camp_enrollments: 'true',
  orders: 'true',
  order_lines: 'true',
  order_children: 'true',
  passes: 'true',
  credit_ledger: 'true',
  child_health: 'true',
  child_behaviour: 'true',
  profile_health: 'true',
  emergency_contacts: 'true',
  pickup_authorizations: 'true',
  consents: 'true',
  family_invitations: 'true',
  family_calendars: 'true',
  family_proposals: 'true',
  waitlist_entries: 'true',
  attendance_marks: 'true',
  user_roles: 'true',
};
const calls: [name: string, args: () => Record<string, unknown>][] = [
  ['get_family_dashboard', () => ({})],
  ['get_parent_profile', () => ({})],
  ['get_pickup_codes', () => ({})],
  ['get_child_details', () => ({ p_child_id: people.childId })],
  ['get_family_orders', () => ({})],
  ['get_privacy_receipt', () => ({})],
  ['get_child_photos', () => ({ p_child_ids: null })],
  ['export_family', () => ({ p_family_id: null })],
  ['renew_calendar_link', () => ({})],
  ['revoke_calendar_link', () => ({})],
  ['get_recorded_details', () => ({})],
  ['save_profile', () => ({ p_profile: { pickup_authorizations: [{ name: 'A Stranger' }] } })],
  ['invite_parent', () => ({ p_email: 'thief@example.test' })],
  ['withdraw_invitation', () => ({})],
  ['stop_handover', () => ({})],
  ['link_purchases', () => ({})],
  ['erase_family', () => ({ p_family_id: null })],
];

/** Expects that each read and each call of a parent is refused with this code. */
async function expectAllRefused(who: Caller, code: string): Promise<void> {
  for (const table of Object.keys(ofFamily)) {
    const read = db.as(who, (sql) => sql.unsafe(`select 1 from public.${table}`));
    expect.soft(await refusal(read), table).toMatchObject({ code });
  }
  for (const [name, args] of calls)
    expect.soft(await refusal(rpc(db, who, name, args())), name).toMatchObject({ code });
}

describe('a verified second factor', () => {
  beforeEach(async () => {
    await db.sql`
      insert into auth.mfa_factors (user_id, factor_type, status, friendly_name)
      values (${people.parentId}, 'totp', 'verified', ${randomUUID()})`;
    return async () => db.sql`delete from auth.mfa_factors`;
  });

  test('a token below aal2 cannot read or change anything of the family', async () => {
    const session_id = await sessionOf(people.parentId);
    await expectAllRefused(makeCaller(people.parentId, { session_id, aal: 'aal1' }), 'second_factor_needed');
    await expectAllRefused(makeCaller(people.parentId, { session_id }), 'second_factor_needed');
    const [row] = await db.sql`
      select count(*)::int as n from public.pickup_authorizations where name = 'A Stranger'`;
    expect(row).toEqual({ n: 0 });
  });

  test('a token with the factor reads everything, and the other parent, who has no factor, needs none', async () => {
    const session_id = await sessionOf(people.parentId);
    const parent = makeCaller(people.parentId, { session_id, aal: 'aal2' });
    for (const table of Object.keys(ofFamily))
      expect(await sqlState(db.as(parent, (sql) => sql.unsafe(`select 1 from public.${table}`))), table).toBe(
        null,
      );
    const second = makeCaller(people.secondParentId, {
      session_id: await sessionOf(people.secondParentId),
      aal: 'aal1',
    });
    expect(await db.as(second, (sql) => sql`select id from public.children`)).not.toHaveLength(0);
  });

  test('a token without the factor cannot hold a spot in the name of the account', async () => {
    const who = makeCaller(people.parentId, { session_id: await sessionOf(people.parentId), aal: 'aal1' });
    const camp = await camps.makeCamp(db, { start: '2030-01-21' });
    const lines = [orders.campLine(camp)];
    expect(await refusal(orders.hold(db, { lines }, who))).toMatchObject({ code: 'second_factor_needed' });
  });

  test('an unverified factor is not required', async () => {
    await db.sql`update auth.mfa_factors set status = 'unverified'`;
    const who = makeCaller(people.parentId, { session_id: await sessionOf(people.parentId), aal: 'aal1' });
    expect(await db.as(who, (sql) => sql`select id from public.children`)).not.toHaveLength(0);
  });
});

describe('a session that was ended', () => {
  test.each([
    ['signed out everywhere', (id: string) => db.sql`delete from auth.sessions where id = ${id}`],
    ['at its end', (id: string) => db.sql`update auth.sessions set not_after = now() where id = ${id}`],
    [
      'of a banned account',
      () =>
        db.sql`update auth.users set banned_until = now() + interval '1 day' where id = ${people.parentId}`,
    ],
  ])('%s: its token, still valid by its signature, is refused at the next call', async (_, end) => {
    const session_id = await sessionOf(people.parentId);
    const who = makeCaller(people.parentId, { session_id, iat: nowInSeconds() - 60 });
    expect(await db.as(who, (sql) => sql`select id from public.children`)).not.toHaveLength(0);
    await end(session_id);
    await expectAllRefused(who, 'session_ended');
    expect(await refusal(rpc(db, who, 'get_parent_profile'))).toMatchObject({ status: 401 });
    await db.sql`update auth.users set banned_until = null where id = ${people.parentId}`;
  });

  test('a token without a session is accepted for a few minutes only', async () => {
    expect(
      await sqlState(
        rpc(db, makeCaller(people.parentId, { iat: nowInSeconds() - 240 }), 'get_parent_profile'),
      ),
    ).toBe(null);
    await expectAllRefused(makeCaller(people.parentId, { iat: nowInSeconds() - 3599 }), 'session_ended');
  });
});

describe('a thief with yesterday’s session', () => {
  const yesterday = async (userId: string, more: object = {}) =>
    makeCaller(userId, { session_id: await sessionOf(userId, '1 day'), ...more });
  async function makePair() {
    const home = await passes.makeHome(db, '2018-05-01');
    const email = `second-${randomUUID()}@example.test`;
    const second = await makeParent(db, email);
    const { token } = await rpc<{ token: string }>(db, home.who, 'invite_parent', { p_email: email });
    await rpc(db, second, 'accept_invitation', { p_token: token });
    return { ...home, second };
  }

  test.each(['remove_second_parent', 'leave_family', 'hand_over_family', 'erase_family', 'export_family'])(
    '%s asks for a fresh sign-in, and succeeds after one',
    async (call) => {
      const home = await makePair();
      if (call === 'erase_family') await rpc(db, home.who, 'remove_second_parent');
      const thief = await yesterday(home.who.sub ?? '');
      expect(await refusal(rpc(db, thief, call))).toMatchObject({ code: 'sign_in_again', status: 409 });
      const fresh = makeCaller(home.who.sub ?? '', { session_id: await sessionOf(home.who.sub ?? '') });
      expect(await sqlState(rpc(db, fresh, call))).toBe(null);
    },
  );

  test('a thief cannot invite a parent or set up a second factor', async () => {
    const home = await passes.makeHome(db, '2018-05-01');
    const sub = home.who.sub ?? '';
    const thief = await yesterday(sub);
    expect(await refusal(rpc(db, thief, 'invite_parent', { p_email: 'thief@example.test' }))).toMatchObject({
      code: 'sign_in_again',
    });
    expect(await refusal(rpc(db, thief, 'check_fresh_sign_in'))).toMatchObject({ code: 'sign_in_again' });
    await db.sql`
      insert into auth.mfa_factors (user_id, factor_type, status, friendly_name) values (${sub}, 'totp', 'unverified', 'a')`;
    const verify = () => db.sql`update auth.mfa_factors set status = 'verified' where user_id = ${sub}`;
    expect(await refusal(verify())).toMatchObject({ code: 'sign_in_again' });
    await sessionOf(sub);
    expect(await sqlState(verify())).toBe(null);
  });

  test('an admin’s session from last week cannot export or erase a family, but a fresh one can', async () => {
    const home = await passes.makeHome(db, '2018-05-01');
    const adminId = await makeUser(db, `admin-${randomUUID()}@example.test`, ['admin']);
    const old = makeCaller(adminId, { session_id: await sessionOf(adminId, '7 days') });
    const fresh = makeCaller(adminId, { session_id: await sessionOf(adminId) });
    for (const call of ['export_family', 'erase_family']) {
      const of = { p_family_id: home.familyId };
      expect(await refusal(rpc(db, old, call, of)), call).toMatchObject({ code: 'sign_in_again' });
      expect(await sqlState(rpc(db, fresh, call, of)), call).toBe(null);
    }
    expect(await sqlState(rpc(db, service, 'export_family', { p_family_id: home.familyId }))).toBe(null);
  });

  describe('handing a family over', () => {
    const parents = async (who: Caller, call: string) => v.parse(FamilyParents, await rpc(db, who, call));
    const kinds = async (who: Caller) => {
      const rows = await db.sql<{ kind: string; at: string | null }[]>`
        select m.payload ->> 'kind' as kind, m.payload ->> 'at' as at
        from public.outbox m join auth.users u on u.email = m.recipient
        where u.id = ${who.sub ?? ''} and m.template = 'parents_changed' order by m.created_at, m.id`;
      return rows;
    };
    const first = async (familyId: string) => {
      const [row] = await db.sql<[{ id: string }]>`
        select primary_parent_id as id from public.families where id = ${familyId}`;
      return row.id;
    };
    const dayOver = (familyId: string) =>
      db.sql`update public.families set handover_at = clock_timestamp() where id = ${familyId}`;

    test('the request changes nothing for a day, and both parents get a mail that says until when it can be stopped', async () => {
      const home = await makePair();
      const requested = await parents(home.who, 'hand_over_family');
      expect(requested.primary_parent_id).toBe(home.who.sub);
      const inHours = (Date.parse(requested.handover_at ?? '') - Date.now()) / 3_600_000;
      expect(inHours).toBeGreaterThan(23.9);
      expect(inHours).toBeLessThan(24.1);
      expect((await kinds(home.who)).at(-1)).toEqual({ kind: 'handover_from', at: requested.handover_at });
      expect((await kinds(home.second)).at(-1)).toEqual({ kind: 'handover_to', at: requested.handover_at });
      await rpc(db, service, 'finish_handovers');
      expect(await first(home.familyId)).toBe(home.who.sub);
      // A repeated request neither delays the handover nor sends another mail.
      expect((await parents(home.who, 'hand_over_family')).handover_at).toBe(requested.handover_at);
      expect((await kinds(home.second)).filter(({ kind }) => kind === 'handover_to')).toHaveLength(1);
    });

    test('a chore carries out the handover once, after the day', async () => {
      const home = await makePair();
      await parents(home.who, 'hand_over_family');
      await dayOver(home.familyId);
      expect(await rpc(db, service, 'finish_handovers')).toEqual({ handed_over: 1 });
      expect(await rpc(db, service, 'finish_handovers')).toEqual({ handed_over: 0 });
      expect(await first(home.familyId)).toBe(home.second.sub);
      expect((await kinds(home.second)).at(-1)).toMatchObject({ kind: 'first' });
      expect((await kinds(home.who)).at(-1)).toMatchObject({ kind: 'second' });
    });

    test.each(['first', 'second'])(
      'the %s parent can stop it, even with yesterday’s session',
      async (which) => {
        const home = await makePair();
        await parents(home.who, 'hand_over_family');
        const stopper = await yesterday((which === 'first' ? home.who.sub : home.second.sub) ?? '');
        expect(await parents(stopper, 'stop_handover')).toMatchObject({ handover_at: null });
        await rpc(db, service, 'finish_handovers');
        expect(await first(home.familyId)).toBe(home.who.sub);
        for (const who of [home.who, home.second])
          expect((await kinds(who)).at(-1)).toMatchObject({ kind: 'handover_stopped' });
      },
    );

    test('the request ends when the parents change, and strangers cannot stop it', async () => {
      const home = await makePair();
      await parents(home.who, 'hand_over_family');
      const stranger = await passes.makeHome(db);
      expect(await parents(stranger.who, 'stop_handover')).toMatchObject({ handover_at: null });
      const [row] = await db.sql`
        select handover_at is not null as waits from public.families where id = ${home.familyId}`;
      expect(row).toEqual({ waits: true });
      expect(await sqlState(rpc(db, visitor, 'stop_handover'))).toBe('42501');
      expect(await sqlState(rpc(db, home.who, 'finish_handovers'))).toBe('42501');
      await parents(home.who, 'remove_second_parent');
      const [after] = await db.sql`select handover_at from public.families where id = ${home.familyId}`;
      expect(after).toEqual({ handover_at: null });
    });
  });
});
