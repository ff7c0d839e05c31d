/** Reads everything that an order led to: payments, decisions, bookings, passes, credits and mails. */
import { type TestDatabase } from './database.ts';

interface Outcome {
  status: string;
  outcome: string | null;
  payments: number;
  decisions: string[];
  bookings: number;
  passes: number;
  credits: number | null;
  mails: string[];
  holds: number;
}

/** Returns everything that an order has led to. */
export async function readOutcome(db: TestDatabase, orderId: string): Promise<Outcome> {
  const [row] = await db.sql<[Outcome]>`
    select o.status, o.outcome,
      (select count(*) from public.payments where order_id = o.id) as payments,
      array(select kind from public.payment_decisions where order_id = o.id order by kind) as decisions,
      (select count(*) from public.bookings where family_id = o.family_id) as bookings,
      (select count(*) from public.passes where family_id = o.family_id) as passes,
      (select sum(delta) from public.credit_ledger c join public.passes p on p.id = c.pass_id
        where p.family_id = o.family_id) as credits,
      array(select template from public.outbox where key like '%' || o.id order by template) as mails,
      (select count(*) from public.holds where order_id = o.id) as holds
    from public.orders o where o.id = ${orderId}`;
  return row;
}

export const bookedOutcome = {
  status: 'paid',
  outcome: null,
  payments: 1,
  decisions: [],
  bookings: 1,
  passes: 1,
  mails: ['booking_confirmed'],
  holds: 0,
};
