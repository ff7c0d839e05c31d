import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { rung, tierOffer } from '#support/sql-camps.ts';
import { callAs } from '#support/sql-details.ts';
import * as shop from '#support/sql-selling.ts';
import {
  countRows,
  makeUser,
  refusal as refusalOf,
  rpc,
  service,
  stopCalendar,
  visitor,
  waitForLocked,
  waitUntil,
} from '#support/sql.ts';

let db: TestDatabase;
let camp: string;
beforeAll(async () => {
  db = await createDatabase();
  await stopCalendar(db, '2089-12-01T12:00:00+08:00');
  await camps.publish(db, tierOffer('spark'), tierOffer('epic', { rungs: [] }));
  camp = await camps.makeCamp(db, { capacity: 500 });
});
beforeEach(async () => {
  await db.sql`delete from public.promotion_uses`;
  await db.sql`delete from public.promotion_codes`;
});
afterAll(() => db.drop());

const make = (promotion: object) =>
  callAs(db, service, 'save_promotion_code', { code: 'OTTER', ...promotion }) as unknown as Promise<string>;
const spark = {
  offer_id: 'tier-spark',
  get camp_id() {
    return camp;
  },
};
const ask = (code: string | null = 'OTTER', lines: object[] = [{ ...spark }], more: object = {}) =>
  camps.quote(db, { lines, code, ...more });
const holdPlace = (seconds = 600) =>
  db.sql.begin((sql) => camps.holdSpot(sql, camp, { rung: 'listed', seconds }));
const use = (order: string, more: { email?: string; family?: string } = {}) => db.sql`
  select private.use_promotion(${order}, 'otter', 100, ${more.family ?? null}, ${more.email ?? null})`;

describe('what a code reduces', () => {
  test('a percentage reduces prices, rounded half up, after the rebate and without transport', async () => {
    await make({ percent: 15 });
    const quote = await ask(' otter ', [{ ...spark, transport: 'door-to-door' }, { ...spark }]);
    expect(quote).toMatchObject({
      code: 'OTTER',
      subtotal_cents: 98000,
      rebate_cents: 5000,
      discount_cents: 13950,
      transport_cents: 6000,
      total_cents: 85050,
      refusals: [],
    });
    expect(quote.lines.map((l) => [l.discount_cents, l.total_cents])).toEqual([
      [7350, 47650],
      [6600, 37400],
    ]);
  });

  test.each([
    [10, 999, 100],
    [50, 101, 51],
    [33, 101, 33],
  ])('%i percent of %i cents: %i', async (percent, price_cents, discount) => {
    await make({ percent });
    await camps.publish(
      db,
      tierOffer('spark', { rungs: [], sibling_rebate: null }, { price_cents }),
      tierOffer('epic', { rungs: [] }),
    );
    expect(await ask()).toMatchObject({ discount_cents: discount, total_cents: price_cents - discount });
    await camps.publish(db, tierOffer('spark'), tierOffer('epic', { rungs: [] }));
  });

  test('a fixed amount reduces the order once, divided so that the lines add up', async () => {
    await make({ cents: 1000 });
    const quote = await ask('OTTER', [{ ...spark }, { ...spark }, { ...spark }]);
    expect(quote.discount_cents).toBe(1000);
    const shares = quote.lines.map((l) => l.discount_cents);
    expect(shares).toEqual([358, 321, 321]);
    expect(quote.lines.reduce((sum, l) => sum + l.total_cents, 0)).toBe(quote.total_cents);
  });

  test('a code reduces the total down to the smallest charge and no further', async () => {
    await make({ percent: 100 });
    expect(await ask()).toMatchObject({ discount_cents: 48950, total_cents: 50 });
    await make({ cents: 1000000 });
    expect(await ask()).toMatchObject({ discount_cents: 48950, total_cents: 50 });
    // A code does not reduce the price of the transport.
    expect(await ask('OTTER', [{ ...spark, transport: 'door-to-door' }])).toMatchObject({
      discount_cents: 49000,
      total_cents: 6000,
    });
  });

  test('a code reduces only the offers that it applies to', async () => {
    const pass = { offer_id: 'pass-term', session_id: await shop.makeSession(db) };
    const epic = { offer_id: 'tier-epic', camp_id: await camps.makeCamp(db, { tier: 'epic' }) };
    const lines = [pass, { ...spark }, epic];
    const shares = async (promotion: object) => {
      await make({ percent: 10, ...promotion });
      return (await ask('OTTER', lines)).lines.map((l) => l.discount_cents);
    };
    expect(await shares({})).toEqual([6970, 4900, 12900]);
    expect(await shares({ kinds: ['pass'] })).toEqual([6970, 0, 0]);
    expect(await shares({ kinds: ['camp_tier'] })).toEqual([0, 4900, 12900]);
    expect(await shares({ tiers: ['epic'] })).toEqual([0, 0, 12900]);
    expect(await shares({ kinds: ['pass'], tiers: ['epic'] })).toEqual([0, 0, 0]);
    expect((await ask('OTTER', lines)).refusals).toEqual([{ code: 'code_not_applicable', field: 'code' }]);
  });
});

