/** Tests that a business admin can remove a parent, and that the removed one reads nothing from then on. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
