/** Camps that are sold at the desk for a deposit, and the payments of their instalments. */
import { randomUUID } from 'node:crypto';
import type { Instalments } from '#contract/instalments.ts';
import type { Caller, TestDatabase } from './database.ts';
import * as camps from './sql-camps.ts';
import { callAs } from './sql-details.ts';
import { findDiscrepancies } from './sql-disputes.ts';
import * as shop from './sql-selling.ts';
import { rpc, service } from './sql.ts';

/** The price of a spot on the camp of `makeCampIn`. */
export const PRICE = 49_000;
export const DEPOSIT = 14_700;

export const terms = {
  camp_deposits: true,
  deposit_percent: 30,
  deposit_min_cents: 10_000,
  deposit_due_days: 21,
  deposit_instalments_max: 3,
  deposit_grace_days: 3,
  uen: null,
};

/** Publishes a camp tier with refund rules and lets the desk sell it for a deposit. */
export async function allowDeposits(db: TestDatabase, more: Record<string, unknown> = {}): Promise<void> {
  await camps.publish(
    db,
    camps.tierOffer('spark', {
      refund_rules: [
        { hours_before: 720, percent: 100 },
        { hours_before: 168, percent: 50 },
      ],
    }),
  );
  await db.sql`update public.settings set ${db.sql({ ...terms, ...more })}`;
}

export async function makeCampIn(db: TestDatabase, days: number, more: object = {}): Promise<string> {
  const [row] = await db.sql<[{ start: string; id: string | null }]>`
    select d.start::text, (
      select w.id from public.camp_weeks w where w.start_date = d.start and w.tier = 'spark' and w.cancelled_at is null limit 1) as id
    from (select private.calendar_today() + ${days}::integer as start) d`;
  // There can only be one camp of a tier at a base on a day, so an existing one is used again.
  return row.id ?? (await camps.makeCamp(db, { start: row.start, capacity: 200, ...more }));
}

let walkIns = 0;
export function makeSale(campIds: string[], more: object = {}) {
  const family = `deposit${++walkIns}@example.test`;
  const rebate = (campIds.length - 1) * 5_000;
  return {
    key: randomUUID(),
    parent: { ...shop.details.parent, email: family },
    children: campIds.map((_, n) => ({ name: `Kai ${'ABCDEFGH'[n]} Tan`, dob: `2018-0${n + 1}-01` })),
    lines: campIds.map((camp_id, child) => ({ offer_id: 'tier-spark', camp_id, child })),
    consents: { terms: true, activity: true },
    method: 'cash',
    instalments: { parts: 1, deposit_cents: DEPOSIT },
    expected_total_cents: campIds.length * PRICE - rebate,
    ...more,
  };
}

export interface DeskSale {
  order_id: string;
  number: string;
  instalments: Instalments;
}

export const sellAtDesk = (db: TestDatabase, who: Caller, sale: object) =>
  callAs<DeskSale & Record<string, unknown>>(db, who, 'sell_at_desk', sale);

export const readPlan = async (db: TestDatabase, orderId: string): Promise<Instalments> => {
  const [row] = await db.sql<[{ plan: Instalments }]>`select private.instalments_view(${orderId}) as plan`;
  return row.plan;
};

export async function findNextPart(db: TestDatabase, orderId: string) {
  const part = (await readPlan(db, orderId)).parts.find(({ status }) => ['due', 'late'].includes(status));
  if (!part) throw new Error('nothing is due');
  return part;
}

export async function takeInstalment(
  db: TestDatabase,
  who: Caller,
  orderId: string,
  more: object = {},
): Promise<Instalments> {
  const part = await findNextPart(db, orderId);
  return await rpc<Instalments>(db, who, 'take_instalment', {
    p_take: {
      key: randomUUID(),
      instalment_id: part.id,
      method: 'cash',
      expected_cents: part.cents,
      ...more,
    },
  });
}

interface StartedPayment {
  order_id: string;
  instalment_id: string;
  attempt: number;
  cents: number;
  currency: string;
  url: string | null;
}

export async function makePaymentLink(db: TestDatabase, orderId: string): Promise<string> {
  const [row] = await db.sql<
    [{ token: string }]
  >`select private.make_order_link(${orderId}, 'payment') as token`;
  return row.token;
}

