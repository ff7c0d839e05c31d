import { randomUUID } from 'node:crypto';
import type { CheckoutDetails } from '#contract/order-requests.ts';
import type { OrderView } from '#contract/orders.ts';
import type { TestDatabase } from './database.ts';

export const checkoutDetails: CheckoutDetails = {
  parent: { name: 'Mei Tan', email: 'mei@example.com', phone: '+6591234567' },
  children: [{ name: 'Kai Zephyrin Tan', dob: '2018-04-03' }],
  consents: { terms: true, activity: true },
};

export interface TestOffer {
  id: string;
  title: string;
  price_cents: number;
}

/**
 * Makes offers, sessions and orders for the tests of the edge functions. The sessions take place next week, so that no
 * test depends on the current date.
 */
export function createShop(database: TestDatabase) {
  const { sql } = database;
  return {
    async makeOffer({ price_cents = 69_700, title = 'Term Pass', more = {} } = {}): Promise<TestOffer> {
      const id = `pass-${randomUUID()}`;
      await sql`insert into offers (id, kind, title, price_cents, currency, revision, details, cancellation, updated_at)
        values (${id}, 'pass', ${title}, ${price_cents}, 'SGD', 'r1', ${sql.json({ pass_id: 'halfyear', sessions: 18, validity_days: 130, checkout_type: 'term-pass', ...more })},
          'Cancel until the day before.', now())`;
      return { id, title, price_cents };
    },

    /** Creates a pass with a subscription. */
    async makeFlexiOffer(): Promise<TestOffer> {
      const more = {
        pass_id: 'flexi',
        sessions: 4,
        validity_days: 28,
        checkout_type: 'flexi-pass',
        renews: true,
        refund_rules: [{ days_after_purchase: 7, percent: 100 }],
      };
      return this.makeOffer({ price_cents: 16_700, title: 'Flexi Pass', more });
    },

    async makeSession({ capacity = 8, time = '10:30' } = {}): Promise<string> {
      const [row] = await sql<{ id: string }[]>`
        with place as (insert into locations (name, address) values (${`Somerset ${randomUUID()}`}, '1 Somerset Road') returning id)
        insert into sessions (class_type_id, location_id, session_date, session_time, duration_minutes, max_capacity)
        select (select id from class_types where name = 'Red Otter A'), id, current_date + 9, ${time}, 60, ${capacity} from place
        returning id`;
      if (!row) throw new Error('no session');
      return row.id;
    },

    async hold(offer: TestOffer, sessionId: string, code: string | null = null): Promise<OrderView> {
      const request = {
        code,
        lines: [{ offer_id: offer.id, session_id: sessionId, expected_price_cents: offer.price_cents }],
        previous_secret: null,
      };
      const [row] = await database.as(
        { role: 'anon' },
        (tx) => tx<{ order: OrderView }[]>`select hold_order(${tx.json(request)}) as order`,
      );
      if (!row) throw new Error('no order');
      return row.order;
    },

    /** Makes the hold expire, as if it had been made long ago. */
    async expireHold(order: OrderView): Promise<void> {
      await sql`update holds set expires_at = now() - interval '1 second'
        where order_id = (select id from orders where secret = ${order.secret})`;
    },

    /** Makes the payment attempts five minutes older, so that the maintenance checks them. */
    async ageAttempts(order: OrderView): Promise<void> {
      await sql`update checkout_attempts set created_at = created_at - interval '5 minutes'
        where order_id = (select id from orders where secret = ${order.secret})`;
    },

    async readOrder(
      order: OrderView,
    ): Promise<{ id: string; status: string; outcome: string | null; attempt: number }> {
      const [row] = await sql`select id, status, outcome, attempt from orders where secret = ${order.secret}`;
      if (!row) throw new Error('no such order');
      return row as { id: string; status: string; outcome: string | null; attempt: number };
    },

    async countBookings(sessionId: string): Promise<number> {
      const [row] =
        await sql`select count(*)::int as n from bookings where session_id = ${sessionId} and status = 'booked'`;
      return (row as { n: number }).n;
    },
  };
}
