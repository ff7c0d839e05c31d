/** Tests when an invited parent cannot bring an existing family along (docs/decisions "Two parents"). */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AcceptedInvitation, JoiningPreview } from '#contract/family-parents.ts';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import { makeParent, saveChild } from '#support/sql-details.ts';
import * as orders from '#support/sql-orders.ts';
import * as passes from '#support/sql-passes.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publishOnly(db, [...[shop.tryout, shop.term].map(shop.asPublished), orders.tryOutOffer]);
});
afterAll(() => db.drop());

const invite = async (first: passes.Home, invited: Pick<passes.Home, 'email'>) =>
  (await rpc<{ token: string }>(db, first.who, 'invite_parent', { p_email: invited.email })).token;
const preview = async (who: Caller, p_token: string) =>
  v.parse(JoiningPreview, await rpc(db, who, 'preview_joining', { p_token }));
const join = async (who: Caller, p_token: string, p_expected: string) =>
  v.parse(AcceptedInvitation, await rpc(db, who, 'join_with_family', { p_token, p_expected }));
const seenAndJoined = async (who: Caller, token: string) =>
  join(who, token, (await preview(who, token)).fingerprint);
/** Returns the refusals of the preview and of the call that joins, which must be equal. */
const refusals = async (who: Caller, p_token: string) => [
  await refusal(rpc(db, who, 'preview_joining', { p_token })),
  await refusal(rpc(db, who, 'join_with_family', { p_token, p_expected: 'nothing' })),
];
const bothRefused = (refused: object): unknown[] => [
  expect.objectContaining(refused),
  expect.objectContaining(refused),
];

async function couple() {
  const [first, invited] = [await passes.makeHome(db), await passes.makeHome(db)];
  return { first, invited, token: await invite(first, invited) };
}
async function buy(home: passes.Home, offer: { id: string } = shop.term, session?: string) {
  const session_id = session ?? (await shop.makeSession(db, { capacity: 9 }));
  const lines = [{ offer_id: offer.id, session_id, child: 0 }];
  const order = await orders.hold(db, { lines, children: [{ id: home.childId }] }, home.who);
  const result = await orders.payOrder(db, order, orders.orderDetails([{}]));
  return { session: session_id, result, orderId: await orders.readOrderId(db, order) };
}
const childrenOf = (familyId: string) =>
  db.sql<
    { id: string; name: string }[]
  >`select id, name from public.children where family_id = ${familyId} order by created_at`;
const readFamily = async (who: Caller) => {
  const [row] = await db.sql<
    [{ family_id: string | null }]
  >`select family_id from public.profiles where id = ${who.sub ?? ''}`;
  return row.family_id;
};

