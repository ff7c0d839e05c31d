/**
 * Tests that a price below the floor needs two admins, and that nobody can avoid this by Sanity Studio or its tokens
 * (docs/decisions "Prices below the floor").
 */
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PriceApprovals } from '#contract/management-system.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc, service, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let second: Caller;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  second = { role: 'authenticated', sub: await makeUser(db, 'colleague@example.test', ['admin']) };
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.sql`truncate public.price_approvals`;
  await db.sql`update public.settings set offer_price_floor_percent = default`;
  // Offers that the test data sold cannot be deleted. Only offers on sale count.
  await db.sql`delete from public.offers where id in ('flexi', 'other', 'tier-own') or id like 'own-%'`;
  await db.sql`update public.offers set active = false`;
  await publish(16_700);
});

let minute = 0;
const offer = (price_cents: number, more: object = {}) => ({
  ...shop.asPublished({ ...shop.tryout, id: 'flexi', price_cents, revision: `r${++minute}` }),
  // In Studio somebody confirmed the price, or wrote the confirmation with a token.
  confirmed: true,
  updated_at: new Date(Date.UTC(2026, 0, 1) + minute * 60_000).toISOString(),
  ...more,
});
interface Answer {
  below_floor: { id: string; from_cents: number; to_cents: number }[];
  price_jumps: unknown[];
}
const take = (...offers: object[]) =>
  rpc<Answer>(db, service, 'publish_offers', {
    p_offers: offers,
    p_brand: shop.testBrand,
    p_snapshot_at: new Date().toISOString(),
    // An offer that is missing from a list was switched off in Studio.
    p_off_sale: ['flexi', 'other', 'own-spark', 'own-epic', 'own-epic-2'],
  });
const publish = (cents: number, more: object = {}) => take(offer(cents, more));
const price = async (id = 'flexi') =>
  (await db.sql`select price_cents from public.offers where id = ${id}`)[0]?.['price_cents'] as number;
const list = async (who: Caller = people.callers.admin) =>
  v.parse(PriceApprovals, await rpc(db, who, 'list_price_approvals'));
const approve = async (who: Caller, seen?: string) => {
  const [row] = await list();
  return rpc(db, who, 'approve_price', { p_id: row?.id, p_seen: seen ?? row?.seen });
};

