/** Random holds, payments and reports of payments, for the random histories (docs/testing.md). */
import { randomUUID } from 'node:crypto';
import { type HoldFields, dob, type Checkout, names, type World } from './world.ts';
import { oneOf } from './random.ts';
import { reportRenewal } from './renewals.ts';
import * as shop from '../sql-selling.ts';

export type Step = (world: World) => Promise<unknown>;

export const guestEmails = ['tan@example.test', 'lim@example.test'];

export function randomCheckout({ checkouts, pick }: World): Checkout | undefined {
  const among = pick(2) === 0 ? checkouts : checkouts.slice(-4);
  return among[pick(Math.max(1, among.length))];
}

export function randomLine({ pick, sessions, camps, tierOf }: World, child: number) {
  const choice = pick(5);
  if (choice < 2) return { offer_id: 'pass-two', session_id: oneOf(pick, sessions), child };
  if (choice < 3) return { offer_id: 'pass-once', session_id: oneOf(pick, sessions), child };
  const camp_id = oneOf(pick, camps);
  const transport = pick(4) === 0 ? { transport: 'door-to-door' } : {};
  return { offer_id: `tier-${tierOf(camp_id)}`, camp_id, child, ...transport };
}

/** True if a sale of these lines made now is refunded in full until the day before. */
export const refundsInFull = ({ hasFullRefunds }: World, lines: readonly object[]): boolean =>
  hasFullRefunds && lines.every((line) => 'offer_id' in line && line.offer_id === 'tier-spark');

interface HeldOrder {
  secret: string;
  total_cents: number;
  lines: unknown[];
}

/** Holds an order of one to three children, for one or several offers. Sometimes it replaces an earlier hold. */
export const holdOrder: Step = async (world) => {
  const { pick } = world;
  const children = oneOf(pick, [1, 1, 1, 2, 2, 3]);
  const split = pick(4) === 0;
  await holdAndRemember(world, {
    lines: Array.from({ length: children }, (_, child) => randomLine(world, child)),
    children: Array.from({ length: children }, () => ({ dob })),
    split,
    ...(pick(5) === 0 && { code: 'TEN' }),
    previous_secret: pick(4) === 0 ? (randomCheckout(world)?.secret ?? null) : null,
  });
};

async function holdAndRemember(world: World, request: HoldFields): Promise<void> {
  const heldOrder = await world.call<HeldOrder>('hold_order', { p_order: request });
  if (!request.split && heldOrder.lines.length < request.lines.length) {
    world.discrepancies.push({
      rule: 'siblings_apart',
      subject: heldOrder.secret,
      details: heldOrder.lines.length,
    });
  }
  world.checkouts.push({
    secret: heldOrder.secret,
    totalCents: heldOrder.total_cents,
    children: request.children.length,
    request: { ...request, previous_secret: null },
    isFullyRefundable: refundsInFull(world, request.lines),
  });
}

/** Holds a try-out for the same child again and again. Only the database refuses a second one. */
export const holdTrialOfKnownChild: Step = async (world) => {
  const heldOrder = await world.home.call<HeldOrder>('hold_order', {
    p_order: {
      lines: [{ offer_id: 'pass-once', session_id: oneOf(world.pick, world.sessions), child: 0 }],
      children: [{ id: world.home.childId }],
    },
  });
  world.checkouts.push({
    secret: heldOrder.secret,
    totalCents: heldOrder.total_cents,
    children: 1,
    isKnownChild: true,
  });
};

export const openRandomPaymentPage: Step = async (world) => {
  const checkout = randomCheckout(world);
  if (checkout) await openPaymentPage(world, checkout);
};

