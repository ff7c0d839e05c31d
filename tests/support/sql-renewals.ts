import { randomUUID } from 'node:crypto';
import type { TestDatabase } from './database.ts';
import * as x from './sql.ts';

export const END = '2027-01-02T00:00:00Z';

/** A paid invoice of a renewal, as the webhook passes it to SQL. */
export const invoice = (subscription: string, more: object = {}) => ({
  event_id: `evt_${randomUUID()}`,
  event_type: 'invoice.paid',
  subscription_id: subscription,
  invoice_id: `in_${randomUUID()}`,
  payment_intent: `pi_${randomUUID()}`,
  amount_cents: 16_700,
  currency: 'sgd',
  period_start: END,
  period_end: '2027-01-30T00:00:00Z',
  billing_reason: 'subscription_cycle',
  ...more,
});

/** Returns the provider's id of the subscription of a paid line that renews. */
export async function subscribe(db: TestDatabase, lineId: string): Promise<string> {
  const subscription = `sub_${randomUUID()}`;
  await x.rpc(db, x.service, 'start_subscription', {
    p_subscription: { order_line_id: lineId, subscription_id: subscription, current_period_end: END },
  });
  return subscription;
}

export const renew = (db: TestDatabase, subscription: string, more: object = {}) =>
  x.rpc<{ result: string; number?: string }>(db, x.service, 'record_renewal', {
    p_event: invoice(subscription, more),
  });

export const toEnd = async (db: TestDatabase): Promise<string[]> =>
  (await x.rpc<{ end: string[] }>(db, x.service, 'list_renewal_work')).end;
