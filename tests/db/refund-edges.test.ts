import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RefundSteps } from '#contract/refund-steps.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import { countIn, createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { payRenewal, startSubscription } from '#support/sql-renewals.ts';
import * as shop from '#support/sql-selling.ts';
import { service } from '#support/sql.ts';

/** Compares the shown refund with the refund that is made, one second before and after each step. */
let db: TestDatabase;
const flexi = {
  ...shop.term,
  id: 'pass-flexi',
  sessions: 4,
  validity_days: 28,
  price_cents: 16700,
};
const xTerm = {
  ...shop.term,
  id: 'pass-x-term',
  sessions: 40,
  validity_days: 300,
  price_cents: 139700,
};
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(
    db,
    shop.asPublished(flexi),
    shop.asPublished(xTerm),
    camps.tierOffer('spark', { rungs: [] }, { price_cents: 59000 }),
    camps.tierOffer('ignite', { rungs: [] }, { price_cents: 79000 }),
  );
  await db.sql`
    insert into public.offers (id, kind, title, price_cents, currency, revision, details, updated_at)
    values ('party', 'birthday_package', 'Party', 48000, 'SGD', 'r', '{}', now())`;
  await db.sql`
    insert into public.promotion_codes (code, percent, minimum_cents) values ('HALF', 50, 0), ('TOGETHER', 20, 100000)`;
});
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());

const byHours = [
  { hours_before: 336, percent: 100 },
  { hours_before: 168, percent: 50 },
];
const byDays = (days: number) => [{ days_after_purchase: days, percent: 100 }];
const camp = (tier: camps.Tier = 'spark') =>
  camps.makeCamp(db, { tier, start: afterSale.dateIn(7 * (5 + countIn(db, 'edge'))) });
const sparkLine = (camp_id: string, more: object = {}) => ({
  offer_id: 'tier-spark',
  camp_id,
  ...more,
});
const sessionIn = (days: number) => afterSale.makeSession(db, afterSale.dateIn(days));
const line = (bought: afterSale.BoughtOrder, n = 0) => bought.lines[n] ?? '';
const buyPass = (id: string) => afterSale.buy(db, [{ offer_id: id }]).then(line);

interface Kind {
  name: string;
  rules: afterSale.RefundRule[];
  /** `sell` returns the id of the line that was sold. */
  sell: () => Promise<string>;
  /** How many rows its refund table has. */
  rows: number;
}

