import { randomUUID } from 'node:crypto';
import type { Cluster } from './cluster.ts';
import { type Sql, makeCamp, makeSession, newCaller, request } from './sample-shop.ts';
import { type Figure, median } from './figures.ts';
import { bareHolds } from './holds.ts';
import { CLIENTS, holdOrder, perSecond } from './load.ts';

const ORDERS = 300;
const WARM = 1;
const ROUNDS = 5;

let families = 0;

/** Each order belongs to a different family. */
const newDetails = () =>
  JSON.stringify({
    parent: { name: 'Mei Tan', email: `mei${families++}@example.test`, phone: '+6591234567' },
    children: [
      {
        name: 'Kai Tan',
        dob: '2018-05-01',
        allergies: 'Nuts',
        emergency_contacts: [{ name: 'Aunt Lim', relationship: 'aunt', phone: '+6591234568' }],
      },
    ],
    consents: { terms: true, activity: true },
  });

/** Takes an order to the payment page. Returns the payment report that then confirms it. */
export async function toPayment(visitors: Sql, service: Sql, order: string): Promise<string> {
  const heldOrder = await holdOrder<{ secret: string; total_cents: number }>(visitors, order, newCaller());
  const [settled] = await service<[{ answer: { order_id: string } }]>`
    select public.finalize_order(${heldOrder.secret}, ${newDetails()}::text::jsonb, ${heldOrder.total_cents}) as answer`;
  const { order_id } = settled.answer;
  const session_id = `cs_${order_id}`;
  await service`select public.start_attempt(${order_id}, '{"bench": true}')`;
  await service`select public.record_checkout(
    ${order_id}, 1, ${session_id}, clock_timestamp() + interval '31 minutes')`;
  return JSON.stringify({
    event_id: `evt_${randomUUID()}`,
    event_type: 'checkout.session.completed',
    session_id,
    order_id,
    payment_intent: `pi_${randomUUID()}`,
    amount_cents: heldOrder.total_cents,
    currency: 'sgd',
  });
}

/**
 * Times confirming guests' payments for ten sessions and five camps, over 16 connections, in turn with the comparison
 * (holds.ts, which runs first).
 */
export async function benchConfirmations(cluster: Cluster, database: string): Promise<Figure[]> {
  const owner = cluster.connect(database, { max: CLIENTS });
  const visitors = cluster.connect(database, { max: CLIENTS, role: 'anon' });
  const service = cluster.connect(database, { max: CLIENTS, role: 'service_role' });
  try {
    const rates: number[] = [];
    const shares: number[] = [];
    for (let round = 0; round < WARM + ROUNDS; round++) {
      const places = [
        ...(await inTurn(10, async () => ({ session_id: await makeSession(owner) }))),
        ...(await inTurn(5, async () => ({ camp_id: await makeCamp(owner) }))),
      ].map(request);
      const orders = Array.from({ length: ORDERS }, (_, order) => places[order % places.length] ?? '');
      const payments: string[] = [];
      await perSecond(orders, async (order) => payments.push(await toPayment(visitors, service, order)));
      const bareRate = await bareHolds(owner);
      const rate = await perSecond(payments, async (payment) => {
        const [row] = await service<[{ answer: { result: string } }]>`
          select public.confirm_order(${payment}::text::jsonb) as answer`;
        if (row.answer.result !== 'confirmed') throw new Error(`a payment was ${row.answer.result}`);
      });
      if (round < WARM) continue;
      rates.push(rate);
      shares.push(rate / bareRate);
    }
    const note = `${Math.round(Math.min(...rates))} to ${Math.round(Math.max(...rates))} in ${rates.length} runs`;
    const rate = median(rates);
    return [
      { name: 'confirmations', value: rate, unit: '/s', least: 300, note },
      {
        name: 'confirmations as a part of the bare control',
        value: median(shares),
        unit: '×',
        least: 0.8,
      },
    ];
  } finally {
    await Promise.all([owner, visitors, service].map((sql) => sql.end({ timeout: 1 })));
  }
}

async function inTurn<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let n = 0; n < count; n++) results.push(await make());
  return results;
}
