/** What staff may give of a balance and pay out of it, and how both are counted (decisions "The family balance"). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { FamilyBalance } from '#contract/balance.ts';
import { DeskOrder } from '#contract/passes.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import * as d from '#support/sql-details.ts';
import * as shop from '#support/sql-selling.ts';
import * as x from '#support/sql.ts';

let db: TestDatabase;
let owner: Caller;
/** A new admin for each test, because the limit counts a day of one admin. */
let admin: Caller;
let adminId: string;
let admins = 0;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db, [shop.tryout, shop.term]);
  owner = {
    ...d.signedIn(await x.makeUser(db, 'owner@example.test', ['business_admin'])),
    claims: { aal: 'aal2' },
  };
});
beforeEach(async () => {
  adminId = await x.makeUser(db, `admin${++admins}@example.test`, ['admin']);
  admin = d.signedIn(adminId);
});
afterAll(() => db.drop());

let families = 0;
async function makeFamily() {
  const sale = {
    key: randomUUID(),
    parent: { ...shop.details.parent, email: `limits${++families}@example.test` },
    children: [{ name: 'Kai Tan', dob: '2018-05-01' }],
    lines: [{ offer_id: 'pass-term', child: 0 }],
    consents: { terms: true, activity: true },
    method: 'cash',
    expected_total_cents: 69_700,
  };
  return v.parse(DeskOrder, await d.callAs(db, owner, 'sell_at_desk', sale)).family_id ?? '';
}
const balanceOf = async (familyId: string) =>
  v.parse(FamilyBalance, await x.rpc(db, owner, 'get_balance', { p_family_id: familyId }));
const change = async (familyId: string, cents: number, more: object = {}, who = admin) =>
  x.rpc(db, who, 'change_balance', {
    p_family_id: familyId,
    p_cents: cents,
    p_note: 'Sorry for the rain',
    p_expected_cents: (await balanceOf(familyId)).cents,
    p_key: randomUUID(),
    ...more,
  });

describe('an admin who is no business admin', () => {
  test('gives as much in a day as a discount by hand may be, over all families', async () => {
    const [first, second] = [await makeFamily(), await makeFamily()];
    const key = randomUUID();
    await change(first, 15_000, { p_key: key });
    expect(await x.refusal(change(second, 5_001))).toMatchObject({
      code: 'balance_gift_too_high',
      field: 'p_cents',
      detail: '5000',
    });
    await change(second, 5_000);
    expect(await x.refusal(change(first, 1))).toMatchObject({ code: 'balance_gift_too_high', detail: '0' });
    // A repeated call after a lost answer gives nothing more and is answered.
    expect(await change(first, 15_000, { p_key: key, p_expected_cents: 0 })).toEqual({ cents: 15_000 });
    await change(first, -1_000);
    await change(first, 100_000, {}, owner);
    expect((await balanceOf(first)).cents).toBe(114_000);

    await db.sql`update public.family_balance_entries set created_at = created_at - interval '1 day'`;
    await change(second, 20_000);
  });

  test('gives no more by two calls at once', async () => {
    const both = [await makeFamily(), await makeFamily()];
    const outcomes = await Promise.allSettled(both.map((family) => change(family, 15_000)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('gives nothing where the setting is 0', async () => {
    const family = await makeFamily();
    await db.sql`update public.settings set admin_discount_cents = 0`;
    expect(await x.refusal(change(family, 1))).toMatchObject({ code: 'balance_gift_too_high' });
    await db.sql`update public.settings set admin_discount_cents = 20000`;
  });
});

test('nobody changes the balance of the own family', async () => {
  const family = await makeFamily();
  await change(family, 5_000);
  await db.sql`update public.profiles set family_id = ${family} where id = ${adminId}`;
  for (const cents of [100, -100])
    expect(await x.refusal(change(family, cents))).toMatchObject({
      code: 'own_balance',
      field: 'p_family_id',
    });
  expect((await balanceOf(family)).cents).toBe(5_000);
});
