import { Text } from '@react-email/components';
import { placeMessage } from '../../contract/place-names.ts';
import { takeOutAllMessage, takeOutMessage } from './file-messages.ts';
import { formatLastMoment } from './format.ts';
import { plainName } from './greeting.ts';
import { Stays } from './LeftPlaces.tsx';
import { removedEvents } from './order.ts';
import type { PassPausedPayload } from './pass-payloads.ts';
import { Sessions } from './Sessions.tsx';
import { style } from './theme.ts';
import { say } from './say.ts';

/** Names each session that a pause cancelled, and says whether its credit is back on the pass. */
export function PausedSessions({ paused, hasFile }: { paused: PassPausedPayload; hasFile: boolean }) {
  const { left_places: places, by_staff } = paused;
  if (places.length === 0) return null;
  return (
    <>
      <Text className="lead" style={style.lead}>
        {cancelledMessage(places.length, by_staff)}
      </Text>
      <Sessions
        sessions={places.map(({ session, child_name }) => {
          const name = plainName(child_name);
          return { ...session, names: name === null ? [] : [name] };
        })}
      />
      <Stays order={paused} />
      {creditMessages(places).map((words) => (
        <Text key={words} className="lead" style={{ ...style.lead, marginTop: 16 }}>
          {words}
        </Text>
      ))}
      {hasFile && (
        <Text style={style.small}>
          {removedEvents(paused).length === 1 ? takeOutMessage() : takeOutAllMessage()}
        </Text>
      )}
    </>
  );
}

function cancelledMessage(count: number, isByStaff: boolean): string {
  if (isByStaff)
    return count === 1
      ? say`We have cancelled the session that was booked on these days:`
      : say`We have cancelled the sessions that were booked on these days:`;
  return count === 1
    ? say`The session that was booked on these days is cancelled:`
    : say`The sessions that were booked on these days are cancelled:`;
}

function creditMessages(places: PassPausedPayload['left_places']): string[] {
  const lost = places.filter(({ credit_returned }) => !credit_returned);
  const returned = places.length - lost.length;
  const back =
    returned === 1 ? say`One credit is back on the pass.` : say`${returned} credits are back on the pass.`;
  return [
    ...(returned === 0 ? [] : [back]),
    ...lost.map(
      (place) =>
        say`You do not get the credit back for ${placeMessage(place)}. You could have kept it until ${formatLastMoment(place.credit_returns_until)}.`,
    ),
  ];
}
