import { Button, Heading, Section, Text } from '@react-email/components';
import * as v from 'valibot';
import { formatMoney } from './format.ts';
import { OrderSession } from '../../contract/places.ts';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import { Stays } from './LeftPlaces.tsx';
import { takeOutMessage } from './file-messages.ts';
import { campsOf, MailOrder, onlyLines, orderUrl, sessionsOf, removedEvents } from './order.ts';
import { OrderNumber } from './OrderNumber.tsx';
import { Passes } from './Passes.tsx';
import { refundMessage } from './refund-messages.ts';
import { Camps, Sessions } from './Sessions.tsx';
import { style } from './theme.ts';
import { say } from './say.ts';

export const CancelledOrder = v.object({
  ...MailOrder.entries,
  refund_waits: v.optional(v.boolean()),
  cancelled: v.object({
    line_ids: v.array(v.string()),
    refund_cents: v.number(),
    /**
     * True if the family paid to move to another camp, but the move was no longer possible. The old place stays
     * booked.
     */
    not_moved: v.optional(v.boolean()),
    /** True if the parent's bank returned the payment, so that we refund nothing. */
    by_bank: v.optional(v.boolean()),
    /** True if the line is a try-out that was not booked, because the child had already had one. */
    had_before: v.optional(v.boolean()),
    /** True if an instalment was not paid in time. */
    lapsed: v.optional(v.boolean()),
    sessions: v.optional(v.array(OrderSession)),
    passes: v.optional(
      v.array(
        v.object({
          line_id: v.string(),
          total: v.number(),
          used: v.number(),
          unused: v.number(),
          ends_renewal: v.boolean(),
        }),
      ),
      [],
    ),
  }),
});
type CancelledOrder = v.InferOutput<typeof CancelledOrder>;

/** Returns the order with only the cancelled places. Sessions that were already used are left out. */
export function cancelledPart(order: CancelledOrder): MailOrder {
  const { line_ids, sessions } = order.cancelled;
  const cancelledOrder = onlyLines(order, line_ids);
  if (!sessions) return cancelledOrder;
  const ids = new Set(sessions.map(({ session_id }) => session_id));
  const lines = cancelledOrder.lines.map((line) => ({
    ...line,
    session: line.session && ids.has(line.session.session_id) ? line.session : null,
  }));
  return { ...cancelledOrder, lines };
}

function passMessage({ passes }: CancelledOrder['cancelled']): string[] {
  const words = passes.flatMap(({ total, used, unused, ends_renewal }) => {
    return [
      used > 0 &&
        say`${used} of ${total} sessions ${used === 1 ? 'was' : 'were'} used, and ${unused} ${unused === 1 ? 'was' : 'were'} left.`,
      used === 0 &&
        unused < total &&
        say`${unused} of ${total} sessions ${unused === 1 ? 'was' : 'were'} left.`,
      ends_renewal && say`The pass will not renew, and your card will not be charged.`,
    ].filter((sentence) => sentence !== false);
  });
  return [...new Set(words)];
}

function moneyMessage({
  cancelled: { refund_cents, by_bank },
  refund_waits,
  refund_parts,
}: CancelledOrder): string {
  if (by_bank) return say`Your bank has returned this payment to you, so we have cancelled what it paid for.`;
  if (refund_cents === 0) return say`Under the rules of this booking, nothing is refunded.`;
  return refundMessage(refund_parts, refund_waits);
}

function titleOf({ not_moved, had_before }: CancelledOrder['cancelled']): string {
  if (not_moved) return say`We could not move your booking.`;
  return had_before ? say`We could not book the Try-Out.` : say`Your booking is cancelled.`;
}

function whyOf(
  { not_moved, had_before, lapsed }: CancelledOrder['cancelled'],
  cancelledOrder: MailOrder,
  days: number,
): string {
  if (not_moved)
    return say`when your payment reached us, the spot was taken or your booking had changed. Your earlier booking does not change, and this is not booked:`;
  if (had_before)
    return say`each child can have one Try-Out. One was booked for this child before, with this e-mail address or phone number, so this is not booked:`;
  if (lapsed) return say`the rest of the price was not paid in time, so this is no longer booked:`;
  if (days > 1) return say`these are no longer booked, and the spots are free for other children:`;
  if (days === 1) return say`this is no longer booked, and the spot is free for another child:`;
  return cancelledOrder.lines.length === 1 && cancelledOrder.lines[0]?.kind.endsWith('pass')
    ? say`this pass is cancelled:`
    : say`this is cancelled:`;
}

export function OrderCancelled({ order, siteUrl }: { order: CancelledOrder; siteUrl: string }) {
  const { refund_cents, had_before } = order.cancelled;
  const cancelledOrder = cancelledPart(order);
  const sessions = order.cancelled.sessions ?? sessionsOf(cancelledOrder);
  const camps = campsOf(cancelledOrder);
  return (
    <Frame
      preview={
        refund_cents > 0
          ? say`We are refunding ${formatMoney(refund_cents)}.`
          : say`Your booking is cancelled.`
      }
    >
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {titleOf(order.cancelled)}
        </Heading>
        <Text className="lead" style={style.lead}>
          {greeting(order.parent_name)}{' '}
          {whyOf(order.cancelled, cancelledOrder, sessions.length + camps.length)}
        </Text>
        <Sessions sessions={sessions} />
        <Camps camps={camps} over />
        <Passes order={cancelledOrder} />
        <Stays order={order} />
        {passMessage(order.cancelled).map((words) => (
          <Text key={words} style={style.fact}>
            {words}
          </Text>
        ))}
        <Text className="lead" style={{ ...style.lead, marginTop: 20 }}>
          {moneyMessage(order)}
          {had_before && say` You can book any other pass.`}
        </Text>
        {removedEvents(order).length > 0 && <Text style={style.small}>{takeOutMessage()}</Text>}
        <Button href={orderUrl(order, siteUrl)} className="button" style={style.button}>
          {say`See your order`}
        </Button>
        <OrderNumber order={order} />
      </Section>
    </Frame>
  );
}
