import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { PickupCode } from '#contract/pickup.ts';
import type { Caller, TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { saveChild, saveProfile, signedIn } from '#support/sql-details.ts';
import * as orders from '#support/sql-orders.ts';
import { childAged8 } from '#support/sql-orders.ts';
import {
  acceptAll,
  buyAsGuest,
  readCollectors,
  makeFamily,
  nanny,
  readProposals,
  stranger,
} from '#support/sql-proposals.ts';
import { makeUser, refusal, rpc, sqlState } from '#support/sql.ts';

// A person who finds a parent's unlocked phone has a session of weeks, but neither the password nor the mailbox. These
// tests show what that session cannot do with a child, and what it still can do without a fresh sign-in.

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await orders.openShop();
  admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
});
afterAll(() => db.drop());

let home: Awaited<ReturnType<typeof makeFamily>>;
let finder: Caller;
beforeEach(async () => {
  home = await makeFamily(db, randomUUID());
  await saveProfile(db, home.who, { name: 'Mei Tan', phone: '+6591110000' });
  finder = await signIn('1 day');
});

async function signIn(ago: string): Promise<Caller> {
  const session_id = randomUUID();
  await db.sql`
    insert into auth.sessions (id, user_id, created_at)
    values (${session_id}, ${home.who.sub ?? ''}, clock_timestamp() - ${ago}::interval)`;
  return { ...home.who, claims: { session_id } };
}
const child = (more: object) => ({ id: home.child.id, ...more });
const collectors = async () => {
  const rows = await db.sql<{ name: string }[]>`
    select name from public.pickup_authorizations where family_id = ${home.familyId} order by name`;
  return rows.map(({ name }) => name);
};
/** Expects a refusal for the old session, and success after a fresh sign-in. */
async function expectFreshSignIn(call: (who: Caller) => Promise<unknown>): Promise<void> {
  expect(await refusal(call(finder))).toMatchObject({ code: 'sign_in_again', status: 409 });
  expect(await sqlState(call(await signIn('0 seconds')))).toBe(null);
}

