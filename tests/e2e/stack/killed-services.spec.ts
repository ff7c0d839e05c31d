import { expect } from '@playwright/test';
import type { CreateCheckout } from '#contract/order-requests.ts';
import type { OrderView } from '#contract/orders.ts';
import type { InferInput } from 'valibot';
import { call, eventually, hold, rpc, runChores, sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { killService, type ServiceName, waitForService } from '../support/services.ts';
import { test } from '../support/test.ts';
import { type OwnSession, ownSession } from '../support/weekend.ts';

/** The services of a group die together. No payment waits for those of the last group. */
const groups: ServiceName[][] = [
  ['database'],
  ['api'],
  ['functions'],
  ['payments'],
  ['mail', 'lake', 'site'],
];
/** The moments of a payment at which the service dies. */
const moments = ['before the checkout', 'before paying', 'while paying', 'after paying'] as const;

test.describe.configure({ mode: 'serial', timeout: 120_000 });

/** A session with enough spots for every payment, of a team for the child's age. */
let session: OwnSession;
test.beforeAll(async () => {
  session = await ownSession('Red Otter', groups.length * moments.length);
});
test.afterAll(() => session.close());

for (const services of groups)
  test(`kill -9 of ${services.join(', ')} during a payment leaves no incomplete order`, async () => {
    for (const moment of moments) await test.step(moment, () => payAndKill(services, moment));
  });

async function payAndKill(services: ServiceName[], moment: (typeof moments)[number]): Promise<void> {
  const kill = () => Promise.all(services.map(killService));
  // The result is null until the stack is up again. A refusal is reported if it never is.
  const holdAnswer = await eventually(
    'a hold',
    () => hold(session.id).catch(() => null),
    (answer) => answer?.status === 200,
  );
  if (!holdAnswer) return;
  let order: OrderView = holdAnswer.body;

  if (moment === 'before the checkout') await kill();
  const checkout = await eventually(
    'a payment page',
    async () => {
      const answer = await createCheckout(order);
      // A hold is not flushed to disk, so the latest hold may be lost with the database and is made again.
      if (answer?.code === 'order_not_found') order = (await openHold()) ?? order;
      return answer?.url ?? null;
    },
    (url) => url !== null,
    60_000,
  );
  if (moment === 'before paying') await kill();
  const paying = pay(checkout ?? '');
  if (moment === 'while paying') await kill();
  await paying;
  if (moment === 'after paying') await kill();
  await Promise.all(services.map(waitForService));

  // The page that the parent sees may have failed. Only the final state of the order counts.
  const finalStatus = await eventually(
    'the order settled',
    async () => {
      await runChores().catch(() => undefined);
      return { paidAtStripe: await isPaid(checkout ?? ''), ...(await readState(order)) };
    },
    (state) => (state.paidAtStripe ? state.status === 'paid' : state.status !== 'paid'),
    60_000,
  );
  expect(finalStatus).toEqual(
    finalStatus.paidAtStripe
      ? { paidAtStripe: true, status: 'paid', payments: 1, bookings: 1, passes: 1, credits: 0 }
      : { paidAtStripe: false, status: 'awaiting_payment', payments: 0, bookings: 0, passes: 0, credits: 0 },
  );
  // An unpaid order releases its spot as soon as its hold lapses.
  if (!finalStatus.paidAtStripe) {
    await sql()`update holds set expires_at = clock_timestamp() - interval '1 minute'
      where order_id = (select id from orders where secret = ${order.secret})`;
    // The functions open their port before they can run one.
    await eventually(
      'the chores',
      () =>
        runChores().then(
          () => true,
          () => false,
        ),
      (haveRun) => haveRun,
    );
    const [held] = await sql()`select count(*)::int as live from holds h join orders o on o.id = h.order_id
      where o.secret = ${order.secret} and h.expires_at > clock_timestamp()`;
    expect(held?.['live']).toBe(0);
  }
}

/** Holds a try-out in the session. Returns null until the stack is up again. */
async function openHold(): Promise<OrderView | null> {
  try {
    const answer = await hold(session.id);
    return answer.status === 200 ? answer.body : null;
  } catch {
    return null;
  }
}

async function createCheckout(order: OrderView): Promise<{ url?: string; code?: string } | null> {
  const body: InferInput<typeof CreateCheckout> = {
    secret: order.secret,
    expected_total_cents: order.total_cents,
    details: {
      parent: {
        name: 'Tan Li Hua',
        email: `kill-${order.number.toLowerCase()}@otter.test`,
        phone: '+6591234567',
      },
      children: [{ name: `Kai ${order.number}`, dob: '2018-03-14' }],
      consents: { terms: true, activity: true },
    },
  };
  const answer = await call<{ url?: string; code?: string }>('create-checkout', body).catch(() => null);
  return answer?.body ?? null;
}

/** Presses Pay on the payment page. A killed server may close the connection. */
async function pay(url: string): Promise<void> {
  await fetch(`${url}/pay`, { method: 'POST', redirect: 'manual' }).catch(() => undefined);
}

async function isPaid(url: string): Promise<boolean> {
  const id = new URL(url).pathname.split('/').at(-1);
  const response = await fetch(`${env('STRIPE_API_URL')}/v1/checkout/sessions/${id}`, {
    headers: { authorization: `Bearer ${env('STRIPE_SECRET_KEY')}` },
  });
  return ((await response.json()) as { payment_status: string }).payment_status === 'paid';
}

async function readState(order: OrderView) {
  const { body } = await rpc<OrderView>('get_order', { p_secret: order.secret });
  const [counts] = await sql()`
    with bought as (
      select p.id from passes p join order_lines l on l.id = p.order_line_id join orders o on o.id = l.order_id
      where o.secret = ${order.secret})
    select
      (select count(*)::int from payments p join orders o on o.id = p.order_id where o.secret = ${order.secret}) as payments,
      (select count(*)::int from bookings b where b.id in (
        select booking_id from credit_ledger where pass_id in (select id from bought))) as bookings,
      (select count(*)::int from bought) as passes,
      (select coalesce(sum(delta), 0)::int from credit_ledger where pass_id in (select id from bought)) as credits`;
  return {
    status: body.status,
    ...(counts as { payments: number; bookings: number; passes: number; credits: number }),
  };
}