export async function openPaymentPage(world: World, checkout: Checkout): Promise<void> {
  const { hasFullRefunds } = world;
  const contact = oneOf(world.pick, [...guestEmails, world.home.email]);
  const first = world.pick(names.length);
  const settled = await world.call<shop.FinalizedOrder>('finalize_order', {
    p_secret: checkout.secret,
    p_details: {
      ...shop.details,
      parent: { ...shop.details.parent, email: contact },
      children: checkout.isKnownChild
        ? [{}]
        : Array.from({ length: checkout.children }, (_, n) => ({
            name: names[(first + n) % names.length],
            dob,
          })),
    },
    p_expected_total_cents: checkout.totalCents,
  });
  const { attempt } = await world.call<{ attempt: number }>('start_attempt', {
    p_order_id: settled.order_id,
    p_params: {},
  });
  const sessionId = `cs_${randomUUID()}`;
  await world.call('record_checkout', {
    p_order_id: settled.order_id,
    p_attempt: attempt,
    p_session_id: sessionId,
    p_expires_at: new Date(Date.now() + 31 * 60_000).toISOString(),
  });
  Object.assign(checkout, { orderId: settled.order_id, sessionId });
  // The order gets the refund rules of this moment. If they are just being changed, either could apply, so
  // the order counts as not fully refundable and is not judged.
  if (checkout.isFullyRefundable !== undefined)
    checkout.isFullyRefundable &&= hasFullRefunds && world.hasFullRefunds;
}

function makeCharge({ orderId, sessionId, totalCents }: Checkout) {
  return {
    event_type: 'checkout.session.completed',
    session_id: sessionId,
    payment_intent: `pi_${randomUUID()}`,
    order_id: orderId,
    amount_cents: totalCents,
    currency: 'sgd',
  };
}

const reportCharge = (world: World, charge: object) =>
  world.call('confirm_order', { p_event: { ...charge, event_id: `evt_${randomUUID()}` } });

/** The parent pays. Stripe's event arrives four times in parallel, while the success page also confirms the order. */
export const payCheckout: Step = async (world) => {
  const checkout = randomCheckout(world);
  if (checkout) await chargeCheckout(world, checkout);
};

export async function chargeCheckout(world: World, checkout: Checkout): Promise<void> {
  if (!checkout.sessionId) return;
  const charge = makeCharge(checkout);
  world.charges.push(charge);
  const event = { ...charge, event_id: `evt_${randomUUID()}` };
  const calls = Array.from({ length: 4 }, () => world.call('confirm_order', { p_event: event }));
  const outcomes = await Promise.allSettled([...calls, reportCharge(world, charge)]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

export const buyNewest: Step = async (world) => {
  const checkout = world.checkouts.at(-1);
  if (!checkout) return;
  await openPaymentPage(world, checkout);
  await chargeCheckout(world, checkout);
};

/** The hold expires while the parent enters the card. Sometimes another family takes the spot before the payment. */
export const payLate: Step = async (world) => {
  const checkout = world.checkouts.findLast(({ sessionId }) => sessionId);
  if (!checkout) return;
  await shop.expireHolds(world.db, checkout.secret);
  if (world.pick(2) === 0) await runChores(world);
  if (checkout.request && world.pick(3) > 0)
    await holdAndRemember(world, checkout.request).catch(() => undefined);
  await chargeCheckout(world, checkout);
};

/** Stripe reports every charge again, at the end of a history. */
export async function reportAllCharges(world: World): Promise<void> {
  for (const charge of world.charges) {
    if (charge['invoice']) await reportRenewal(world, charge, `evt_${randomUUID()}`);
    else await reportCharge(world, charge);
  }
}

/** Stripe charges another amount than the order's total, about which staff must decide. */
export const payMismatched: Step = async (world) => {
  const checkout = randomCheckout(world);
  if (!checkout?.sessionId) return;
  await chargeCheckout(world, { ...checkout, totalCents: checkout.totalCents + 100 });
};

export const renewHold: Step = (world) =>
  world.call('renew_hold', { p_secret: randomCheckout(world)?.secret ?? null });

export const releaseOrder: Step = async (world) => {
  const checkout = randomCheckout(world);
  if (checkout) await world.call('release_order', { p_secret: checkout.secret });
};

export const expirePaymentPage: Step = async (world) => {
  const checkout = randomCheckout(world);
  if (checkout?.sessionId) await world.call('lapse_checkout', { p_session_id: checkout.sessionId });
};

export const expireHold: Step = async (world) => {
  const checkout = randomCheckout(world);
  if (checkout) await shop.expireHolds(world.db, checkout.secret);
};

export const runChores: Step = (world) =>
  Promise.all([
    world.call('release_lapsed_holds', {}),
    world.call('release_lapsed_holds', {}),
    world.call('offer_waiting_places', {}),
    world.call('offer_waiting_places', {}),
  ]);
