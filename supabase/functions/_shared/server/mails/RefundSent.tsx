import { Button, Heading, Section, Text } from '@react-email/components';
import * as v from 'valibot';
import { RefundPart } from '../../contract/receipts.ts';
import { formatMoney } from './format.ts';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import { campsOf, MailOrder, onlyLines, orderUrl, sessionsOf, orderTitle } from './order.ts';
import { sentMessage } from './refund-messages.ts';
import { Camps, Sessions } from './Sessions.tsx';
import { style } from './theme.ts';
import { say } from './say.ts';

export const RefundedOrder = v.object({
  ...MailOrder.entries,
  refund: v.object({
    cents: v.number(),
    parts: v.array(RefundPart),
    /** The refunded lines. The list is empty if the refund is for the whole order. */
    line_ids: v.optional(v.array(v.string()), []),
  }),
});
type RefundedOrder = v.InferOutput<typeof RefundedOrder>;

export function refundedOf(order: RefundedOrder): string {
  const lines = onlyLines(order, order.refund.line_ids);
  return lines.lines.length === 0 ? '' : orderTitle(lines);
}

export function RefundSent({ order, siteUrl }: { order: RefundedOrder; siteUrl: string }) {
  const paidFor = onlyLines(order, order.refund.line_ids);
  const { cents, parts } = order.refund;
  const isComplete = parts.every(({ method }) => method !== 'online');
  const sent = sentMessage(parts, cents, order.number);
  const stays = paidFor.lines.length > 0 && paidFor.lines.every(({ status }) => status === 'placed');
  return (
    <Frame preview={say`Your refund of ${formatMoney(cents)} for order ${order.number}.`}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {isComplete ? say`Your refund is complete.` : say`Your refund is on its way.`}
        </Heading>
        <Text className="lead" style={style.lead}>
          {greeting(order.parent_name)}{' '}
          {isComplete ? say`we have refunded ${sent}` : say`we are refunding ${sent}`}
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
