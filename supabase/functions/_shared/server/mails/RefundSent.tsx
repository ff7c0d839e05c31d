import { Button, Heading, Section, Text } from '@react-email/components';
import * as v from 'valibot';
import { formatMoney } from './format.ts';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import { campsOf, MailOrder, only, orderUrl, sessionsOf, what } from './order.ts';
import { deskRefundMessages } from './refund-messages.ts';
import { Camps, Sessions } from './Sessions.tsx';
import { style } from './theme.ts';
import { say } from './say.ts';

export const RefundedOrder = v.object({
  ...MailOrder.entries,
  /** `by_hand`: refunded by staff, not by the payment provider. */
  refund: v.object({
    cents: v.number(),
    by_hand: v.boolean(),
    /** The part that was added to the family's balance. */
    to_balance_cents: v.optional(v.number(), 0),
    /** The refunded lines; empty for the order as a whole. */
    line_ids: v.optional(v.array(v.string()), []),
  }),
});
type RefundedOrder = v.InferOutput<typeof RefundedOrder>;

/** `Bella, Spark Camp, Bishan, 30 Nov – 2 Dec`; empty for a refund of the whole order. */
export function refundedOf(order: RefundedOrder): string {
  const lines = only(order, order.refund.line_ids);
  return lines.lines.length === 0 ? '' : what(lines);
}

/** ` in cash`, ` to your balance with us`, or both with their amounts. */
function byHandOf({ desk_method, refund: { cents, to_balance_cents } }: RefundedOrder): string {
  const rest = desk_method && desk_method !== 'balance' ? ` ${deskRefundMessages()[desk_method]}` : '';
  if (to_balance_cents === 0) return rest;
  if (to_balance_cents === cents) return ` ${deskRefundMessages().balance}`;
  const balance = `${formatMoney(to_balance_cents)} ${deskRefundMessages().balance}`;
  return say`: ${formatMoney(cents - to_balance_cents)}${rest} and ${balance}`;
}

export function RefundSent({ order, siteUrl }: { order: RefundedOrder; siteUrl: string }) {
  const money = formatMoney(order.refund.cents);
  const paidFor = only(order, order.refund.line_ids);
  const stays = paidFor.lines.length > 0 && paidFor.lines.every(({ status }) => status === 'placed');
  return (
    <Frame preview={say`${money} of order ${order.number}.`}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {order.refund.by_hand ? say`Your refund is complete.` : say`Your refund is on its way.`}
        </Heading>
        <Text className="lead" style={style.lead}>
          {greeting(order.parent_name)}{' '}
          {order.refund.by_hand
            ? say`we have refunded ${money} of order ${order.number}${byHandOf(order)}.`
            : say`we are refunding ${money} of order ${order.number} to your original payment method. Banks take five to ten days to show it.`}
        </Text>
        <Sessions sessions={sessionsOf(paidFor)} />
        <Camps camps={campsOf(paidFor)} over />
        {stays && <Text style={{ ...style.fact, marginTop: 16 }}>{say`Your booking does not change.`}</Text>}
        <Button href={orderUrl(order, siteUrl)} className="button" style={style.button}>
          {say`See your order`}
        </Button>
      </Section>
    </Frame>
  );
}
