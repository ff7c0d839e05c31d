/** Tests that a business admin can remove a parent, and that the removed parent can read nothing from then on. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FamilyParents } from '#contract/family-parents.ts';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import { makeParent, signedIn } from '#support/sql-details.ts';
import * as passes from '#support/sql-passes.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc, service, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
let owner: Caller;
// The role needs a second factor.
const withFactor = (who: Caller): Caller => ({ ...who, claims: { aal: 'aal2' } });
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
  owner = withFactor(signedIn(await makeUser(db, 'owner@example.test', ['business_admin'])));
});
afterAll(() => db.drop());

let made = 0;
/** Makes a family with a child and two parents, each with an account. */
async function makePair() {
  const home = await passes.makeHome(db, '2018-05-01');
  const email = `second${++made}@example.test`;
  const second = await makeParent(db, email);
  const invitation = await rpc<{ token: string }>(db, home.who, 'invite_parent', { p_email: email });
  await rpc(db, second, 'accept_invitation', { p_token: invitation.token });
  return { familyId: home.familyId, childId: home.childId, first: home.who, second };
}
type Pair = Awaited<ReturnType<typeof makePair>>;
const emailOf = async ({ sub }: Caller) => {
  const [user] = await db.sql<[{ email: string }]>`select email from auth.users where id = ${sub ?? ''}`;
  return user.email;
};
const remove = (who: Caller, p_family_id: string, p_profile_id: string, p_reason = 'Court order') =>
  rpc(db, who, 'remove_parent_for_family', { p_family_id, p_profile_id, p_reason });
const readsChild = async (who: Caller, { childId }: { childId: string }) =>
  (await db.as(who, (sql) => sql`select from public.children where id = ${childId}`)).length > 0;
const kindsTo = async (who: Caller) => {
  const rows = await db.sql<{ kind: string }[]>`
    select o.payload ->> 'kind' as kind from public.outbox o join auth.users u on u.email = o.recipient
    where u.id = ${who.sub ?? ''} and o.template = 'parents_changed'`;
  return rows.map(({ kind }) => kind);
};

test('neither parents nor other staff may remove a parent', async () => {
  const pair = await makePair();
  const secondId = pair.second.sub ?? '';
  const [admin, coach] = [
    signedIn(await makeUser(db, 'admin@example.test', ['admin'])),
    signedIn(await makeUser(db, 'coach@example.test', ['coach'])),
  ];
  for (const who of [pair.first, pair.second, admin, coach])
    expect(await refusal(remove(withFactor(who), pair.familyId, secondId))).toMatchObject({
      code: 'not_allowed',
    });
  for (const who of [visitor, service])
    expect(await sqlState(remove(who, pair.familyId, secondId))).toBe('42501');
  expect(await readsChild(pair.second, pair)).toBe(true);
});

test('a business admin needs a fresh sign-in', async () => {
  const pair = await makePair();
  const session_id = randomUUID();
  await db.sql`
    insert into auth.sessions (id, user_id, created_at)
    values (${session_id}, ${owner.sub ?? ''}, clock_timestamp() - interval '1 day')`;
  const stale = { ...owner, claims: { ...owner.claims, session_id } };
  expect(await refusal(remove(stale, pair.familyId, pair.second.sub ?? ''))).toMatchObject({
    code: 'sign_in_again',
  });
});

test.each(['first', 'second'] as const)(
  'the %s parent reads nothing from then on, the other is the first, and both are mailed',
  async (which) => {
    const pair = await makePair();
    const [removed, stays] = which === 'first' ? [pair.first, pair.second] : [pair.second, pair.first];
    expect(await readsChild(removed, pair)).toBe(true);
    expect(v.parse(FamilyParents, await remove(owner, pair.familyId, removed.sub ?? ''))).toMatchObject({
      primary_parent_id: stays.sub,
      secondary_parent_id: null,
    });
    expect([await readsChild(removed, pair), await readsChild(stays, pair)]).toEqual([false, true]);
    expect(await kindsTo(removed)).toContain('removed_by_office');
    expect(await kindsTo(stays)).toContain('removed_by_office_other');
    const [note] = await db.sql<[{ note: string; written_by: string }]>`
      select note, written_by from public.family_notes where family_id = ${pair.familyId}`;
    expect(note).toMatchObject({
      note: expect.stringMatching(/^Parent removed by the office: .+\. Why: Court order$/) as string,
      written_by: owner.sub,
    });
    const [entry] = await db.sql<[{ user_id: string }]>`
      select user_id from public.audit_log
      where table_name = 'families' and row_key = ${pair.familyId} and before ? 'parent' order by id desc limit 1`;
    expect(entry.user_id).toBe(owner.sub);
    // The last parent stays, and a repeated request changes nothing.
    expect(await refusal(remove(owner, pair.familyId, stays.sub ?? ''))).toMatchObject({
      code: 'last_parent',
    });
    expect(await refusal(remove(owner, pair.familyId, removed.sub ?? ''))).toMatchObject({
      code: 'parent_not_found',
    });
  },
);

