import { Button, Heading, Section, Text } from '@react-email/components';
import { Frame } from './Frame.tsx';
import { greetingName, type MailOrder, passesOf } from './order.ts';
import { Receipt } from './Receipt.tsx';
import { style } from './theme.ts';

/** The next period is paid: what it gives, and the receipt. */
export function RenewalPaid({ order, url }: { order: MailOrder; url: string }) {
  return (
    <Frame preview={`Order ${order.number}: new sessions are ready, and your receipt.`}>
      <Section style={style.card}>
        <Heading as="h1" style={style.heading}>
          Fresh sessions are in.
        </Heading>
        <Text style={style.lead}>
          Hi {greetingName(order)}, your pass renewed itself and is paid. Book the next sessions whenever you
          like.
        </Text>
        {passesOf(order).map((pass) => (
          <Text key={pass} style={style.fact}>
            {pass}
          </Text>
        ))}
        <Button href={url} style={style.button}>
          Book your sessions
        </Button>
      </Section>
      <Receipt order={order} />
    </Frame>
  );
}
