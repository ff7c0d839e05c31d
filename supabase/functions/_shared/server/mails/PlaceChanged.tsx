import { Heading, Section, Text } from '@react-email/components';
import { Frame } from './Frame.tsx';
import { greeting, plainName } from './greeting.ts';
import { ManageButton } from './ManageButton.tsx';
import { linkOf } from './order.ts';
import { type ChangedPlace, changedLines, changedTitle } from './place-change.ts';
import { Camps, Sessions } from './Sessions.tsx';
import { style } from './theme.ts';
import { say } from './say.ts';

export function childrenOf({ children }: ChangedPlace): string | null {
  const names = children.map(plainName).filter((name) => name !== null);
  const last = names.at(-1);
  if (last === undefined || names.length < children.length) return null;
  return names.length === 1 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

function leadOf(change: ChangedPlace): string {
  if (change.waits)
    return say`you are on the waitlist for this. It has changed, and you keep your place on the waitlist:`;
  const who = childrenOf(change);
  return say`we have changed something about a booking${who === null ? '' : ` for ${who}`}. Your spot is safe:`;
}

interface Props {
  change: ChangedPlace;
  siteUrl: string;
  hasFile: boolean;
}

export function PlaceChanged({ change, siteUrl, hasFile }: Props) {
  const { session, camp } = change.is;
  const what = session ? 'class' : 'camp';
  // A family may have one order with a ride and one without. Then it reads both.
  const { orders } = change;
  const travel = {
    comes: orders.length === 0 || orders.some(({ comes }) => comes),
    rides: orders.some(({ rides }) => rides),
  };
  return (
    <Frame
      preview={changedLines(change)
        .map(({ name, is }) => `${name}: ${is}`)
        .join('. ')}
    >
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {say`This ${what} has changed.`}
        </Heading>
        <Text className="lead" style={style.lead}>
          {greeting(change.parent_name)} {leadOf(change)}
        </Text>
        {changedLines(change).map(({ name, was, is }) => (
          <Text key={name} style={style.fact}>
            {name}: <b>{is}</b>
            {say` (was: ${was})`}
          </Text>
        ))}
        {change.note && (
          <Text style={{ ...style.fact, marginTop: 16 }}>{say`From the team: ${change.note}`}</Text>
        )}
        <Text className="lead" style={{ ...style.lead, marginTop: 20 }}>
          {say`${changedTitle(change)}, as it is now:`}
        </Text>
        {session && <Sessions sessions={[session]} />}
        {camp && <Camps camps={[{ ...camp, ...travel }]} />}
        {hasFile && (
          <Text style={style.small}>
            {say`Open the attached file to update your calendar. It replaces the old entry.`}
          </Text>
        )}
        <Text className="lead" style={{ ...style.lead, marginTop: 20 }}>
          {say`If this does not suit you, reply to this e-mail, and we will find something that works.`}
        </Text>
        <ManageButton url={linkOf(change, siteUrl)}>{say`See your booking`}</ManageButton>
      </Section>
    </Frame>
  );
}
