import { Button, Heading, Section, Text } from '@react-email/components';
import * as v from 'valibot';
import { formatMoney } from '../../contract/format.ts';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import { MailOrder, orderUrl } from './order.ts';
import { deskRefundWords } from './refund-words.ts';
import { style } from './theme.ts';

export const RefundedOrder = v.object({
  ...MailOrder.entries,
  /** `by_hand`: paid back by staff, not by the payment provider. */
  refund: v.object({ cents: v.number(), by_hand: v.boolean() }),
});
type RefundedOrder = v.InferOutput<typeof RefundedOrder>;

export function RefundSent({ order, siteUrl }: { order: RefundedOrder; siteUrl: string }) {
  const money = formatMoney(order.refund.cents);
  return (
    <Frame preview={`${money} of order ${order.number}.`}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {order.refund.by_hand ? 'Your money is back.' : 'Your refund is on its way.'}
        </Heading>
        <Text className="lead" style={style.lead}>
          {greeting(order.parent_name)}{' '}
          {order.refund.by_hand
            ? `we have paid back ${money} of order ${order.number}${order.desk_method ? ` ${deskRefundWords[order.desk_method]}` : ''}.`
            : `${money} of order ${order.number} goes back the way it came. Banks take five to ten days to show it.`}
        </Text>
        <Button href={orderUrl(order, siteUrl)} className="button" style={style.button}>
          See your order
        </Button>
      </Section>
    </Frame>
  );
}
