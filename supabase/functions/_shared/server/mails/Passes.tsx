import { Text } from '@react-email/components';
import { type MailOrder, passesOf, renewalsOf } from './order.ts';
import { style } from './theme.ts';

export function Passes({ order }: { order: MailOrder }) {
  return [...passesOf(order), ...renewalsOf(order)].map((words, index) => (
    <Text key={words} style={index === 0 ? { ...style.fact, marginTop: 12 } : style.fact}>
      {words}
    </Text>
  ));
}
