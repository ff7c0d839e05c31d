import { expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import * as shop from '../support/sql-selling.ts';
import * as x from '../support/sql.ts';

/** Random numbers that are the same at every run (mulberry32). */
function randomFrom(seed: number): (below: number) => number {
  return (below) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (((t ^ (t >>> 14)) >>> 0) % 1_000_003) % below;
  };
}

/** Everything that must be true whatever has happened, as queries for what must not be there. */
const never: Record<string, string> = {
  'more seats taken than there are': `
    select id from public.sessions where private.seats_taken(id, clock_timestamp()) > max_capacity`,
  'a charge that led neither to a booking nor to a decision': `
    select p.id from public.payments p join public.orders o on o.id = p.order_id
    where not exists (select from public.payment_decisions d where d.payment_id = p.id)
      and (select count(*) from public.bookings b where b.family_id = o.family_id)
        <> (select count(*) from public.order_lines l where l.order_id = o.id)`,
  'more than one charge of an order without a decision': `
    select p.order_id from public.payments p
    where not exists (select from public.payment_decisions d where d.payment_id = p.id)
    group by p.order_id having count(*) > 1`,
  'a booking that nobody paid': `
    select b.id from public.bookings b where not exists (
      select from public.orders o join public.payments p on p.order_id = o.id where o.family_id = b.family_id)`,
  'a balance other than what was bought minus what was booked': `
    select p.id from public.passes p
    where (select sum(delta) from public.credit_ledger c where c.pass_id = p.id) <> p.sessions_total - 1`,
  'a closed order that holds seats': `
    select o.id from public.orders o join public.holds h on h.order_id = o.id
    where o.status not in ('held', 'awaiting_payment')`,
  'a paid order without exactly one mail': `
    select o.id from public.orders o where o.status like 'paid%'
      and (select count(*) from public.outbox m where m.key like '%' || o.id) <> 1`,
};

type Step = (world: World) => Promise<unknown>;
interface World {
  db: TestDatabase;
  session: () => string;
  /** One of the checkouts so far. */
  some: () => shop.Checkout | undefined;
  opened: (checkout: shop.Checkout) => void;
}

const steps: Step[] = [
  ({ db, session }) => shop.hold(db, [session(), session()]),
  async ({ db, session, opened }) => opened(await shop.checkout(db, session())),
  async ({ db, session, opened }) => opened(await shop.checkout(db, session())),
  // The same charge, reported again and again; and another charge of the same order.
  async ({ db, some }) => {
    const paid = some();
    if (paid) await shop.confirm(db, shop.paymentOf(paid, { payment_intent: `pi_${paid.orderId}` }));
  },
  async ({ db, some }) => {
    const paid = some();
    if (paid) await shop.confirm(db, shop.paymentOf(paid, { payment_intent: `pi_${paid.orderId}` }));
  },
  async ({ db, some }) => {
    const paid = some();
    if (paid) await shop.confirm(db, shop.paymentOf(paid));
  },
  async ({ db, some }) => {
    const left = some();
    if (left) await x.rpc(db, x.service, 'release_order', { p_secret: left.order.secret });
  },
  async ({ db, some }) => {
    const left = some();
    if (left) await x.rpc(db, x.service, 'lapse_checkout', { p_session_id: left.sessionId });
  },
  async ({ db, some }) => {
    const late = some();
    if (late) await shop.lapse(db, late.order.secret);
  },
  ({ db, some }) => x.rpc(db, x.visitor, 'renew_hold', { p_secret: some()?.order.secret ?? null }),
  ({ db }) => x.rpc(db, x.service, 'release_lapsed_holds'),
];

test.each([1, 2, 3, 4])(
  'whatever four people at a time do (history %i), seats and money add up',
  async (seed) => {
    const db = await createDatabase();
    await shop.publish(db);
    const pick = randomFrom(seed);
    const sessions = await Promise.all([1, 2, 3].map((capacity) => shop.makeSession(db, { capacity })));
    const open: shop.Checkout[] = [];
    const world: World = {
      db,
      session: () => sessions[pick(sessions.length)] ?? '',
      some: () => open[pick(Math.max(1, open.length))],
      opened: (checkout) => void open.push(checkout),
    };
    for (let round = 0; round < 25; round++) {
      const chosen = Array.from({ length: 4 }, () => steps[pick(steps.length)]);
      const outcomes = await Promise.allSettled(chosen.map(async (step) => step?.(world)));
      for (const outcome of outcomes) {
        // Refusals are part of life; anything else is a fault.
        if (outcome.status === 'rejected') await x.refusal(Promise.reject(outcome.reason as Error));
      }
    }
    expect(await x.countRows(db, 'bookings')).toBeGreaterThan(0);
    for (const [what, query] of Object.entries(never)) {
      expect.soft([...(await db.sql.unsafe(query))], what).toEqual([]);
    }
    await db.drop();
  },
);
