import { Text } from '@react-email/components';
import type { MailOrder } from './order.ts';
import { style } from './theme.ts';

/** For mails without a receipt: a parent needs the number to write to us or to ask for a new link. */
export function OrderNumber({ order }: { order: MailOrder }) {
  return <Text style={{ ...style.small, margin: '16px 0 0' }}>Order {order.number}</Text>;
}
