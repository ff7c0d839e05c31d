/**
 * Random actions of staff with sessions, sales at the desk and decisions, for the random histories
 * (docs/testing.md).
 */
import { randomUUID } from 'node:crypto';
import type { CancelByStaffPreview } from '#contract/management-schedule.ts';
import * as shop from '../sql-selling.ts';
import { oneOf } from './random.ts';
import { guestEmails, refundsInFull, randomLine, type Step } from './selling.ts';
import { dob, names, type World } from './world.ts';

/** Makes the same call twice at once, as if two members of staff pressed the same button. One success is enough. */
async function callTwice<T>(call: () => Promise<T>): Promise<T[]> {
  const outcomes = await Promise.allSettled([call(), call()]);
  const answers = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const [first] = outcomes;
  if (answers.length === 0 && first.status === 'rejected') throw first.reason;
  return answers;
}

const ordersOf = ({ checkouts }: World) => checkouts.flatMap(({ orderId }) => orderId ?? []);

/** Cancels a session or a camp. In half of the cases it is one for which somebody waits. */
export const cancelSessionOrCamp: Step = async (world) => {
  const { pick, sessions, camps, waitlistEntries } = world;
  // This happens seldom, because nothing can be bought once everything is cancelled.
  if (pick(4) > 0) return;
  const waitingEntry = pick(2) === 0 ? waitlistEntries.at(-1) : undefined;
  const session = waitingEntry ? waitingEntry.session_id : oneOf(pick, [...sessions, null]);
  const camp = waitingEntry?.camp_id ?? oneOf(pick, camps);
  const p_place_ids = [session ?? camp];
  const { choice } = await world.callAsStaff<CancelByStaffPreview>('preview_cancel_by_staff', {
    p_place_ids,
  });
  await callTwice(() =>
    world.callAsStaff('cancel_by_staff', {
      p_place_ids,
      p_reason: 'rain',
      p_refunds: false,
      p_expected: choice,
    }),
  );
};

export const resolveCancelledByUs: Step = async (world) => {
  const lines = await world.db.sql<{ id: string }[]>`
    select l.id from public.order_lines l join public.camp_weeks c on c.id = l.camp_id
    where l.status = 'placed' and c.cancelled_at is not null and l.order_id = any (${ordersOf(world)}) order by l.id`;
  if (lines.length === 0) return;
  const { id } = oneOf(world.pick, lines);
  const kind = oneOf(world.pick, ['move', 'credit', 'refund']);
  const p_choice = kind === 'move' ? { kind, camp_id: oneOf(world.pick, world.camps) } : { kind };
  await callTwice(() => world.callAsStaff('resolve_cancelled_by_us', { p_line_id: id, p_choice }));
};

/** Sells at the desk to a new family, or to the family with the account. The button is pressed twice. */
export const sellAtDesk: Step = async (world) => {
  const { pick, home } = world;
  const isKnownFamily = pick(4) === 0;
  const count = isKnownFamily ? 1 : oneOf(pick, [1, 1, 2]);
  const lines = Array.from({ length: count }, (_, child) => randomLine(world, child));
  const { total_cents, refusals } = await world.call<{ total_cents: number; refusals: unknown[] }>(
    'quote_order',
    { p_order: { lines, children: lines.map(() => ({ dob })) } },
  );
  if (refusals.length > 0) return;
  const first = pick(names.length);
  const [family] = await world.db.sql<[{ id: string }]>`
    select family_id as id from public.children where id = ${home.childId}`;
  const p_sale = {
    key: randomUUID(),
    ...(isKnownFamily
      ? {
          family_id: family.id,
          parent: { phone: shop.details.parent.phone },
          children: [{ id: home.childId }],
        }
      : {
          parent: { ...shop.details.parent, email: oneOf(pick, [...guestEmails, home.email]) },
          children: lines.map((_, n) => ({ name: names[(first + n) % names.length], dob })),
        }),
    lines,
    consents: shop.details.consents,
    method: 'cash',
    expected_total_cents: total_cents,
  };
  const sales = await callTwice(() => world.callAsStaff<{ order_id: string }>('sell_at_desk', { p_sale }));
  const [orderId = ''] = sales.map(({ order_id }) => order_id);
  if (new Set(sales.map(({ order_id }) => order_id)).size > 1)
    world.discrepancies.push({ rule: 'sold_twice_at_desk', subject: orderId, details: sales });
  // Nobody knows this order's secret, so the later steps use only its id.
  world.checkouts.push({
    secret: randomUUID(),
    totalCents: total_cents,
    children: count,
    orderId,
    isFullyRefundable: refundsInFull(world, lines),
  });
  world.books.desk.push({ order_id: orderId, cents: total_cents });
};

