/** Tests that an invited parent can bring an existing family along (docs/decisions "Two parents"). */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AcceptedInvitation, InvitationView, JoiningPreview } from '#contract/family-parents.ts';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import { makeParent, saveChild, saveProfile, signedIn } from '#support/sql-details.ts';
import * as orders from '#support/sql-orders.ts';
import * as passes from '#support/sql-passes.ts';
import * as shop from '#support/sql-selling.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { makeUser, refusal, rpc, service } from '#support/sql.ts';

let db: TestDatabase, admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publishOnly(db, [...[shop.tryout, shop.term].map(shop.asPublished), orders.tryOutOffer]);
  admin = signedIn(await makeUser(db, 'joining-admin@example.test', ['admin']));
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
/** Gives both families a child with the same name and birthday, as if each parent had typed in their child. */
async function sameChild(...homes: passes.Home[]) {
  const name = `Lina ${randomUUID().slice(0, 8)}`;
  for (const { who, childId } of homes) await saveChild(db, who, { id: childId, name, dob: '2018-05-01' });
  return name;
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
const placesIn = async (session: string) =>
  [
    ...(await db.sql<{ child_id: string; family_id: string }[]>`
      select child_id, family_id from public.bookings where session_id = ${session} and status = 'booked'`),
  ].map((row) => ({ ...row }));
const readFamily = async (who: Caller) => {
  const [row] = await db.sql<
    [{ family_id: string | null }]
  >`select family_id from public.profiles where id = ${who.sub ?? ''}`;
  return row.family_id;
};

test('the joining family’s data move to the shared family, and both parents can read them', async () => {
  const { first, invited, token } = await couple();
  const bought = await buy(invited);
  const { session: full } = await waitlists.makeFullSession(db);
  await waitlists.joinAs(db, invited.who, {
    session_id: full,
    parent: { ...waitlists.waitingParent, email: invited.email },
    children: [{ id: invited.childId }],
  });
  await saveChild(db, invited.who, { id: invited.childId, health: { allergies: 'Peanuts' } });
  const [before] = await db.sql`
    select o.terms_id is not null as has_terms, o.valid_until, o.terms_id, o.id from public.passes o
    where family_id = ${invited.familyId}`;
  const read = v.parse(InvitationView, await rpc(db, invited.who, 'read_invitation', { p_token: token }));
  expect(read.own).toBe('alone');
  const seen = await preview(invited.who, token);
  expect(seen).toMatchObject({
    children: [{ id: invited.childId, is_merged: false }],
    ahead: 1,
    credits: 17,
    waiting: 1,
    orders: 1,
    ends_calendar: false,
  });
  // A preview changes nothing and always returns the same.
  expect(await readFamily(invited.who)).toBe(invited.familyId);
  expect(await preview(invited.who, token)).toEqual(seen);

  expect(await join(invited.who, token, seen.fingerprint)).toEqual({ family_id: first.familyId });
  const [shared] = await db.sql`
    select primary_parent_id, secondary_parent_id from public.families where id = ${first.familyId}`;
  expect(shared).toEqual({ primary_parent_id: first.who.sub, secondary_parent_id: invited.who.sub });
  expect(await db.sql`select from public.families where id = ${invited.familyId}`).toHaveLength(0);
  expect(await readFamily(invited.who)).toBe(first.familyId);
  for (const { who } of [first, invited]) {
    expect(await rpc(db, who, 'get_family_dashboard')).toMatchObject({
      children: expect.arrayContaining([
        expect.objectContaining({ id: first.childId }),
        expect.objectContaining({ id: invited.childId, credits_remaining: 17 }),
      ]) as unknown,
      upcomingBookings: [{ child_id: invited.childId }],
      waiting: [{}],
    });
    expect(await rpc(db, who, 'get_child_details', { p_child_id: invited.childId })).toMatchObject({
      health: { allergies: 'Peanuts' },
    });
    expect(await rpc(db, who, 'get_managed_order', { p_access: { order_id: bought.orderId } })).toMatchObject(
      { order_id: bought.orderId },
    );
  }
  const [after] = await db.sql`
    select o.terms_id is not null as has_terms, o.valid_until, o.terms_id, o.id from public.passes o
    where family_id = ${first.familyId}`;
  expect(after).toEqual(before);
  // Both parents get a mail, and the log has the parent who decided the merge.
  const mails = await db.sql`
    select recipient, payload ->> 'kind' as kind from public.outbox
    where template = 'parents_changed' and key like ${`parents_changed:${first.familyId}:%`} order by created_at`;
  expect(mails).toEqual([
    { recipient: first.email, kind: 'joined_with' },
    { recipient: invited.email, kind: 'brought' },
  ]);
  const log = await db.sql`
    select user_id from public.audit_log where action = 'merge' and row_key = ${first.familyId}`;
  expect(log).toEqual([{ user_id: invited.who.sub }]);
  expect(await db.as(admin, (sql) => sql`select rule from public.reconcile_books()`)).toEqual([]);
});

test('a parent without a family, or with an empty one, brings nothing', async () => {
  const first = await passes.makeHome(db);
  const email = `nothing-${randomUUID()}@example.test`;
  const who = await makeParent(db, email);
  const token = await invite(first, { email });
  const ownFamilyKind = async () =>
    v.parse(InvitationView, await rpc(db, who, 'read_invitation', { p_token: token })).own;
  expect(await ownFamilyKind()).toBe('none');
  expect(await refusals(who, token)).toEqual(bothRefused({ code: 'family_not_found' }));
  await saveProfile(db, who, { emergency_contacts: [{ name: 'Gran', phone: '+6591234567' }] });
  expect(await ownFamilyKind()).toBe('none');
  // The preview has not deleted anything.
  expect(await rpc(db, who, 'get_parent_profile')).toMatchObject({
    emergency_contacts: [{ name: 'Gran' }],
  });
});

describe('a child that both parents entered', () => {
  test('the preview shows one child, which then has the spots, credits and allergies of both', async () => {
    const { first, invited, token } = await couple();
    const name = await sameChild(first, invited);
    await saveChild(db, first.who, { id: first.childId, health: { allergies: 'Peanuts' } });
    await saveChild(db, invited.who, { id: invited.childId, health: { allergies: 'Bee stings' } });
    const [one, other] = [await buy(first), await buy(invited)];
    const seen = await preview(invited.who, token);
    expect(seen.children).toEqual([
      { id: invited.childId, name, age: expect.any(Number) as number, is_merged: true },
    ]);
    await join(invited.who, token, seen.fingerprint);
    expect(await childrenOf(first.familyId)).toEqual([{ id: first.childId, name }]);
    for (const { session } of [one, other])
      expect(await placesIn(session)).toEqual([{ child_id: first.childId, family_id: first.familyId }]);
    // The coach reads both allergies before a parent has decided anything.
    const [roster] = await db.sql<[{ health: { allergies: string[]; unconfirmed: object[] } }]>`
      select private.roster_safety(${first.childId}, ${first.familyId}) -> 'health' as health`;
    expect(roster.health.allergies).toEqual(['Peanuts']);
    expect(roster.health.unconfirmed).toEqual([{ field: 'allergies', text: 'Bee stings' }]);
    expect(await db.as(admin, (sql) => sql`select rule from public.reconcile_books()`)).toEqual([]);
  });

  test('the two children stay separate if each has a spot in the same class, so that no spot is lost', async () => {
    const { first, invited, token } = await couple();
    await sameChild(first, invited);
    const { session } = await buy(first);
    await buy(invited, shop.term, session);
    const seen = await preview(invited.who, token);
    expect(seen.children).toMatchObject([{ is_merged: false }]);
    await join(invited.who, token, seen.fingerprint);
    expect(await placesIn(session)).toHaveLength(2);
    expect(await childrenOf(first.familyId)).toHaveLength(2);
  });

  test('the child keeps both try-outs if each family bought one, and gets no third', async () => {
    const { first, invited, token } = await couple();
    await sameChild(first, invited);
    const tryOuts = [await buy(first, orders.tryOutOffer), await buy(invited, orders.tryOutOffer)];
    await seenAndJoined(invited.who, token);
    for (const { session } of tryOuts) expect(await placesIn(session)).toHaveLength(1);
    const lines = [
      { offer_id: orders.tryOutOffer.id, session_id: await shop.makeSession(db, { capacity: 9 }), child: 0 },
    ];
    const third = refusal(
      orders
        .hold(db, { lines, children: [{ id: first.childId }] }, first.who)
        .then((order) => orders.payOrder(db, order, orders.orderDetails([{}]))),
    );
    expect(await third).toMatchObject({ code: 'try_out_used' });
    expect(await db.as(admin, (sql) => sql`select rule from public.reconcile_books()`)).toEqual([]);
  });
});

describe('decisions that a family made for its children stay', () => {
  test('one parent’s consent does not allow a photo that the other parent never allowed', async () => {
    const { first, invited, token } = await couple();
    const decide = (home: passes.Home, p_purpose: string, p_given: boolean) =>
      rpc(db, home.who, 'record_consent', { p_purpose, p_given, p_version: p_purpose === 'photo' ? 2 : 1 });
    await decide(first, 'photo', true);
    await decide(invited, 'medical', true);
    const hasConsent = async (child: string, purpose: string) => {
      const [row] = await db.sql<[{ has: boolean }]>`
        select private.has_consent(family_id, id, ${purpose}) as has from public.children where id = ${child}`;
      return row.has;
    };
    await seenAndJoined(invited.who, token);
    expect(await hasConsent(invited.childId, 'photo')).toBe(false);
    expect(await hasConsent(invited.childId, 'medical')).toBe(true);
    expect(await hasConsent(first.childId, 'photo')).toBe(true);
    expect(await hasConsent(first.childId, 'medical')).toBe(false);
  });

  test('a person who may collect the children of one family may not collect the others until a parent agrees', async () => {
    const { first, invited, token } = await couple();
    await saveProfile(db, invited.who, { pickup_authorizations: [{ name: 'Nanny Rosa' }] });
    await saveProfile(db, first.who, { pickup_authorizations: [{ name: 'Uncle Lim' }] });
    await seenAndJoined(invited.who, token);
    expect(
      await db.sql`select name from public.pickup_authorizations where family_id = ${first.familyId}`,
    ).toEqual([{ name: 'Uncle Lim' }]);
    expect(
      await db.sql`select kind, value ->> 'name' as name, effect from public.family_proposals where family_id = ${first.familyId}`,
    ).toEqual([{ kind: 'pickup_authorization', name: 'Nanny Rosa', effect: 'none' }]);
  });

  test.each(['invited', 'first'] as const)(
    'a person cannot become a parent if the family of the %s parent has blocked them as a collector',
    async (side) => {
      const { first, invited, token } = await couple();
      const [blocking, blocked] = side === 'invited' ? [invited, first] : [first, invited];
      await saveProfile(db, blocked.who, { name: 'Ben Lim' });
      const { blocked: [entry] = [] } = await rpc<{ blocked?: { id: string }[] }>(
        db,
        blocking.who,
        'block_collector',
        {
          p_name: ' ben  LIM',
          p_child_id: null,
          p_note: null,
        },
      );
      expect(await refusals(invited.who, token)).toEqual(bothRefused({ code: 'collector_is_parent' }));
      expect(await readFamily(invited.who)).toBe(invited.familyId);
      await rpc(db, blocking.who, 'unblock_collector', { p_id: entry?.id });
      await seenAndJoined(invited.who, token);
    },
  );

  test('one calendar address remains, the one of the inviting family', async () => {
    const { first, invited, token } = await couple();
    const calendar = async ({ who }: passes.Home) =>
      (await rpc<{ token: string }>(db, who, 'renew_calendar_link')).token;
    const [activeFeed, ended] = [await calendar(first), await calendar(invited)];
    expect((await preview(invited.who, token)).ends_calendar).toBe(true);
    await seenAndJoined(invited.who, token);
    await rpc(db, service, 'read_family_calendar', { p_token: activeFeed });
    expect(await refusal(rpc(db, service, 'read_family_calendar', { p_token: ended }))).toMatchObject({
      code: 'link_not_found',
    });
  });
});

describe('an order that is open while the families join', () => {
  test.each(['while it is filled in', 'while it is paid'])(
    '%s is booked in the shared family',
    async (when) => {
      const { first, invited, token } = await couple();
      const session = await shop.makeSession(db);
      const lines = [{ offer_id: shop.term.id, session_id: session, child: 0 }];
      const order = await orders.hold(db, { lines, children: [{ id: invited.childId }] }, invited.who);
      if (when === 'while it is paid') {
        const paying = await shop.openPaymentPage(db, order, orders.orderDetails([{}]));
        await seenAndJoined(invited.who, token);
        expect(await shop.confirmPayment(db, shop.paymentOf(paying))).toMatchObject({ result: 'confirmed' });
      } else {
        await seenAndJoined(invited.who, token);
        expect(await orders.payOrder(db, order, orders.orderDetails([{}]))).toBe('confirmed');
      }
      expect(await placesIn(session)).toEqual([{ child_id: invited.childId, family_id: first.familyId }]);
    },
  );
});
