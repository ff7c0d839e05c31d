/** Random disputes of charges, for the random histories (docs/testing.md). */
import { randomUUID } from 'node:crypto';
import { oneOf } from './random.ts';
import type { Step } from './selling.ts';
import type { World } from './world.ts';

async function reportDispute(
  world: World,
  { lost: _, ...dispute }: World['disputes'][number],
  outcome: 'won' | 'lost' | null,
) {
  const p_dispute = {
    ...dispute,
    currency: 'sgd',
    reason: 'fraudulent',
    status: outcome ?? 'needs_response',
    outcome,
    withdrawn_cents: outcome === 'won' ? 0 : dispute.amount_cents,
    checked_at: new Date().toISOString(),
  };
  const calls = [1, 2].map(() => world.call('record_dispute', { p_dispute }));
  const [first, second] = await Promise.allSettled(calls);
  if (first?.status === 'rejected' && second?.status === 'rejected') throw first.reason;
}

/** A parent disputes a charge in full or in part. The charge might not have been reported yet. */
export const openDispute: Step = async (world) => {
  const { charges, disputes, pick } = world;
  if (charges.length === 0) return;
  const { payment_intent, amount_cents } = oneOf(pick, charges.slice(-4));
  if (disputes.some((dispute) => dispute.payment_intent === payment_intent)) return;
  const dispute = {
    dispute_id: `dp_${randomUUID()}`,
    payment_intent,
    amount_cents: oneOf(pick, [amount_cents, amount_cents, Math.ceil(amount_cents / 3)]),
  };
  disputes.push(dispute);
  await reportDispute(world, dispute, null);
};

/** The bank decides. A dispute that was won may still be lost later. */
async function reportOutcome(world: World, dispute: World['disputes'][number]): Promise<void> {
  const outcome = dispute.lost ? 'lost' : oneOf(world.pick, ['won', 'lost', 'lost'] as const);
  if (outcome === 'lost') dispute.lost = true;
  await reportDispute(world, dispute, outcome);
}

export const endDispute: Step = async (world) => {
  if (world.disputes.length > 0) await reportOutcome(world, oneOf(world.pick, world.disputes));
};

/** A refund of a disputed charge waits for the bank's decision, so the bank decides before the books are checked. */
export const endDisputesThatBlockRefunds: Step = async (world) => {
  const waiting = await world.db.sql<{ payment_intent: string }[]>`
    select distinct p.payment_intent from public.refunds r join public.payments p on p.id = r.payment_id
    where r.status = 'requested'`;
  const intents = waiting.map(({ payment_intent }) => payment_intent);
  for (const dispute of world.disputes)
    if (intents.includes(dispute.payment_intent)) await reportOutcome(world, dispute);
};

export const decideDispute: Step = async (world) => {
  const intents = world.disputes.map(({ payment_intent }) => payment_intent);
  const decisions = await world.db.sql<{ id: string }[]>`
    select d.id from public.payment_decisions d join public.payments p on p.id = d.payment_id
    where d.kind = 'disputed' and d.status = 'open' and p.payment_intent = any (${intents}) order by d.id`;
  if (decisions.length === 0) return;
  const args = {
    p_decision_id: oneOf(world.pick, decisions).id,
    p_resolution: oneOf(world.pick, ['accepted', 'ended', 'ended']),
  };
  const calls = [1, 2].map(() => world.callAsStaff('resolve_decision', args));
  const [first, second] = await Promise.allSettled(calls);
  if (first?.status === 'rejected' && second?.status === 'rejected') throw first.reason;
};

/** True if the bank took an order's money back and staff have not accepted the loss. */
export async function isLostToBank({ db }: World, orderId: string): Promise<boolean> {
  const [row] = await db.sql<[{ lost: boolean }]>`
    select exists (
      select from public.payment_disputes d join public.payments p on p.id = d.payment_id
      where p.order_id = ${orderId} and p.result in ('confirmed', 'reseated', 'needs_choice') and d.outcome = 'lost'
        and not exists (
          select from public.payment_decisions k
          where k.payment_id = p.id and k.kind = 'disputed' and k.resolution = 'accepted')) as lost`;
  return row.lost;
}
