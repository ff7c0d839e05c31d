import { Button, Heading, Section, Text } from '@react-email/components';
import { formatMoney } from '../../contract/format.ts';
import { Frame } from './Frame.tsx';
import { campsOf, greetingName, type MailOrder, orderUrl, sessionsOf } from './order.ts';
import { Receipt } from './Receipt.tsx';
import { Camps, Sessions } from './Sessions.tsx';
import { style } from './theme.ts';

/** Paid after the hold had ended, and the last seat went to somebody else: the parent decides. */
export function PaidLateChoice({ order, siteUrl }: { order: MailOrder; siteUrl: string }) {
  return (
    <Frame preview="Your money is safe. Choose another date, or have all of it back.">
      <Section style={style.card}>
        <Heading as="h1" style={style.heading}>
          Your money is safe. The spot is gone.
        </Heading>
        <Text style={style.lead}>
          Hi {greetingName(order)}, we are sorry. Your payment of {formatMoney(order.total_cents)} reached us
          after your hold had ended, and by then there was no spot left:
        </Text>
        <Sessions sessions={sessionsOf(order)} />
        <Camps camps={campsOf(order)} />
        <Text style={{ ...style.lead, marginTop: 20 }}>It is your choice what happens now:</Text>
        <Text style={style.choice}>
          <b>Another date.</b> Answer this mail with the day that suits you, and we book it for the same
          money.
        </Text>
        <Text style={style.choice}>
          <b>A full refund.</b> Answer with the word “refund”, and every cent goes back the way it came.
        </Text>
        <Text style={style.fact}>There is no deadline, and nothing else to pay.</Text>
        <Button href={orderUrl(order, siteUrl)} style={style.button}>
          See your order
        </Button>
      </Section>
      <Receipt order={order} />
    </Frame>
  );
}
