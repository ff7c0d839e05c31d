/**
 * Tests "You will NOT be charged for any errors during this time" (spec 1 §8). Whatever fails, each order is charged at
 * most once.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrderView } from '#contract/orders.ts';
import type { Db } from '#server/db.ts';
import { maintenanceHeaders, createWorld, type World } from '#support/functions.ts';
import { checkoutDetails } from '#support/functions-shop.ts';
import { pay } from '#support/payments.ts';
import { errorReport } from '#support/sql-leads.ts';

let world: World;
let db: Db;
beforeAll(async () => {
  world = await createWorld();
  db = world.deps.db;
  // In the real runtime, failures in the background are only logged too, and no request fails because of them.
  const { background } = world.deps;
  world.deps.background = (work) => background(work.catch(() => undefined));
});
afterAll(() => world.stop());
afterEach(() => void (world.deps.db = db));
beforeEach(() => world.database.sql`truncate rate_limits`);

/** Makes the first call of this name fail, before its work, or after it so that only the response is lost. */
function failOnce(call: string, when: 'before' | 'after'): { failed: boolean } {
  const state = { failed: false };
  world.deps.db = {
    ...db,
    async rpc(name, args) {
      const fails = name === call && !state.failed;
      if (fails) state.failed = true;
      if (fails && when === 'before') throw new Error('the network is gone');
      const answer = await db.rpc(name, args);
      if (fails) throw new Error('the network is gone');
      return answer;
    },
  };
  return state;
}

const checkout = ({ secret, total_cents }: OrderView) =>
  world.call<{ url?: string; code?: string }>('create-checkout', {
    secret,
    expected_total_cents: total_cents,
    details: checkoutDetails,
  });
const success = (secret: string) =>
  world.call('handle-pass-payment-success', { sessionId: null, customData: { secret } });
const chores = () => world.call('error-monitor/maintenance', '', maintenanceHeaders);
/** Presses Pay in two tabs at once. Returns the distinct payment pages. */
async function press(order: OrderView): Promise<string[]> {
  const pressed = await Promise.all([checkout(order), checkout(order)]);
  return [...new Set(pressed.flatMap(({ body }) => (body.url ? [body.url] : [])))];
}
/** Acts like the browser in recovery: it requests a repair and reloads the page. */
const recover = () =>
  world.call('auto-fix-system', { ...errorReport, message: 'Importing a module script failed.' });

/** Counts charges at the provider and in our books, spots and e-mails of this order. */
async function countEffects({ secret, number }: OrderView, session: string) {
  const { data } = await world.deps.stripe.checkout.sessions.list({ limit: 100 });
  const ownCheckouts = data.filter(({ metadata }) => metadata?.order_number === number);
  const [books] = await world.database.sql`
    select (select count(*)::int from payments where order_id = o.id) as charges,
      (select coalesce(sum(amount_cents), 0)::int from payments where order_id = o.id) as cents, o.status
    from orders o where secret = ${secret}`;
  return {
    paidSessions: ownCheckouts.filter(({ payment_status }) => payment_status === 'paid').length,
    payable: ownCheckouts.filter(({ status }) => status === 'open').length,
    places: await world.shop.countBookings(session),
    confirmations: world.mail.delivered.filter(({ key }) => key.startsWith('booking_confirmed')).length,
    ...books,
  };
}
const chargedOnce = {
  paidSessions: 1,
  payable: 0,
  places: 1,
  confirmations: 1,
  charges: 1,
  cents: 69_700,
  status: 'paid',
};

async function startCheckout() {
  world.mail.delivered.splice(0);
  const session = await world.shop.makeSession();
  return { session, order: await world.shop.hold(await world.shop.makeOffer(), session) };
}

test.each(
  [
    'check_rate',
    'finalize_order',
    'list_open_sessions',
    'start_attempt',
    'record_checkout',
    'note_call',
  ].flatMap((call) => [[call, 'before'] as const, [call, 'after'] as const]),
)(
  'a parent is charged once if on the way to the payment page %s fails, %s it did its work',
  async (call, when) => {
    const { session, order } = await startCheckout();
    const state = failOnce(call, when);
    await checkout(order);
    await world.waitForWork();
    expect(state.failed).toBe(true);
    await recover();
    // After the reload, Pay is pressed again in two tabs.
    let urls = await press(order);
    if (urls.length === 0) {
      // If a process died between claiming an attempt and starting it, the order is blocked for 20 seconds, and the
      // parent is asked to press again.
      await world.database.sql`update rate_limits set window_ends_at = now()`;
      urls = await press(order);
    }
    expect(urls).toHaveLength(1);
    await pay(urls[0] ?? '', { fetch: world.payments.fetch });
    await world.waitForWork();
    expect(await countEffects(order, session)).toEqual(chargedOnce);
  },
);

test.each(
  ['confirm_order', 'get_order', 'claim_outbox', 'finish_outbox'].flatMap((call) => [
    [call, 'before'] as const,
    [call, 'after'] as const,
  ]),
)('a parent is charged once if after the payment %s fails, %s it did its work', async (call, when) => {
  const { session, order } = await startCheckout();
  const { body } = await checkout(order);
  await world.waitForWork();
  // The webhook does not arrive, and the parent reloads the page again and again.
  await world.payments.hold();
  await pay(body.url ?? '', { fetch: world.payments.fetch });
  failOnce(call, when);
  await success(order.secret);
  await recover();
  await Promise.all([success(order.secret), success(order.secret), chores(), chores()]);
  // Pay is pressed again in a tab that was still open.
  expect((await checkout(order)).body.code).toBe('order_closed');
  await world.payments.release();
  await world.waitForWork();
  await world.database.sql`update outbox set leased_until = now() where sent_at is null`;
  await chores();
  expect(await countEffects(order, session)).toEqual(chargedOnce);
});

test('the books have no discrepancies after all these failures', async () => {
  const { sql } = world.database;
  const rows =
    await sql`select rule from private.discrepancies(array['order_paid_twice', 'charge_without_home', 'order_without_charge',
    'charge_to_closed_order', 'session_oversold'])`;
  expect([...rows]).toEqual([]);
});
