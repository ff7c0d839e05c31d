/** Refunds that were made in Stripe's dashboard, and what staff decide about them. */
import { randomUUID } from 'node:crypto';
import type { Caller, TestDatabase } from './database.ts';
import { rpc, service } from './sql.ts';

/** A refund as Stripe reports it, made in its dashboard or by us. */
export interface StripeRefund {
  refund_id: string;
  payment_intent: string;
  amount_cents: number;
  status: 'pending' | 'succeeded' | 'failed';
}

export const readIntents = async (db: TestDatabase, orderId: string): Promise<string[]> => {
  const rows = await db.sql<{ intent: string }[]>`
    select payment_intent as intent from public.payments where order_id = ${orderId} order by created_at`;
  return rows.map(({ intent }) => intent);
};

export const externalRefund = (
  intent: string,
  cents: number,
  more: Partial<StripeRefund> = {},
): StripeRefund => ({
  refund_id: `re_${randomUUID()}`,
  payment_intent: intent,
  amount_cents: cents,
  status: 'succeeded',
  ...more,
});

export const reportRefund = (db: TestDatabase, refund: StripeRefund) =>
  rpc<{ known: boolean; changed: boolean }>(db, service, 'record_external_refund', { p_refund: refund });

export async function refundAtStripe(
  db: TestDatabase,
  intent: string | undefined,
  cents: number,
  more: Partial<StripeRefund> = {},
): Promise<StripeRefund> {
  const refund = externalRefund(intent ?? '', cents, more);
  await reportRefund(db, refund);
  return refund;
}

export const readDecisions = async (db: TestDatabase, orderId: string): Promise<string[]> => {
  const rows = await db.sql<{ decision: string }[]>`
    select kind || ' ' || coalesce(resolution, status) as decision from public.payment_decisions
    where order_id = ${orderId} order by created_at, kind`;
  return rows.map(({ decision }) => decision);
};

export const findOpenDecision = async (
  db: TestDatabase,
  orderId: string,
  kind = 'external_refund',
): Promise<string> => {
  const [row] = await db.sql<{ id: string }[]>`
    select id from public.payment_decisions where order_id = ${orderId} and kind = ${kind} and status = 'open'`;
  if (!row) throw new Error(`no open decision ${kind}`);
  return row.id;
};

type Choice = { kind: 'leave' } | { kind: 'line' | 'cancel'; line_ids: string[] };

export const resolveRefund = (
  db: TestDatabase,
  who: Caller,
  decisionId: string,
  choice: Choice,
  seenCents = 0,
) =>
  rpc<{ resolved: boolean }>(db, who, 'resolve_external_refund', {
    p_decision_id: decisionId,
    p_choice: choice,
    p_expected_refund_cents: seenCents,
  });

export const previewChoice = (db: TestDatabase, who: Caller, decisionId: string, choice: Choice) =>
  rpc<{ refund_cents: number; allocated_cents: number }>(db, who, 'preview_external_refund', {
    p_decision_id: decisionId,
    p_choice: choice,
  });

/**
 * Returns the money of an order that is still with us, and how many of its lines the family still has. It counts only
 * charges, refunds and rosters, not our own ledger. A pending refund counts as paid back.
 */
export async function countMoneyAndSpots(
  db: TestDatabase,
  orderId: string,
): Promise<{ withUs: number; has: number }> {
  const [row] = await db.sql<[{ withUs: number; has: number }]>`
    select (
        select coalesce(sum(p.amount_cents), 0) - coalesce(sum((
          select sum(r.amount_cents) from public.refunds r where r.payment_id = p.id and r.status <> 'failed')), 0)
        from public.payments p where p.order_id = ${orderId})::integer as "withUs",
      (select count(*) from public.order_lines l where l.order_id = ${orderId} and (
        exists (select from public.camp_enrollments e join public.camp_weeks c on c.id = e.camp_id
          where e.order_line_id = l.id and e.status = 'enrolled' and c.cancelled_at is null)
        or exists (select from public.passes p join public.credit_ledger k on k.pass_id = p.id
          where p.order_line_id = l.id group by p.id having sum(k.delta) > 0)
        or exists (select from public.passes p join public.credit_ledger k on k.pass_id = p.id
          join public.bookings b on b.id = k.booking_id and b.status = 'booked' where p.order_line_id = l.id)
        or l.status = 'credit'))::integer as has`;
  return row;
}