export const payRefundAtDesk: Step = async (world) => {
  const refunds = await readDueDeskRefunds(world);
  if (refunds.length > 0) await recordDeskRefund(world, oneOf(world.pick, refunds));
};

export async function payAllRefundsAtDesk(world: World): Promise<void> {
  for (const refund of await readDueDeskRefunds(world)) await recordDeskRefund(world, refund);
}

interface DueDeskRefund {
  id: string;
  order_id: string;
  amount_cents: number;
}

async function recordDeskRefund(world: World, { id, order_id, amount_cents }: DueDeskRefund): Promise<void> {
  await callTwice(() => world.callAsStaff('settle_desk_refund', { p_refund_id: id }));
  // If two colleagues record the same refund, the second one learns that it is already recorded, and pays nothing.
  if (world.books.desk.some(({ refund_id }) => refund_id === id)) return;
  world.books.desk.push({ order_id, cents: -amount_cents, refund_id: id });
}

async function readDueDeskRefunds(world: World): Promise<DueDeskRefund[]> {
  return world.db.sql<DueDeskRefund[]>`
    select r.id, r.order_id, r.amount_cents from public.refunds r join public.payments p on p.id = r.payment_id
    where p.provider = 'desk' and r.status = 'requested' and r.order_id = any (${ordersOf(world)}) order by r.id`;
}

export const decideMismatchedCharge: Step = async (world) => {
  const intents = world.charges.map(({ payment_intent }) => payment_intent);
  const decisions = await world.db.sql<{ id: string }[]>`
    select d.id from public.payment_decisions d join public.payments p on p.id = d.payment_id
    where d.kind = 'mismatch' and d.status = 'open' and p.payment_intent = any (${intents}) order by d.id`;
  if (decisions.length === 0) return;
  const args = {
    p_decision_id: oneOf(world.pick, decisions).id,
    p_resolution: oneOf(world.pick, ['accepted', 'refund']),
  };
  await callTwice(() => world.callAsStaff('resolve_decision', args));
};

export const decideExternalRefund: Step = async (world) => {
  const intents = world.charges.map(({ payment_intent }) => payment_intent);
  const decisions = await world.db.sql<{ id: string; lines: string[] }[]>`
    select d.id, array(select l.id from private.lines_paid_by(d.payment_id) l) as lines
    from public.payment_decisions d join public.payments p on p.id = d.payment_id
    where d.kind = 'external_refund' and d.status = 'open' and p.payment_intent = any (${intents}) order by d.id`;
  if (decisions.length === 0) return;
  const { id, lines } = oneOf(world.pick, decisions);
  const kind = oneOf(world.pick, ['leave', 'line', 'cancel']);
  const p_choice = kind === 'leave' ? { kind } : { kind, line_ids: lines };
  const preview = await world.callAsStaff<{ refund_cents: number }>('preview_external_refund', {
    p_decision_id: id,
    p_choice,
  });
  await callTwice(() =>
    world.callAsStaff('resolve_external_refund', {
      p_decision_id: id,
      p_choice,
      p_expected_refund_cents: preview.refund_cents,
    }),
  );
};
