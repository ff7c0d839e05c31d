import { brand } from '../../supabase/functions/_shared/contract/brand.ts';
import type { MailOrder } from '../../supabase/functions/_shared/server/mails/order.ts';

/** A refund of a payment on the site. */
export const onlineRefund = (cents = 0) => (cents > 0 ? [{ method: 'online' as const, cents }] : []);

/** Returns the payload that SQL writes to the outbox for a mail about an order. */
export function mailPayload(more: object = {}): MailOrder {
  const { cancelled, moved } = more as Partial<Record<'cancelled' | 'moved', { refund_cents?: number }>>;
  return {
    number: 'OT-4K7M',
    secret: '0b7ff0a4-0000-4000-8000-000000000001',
    total_cents: 69_700,
    gst: null,
    refund_parts: onlineRefund(cancelled?.refund_cents ?? moved?.refund_cents),
    split: null,
    balance_part_cents: 0,
    parent_name: 'Mei Tan',
    parent_email: null,
    paid_at: '2026-11-21T02:36:00.000Z',
    left_places: [],
    bring: {
      classes: ['Closed shoes: flat soles grip best', 'A bottle of water'],
      camps: ['Two bottles of water: there is a refill point', 'A snack without nuts'],
    },
    lines: [
      {
        offer_id: 'pass-term',
        title: 'Term Pass',
        line_id: '11e00000-0000-4000-8000-000000000001',
        status: 'placed',
        kind: 'pass',
        rung_id: null,
        price_cents: 69_700,
        rebate_cents: 0,
        discount_cents: 0,
        transport_cents: 0,
        total_cents: 69_700,
        transport: null,
        sessions: 18,
        validity_days: 130,
        renews: false,
        cancellation: 'Cancel until the day before.',
        child: 0,
        child_name: 'Kai',
        camp: null,
        session: {
          session_id: '5e551000-0000-4000-8000-000000000001',
          session_date: '2026-11-28',
          session_time: '10:30:00',
          starts_at: '2026-11-28T02:30:00.000Z',
          ends_at: '2026-11-28T03:30:00.000Z',
          class_type: `Red ${brand.product} A`,
          location_name: 'Somerset',
          location_address: '1 Somerset Road',
          coach_name: 'Coach Ray',
        },
      },
    ],
    ...more,
  };
}
