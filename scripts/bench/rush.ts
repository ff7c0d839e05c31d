import { setTimeout as delay } from 'node:timers/promises';
import type { OrderView } from '#contract/orders.ts';
import { type Figure, median } from './figures.ts';
import type { Visitors } from './visitors.ts';

const PARENTS = 50;
const PLACES = 20;
/**
 * A parent who is refused because many families are booking tries again after this time. A real parent would wait
 * longer.
 */
const AGAIN_MS = 500;
const dob = `${new Date().getFullYear() - 8}-05-01`;

interface Parent {
  n: number;
  address: string;
  who: { name: string; email: string; phone: string };
}
type Outcome =
  | { got: 'place'; order: OrderView; held: number; atStripe: number; enrolled: number; isAgain: boolean }
  | { got: 'waitlist'; toldAfter: number; waiting: number; isAgain: boolean };

/** Fifty parents check out at once for a camp of twenty spots, through API, functions, payment page and events. */
export async function benchRush(visitors: Visitors): Promise<Figure[]> {
  const camp = await visitors.camp(PLACES);
  const parents = Array.from({ length: PARENTS }, (_, n) => ({
    n,
    address: `203.0.113.${n}`,
    who: { name: `Parent ${n}`, email: `rush${n}@example.com`, phone: `+659123${1000 + n}` },
  }));
  const began = performance.now();
  const since = () => performance.now() - began;
  const outcomes = await Promise.all(parents.map((parent) => visit(visitors, camp, parent, since)));
  const all = since();

  const places = outcomes.filter((outcome) => outcome.got === 'place');
  const waiting = outcomes.filter((outcome) => outcome.got === 'waitlist');
  await proveBooks(visitors, camp, places);
  const span = (name: string, values: number[]): Figure => ({
    name,
    value: median(values),
    unit: 'ms',
    note: `${Math.round(Math.min(...values))} to ${Math.round(Math.max(...values))}`,
  });
  console.log(
    `  ${PARENTS} at once: ${places.length} enrolled, ${waiting.length} on the waitlist, ${places.length} charged; ` +
      `${outcomes.filter((outcome) => outcome.isAgain).length} had to ask again`,
  );
  return [
    span(
      `${PARENTS} at once: a place is held`,
      places.map(({ held }) => held),
    ),
    span(
      `${PARENTS} at once: told that it is full`,
      waiting.map(({ toldAfter }) => toldAfter),
    ),
    span(
      `${PARENTS} at once: on the waitlist`,
      waiting.map((one) => one.waiting),
    ),
    span(
      `${PARENTS} at once: at the payment page`,
      places.map(({ atStripe }) => atStripe),
    ),
    span(
      `${PARENTS} at once: paid and enrolled`,
      places.map(({ enrolled }) => enrolled),
    ),
    { name: `${PARENTS} at once: everybody done`, value: all, unit: 'ms' },
  ];
}

async function visit(
  visitors: Visitors,
  camp: string,
  parent: Parent,
  since: () => number,
): Promise<Outcome> {
  const { address, n, who } = parent;
  const children = [{ name: `Child ${n}`, dob }];
  const askForSpot = () =>
    visitors.rpc<OrderView & { message?: string }>(address, 'hold_order', {
      p_order: {
        lines: [{ offer_id: 'tier-spark', camp_id: camp, child: 0, expected_price_cents: null }],
        children: [{ dob }],
        previous_secret: null,
      },
    });
  // `place_busy` means that unpaid holds have reached their limit, so other parents must try again.
  let hold = await askForSpot();
  const isAgain = hold.body.message === 'place_busy';
  while (hold.body.message === 'place_busy') {
    await delay(AGAIN_MS);
    hold = await askForSpot();
  }
  const heldAt = since();
  if (!hold.ok) {
    if (hold.body.message !== 'camp_full') throw new Error(`Parent ${n} is told ${hold.body.message}`);
    const entry = { camp_id: camp, offer_id: 'tier-spark', parent: who, children };
    const joined = await visitors.rpc<{ status: string }>(address, 'join_waitlist', { p_entry: entry });
    // An entry counts once its e-mail link is used, which is not measured here.
    if (joined.body.status !== 'unconfirmed')
      throw new Error(`Parent ${n} waits as ${JSON.stringify(joined.body)}`);
    return { got: 'waitlist', toldAfter: heldAt, waiting: since(), isAgain };
  }
  const order = hold.body;
  const { body: checkout } = await visitors.call<{ url?: string; code?: string }>(
    address,
    'create-checkout',
    {
      secret: order.secret,
      expected_total_cents: order.total_cents,
      details: { parent: who, children, consents: { terms: true, activity: true } },
      success_path: '/camp-booking-success',
    },
  );
  if (!checkout.url) throw new Error(`Parent ${n} cannot pay: ${checkout.code}`);
  await fetch(checkout.url).then((page) => page.text());
  const atStripe = since();
  await payAt(checkout.url);
  // The success page makes this call when the parent returns.
  const body = { sessionId: null, customData: { secret: order.secret } };
  const { body: booked } = await visitors.call<OrderView>(address, 'handle-pass-payment-success', body);
  if (booked.status !== 'paid') throw new Error(`Parent ${n} has paid, and the order is ${booked.status}`);
  return { got: 'place', order, held: heldAt, atStripe, enrolled: since(), isAgain };
}

async function payAt(url: string): Promise<void> {
  const form = new URLSearchParams({ method: 'card' });
  const pressed = await fetch(`${url}/pay`, { method: 'POST', body: form, redirect: 'manual' });
  const processing = pressed.headers.get('location');
  if (pressed.status !== 303 || processing === null)
    throw new Error(`${url} took no payment: ${pressed.status}`);
  const returned = await fetch(new URL(processing, url), { redirect: 'manual' });
  if (!returned.headers.get('location')) throw new Error(`${url} leads nobody back: ${returned.status}`);
}

async function proveBooks(visitors: Visitors, camp: string, places: { order: OrderView }[]): Promise<void> {
  await fetch(`${visitors.of('STRIPE_API_URL')}/_test/settled`, { method: 'POST' });
  const [books] = await visitors.sql`
    with mine as (select o.* from orders o where exists (
      select from order_lines l where l.order_id = o.id and l.camp_id = ${camp}))
    select
      (select count(distinct child_id)::int from camp_enrollments where camp_id = ${camp} and status = 'enrolled') as enrolled,
      (select count(*)::int from mine where status = 'paid') as paid,
      (select count(*)::int from payments p join mine on mine.id = p.order_id) as charges,
      (select sum(p.amount_cents)::int from payments p join mine on mine.id = p.order_id) as taken,
      (select count(*)::int from payment_decisions d join mine on mine.id = d.order_id) as decisions,
      (select count(*)::int from waitlist_entries where camp_id = ${camp} and status = 'unconfirmed') as waiting`;
  const receivedCents = places.reduce((sum, { order }) => sum + order.total_cents, 0);
  const soldOut = { enrolled: PLACES, paid: PLACES, charges: PLACES };
  const expected = { ...soldOut, taken: receivedCents, decisions: 0, waiting: PARENTS - PLACES };
  if (JSON.stringify(books) !== JSON.stringify(expected))
    throw new Error(`Not as it should be: ${JSON.stringify(books)} instead of ${JSON.stringify(expected)}`);
}
