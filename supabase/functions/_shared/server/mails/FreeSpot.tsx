import { Heading, Section, Text } from '@react-email/components';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import type { FreeSpotPayload } from './free-spot-mails.ts';
import { Camps, Sessions } from './Sessions.tsx';
import { style } from './theme.ts';
import { say } from './say.ts';

/** Staff gave a child a spot that nobody pays for, or took it back. */
export function FreeSpot({ spot }: { spot: FreeSpotPayload }) {
  const { session, camp, children, is_removed: isRemoved } = spot;
  return (
    <Frame
      preview={isRemoved ? say`This spot is no longer booked.` : say`Our team has booked a spot for you.`}
    >
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {isRemoved ? say`This spot is no longer booked.` : say`You have a spot.`}
        </Heading>
        <Text className="lead" style={style.lead}>
          {greeting(spot.parent_name)}{' '}
          {isRemoved
            ? say`our team has cancelled this spot. You had nothing to pay for it, so there is no refund.`
            : say`our team has booked this spot for you. There is nothing to pay.`}
        </Text>
        <Sessions sessions={session ? [{ ...session, names: children }] : []} />
        <Camps
          camps={camp ? [{ ...camp, comes: !isRemoved, rides: false, names: children }] : []}
          over={isRemoved}
        />
        <Text style={style.small}>{say`Is this a mistake? Please reply to this e-mail.`}</Text>
      </Section>
    </Frame>
  );
}