describe('who may collect a child', () => {
  test.each([
    [
      'for one child',
      (who: Caller) => saveChild(db, who, child({ pickup_authorizations: [nanny, stranger] })),
    ],
    ['for all children', (who: Caller) => saveProfile(db, who, { pickup_authorizations: [stranger] })],
    [
      'under another number',
      (who: Caller) =>
        saveChild(db, who, child({ pickup_authorizations: [{ ...nanny, phone: stranger.phone }] })),
    ],
  ])('a collector can be added %s only after a fresh sign-in', async (_, save) => {
    await expectFreshSignIn(save);
  });

  test('a collector can be added to a paid order only after a fresh sign-in', async () => {
    const camp = await camps.makeCamp(db);
    const order = await orders.hold(db, { lines: [orders.campLine(camp)] }, home.who);
    expect(
      await orders.payOrder(db, order, orders.orderDetails([childAged8(home.child['name'] as string)])),
    ).toBe('confirmed');
    const order_id = await orders.readOrderId(db, order);
    await expectFreshSignIn((who) =>
      rpc(db, who, 'save_order_child', {
        p_access: { order_id },
        p_child: 0,
        p_details: { pickup_authorizations: [stranger] },
      }),
    );
    expect(await collectors()).toEqual([stranger.name, nanny.name]);
  });

  test('a parent can confirm a collector only after a fresh sign-in', async () => {
    await buyAsGuest(db, home.email, home.child['name'] as string, { allergies: 'Peanuts' });
    await rpc(db, home.who, 'link_purchases');
    const named = (await readProposals(db, home.who)).find(({ kind }) => kind === 'pickup_authorization');
    await expectFreshSignIn((who) => rpc(db, who, 'accept_proposal', { p_id: named?.id }));
    expect(await collectors()).toContain(stranger.name);
  });

  test('a collector named at the checkout may collect from the paid session or camp, and is on the child’s list only when accepted', async () => {
    const [camp, other] = [await camps.makeCamp(db), await camps.makeCamp(db)];
    const buy = async (at: string, answers: object) => {
      const order = await orders.hold(db, { lines: [orders.campLine(at)] }, finder);
      const details = orders.orderDetails([childAged8(home.child['name'] as string, answers)]);
      expect(await orders.payOrder(db, order, details)).toBe('confirmed');
    };
    await buy(other, {});
    await buy(camp, { pickup_authorizations: [nanny, stranger] });
    expect(await readCollectors(db, admin, camp)).toEqual([[nanny.name, stranger.name]]);
    expect(await readCollectors(db, admin, other)).toEqual([[nanny.name]]);
    expect(await collectors()).toEqual([nanny.name]);
    await expectFreshSignIn((who) => acceptAll(db, who));
    expect(await readCollectors(db, admin, other)).toEqual([[nanny.name, stranger.name]]);
  });

  test('the old session can save everything else: fewer or the same collectors, health, emergency contacts', async () => {
    const readCodes = async () =>
      v.parse(v.array(PickupCode), await rpc(db, home.who, 'get_pickup_codes')).map(({ code }) => code);
    const before = await readCodes();
    await saveChild(db, finder, child({ pickup_authorizations: [{ ...nanny, relationship: 'friend' }] }));
    expect(await readCodes()).toEqual(before);
    await saveChild(
      db,
      finder,
      child({ health: { allergies: 'Peanuts\nMilk' }, emergency_contacts: [stranger] }),
    );
    await saveChild(db, finder, child({ pickup_authorizations: [] }));
    expect(await collectors()).toEqual([]);
  });

  test('a collector for all children can be named for one of them', async () => {
    await saveProfile(db, home.who, { pickup_authorizations: [stranger] });
    await saveChild(db, finder, child({ pickup_authorizations: [nanny, stranger] }));
    expect(await collectors()).toEqual([stranger.name, stranger.name, nanny.name]);
  });

  test.each([
    { name: 'A Thief' },
    { first_name: 'Thief' },
    { phone: '+6590000000' },
    { secondary_phone: '+6590000000' },
  ])(
    'a parent’s own name and number count too, because coaches call them: %o needs a fresh sign-in',
    async (change) => {
      await expectFreshSignIn((who) => saveProfile(db, who, change));
      // Values that do not change, and fields that no coach uses, need no fresh sign-in.
      await saveProfile(db, finder, { ...change, address: '1 Park Road' });
    },
  );

  test('the old session cannot let a child go home alone or unblock a collector, but can do the opposite', async () => {
    const setGoingAlone = (p_allowed: boolean) => (who: Caller) =>
      rpc(db, who, 'set_going_alone', { p_child_id: home.child.id, p_allowed });
    await expectFreshSignIn(setGoingAlone(true));
    // The child may already go home alone, so nothing changes.
    await setGoingAlone(true)(finder);
    // An earlier birth date could make the child old enough to go alone.
    const older = (who: Caller) => saveChild(db, who, child({ dob: '2075-05-01' }));
    await expectFreshSignIn(older);
    await setGoingAlone(false)(finder);
    await saveChild(db, finder, child({ dob: '2074-05-01' }));
    const { blocked } = await rpc<{ blocked: { id: string }[] }>(db, finder, 'block_collector', {
      p_name: 'Uncle Bad',
    });
    await expectFreshSignIn((who) => rpc(db, who, 'unblock_collector', { p_id: blocked[0]?.id }));
  });
});

test('a calendar link, which would outlive the lost phone, needs a fresh sign-in, but revoking it does not', async () => {
  await expectFreshSignIn((who) => rpc(db, who, 'renew_calendar_link'));
  expect(await rpc(db, finder, 'revoke_calendar_link')).toEqual({ revoked: true });
});

describe('changing a password', () => {
  const choose = (hash: string | null) =>
    db.sql`update auth.users set encrypted_password = ${hash} where id = ${home.who.sub ?? ''}`;

  test.each([null, '$2a$10$former'])(
    'an account can choose a password only just after a sign-in (before: %s)',
    async (before) => {
      await db.sql`delete from auth.sessions where user_id = ${home.who.sub ?? ''}`;
      await choose(before);
      await signIn('1 hour');
      expect(await refusal(choose('$2a$10$thief'))).toMatchObject({ code: 'sign_in_again' });
      await signIn('0 seconds');
      expect(await sqlState(choose('$2a$10$owner'))).toBe(null);
    },
  );

  test('a password can be removed, set by the service for an account without a session, and encrypted again without one', async () => {
    await choose(null);
    await db.sql`delete from auth.sessions where user_id = ${home.who.sub ?? ''}`;
    await choose('$2a$10$service');
    await signIn('1 day');
    await choose('{"key_id": "k2", "alg": "aes-gcm-hkdf", "data": "", "nonce": ""}');
  });
});
