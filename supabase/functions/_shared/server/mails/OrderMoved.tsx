import { Button, Heading, Link, Section, Text } from '@react-email/components';
import * as v from 'valibot';
import { BeforeYouCome } from './BeforeYouCome.tsx';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import { LeftPlaces } from './LeftPlaces.tsx';
import {
  campsOf,
  MailOrder,
  manageUrl,
  newDateMessage,
  onlyLines,
  orderUrl,
  sessionsOf,
  removedEvents,
  mergeTravel,
} from './order.ts';
import { OrderNumber } from './OrderNumber.tsx';
import { Passes } from './Passes.tsx';
import { Camps, Sessions } from './Sessions.tsx';
import { refundMessage } from './refund-messages.ts';
import { Refunds } from './Refunds.tsx';
import { style } from './theme.ts';
import { say } from './say.ts';

export const MovedOrder = v.object({
  ...MailOrder.entries,
  moved: v.object({
    line_ids: v.array(v.string()),
    kind: v.picklist(['moved', 'credit']),
    /** The refund of the move, about which no separate mail is sent. */
    refund_cents: v.optional(v.number(), 0),
  }),
  refund_waits: v.optional(v.boolean()),
});
type MovedOrder = v.InferOutput<typeof MovedOrder>;

export function OrderMoved({ order, siteUrl }: { order: MovedOrder; siteUrl: string }) {
  const movedOrder = onlyLines(order, order.moved.line_ids);
  const sessions = sessionsOf(movedOrder);
  const camps = campsOf(movedOrder);
  const isCredit = order.moved.kind === 'credit';
  return (
    <Frame
      preview={isCredit ? say`Choose a date whenever you are ready.` : say`Your new date, for your calendar.`}
    >
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {isCredit ? say`Your payment stays with us as credit.` : newDateMessage(movedOrder)}
        </Heading>
        <Text className="lead" style={style.lead}>
          {greeting(order.parent_name)}{' '}
          {isCredit
            ? say`nothing is lost. Choose a date whenever you are ready.`
            : say`this is booked and paid for:`}
        </Text>
        <Sessions sessions={sessions} />
        <Camps camps={camps} />
        {removedEvents(order).length > 0 && (
          <Text style={{ ...style.small, marginTop: 16 }}>
            {say`${
              isCredit
                ? say`Open the attached file to remove the earlier date from your calendar.`
                : say`Open the attached file to update your calendar: it removes the earlier date and adds the new one.`
            } If the earlier date stays, please delete it yourself.`}
          </Text>
        )}
        {isCredit && <Passes order={movedOrder} />}
        {!isCredit && order.left_places.length > 0 && (
          <div style={{ marginTop: 16 }}>
            <LeftPlaces order={order} hasFile={false} />
          </div>
        )}
        {order.moved.refund_cents > 0 && (
          <Text className="lead" style={{ ...style.lead, marginTop: 20 }}>
            {refundMessage(order.refund_parts, order.refund_waits)}
          </Text>
        )}
        <Button
          href={isCredit ? manageUrl(order, siteUrl) : orderUrl(order, siteUrl)}
          className="button"
          style={style.button}
        >
          {isCredit ? say`Choose a date` : say`See your booking`}
        </Button>
        {!isCredit && order.manage_token && (
          <Text style={{ ...style.small, marginTop: 16 }}>
            <Link href={manageUrl(order, siteUrl)} style={style.link}>
              {say`Change or cancel it, without a password`}
            </Link>
          </Text>
        )}
        {!isCredit && <Refunds order={movedOrder} />}
        <OrderNumber order={order} />
      </Section>
      {!isCredit && sessions.length + camps.length > 0 && (
        <BeforeYouCome bring={order.bring} camp={camps.length > 0} {...mergeTravel(camps)} />
      )}
    </Frame>
  );
}
