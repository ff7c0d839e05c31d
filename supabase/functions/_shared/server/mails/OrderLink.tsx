import { Button, Heading, Section, Text } from '@react-email/components';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import * as v from 'valibot';
import { MailOrder, manageUrl } from './order.ts';
import { style } from './theme.ts';
import { say } from './say.ts';

export const LinkOrder = v.object({
  ...MailOrder.entries,
  reason: v.optional(v.nullable(v.picklist(['new_address', 'parent_left', 'ended'])), null),
});
type LinkOrder = v.InferOutput<typeof LinkOrder>;

const opened = () =>
  say`Anyone who has it can see, change and cancel the booking, so please keep it to yourself.`;
const reasons = () => ({
  new_address: {
    why: say`your account has a new e-mail address, so the links in our earlier e-mails no longer work. Here is a new one for order`,
    else: say`If you did not change your address, please reply to this e-mail straight away.`,
  },
  parent_left: {
    why: say`the other parent no longer belongs to your family’s account, so the links in our earlier e-mails no longer work. Here is a new one for order`,
    else: say`All your bookings are in your Family Base, too.`,
  },
  ended: {
    why: say`we have turned off all earlier links to this booking, in case one of them has reached somebody else. Here is a new one for order`,
    else: say`The links and buttons in our earlier e-mails about this booking no longer work.`,
  },
  requested: {
    why: say`you asked for a new link for order`,
    else: say`If this was not you, you can ignore this e-mail. Only you have the link.`,
  },
});

export function OrderLink({ order, siteUrl }: { order: LinkOrder; siteUrl: string }) {
  const reason = reasons()[order.reason ?? 'requested'];
  return (
    <Frame preview={say`The link to your booking ${order.number}.`}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {say`Here is your booking.`}
        </Heading>
        <Text className="lead" style={style.lead}>
          {greeting(order.parent_name)} {reason.why} <span style={style.whole}>{order.number}</span>.{' '}
          {opened()}
        </Text>
        <Button href={manageUrl(order, siteUrl)} className="button" style={style.button}>
          {say`Open your booking`}
        </Button>
        <Text className="lead" style={{ ...style.lead, marginTop: 20 }}>
          {reason.else}
        </Text>
      </Section>
    </Frame>
  );
}
