/**
 * The books of Stripe and of the desk in the random histories (docs/testing.md), and random refunds at Stripe.
 */
import { randomUUID } from 'node:crypto';
import { oneOf } from './random.ts';
import type { Subscription } from './renewals.ts';
import type { Step } from './selling.ts';
import type { World } from './world.ts';

// judge-from-outside.ts compares these books with the rosters, and never with our own ledger.

export interface ProviderRefund {
  id: string;
  payment_intent: string;
  amount_cents: number;
  status: 'pending' | 'succeeded' | 'failed';
}

export interface ProviderBooks {
  refunds: ProviderRefund[];
  subscriptions: Subscription[];
  /** Cash and terminal payments at the desk. Refunds are negative. */
  desk: { order_id: string; cents: number; refund_id?: string }[];
  /** Goodwill refunds by staff, after which the spots stay. */
  goodwill: { order_id: string; cents: number }[];
}

export const createBooks = (): ProviderBooks => ({ refunds: [], subscriptions: [], desk: [], goodwill: [] });

const sum = (cents: readonly number[]) => cents.reduce((total, one) => total + one, 0);

/** Returns the amount of a charge that Stripe could still refund: without refunds and lost disputes. */
function refundableAtProvider({ charges, disputes, books }: World, paymentIntent: string): number {
  const charged = charges.find(({ payment_intent }) => payment_intent === paymentIntent)?.amount_cents ?? 0;
  const refunds = books.refunds.filter(
    (refund) => refund.payment_intent === paymentIntent && refund.status !== 'failed',
  );
  const lost = disputes.filter((dispute) => dispute.payment_intent === paymentIntent && dispute.lost);
  return (
    charged -
    sum(refunds.map(({ amount_cents }) => amount_cents)) -
    sum(lost.map(({ amount_cents }) => amount_cents))
  );
}

function refundAtProvider(
  world: World,
  refund: Omit<ProviderRefund, 'status'>,
  wantedStatus: ProviderRefund['status'],
): ProviderRefund['status'] {
  const storedRefund = world.books.refunds.find(({ id }) => id === refund.id);
  if (storedRefund && storedRefund.status !== 'pending') return storedRefund.status;
  const refundableCents =
    refundableAtProvider(world, refund.payment_intent) + (storedRefund ? storedRefund.amount_cents : 0);
  const status = refund.amount_cents > refundableCents ? 'failed' : wantedStatus;
  if (storedRefund) storedRefund.status = status;
  else world.books.refunds.push({ ...refund, status });
  return status;
}

const reportRefund = (world: World, { id, payment_intent, amount_cents, status }: ProviderRefund) =>
  world.call('record_external_refund', {
    p_refund: { refund_id: id, payment_intent, amount_cents, status },
  });

/** Staff refund a charge in the provider's dashboard, in full or in part. The provider reports it twice at once. */
export const refundInDashboard: Step = async (world) => {
  const { charges, books, pick } = world;
  if (charges.length === 0) return;
  const { payment_intent } = oneOf(pick, charges.slice(-4));
  const remainingCents = refundableAtProvider(world, payment_intent);
  if (remainingCents < 100) return;
  const id = `re_${randomUUID()}`;
  const amount_cents = oneOf(pick, [remainingCents, remainingCents, Math.ceil(remainingCents / 3)]);
  if (refundAtProvider(world, { id, payment_intent, amount_cents }, 'succeeded') === 'failed') return;
  const refund = books.refunds.find((one) => one.id === id);
  if (!refund) return;
  const [first, second] = await Promise.allSettled([
    reportRefund(world, refund),
    reportRefund(world, refund),
  ]);
  if (first.status === 'rejected' && second.status === 'rejected') throw first.reason;
};

/** Stripe completes every pending refund and reports it again, and we send all refunds that are due. */
export async function finishRefunds(world: World): Promise<void> {
  for (const refund of world.books.refunds) {
    if (refund.status === 'pending') refund.status = 'succeeded';
    await world.call('finish_refund', { p_id: null, p_provider_id: refund.id, p_status: refund.status });
    if (refund.status === 'succeeded') await reportRefund(world, refund);
  }
  for (;;) {
    await world.db
      .sql`update public.refunds set leased_until = null where status in ('requested', 'pending')`;
    const claimed = await world.call<ClaimedRefund[]>('claim_refunds', { p_limit: 100 });
    if (claimed.length === 0) return;
    for (const one of claimed) await sendRefund(world, one, 'succeeded');
  }
}

export interface ClaimedRefund {
  id: string;
  payment_intent: string;
  amount_cents: number;
}

export async function sendRefund(
  world: World,
  { id, payment_intent, amount_cents }: ClaimedRefund,
  wished: ProviderRefund['status'],
): Promise<void> {
  const provider = `re_${id}`;
  const status = refundAtProvider(world, { id: provider, payment_intent, amount_cents }, wished);
  await world.call('finish_refund', { p_id: id, p_provider_id: provider, p_status: status });
}