describe('refused and simultaneous attempts to join a family', () => {
  test('joining is refused with another account’s link, an unverified address, or a link that has ended', async () => {
    const { first, invited, token } = await couple();
    const stranger = await passes.makeHome(db);
    const missing = bothRefused({ code: 'invitation_not_found', status: 404 });
    expect(await refusals(stranger.who, token)).toEqual(missing);
    expect(await refusals(first.who, token)).toEqual(missing);
    expect(await refusals(invited.who, `${token}0`)).toEqual(missing);
    const setConfirmed = (at: string | null) =>
      db.sql`update auth.users set email_confirmed_at = ${at} where id = ${invited.who.sub ?? ''}`;
    await setConfirmed(null);
    expect(await refusals(invited.who, token)).toEqual(missing);
    await setConfirmed(new Date().toISOString());
    const { fingerprint } = await preview(invited.who, token);
    await rpc(db, first.who, 'withdraw_invitation');
    expect(await refusal(join(invited.who, token, fingerprint))).toMatchObject({
      code: 'invitation_not_found',
    });
    const again = await invite(first, invited);
    await db.sql`update public.family_invitations set expires_at = clock_timestamp() where email = ${invited.email}`;
    expect(await refusals(invited.who, again)).toEqual(missing);
    for (const call of ['preview_joining', 'join_with_family'])
      expect(
        await sqlState(
          rpc(db, visitor, call, {
            p_token: again,
            ...(call === 'join_with_family' && { p_expected: '' }),
          }),
        ),
      ).toBe('42501');
    expect(await readFamily(invited.who)).toBe(invited.familyId);
  });

  test('joining is refused with yesterday’s sign-in', async () => {
    const { invited, token } = await couple();
    const session_id = randomUUID();
    await db.sql`
      insert into auth.sessions (id, user_id, created_at)
      values (${session_id}, ${invited.who.sub ?? ''}, clock_timestamp() - interval '1 day')`;
    const iat = Math.floor(Date.now() / 1000);
    expect(await refusals({ ...invited.who, claims: { session_id, iat } }, token)).toEqual(
      bothRefused({ code: 'sign_in_again' }),
    );
  });

  test('a parent cannot bring a family that another parent shares and did not agree to', async () => {
    const { first, invited, token } = await couple();
    const other = await passes.addSecondParent(db, invited);
    const shared = bothRefused({ code: 'already_in_family', status: 409 });
    expect(await refusals(invited.who, token)).toEqual(shared);
    expect(await rpc(db, invited.who, 'read_invitation', { p_token: token })).toMatchObject({
      own: 'shared',
    });
    // The second parent of that family cannot bring it along either.
    expect(await refusals(other.who, await invite(first, other))).toEqual(shared);
    expect(await readFamily(other.who)).toBe(invited.familyId);
  });

  test('a parent cannot join a family that has two parents by now', async () => {
    const { first, invited, token } = await couple();
    await db.sql`
      update public.families set secondary_parent_id = ${(await makeParent(db, `third-${randomUUID()}@example.test`)).sub ?? ''}
      where id = ${first.familyId}`;
    expect(await refusals(invited.who, token)).toEqual(bothRefused({ code: 'family_full' }));
  });

  test('joining is refused after something has changed since the preview', async () => {
    const { invited, token } = await couple();
    const { fingerprint } = await preview(invited.who, token);
    await saveChild(db, invited.who, { name: 'Another Child', dob: '2019-01-01' });
    expect(await refusal(join(invited.who, token, fingerprint))).toMatchObject({
      code: 'changed_meanwhile',
      field: 'p_expected',
    });
    expect(await readFamily(invited.who)).toBe(invited.familyId);
    await seenAndJoined(invited.who, token);
  });

  test('a parent cannot join twice from two devices at the same moment', async () => {
    const { first, invited, token } = await couple();
    await buy(invited);
    const { fingerprint } = await preview(invited.who, token);
    const ends = await Promise.allSettled(
      Array.from({ length: 3 }, () => join(invited.who, token, fingerprint)),
    );
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await childrenOf(first.familyId)).toHaveLength(2);
    expect(await refusals(invited.who, token)).toEqual(bothRefused({ code: 'invitation_not_found' }));
  });

  test('a parent cannot join two families at once, and ends in one of them with everything', async () => {
    const { first, invited, token } = await couple();
    const rival = await passes.makeHome(db);
    const theirs = await invite(rival, invited);
    const [one, other] = [await preview(invited.who, token), await preview(invited.who, theirs)];
    const ends = await Promise.allSettled([
      join(invited.who, token, one.fingerprint),
      join(invited.who, theirs, other.fingerprint),
    ]);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [child] = await db.sql<
      [{ family_id: string }]
    >`select family_id from public.children where id = ${invited.childId}`;
    expect([first.familyId, rival.familyId]).toContain(child.family_id);
    expect(await readFamily(invited.who)).toBe(child.family_id);
  });

  test('when two parents invited each other, they become one family and not none', async () => {
    const { first, invited, token } = await couple();
    const back = await invite(invited, first);
    const [one, other] = [await preview(invited.who, token), await preview(first.who, back)];
    const ends = await Promise.allSettled([
      join(invited.who, token, one.fingerprint),
      join(first.who, back, other.fingerprint),
    ]);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const family = await readFamily(first.who);
    expect(await readFamily(invited.who)).toBe(family);
    expect(await childrenOf(family ?? '')).toHaveLength(2);
  });
});

test('a parent who leaves later leaves everything they brought in the family, and can read none of it', async () => {
  const { first, invited, token } = await couple();
  await seenAndJoined(invited.who, token);
  await rpc(db, invited.who, 'leave_family');
  expect(await rpc(db, invited.who, 'get_family_dashboard')).toMatchObject({ family: null, children: [] });
  expect(await childrenOf(first.familyId)).toHaveLength(2);
});