describe('the floor below which a price needs two admins', () => {
  test.each([
    [8_350, true],
    [8_349, false],
    [50, false],
  ])('with a floor of half, %i cents are accepted at once: %s', async (cents, taken) => {
    const { below_floor } = await publish(cents);
    expect(await price()).toBe(taken ? cents : 16_700);
    expect(below_floor).toHaveLength(taken ? 0 : 1);
  });

  test('many small steps reach the floor like one large step', async () => {
    await publish(12_000);
    await publish(8_500);
    await publish(7_000);
    expect(await price()).toBe(8_500);
    // A higher published price raises the floor.
    await publish(20_000);
    await publish(9_999);
    expect(await price()).toBe(20_000);
  });

  test('the floor also applies to rungs, planned prices and new documents', async () => {
    await publish(16_700, {
      details: {
        ...offer(1).details,
        planned_prices: [{ from: '2089-01-01T00:00:00Z', price_cents: 1_000 }],
      },
    });
    expect((await list()).map(({ lowest_cents }) => lowest_cents)).toEqual([1_000]);
    const tier = camps.tierOffer('spark', {}, { id: 'tier-own' });
    await take(offer(16_700), tier);
    await take(offer(16_700), {
      ...tier,
      revision: 'later',
      updated_at: new Date(Date.now() + 1000).toISOString(),
      details: { ...tier.details, rungs: [camps.rung('first', 9_900)] },
    });
    expect((await list()).map(({ title }) => title)).toEqual(['spark camp']);
    await take(offer(16_700), { ...offer(100), id: 'other' });
    expect(await price('other')).toBeUndefined();
  });

  const tier = (id: string, price_cents: number, details: object = {}) => ({
    ...offer(price_cents, { id, kind: 'camp_tier' }),
    details: { ...camps.tierOffer('epic', { rungs: [], ...details }).details },
  });
  const rebate = (cents: number) => ({ sibling_rebate: { cents, places: null } });

  test('the floor applies to the price for siblings, and approving that does not lower it for everybody', async () => {
    await take(offer(16_700), tier('own-epic', 59_000, rebate(5_000)));
    const low = () => take(offer(16_700), tier('own-epic', 59_000, rebate(58_999)));
    expect(await low()).toMatchObject({ below_floor: [{ from_cents: 59_000, to_cents: 1 }] });
    const readRebate = async () =>
      (
        await db.sql`select (details #>> '{sibling_rebate,cents}')::integer as cents from public.offers where id = 'own-epic'`
      )[0];
    expect(await readRebate()).toEqual({ cents: 5_000 });
    expect(await list()).toMatchObject([{ prices: { listed: 59_000, 'for siblings': 1 } }]);
    await approve(people.callers.admin);
    await approve(second);
    // The approved price is taken over. A second publication is not asked about again.
    for (let time = 0; time < 2; time++) expect(await low()).toMatchObject({ below_floor: [] });
    expect(await readRebate()).toEqual({ cents: 58_999 });
    expect((await take(offer(16_700), tier('own-epic', 29_000, rebate(1)))).below_floor).toHaveLength(1);
  });

  test('several new documents cannot lower the floor step by step', async () => {
    await take(offer(16_700), offer(8_350, { id: 'other' }));
    expect(await price('other')).toBe(8_350);
    const { below_floor } = await take(
      offer(16_700),
      offer(8_350, { id: 'other' }),
      offer(4_175, { id: 'own-third' }),
    );
    expect(below_floor).toMatchObject([{ id: 'own-third', from_cents: 16_700 }]);
    // An offer is also compared while all others are off sale, if it is another kind of pass, or if it has more
    // sessions for the price.
    expect((await take(offer(4_175, { id: 'own-third' }))).below_floor).toHaveLength(1);
    expect(
      (await take(offer(16_700), offer(50, { id: 'own-team', kind: 'team_pass' }))).below_floor,
    ).toHaveLength(1);
    const more = { details: { ...offer(1).details, sessions: 100 } };
    expect((await publish(16_700, more)).below_floor).toMatchObject([{ id: 'flexi' }]);
  });

  test('the floor of a tier applies to each document that sells it', async () => {
    const spark = tier('own-spark', 59_000, { tier: 'spark' });
    await take(offer(16_700), spark, tier('own-epic', 159_000));
    const offersOnSale = async () =>
      (await db.sql`select id from public.offers where active and details ->> 'tier' = 'epic'`).map(
        ({ id }) => id as string,
      );
    // The offer for epic is switched off and another offer sells it: a new one, or the one of another tier.
    for (const [id, cents] of [
      ['own-epic-2', 60_000],
      ['own-spark', 59_000],
    ] as const) {
      const other = tier(id, cents);
      expect((await take(offer(16_700), other)).below_floor).toMatchObject([
        { id: other.id, from_cents: 159_000 },
      ]);
      expect(await offersOnSale()).toEqual([]);
      await take(offer(16_700), tier('own-spark', 59_000, { tier: 'spark' }));
    }
    await take(offer(16_700), tier('own-epic-2', 100_000));
    expect(await offersOnSale()).toEqual(['own-epic-2']);
  });

  test('no approval is needed before the confirmation in Studio, or when the floor is 0', async () => {
    expect(await publish(1_670, { confirmed: false })).toMatchObject({ below_floor: [], price_jumps: [{}] });
    expect(await list()).toEqual([]);
    await db.sql`update public.settings set offer_price_floor_percent = 0`;
    await publish(1_670);
    await db.sql`update public.settings set offer_price_floor_percent = default`;
    expect(await price()).toBe(1_670);
  });
});

