/** Subscriptions of passes and their paid invoices, as the webhook reports them. */
import { randomUUID } from 'node:crypto';
import type { TestDatabase } from './database.ts';
import { rpc, service } from './sql.ts';

export const PERIOD_END = '2027-01-02T00:00:00Z';

/** A paid invoice of a renewal, as the webhook passes it to SQL. */
export const paidInvoice = (subscription: string, more: object = {}) => ({
  event_id: `evt_${randomUUID()}`,
  event_type: 'invoice.paid',
  subscription_id: subscription,
  invoice_id: `in_${randomUUID()}`,
  payment_intent: `pi_${randomUUID()}`,
  amount_cents: 16_700,
  currency: 'sgd',
  period_start: PERIOD_END,
  period_end: '2027-01-30T00:00:00Z',
  billing_reason: 'subscription_cycle',
  ...more,
});

/** Returns the provider's id of the subscription of a paid line that renews. */
export async function startSubscription(db: TestDatabase, lineId: string): Promise<string> {
  const subscription = `sub_${randomUUID()}`;
  await rpc(db, service, 'start_subscription', {
    p_subscription: { order_line_id: lineId, subscription_id: subscription, current_period_end: PERIOD_END },
  });
  return subscription;
}

export const payRenewal = (db: TestDatabase, subscription: string, more: object = {}) =>
  rpc<{ result: string; number?: string }>(db, service, 'record_renewal', {
    p_event: paidInvoice(subscription, more),
  });

export const listSubscriptionsToEnd = async (db: TestDatabase): Promise<string[]> =>
  (await rpc<{ end: string[] }>(db, service, 'list_renewal_work')).end;
