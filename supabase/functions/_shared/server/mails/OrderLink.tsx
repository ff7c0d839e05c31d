import { Button, Heading, Section, Text } from '@react-email/components';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import { type MailOrder, manageUrl } from './order.ts';
import { style } from './theme.ts';

/** A new link, for whoever asked for one. */
export function OrderLink({ order, siteUrl }: { order: MailOrder; siteUrl: string }) {
  return (
    <Frame preview={`The link to your booking ${order.number}.`}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          Here is your booking.
        </Heading>
        <Text className="lead" style={style.lead}>
          {greeting(order.parent_name)} you asked for a new link to order{' '}
          <span style={style.whole}>{order.number}</span>. It lets whoever has this e-mail see, change and
          cancel the booking, so please keep it to yourself.
        </Text>
        <Button href={manageUrl(order, siteUrl)} className="button" style={style.button}>
          Open your booking
        </Button>
        <Text className="lead" style={{ ...style.lead, marginTop: 20 }}>
          Was this not you? Then there is nothing to do: nobody but you has the link.
        </Text>
      </Section>
    </Frame>
  );
}