describe('a code that is refused', () => {
  const refusal = async (code = 'OTTER', more: object = {}) => {
    const quote = await ask(code, undefined, more);
    expect(quote).toMatchObject({ code: null, discount_cents: 0, total_cents: 49000 });
    return quote.refusals;
  };

  test('a code that does not exist, is switched off or has not begun is refused, without saying which', async () => {
    const invalid = [{ code: 'code_invalid', field: 'code' }];
    expect(await refusal('NOTHING')).toEqual(invalid);
    await make({ percent: 10, active: false });
    expect(await refusal()).toEqual(invalid);
    await make({ percent: 10, valid_from: '2999-01-01T00:00:00Z' });
    expect(await refusal()).toEqual(invalid);
  });

  test('a code is refused from the moment at which it ends', async () => {
    await make({
      percent: 10,
      valid_from: '2026-01-01T00:00:00+08:00',
      valid_until: '2026-02-01T00:00:00+08:00',
    });
    expect(await refusal()).toEqual([{ code: 'code_expired', field: 'code' }]);
    const problemAt = async (moment: string) => {
      const [row] = await db.sql<[{ problem: string | null }]>`
        select private.promotion_problem(c, ${moment}, null, null, null) as problem from public.promotion_codes c`;
      return row.problem;
    };
    expect(await problemAt('2025-12-31T15:59:59.999999Z')).toBe('code_invalid');
    expect(await problemAt('2025-12-31T16:00:00Z')).toBeNull();
    expect(await problemAt('2026-01-31T15:59:59.999999Z')).toBeNull();
    expect(await problemAt('2026-01-31T16:00:00Z')).toBe('code_expired');
  });

  test('a code is refused below its minimum, to the cent', async () => {
    await make({ percent: 10, minimum_cents: 49001 });
    expect(await refusal()).toEqual([{ code: 'code_minimum', field: 'code', minimum_cents: 49001 }]);
    await make({ percent: 10, minimum_cents: 49000 });
    expect((await ask()).refusals).toEqual([]);
  });

  test('a code is refused when paid orders and valid holds have used it up, and a lapsed hold returns its use', async () => {
    await make({ percent: 10, uses_max: 2 });
    const [paid, open] = [await holdPlace(), await holdPlace()];
    await use(paid);
    expect((await ask()).refusals).toEqual([]);
    await use(open);
    expect(await refusal()).toEqual([{ code: 'code_used_up', field: 'code' }]);
    await db.sql`update public.orders set status = 'paid', paid_at = now() where id = ${paid}`;
    await db.sql`update public.holds set expires_at = clock_timestamp() where order_id in (${paid}, ${open})`;
    expect((await ask()).refusals).toEqual([]);
    const third = await holdPlace();
    await use(third);
    expect(await refusalOf(use(open) as unknown as Promise<unknown>)).toMatchObject({
      code: 'code_used_up',
      field: 'code',
    });
    // The same order uses the code only once, and does not count against itself.
    await use(third);
    expect(await countRows(db, 'promotion_uses')).toBe(3);
  });

  test('a code is refused if the family or address has used it, and a visitor cannot find out about an address', async () => {
    await make({ percent: 10, uses_per_family_max: 1 });
    const parent = {
      role: 'authenticated',
      sub: await makeUser(db, `p${Date.now()}@example.test`),
    } as const;
    const { familyId } = await camps.makeChild(db);
    await db.sql`update public.families set primary_parent_id = ${parent.sub} where id = ${familyId}`;
    await use(await holdPlace(), { family: familyId, email: ' Mei@Example.test' });
    const order = { lines: [{ ...spark }], code: 'OTTER' };
    expect((await camps.quote(db, order, parent)).refusals).toEqual([
      { code: 'code_used_up', field: 'code' },
    ]);
    for (const email of ['mei@example.test', 'nobody@example.test'])
      expect((await camps.quote(db, { ...order, email })).refusals).toEqual([
        { code: 'code_sign_in', field: 'code' },
      ]);
    const again = await holdPlace();
    expect(
      await refusalOf(use(again, { email: 'mei@example.test' }) as unknown as Promise<unknown>),
    ).toMatchObject({ code: 'code_used_up' });
    await use(again, { email: 'other@example.test' });
    const [inside] = await db.sql<[{ answer: { refusals: unknown[] } }]>`
      select private.quote(${JSON.stringify({ ...order, email: 'MEI@example.test' })}::text::jsonb, clock_timestamp()) as answer`;
    expect(inside.answer.refusals).toEqual([{ code: 'code_used_up', field: 'code' }]);
  });
});

