import { Text } from '@react-email/components';
import type { MailOrder } from './order.ts';
import { style } from './theme.ts';

/** In mails without a receipt: who writes to us, or asks for a new link, needs it. */
export function OrderNumber({ order }: { order: MailOrder }) {
  return <Text style={{ ...style.small, margin: '16px 0 0' }}>Order {order.number}</Text>;
}
