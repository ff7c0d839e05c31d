import { Button, Heading, Section, Text } from '@react-email/components';
import { brand } from '../../contract/brand.ts';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import { campsOf, linkOf, type MailOrder, sessionsOf } from './order.ts';
import { Passes } from './Passes.tsx';
import { Camps, Sessions } from './Sessions.tsx';
import { style } from './theme.ts';
import { say } from './say.ts';

/**
 * Tells a parent that a bank refused a pending payment, such as one by PayNow. Nothing is booked, and the mail says
 * how to start again.
 */
export function PaymentFailed({ order, siteUrl }: { order: MailOrder; siteUrl: string }) {
  // An order that was never paid has a link only if it changes an earlier booking.
  const existingBookingUrl = linkOf(order, siteUrl);
  const dated = sessionsOf(order).length + campsOf(order).length > 0;
  return (
    <Frame preview={say`You were not charged, and this is not booked. Here is how to try again.`}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {say`Your payment did not go through.`}
        </Heading>
        <Text className="lead" style={style.lead}>
          {say`${greeting(order.parent_name)} your bank did not approve your payment for order ${order.number}. Nothing was taken, and this is not booked:`}
        </Text>
        <Sessions sessions={sessionsOf(order)} />
        <Camps camps={campsOf(order)} over />
        <Passes order={order} />
        <Text className="lead" style={{ ...style.lead, marginTop: 20 }}>
          {existingBookingUrl
            ? say`What you had booked before does not change. You can try the change again and pay the same way or another way.`
            : say`You can book again at once, ${waysToPay(order)}.${dated ? say` We no longer hold the spot for you, so please book soon.` : ''}`}
        </Text>
        <Button
          href={existingBookingUrl ?? `${siteUrl}${bookAgainPath(order)}`}
          className="button"
          style={style.button}
        >
          {existingBookingUrl ? say`Open your booking` : say`Book again`}
        </Button>
        <Text style={{ ...style.small, marginTop: 16 }}>
          {say`If your bank shows the money as taken, reply to this e-mail with order number `}
          <span style={style.whole}>{order.number}</span>
          {say`: we will look into it the same day.`}
        </Text>
      </Section>
    </Frame>
  );
}

/** Only a card allows the later charges of a renewal (server/session.ts). */
const waysToPay = ({ lines }: MailOrder) =>
  lines.some(({ renews }) => renews) ? say`by card` : say`by card, PayNow or GrabPay`;

function bookAgainPath(order: MailOrder): string {
  if (order.lines.every(({ kind }) => kind === 'camp_tier')) return '/camps/book';
  return sessionsOf(order).length > 0 ? `/#book-your-${brand.slug}-experience` : '/passes';
}
