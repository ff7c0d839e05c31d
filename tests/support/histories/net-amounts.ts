/**
 * Compares the money of each order at Stripe and at the desk with our books (functions/money-from-outside.test.ts).
 */
import type { Caller } from '#support/database.ts';
import type { World } from '#support/functions.ts';
import { idOf } from '#support/payments.ts';
import type * as paying from '#support/sql-paying.ts';
import { service } from '#support/sql.ts';

interface StripeObject {
  id: string;
  amount: number;
  status: string | null;
  payment_intent: string | { id: string } | null;
}
const centsOf = (rows: StripeObject[], intent: string) =>
  rows.filter((row) => idOf(row.payment_intent) === intent).reduce((sum, { amount }) => sum + amount, 0);

/** Returns the net amount of each order at Stripe: its payments without refunds and lost disputes. */
export async function readStripeNet({ deps }: World): Promise<Map<string, number>> {
  const { checkout, refunds, disputes } = deps.stripe;
  const [sessions, listedRefunds, listedDisputes] = await Promise.all([
    checkout.sessions.list({ limit: 100 }).autoPagingToArray({ limit: 1000 }),
    refunds.list({ limit: 100 }).autoPagingToArray({ limit: 1000 }),
    disputes.list({ limit: 100 }).autoPagingToArray({ limit: 1000 }),
  ]);
  const net = new Map<string, number>();
  for (const { payment_status, payment_intent, amount_total, client_reference_id } of sessions) {
    if (payment_status !== 'paid') continue;
    const intent = idOf(payment_intent);
    const netCents =
      (amount_total ?? 0) -
      centsOf(
        listedRefunds.filter(({ status }) => status === 'succeeded'),
        intent,
      ) -
      centsOf(
        listedDisputes.filter(({ status }) => status === 'lost'),
        intent,
      );
    net.set(client_reference_id ?? '', (net.get(client_reference_id ?? '') ?? 0) + netCents);
  }
  return net;
}

/** Returns the same amounts from our own books. */
export async function readBookedNet({ database }: World): Promise<Map<string, number>> {
  const rows = await database.sql<{ id: string; cents: number }[]>`
    select y.order_id as id, sum(y.amount_cents - coalesce((
      select sum(r.amount_cents) from public.refunds r
      where r.payment_id = y.id and r.status = 'succeeded' and not r.to_balance), 0) - private.taken_by_bank(y))::int as cents
    from public.payments y where y.provider = 'stripe' group by 1`;
  return new Map(rows.map(({ id, cents }) => [id, cents]));
}

/** What an outsider would write down about a family's booking, without reading our books. */
export interface OrderRecord {
  orderId: string;
  number: string;
  secret: string;
  family: paying.Family;
  /** Cash that was paid at the desk and not paid back. */
  cash: number;
  /** Refunds that staff made as goodwill, while the child kept the spot. */
  goodwill: number;
  /** The share of the price that we keep if the family cancels, by the terms that it saw. */
  feePercent: 0 | 50;
  /** True if the parent's bank took a charge back. Then we keep the other payments and refund nothing. */
  isDisputed: boolean;
  page: string | null;
}

interface Calls {
  world: World;
  call: <T>(name: string, body: Record<string, unknown>, who?: Caller) => Promise<T>;
  readOrder: (note: OrderRecord) => Promise<{ must_choose: boolean }>;
  chores: () => Promise<void>;
}

/** Resolves everything that is open: choices of families, decisions of staff, desk refunds and unsent refunds. */
export async function finishEverything(
  notes: readonly OrderRecord[],
  { world, call, readOrder, chores }: Calls,
): Promise<void> {
  for (let round = 0; round < 4; round++) {
    for (const note of notes) {
      const order = await readOrder(note).catch(() => null);
      if (order?.must_choose)
        await call(
          'choose_late',
          { p_access: { order_id: note.orderId }, p_choice: { kind: 'refund' } },
          service,
        );
    }
    const open = await world.database.sql<{ id: string; kind: string; lost: boolean }[]>`
      select d.id, d.kind, exists (
        select from public.payment_disputes q where q.payment_id = d.payment_id and q.outcome = 'lost') as lost
      from public.payment_decisions d where d.status = 'open' and d.kind not in ('paid_late', 'balance_debt')
        and d.order_id = any (${notes.map(({ orderId }) => orderId)})`;
    for (const { id, kind, lost } of open)
      await call('resolve_decision', {
        p_decision_id: id,
        p_resolution: kind !== 'disputed' ? 'refund' : lost ? 'ended' : 'accepted',
      });
    // Cash payments are paid back by hand.
    const byHand = await world.database.sql<{ id: string; order_id: string; cents: number }[]>`
      select r.id, r.order_id, r.amount_cents as cents
      from public.refunds r join public.payments y on y.id = r.payment_id
      where y.provider = 'desk' and r.status in ('requested', 'pending') and not r.to_balance
        and r.order_id = any (${notes.map(({ orderId }) => orderId)})`;
    for (const { id, order_id, cents } of byHand) {
      await call('settle_desk_refund', { p_refund_id: id });
      const note = notes.find(({ orderId }) => orderId === order_id);
      if (note) note.cash -= cents;
    }
    await world.database
      .sql`update public.refunds set leased_until = null where status in ('requested', 'pending')`;
    await chores();
  }
}
