import { Text } from '@react-email/components';
import type { MailOrder } from './order.ts';
import { style } from './theme.ts';

/**
 * Shows the order's number in mails without a receipt, because a parent needs it to write to us or to ask for a new
 * link.
 */
export function OrderNumber({ order }: { order: MailOrder }) {
  return <Text style={{ ...style.small, margin: '16px 0 0' }}>Order {order.number}</Text>;
}