test('nobody removes a parent of the own family, a stranger, or somebody without a reason', async () => {
  const pair = await makePair();
  const secondId = pair.second.sub ?? '';
  expect(await refusal(remove(owner, pair.familyId, owner.sub ?? ''))).toMatchObject({
    code: 'parent_not_found',
  });
  expect(await refusal(remove(owner, randomUUID(), secondId))).toMatchObject({ code: 'family_not_found' });
  expect(await refusal(remove(owner, pair.familyId, secondId, ' '))).toMatchObject({ field: 'reason' });
  await db.sql`
    insert into public.user_roles (user_id, role) values (${pair.first.sub ?? ''}, 'business_admin')`;
  expect(await refusal(remove(withFactor(pair.first), pair.familyId, secondId))).toMatchObject({
    code: 'own_balance',
  });
  expect(await readsChild(pair.second, pair)).toBe(true);
});

describe('what the removed parent knew', () => {
  const codesOf = async ({ first }: Pair) =>
    (await rpc<{ code: string }[]>(db, first, 'get_pickup_codes', {})).map(({ code }) => code);
  const newCodesToldTo = (who: Caller) => db.sql`
    select o.payload ->> 'kind' as kind, o.payload -> 'new_codes' as new_codes
    from public.outbox o join auth.users u on u.email = o.recipient
    where u.id = ${who.sub ?? ''} and o.template = 'parents_changed' and o.payload ->> 'kind' like 'removed%'`;

  test('a pick-up code that the removed parent read stops working, and the other parent is told', async () => {
    const pair = await makePair();
    await db.sql`
      insert into public.pickup_authorizations (family_id, child_id, position, name)
      values (${pair.familyId}, null, 1, 'Gran Tan'), (${pair.familyId}, ${pair.childId}, 1, 'Uncle Ben')`;
    const before = await codesOf(pair);
    expect(before).toHaveLength(2);
    await remove(owner, pair.familyId, pair.second.sub ?? '');
    const after = await codesOf(pair);
    expect(after).toHaveLength(2);
    expect(after.filter((code) => before.includes(code))).toEqual([]);
    expect(await newCodesToldTo(pair.first)).toEqual([{ kind: 'removed_by_office_other', new_codes: true }]);
    expect(await newCodesToldTo(pair.second)).toEqual([{ kind: 'removed_by_office', new_codes: false }]);
  });

  test('a family without codes is told nothing about codes', async () => {
    const pair = await makePair();
    await remove(owner, pair.familyId, pair.second.sub ?? '');
    expect(await newCodesToldTo(pair.first)).toMatchObject([{ new_codes: false }]);
  });

  test('nothing that is queued about the family is sent to them, whether to the account or a typed address', async () => {
    const pair = await makePair();
    const [email, other] = [await emailOf(pair.second), await emailOf(pair.first)];
    const session = await shop.makeSession(db);
    const [entry] = await db.sql<[{ id: string }]>`
      insert into public.waitlist_entries (family_id, session_id, status, parent_name, parent_email, parent_phone, places)
      values (${pair.familyId}, ${session}, 'unconfirmed', 'Ming Tan', ${email}, '+6591234567', 1) returning id`;
    await db.sql`select private.ask_to_confirm(e, 'first') from public.waitlist_entries e where e.id = ${entry.id}`;
    const queue = (key: string, profile: string | null) => db.sql`
      insert into public.outbox (key, template, recipient, profile_id, payload)
      values (${key}, 'place_changed', ${email}, ${profile}, '{"parent_name": "Ming Tan"}')`;
    await queue(`place_changed:${randomUUID()}:${pair.familyId}`, pair.second.sub ?? null);
    await queue(`place_changed:${randomUUID()}:${entry.id}`, null);
    await queue(`place_changed:${randomUUID()}:${randomUUID()}`, null);
    await db.sql`
      insert into public.phone_messages (key, cause, channel, family_id, profile_id, phone, occasion, place_ids, payload,
        is_urgent, not_before)
      values (${randomUUID()}, 'rain', 'sms', ${pair.familyId}, ${pair.second.sub ?? ''}, '+6591234567', 'cancelled', '{}',
        '{}', true, clock_timestamp())`;
    await remove(owner, pair.familyId, pair.second.sub ?? '');
    const waiting = (to: string) => db.sql`
      select template, key ~ ${`${pair.familyId}|${entry.id}`} as is_about_family from public.outbox
      where recipient = ${to} and sent_at is null order by template, key`;
    // The mails that are left say that the access has ended, or are not about this family.
    expect(await waiting(email)).toEqual([
      { template: 'parents_changed', is_about_family: true },
      { template: 'place_changed', is_about_family: false },
    ]);
    expect(await db.sql`select from public.phone_messages where family_id = ${pair.familyId}`).toHaveLength(
      0,
    );
    // The parent who stays confirms the entry instead.
    expect(await waiting(other)).toContainEqual({ template: 'waitlist_confirm', is_about_family: true });
  });
});