const kinds: Kind[] = [
  {
    name: 'a camp',
    rules: byHours,
    rows: 3,
    sell: async () => line(await afterSale.buy(db, [sparkLine(await camp())])),
  },
  {
    name: 'a camp with a van',
    rules: byHours,
    rows: 3,
    sell: async () => line(await afterSale.buy(db, [sparkLine(await camp(), { transport: 'door-to-door' })])),
  },
  {
    name: 'a class of a pass',
    rules: [{ hours_before: 24, percent: 100 }],
    rows: 2,
    sell: async () =>
      line(
        await afterSale.buy(db, [
          {
            offer_id: shop.term.id,
            session_id: await sessionIn(20),
          },
        ]),
      ),
  },
  {
    name: 'a try-out',
    rules: [{ hours_before: 24, percent: 100 }],
    rows: 2,
    sell: async () =>
      line(
        await afterSale.buy(db, [
          {
            offer_id: shop.tryout.id,
            session_id: await sessionIn(5),
          },
        ]),
      ),
  },
  {
    name: 'a Flexi pass without a date',
    rules: byDays(7),
    rows: 2,
    sell: () => buyPass(flexi.id),
  },
  {
    name: 'a Term pass without a date',
    rules: byDays(14),
    rows: 2,
    sell: () => buyPass(shop.term.id),
  },
  {
    name: 'an X-Term pass without a date',
    rules: byDays(14),
    rows: 2,
    sell: () => buyPass(xTerm.id),
  },
  {
    name: 'a pass that may be used until its last hour',
    rules: [{ hours_before: 48, percent: 60 }],
    rows: 2,
    sell: () => buyPass(flexi.id),
  },
  {
    name: 'days and hours together',
    rules: [...byDays(2), { hours_before: 72, percent: 70 }],
    rows: 3,
    sell: async () =>
      line(
        await afterSale.buy(db, [
          {
            offer_id: shop.term.id,
            session_id: await sessionIn(12),
          },
        ]),
      ),
  },
  {
    name: 'a pass with three classes booked',
    rules: byDays(14),
    rows: 5,
    sell: async () => {
      const session_id = await sessionIn(3);
      const bought = await afterSale.buy(db, [{ offer_id: shop.term.id, session_id }]);
      for (const days of [4, 6])
        await afterSale.bookPassSession(db, bought, line(bought), await sessionIn(days));
      return line(bought);
    },
  },
  {
    name: 'the renewal of a pass',
    rules: [...byDays(7), { hours_before: 24, percent: 10 }],
    rows: 2,
    sell: async () => {
      await db.sql`update public.offers set details = details || '{"renews": true}' where id = ${flexi.id}`;
      const first = await buyPass(flexi.id);
      const subscription = await startSubscription(db, first);
      await payRenewal(db, subscription);
      const [row] = await db.sql<[{ id: string }]>`
        select l.id from public.order_lines l join public.pass_subscriptions s on s.id = l.subscription_id
        where s.provider_subscription_id = ${subscription}`;
      return row.id;
    },
  },
  {
    name: 'a party without a date',
    rules: byDays(14),
    rows: 2,
    sell: () => buyPass('party'),
  },
  {
    name: 'a camp that was moved',
    rules: byHours,
    rows: 3,
    sell: async () => {
      const bought = await afterSale.buy(db, [sparkLine(await camp())]);
      await afterSale.moveLine(db, bought, line(bought), { camp_id: await camp() });
      return line(bought);
    },
  },
  {
    name: 'a camp that was moved to a cheaper one',
    rules: byHours,
    rows: 3,
    sell: async () => {
      const bought = await afterSale.buy(db, [{ offer_id: 'tier-ignite', camp_id: await camp('ignite') }]);
      await afterSale.moveLine(db, bought, line(bought), { camp_id: await camp() }, -20000);
      return line(bought);
    },
  },
  {
    name: 'a camp that was moved to a more expensive one',
    rules: byHours,
    rows: 3,
    sell: async () => {
      const bought = await afterSale.buy(db, [sparkLine(await camp())]);
      const order = await afterSale.holdUpgrade(db, bought, line(bought), {
        camp_id: await camp('ignite'),
      });
      const payment = await afterSale.openMovePayment(db, order);
      await shop.confirmPayment(db, payment);
      return line(await afterSale.readBought(db, payment.order_id ?? ''));
    },
  },
  {
    name: 'a class that was moved',
    rules: [{ hours_before: 24, percent: 100 }],
    rows: 2,
    sell: async () => {
      const session_id = await sessionIn(20);
      const bought = await afterSale.buy(db, [{ offer_id: shop.term.id, session_id }]);
      await afterSale.moveLine(db, bought, line(bought), {
        session_id: await sessionIn(25),
      });
      return line(bought);
    },
  },
  ...[0, 1].map((n) => ({
    name: `child ${n + 1} of two with a sibling rebate`,
    rules: byHours,
    rows: 3,
    sell: async () => {
      const camp_id = await camp();
      return line(await afterSale.buy(db, [sparkLine(camp_id), sparkLine(camp_id)]), n);
    },
  })),
  {
    name: 'a camp with a code',
    rules: byHours,
    rows: 3,
    sell: async () => line(await afterSale.buy(db, [sparkLine(await camp())], { code: 'half' })),
  },
  {
    name: 'one of two whose code needs both',
    rules: byHours,
    rows: 3,
    sell: async () =>
      line(
        await afterSale.buy(db, [sparkLine(await camp()), sparkLine(await camp())], {
          code: 'together',
        }),
      ),
  },
];

async function readPrinted(lineId: string) {
  const [row] = await db.sql<[{ order: string; mail: RefundSteps | null }]>`
    select l.order_id as order, (
      select e -> 'refund_steps' from public.outbox m, jsonb_array_elements(m.payload -> 'lines') e
      where m.payload ->> 'number' = o.number and e ->> 'line_id' = l.id::text and e -> 'refund_steps' <> 'null'
      order by m.created_at desc limit 1) as mail
    from public.order_lines l join public.orders o on o.id = l.order_id where l.id = ${lineId}`;
  const view = await afterSale.manage(
    db,
    await afterSale.readBought(db, row.order),
    'get_managed_order',
    {},
    { access: { order_id: row.order }, who: service },
  );
  const seen = view.lines.find(({ line_id }) => line_id === lineId);
  return {
    steps: seen?.refund_steps ?? [],
    button: seen?.can.cancel?.refund_cents,
    mail: row.mail,
  };
}

async function refundAt(lineId: string, ms: number): Promise<number> {
  const [row] = await db.sql<[{ cents: number | null }]>`
    select t.refund_cents as cents from private.line_terms(array[${lineId}::uuid], ${new Date(ms).toISOString()}) t`;
  return row.cents ?? 0;
}

test.each(kinds)('$name: the refund shown is paid, to the second', async ({ rules, sell, rows }) => {
  await afterSale.sellWithRules(db, rules);
  const sold = await sell();
  const { steps, button, mail } = await readPrinted(sold);
  expect(steps).toHaveLength(rows);
  expect(steps[0]?.refund_cents).toBeGreaterThan(0);
  expect(steps.at(-1)).toMatchObject({ refund_cents: 0, until: null });
  expect(button).toBe(steps[0]?.refund_cents);
  // A class that is booked later with a pass has no mail.
  if (mail && rows < 5) expect(mail).toEqual(steps);
  for (const [n, { refund_cents, until }] of steps.entries()) {
    if (until === null) continue;
    expect(await refundAt(sold, Date.parse(until) - 1000)).toBe(refund_cents);
    expect(await refundAt(sold, Date.parse(until) + 1000)).toBe(steps[n + 1]?.refund_cents);
  }
});
