import { onlineRefund } from './mail-payload.ts';

const parent = { parent_name: 'Mei Tan' };
const cancelledByUs = (
  reason: string | null,
  ...cancelledItems: { refund_cents?: number; [key: string]: unknown }[]
) => ({
  ...parent,
  reason,
  at: '2026-11-24T02:31:00.000Z',
  manage_tokens: { 'OT-4K7M': 'abc123', 'OT-9Q2W': 'def456' },
  cancelled_by_us: cancelledItems.map((place) => ({
    order_number: 'OT-4K7M',
    refund_parts: onlineRefund(place.refund_cents),
    ...place,
  })),
});

/** Payloads of the mail to a family after staff cancel one or several of its sessions and camps. */
export const cancelledByUsMails = (session: object | null, otherSession: object, camp: object): object[] => [
  cancelledByUs('Thunderstorm', { children: ['Kai', 'Lia'], session }),
  cancelledByUs('Rain', { children: ['Kai'], session, refunded: true, refund_cents: 3500 }),
  cancelledByUs(null, { children: ['Bella'], camp }),
  cancelledByUs(null, { children: ['Bella'], unpaid_children: ['Bella'], camp, order_number: null }),
  cancelledByUs('Rain', { children: ['Kai', 'Lia'], unpaid_children: ['Lia'], session }),
  cancelledByUs('Haze', {
    children: ['Bella'],
    camp,
    refunded: true,
    refund_cents: 49_000,
    refund_waits: true,
  }),
  cancelledByUs(
    'Lightning',
    { children: ['Kai', 'Lia'], session, refunded: true, refund_cents: 7000 },
    { children: ['Bella'], camp, refunded: true, refund_cents: 49_000 },
  ),
  cancelledByUs(
    'Lightning',
    { children: ['Kai'], session },
    { children: ['Lia'], session: otherSession, order_number: 'OT-9Q2W' },
    { children: ['Bella'], camp, order_number: null },
  ),
];