describe('two approvals of a price', () => {
  const low = () => publish(5_000);

  test('approvals by two admins let the next publication take exactly this price, which sets a new floor', async () => {
    await low();
    expect(await approve(people.callers.admin)).toEqual({ approved: false });
    expect(await list()).toMatchObject([{ is_proposed: true, proposed_by_me: true, is_approved: false }]);
    expect(await list(second)).toMatchObject([{ proposed_by_me: false }]);
    await low();
    expect(await price()).toBe(16_700);
    expect(await approve(second)).toEqual({ approved: true });
    expect(await low()).toMatchObject({ below_floor: [] });
    expect(await price()).toBe(5_000);
    expect(await list()).toEqual([]);
    await publish(2_500);
    expect(await price()).toBe(2_500);
  });

  test('two approvals by the same admin count as one', async () => {
    await low();
    await approve(people.callers.admin);
    for (let again = 0; again < 3; again++)
      expect(await refusal(approve(people.callers.admin))).toMatchObject({ code: 'price_needs_another' });
    await low();
    expect(await price()).toBe(16_700);
  });

  test('parallel approvals by the same admin count as one', async () => {
    await low();
    const same = await Promise.allSettled([1, 2, 3].map(() => approve(people.callers.admin)));
    expect(same.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [row] = await list();
    expect(row).toMatchObject({ is_approved: false });
  });

  test.each(['parent', 'second parent', 'other parent', 'coach'] as const)(
    '%s cannot list or approve prices',
    async (part) => {
      await low();
      const who = people.callers[part];
      expect(await refusal(list(who))).toMatchObject({ code: 'not_allowed' });
      expect(await refusal(approve(who))).toMatchObject({ code: 'not_allowed' });
    },
  );

  test('neither a visitor nor the publishing service can approve a price', async () => {
    await low();
    for (const who of [visitor, service]) expect(await sqlState(approve(who))).toBe('42501');
  });

  test('an approval is for the prices on the screen, not for later ones', async () => {
    await low();
    const [seen] = await list();
    await publish(100);
    expect(await refusal(approve(people.callers.admin, seen?.seen))).toMatchObject({
      code: 'changed_meanwhile',
    });
    // An approval of the first price does not count for the second.
    await approve(people.callers.admin);
    await publish(200);
    expect(await list()).toMatchObject([{ is_proposed: false }]);
  });

  test('approvals count once, so the same price later needs new ones', async () => {
    await low();
    await approve(people.callers.admin);
    await approve(second);
    await low();
    await publish(16_700);
    await low();
    expect(await price()).toBe(16_700);
    expect(await list()).toMatchObject([{ is_proposed: false, is_approved: false }]);
  });

  test('an approval lapses after a week', async () => {
    await low();
    await approve(people.callers.admin);
    await db.sql`update public.price_approvals set proposed_at = proposed_at - interval '7 days'`;
    expect(await approve(second)).toEqual({ approved: false });
    await approve(people.callers.admin);
    await db.sql`update public.price_approvals set approved_at = approved_at - interval '7 days'`;
    await low();
    expect(await price()).toBe(16_700);
  });

  test('the approval of an admin who has lost the role does not count', async () => {
    await low();
    const left = await makeUser(db, 'left@example.test', ['admin']);
    await approve({ role: 'authenticated', sub: left });
    await db.sql`delete from public.user_roles where user_id = ${left}`;
    expect(await approve(second)).toEqual({ approved: false });
    expect(await approve(people.callers.admin)).toEqual({ approved: true });
  });

  test('no approval is needed any more once the document is off sale', async () => {
    await low();
    await take(offer(16_700, { id: 'other' }));
    expect(await list()).toEqual([]);
  });

  test('no approval is needed any more once the price is corrected', async () => {
    await low();
    await publish(16_000);
    expect(await list()).toEqual([]);
    expect(await price()).toBe(16_000);
  });
});
