import { Button, Heading, Section, Text } from '@react-email/components';
import * as v from 'valibot';
import { formatMoney } from '../../contract/format.ts';
import { Frame } from './Frame.tsx';
import { campsOf, greetingName, MailOrder, only, orderUrl, sessionsOf } from './order.ts';
import { OrderNumber } from './OrderNumber.tsx';
import { Passes } from './Passes.tsx';
import { Camps, Sessions } from './Sessions.tsx';
import { style } from './theme.ts';

export const CancelledOrder = v.object({
  ...MailOrder.entries,
  cancelled: v.object({
    line_ids: v.array(v.string()),
    refund_cents: v.number(),
    /** A move was paid for and could not be made any more. */
    not_moved: v.optional(v.boolean()),
  }),
});
type CancelledOrder = v.InferOutput<typeof CancelledOrder>;

export function OrderCancelled({ order, siteUrl }: { order: CancelledOrder; siteUrl: string }) {
  const { refund_cents, line_ids, not_moved } = order.cancelled;
  const gone = only(order, line_ids);
  return (
    <Frame preview={refund_cents > 0 ? `${formatMoney(refund_cents)} goes back to you.` : 'It is cancelled.'}>
      <Section style={style.card}>
        <Heading as="h1" style={style.heading}>
          {not_moved ? 'We could not move it.' : 'It’s cancelled.'}
        </Heading>
        <Text style={style.lead}>
          {not_moved
            ? `Hi ${greetingName(order)}, when your payment came the spot was gone, or your booking had changed. What you had booked stays as it is, and this is not booked:`
            : `Hi ${greetingName(order)}, this is no longer booked, and the spot is free for another child:`}
        </Text>
        <Sessions sessions={sessionsOf(gone)} />
        <Camps camps={campsOf(gone)} />
        <Passes order={gone} />
        <Text style={{ ...style.lead, marginTop: 20 }}>
          {refund_cents > 0
            ? `${formatMoney(refund_cents)} goes back the way it came. We write again when it is on its way; banks take up to ten days.`
            : 'By the rules of this booking nothing is refunded.'}
        </Text>
        <Button href={orderUrl(order, siteUrl)} style={style.button}>
          See your order
        </Button>
        <OrderNumber order={order} />
      </Section>
    </Frame>
  );
}
