import { Heading, Section, Text } from '@react-email/components';
import { formatLastMoment } from './format.ts';
import { joinNames } from '../../contract/place-names.ts';
import { addMessage } from './file-messages.ts';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import { LeftPasses } from './LeftPasses.tsx';
import { LeftPlaces } from './LeftPlaces.tsx';
import { ManageButton } from './ManageButton.tsx';
import { newDate, orderLinks } from './order.ts';
import type { ClassBookedPayload } from './pass-payloads.ts';
import { Sessions } from './Sessions.tsx';
import { style } from './theme.ts';
import { say } from './say.ts';

interface Props {
  booked: ClassBookedPayload;
  siteUrl: string;
  hasFile: boolean;
}

export function ClassBooked({ booked, siteUrl, hasFile }: Props) {
  const { classes, passes, left_places } = booked;
  const links = orderLinks(classes, booked.manage_tokens, siteUrl);
  return (
    <Frame
      preview={say`Booked with ${classes.length > 1 ? say`your credits` : say`a credit from your pass`}.`}
    >
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {left_places.length > 0 ? newDate() : say`You’re in.`}
        </Heading>
        <Text className="lead" style={style.lead}>
          {greeting(booked.parent_name)} {leadOf(booked)}
        </Text>
        {classes.map(({ session, children, order_number, credit_returns_until: until }) => (
          <Section key={`${session.session_id} ${order_number}`}>
            <Sessions sessions={[{ ...session, names: children }]} />
            <Text style={style.fact}>{returnMessage(until, booked.at)}</Text>
          </Section>
        ))}
        <div style={{ marginTop: 16 }}>
          <LeftPlaces order={booked} hasFile={hasFile} />
          <LeftPasses passes={passes} />
        </div>
        {hasFile && <Text style={style.small}>{addMessage(classes.length > 1)}</Text>}
        {links.map(({ url, number, places }) => (
          <ManageButton key={url} url={url}>
            {links.length === 1
              ? say`See your booking${places.length > 1 ? 's' : ''}`
              : say`See the bookings for ${joinNames(places.flatMap(({ children }) => children))} (${number})`}
          </ManageButton>
        ))}
      </Section>
    </Frame>
  );
}

function leadOf({ classes, left_places, by_staff }: ClassBookedPayload): string {
  if (left_places.length > 0)
    return by_staff ? say`we have moved a booking for you:` : say`this is booked instead:`;
  const these = classes.length > 1 ? say`these classes` : say`this class`;
  if (by_staff) return say`we have booked ${these} for you:`;
  return say`${these} ${classes.length > 1 ? 'are' : 'is'} booked. We look forward to seeing you.`;
}

function returnMessage(until: string, at: string): string {
  return Date.parse(until) > Date.parse(at)
    ? say`You can cancel it until ${formatLastMoment(until)} and keep the credit.`
    : say`It starts soon, so you lose the credit if you cancel it.`;
}