describe('ten simultaneous orders with a code for three', () => {
  beforeEach(() => make({ percent: 10, uses_max: 3 }));
  const uses = async () => {
    const [row] = await db.sql<[{ n: number }]>`
      select private.promotion_uses_count(id, clock_timestamp(), null) as n from public.promotion_codes`;
    return row.n;
  };

  test('three orders get the discount', async () => {
    const orders = await Promise.all(Array.from({ length: 10 }, () => holdPlace()));
    let outcomes: Promise<PromiseSettledResult<unknown>[]> | undefined;
    await db.sql.begin(async (gate) => {
      await gate`select from public.promotion_codes for update`;
      outcomes = Promise.allSettled(orders.map((order) => use(order)));
      await waitForLocked(db, 10);
    });
    const rejected = (await outcomes)?.filter(({ status }) => status === 'rejected');
    expect(rejected).toEqual(
      Array(7).fill(
        expect.objectContaining({ reason: expect.objectContaining({ message: 'code_used_up' }) as unknown }),
      ),
    );
    expect(await uses()).toBe(3);
  });

  test('control: without the lock, all ten get it', async () => {
    const orders = await Promise.all(Array.from({ length: 10 }, () => holdPlace()));
    let asked = 0;
    await Promise.all(
      orders.map((order) =>
        db.sql.begin(async (sql) => {
          const [row] = await sql<[{ problem: string | null; id: string }]>`
            select id, private.promotion_problem(c, clock_timestamp(), ${order}, null, null) as problem from public.promotion_codes c`;
          asked++;
          await waitUntil('everybody asked', () => Promise.resolve(asked === 10));
          if (row.problem) return;
          await sql`insert into public.promotion_uses (order_id, promotion_code_id, discount_cents) values (${order}, ${row.id}, 1)`;
        }),
      ),
    );
    expect(await uses()).toBe(10);
  });
});

const faults: [what: string, promotion: Record<string, unknown>, field: string][] = [
  ['no code', { code: null }, 'code'],
  ['a code of two letters', { code: 'AB' }, 'code'],
  ['a code with a sign', { code: 'TEN%' }, 'code'],
  ['neither share nor amount', { percent: null }, 'percent'],
  ['both', { cents: 100 }, 'percent'],
  ['more than everything', { percent: 101 }, 'percent'],
  ['a share as text', { percent: '10' }, 'percent'],
  ['an amount of nothing', { percent: null, cents: 0 }, 'cents'],
  ['no use', { uses_max: 0 }, 'uses_max'],
  ['half a use', { uses_per_family_max: 0.5 }, 'uses_per_family_max'],
  ['a negative minimum', { minimum_cents: -1 }, 'minimum_cents'],
  ['a day without time', { valid_from: '2026-01-01' }, 'valid_from'],
  [
    'an end before the start',
    { valid_from: '2026-02-01T00:00:00Z', valid_until: '2026-01-01T00:00:00Z' },
    'valid_until',
  ],
  ['an unknown kind', { kinds: ['raffle'] }, 'kinds'],
  ['no kind', { kinds: [] }, 'kinds'],
  ['an unknown tier', { tiers: ['fire'] }, 'tiers'],
  ['on as text', { active: 'yes' }, 'active'],
];
test.each(faults)('staff cannot save %s', async (_, change, field) => {
  expect(await refusalOf(make({ percent: 10, ...change }))).toMatchObject({ code: 'invalid_input', field });
  expect(await countRows(db, 'promotion_codes')).toBe(0);
});

test('a pass bought without a session uses its code from the payment page on, while it can be paid', async () => {
  await make({ percent: 10, uses_max: 1 });
  const order = await rpc<{ secret: string }>(db, visitor, 'hold_order', {
    p_order: { lines: [{ offer_id: 'pass-term' }], code: 'otter' },
  });
  // The order has no booking, so holding it uses no code.
  expect((await ask()).refusals).toEqual([]);
  await db.sql`update public.orders set status = 'awaiting_payment' where secret = ${order.secret}`;
  expect((await ask()).refusals).toEqual([{ code: 'code_used_up', field: 'code' }]);
  await shop.expireHolds(db, order.secret);
  expect((await ask()).refusals).toEqual([]);
});

test('rungs and codes can be combined', async () => {
  await make({ percent: 10 });
  await camps.publish(db, tierOffer('spark', { rungs: [rung('first', 40000, { closed: true })] }));
  expect(await ask()).toMatchObject({ subtotal_cents: 59000, discount_cents: 5900, total_cents: 53100 });
});