/** Opens the payment page of the next instalment like the function, and returns the report of its payment. */
export async function startPayment(db: TestDatabase, token: string) {
  const started = await rpc<StartedPayment>(db, service, 'start_instalment', { p_token: token });
  const session = `cs_${started.instalment_id}_${started.attempt}`;
  await rpc(db, service, 'record_instalment_session', {
    p_instalment_id: started.instalment_id,
    p_attempt: started.attempt,
    p_session_id: session,
    p_url: `https://checkout.stripe.test/${session}`,
  });
  return {
    event_id: `evt_${randomUUID()}`,
    event_type: 'checkout.session.completed',
    session_id: session,
    payment_intent: `pi_${session}`,
    order_id: started.order_id,
    amount_cents: started.cents,
    currency: started.currency,
  };
}

export const confirmPayment = (db: TestDatabase, event: object) =>
  rpc<{ result: string }>(db, service, 'confirm_order', { p_event: event });

/** Adds up an order's payments, refunds, ledger, spots and instalments from the plain rows. */
export async function countMoney(db: TestDatabase, orderId: string) {
  const [row] = await db.sql<
    [
      {
        paid: number;
        refunded: number;
        held: number;
        places: number;
        kept: number;
        open: number;
        decided: number;
        total: number;
        parts: number;
      },
    ]
  >`
    select o.total_cents as total,
      (select coalesce(sum(amount_cents), 0)::int from public.payments where order_id = o.id) as paid,
      (select coalesce(sum(amount_cents), 0)::int from public.refunds where order_id = o.id and status <> 'failed') as refunded,
      (select coalesce(sum(k.amount_cents), 0)::int from public.line_ledger k join public.order_lines l on l.id = k.order_line_id
        where l.order_id = o.id and k.entry <> 'kept') as held,
      (select coalesce(-sum(k.amount_cents), 0)::int from public.line_ledger k join public.order_lines l on l.id = k.order_line_id
        where l.order_id = o.id and k.entry = 'kept') as kept,
      (select count(*)::int from public.camp_enrollments e join public.order_lines l on l.id = e.order_line_id
        where l.order_id = o.id and e.status = 'enrolled') as places,
      (select coalesce(sum(cents), 0)::int from public.order_instalments where order_id = o.id and status = 'due') as open,
      (select coalesce(sum(cents), 0)::int from public.order_instalments where order_id = o.id) as parts,
      (select coalesce(sum((details ->> 'amount_cents')::int), 0)::int from public.payment_decisions
        where order_id = o.id and status = 'open') as decided
    from public.orders o where o.id = ${orderId}`;
  return row;
}

export const dayAhead = async (db: TestDatabase, days: number): Promise<string> => {
  const [row] = await db.sql<[{ day: string }]>`
    select (private.calendar_today() + ${days}::integer)::text as day`;
  return row.day;
};

export const makeLate = (db: TestDatabase, orderId: string, days: number) => db.sql`
  update public.order_instalments set due_on = private.calendar_today() - ${days}::integer,
    sold_due_on = private.calendar_today() - ${days}::integer
  where order_id = ${orderId} and position > 0 and status = 'due'`;

export async function readLines(db: TestDatabase, orderId: string): Promise<string[]> {
  const lines = await db.sql<{ id: string }[]>`
    select id from public.order_lines where order_id = ${orderId} order by position`;
  return lines.map(({ id }) => id);
}

export const cancelLines = (db: TestDatabase, orderId: string, lines: string[], cents: number) =>
  rpc(db, service, 'cancel_lines', {
    p_access: { order_id: orderId },
    p_line_ids: lines,
    p_expected_refund_cents: cents,
  });

/** Returns what the checks of the books find, of those that an instalment plan could break. */
export async function findPlanDiscrepancies(db: TestDatabase, admin: Caller): Promise<unknown[]> {
  const rules = [
    'instalments_differ_from_total',
    'instalments_differ_from_ledger',
    'ledger_differs_from_sale',
    'ledger_differs_from_charge',
    'impossible_line_balance',
    'refund_differs_from_rules',
    'order_without_charge',
    'order_paid_twice',
    'charge_without_home',
    'lines_differ_from_total',
    'placed_without_place',
    'place_without_line',
  ];
  return (await Promise.all(rules.map((rule) => findDiscrepancies(db, admin, rule)))).flat();
}
