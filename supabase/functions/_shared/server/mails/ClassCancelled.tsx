import { Heading, Section, Text } from '@react-email/components';
import { formatLastMoment } from './format.ts';
import { takeOutMessage } from './file-messages.ts';
import { Frame } from './Frame.tsx';
import { greeting, plainName } from './greeting.ts';
import { LeftPasses } from './LeftPasses.tsx';
import { Stays } from './LeftPlaces.tsx';
import { ManageButton } from './ManageButton.tsx';
import type { ClassCancelledPayload } from './pass-payloads.ts';
import { Sessions } from './Sessions.tsx';
import { style } from './theme.ts';
import { say } from './say.ts';

interface Props {
  cancelled: ClassCancelledPayload;
  url: string | null;
  hasFile: boolean;
}

export function ClassCancelled({ cancelled, url, hasFile }: Props) {
  const {
    left_places: [left],
    passes,
    by_staff,
  } = cancelled;
  const name = plainName(left.child_name);
  const canBook = passes.some(({ credits }) => credits > 0);
  return (
    <Frame preview={passes.length > 0 ? creditMessage(cancelled) : say`Your class is cancelled.`}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {say`Your class is cancelled.`}
        </Heading>
        <Text className="lead" style={style.lead}>
          {greeting(cancelled.parent_name)}{' '}
          {by_staff ? say`we have cancelled this class for you:` : say`this class is no longer booked:`}
        </Text>
        <Sessions sessions={[{ ...left.session, names: name === null ? [] : [name] }]} />
        <Stays order={cancelled} />
        {passes.length > 0 && (
          <Text className="lead" style={{ ...style.lead, marginTop: 20 }}>
            {creditMessage(cancelled)}
          </Text>
        )}
        <LeftPasses passes={passes} />
        {hasFile && <Text style={style.small}>{takeOutMessage()}</Text>}
        <ManageButton url={url}>{canBook ? say`Book another class` : say`See your booking`}</ManageButton>
      </Section>
    </Frame>
  );
}

function creditMessage({ credit_returned, credit_returns_until }: ClassCancelledPayload): string {
  return credit_returned
    ? say`The credit is back on the pass.`
    : say`You do not get the credit back. You could have kept it until ${formatLastMoment(credit_returns_until)}.`;
}
