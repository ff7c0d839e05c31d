import { Section, Text } from '@react-email/components';
import { campHoursMessage, extendedDayMessage, rideMessage } from '../../contract/camp-day.ts';
import { formatClock, formatDate, formatDays, formatTime } from './format.ts';
import { joinNames, placeAddress } from '../../contract/place-names.ts';
import type { BookedCamp, BookedSession } from './order.ts';
import { style } from './theme.ts';
import { say } from './say.ts';

/** Shows only given names, because mails are forwarded and saved in several places. */
function Whose({ names = [] }: { names?: readonly string[] | undefined }) {
  return names.length > 0 && <Text style={style.whose}>{joinNames(names)}</Text>;
}

export function Sessions({ sessions }: { sessions: BookedSession[] }) {
  return sessions.map((session) => (
    <Section key={session.session_id} style={style.session}>
      <Whose names={session.names} />
      <Text className="when" style={style.when}>
        {formatDate(session.session_date)}
        <br />
        {say`${formatTime(session.session_time)} to ${formatClock(session.ends_at)}`}
      </Text>
      <Text style={style.fact}>
        {session.class_type}
        {session.coach_name ? ` with ${session.coach_name}` : ''}
      </Text>
      <Text style={style.fact}>{placeAddress(session.location_name, session.location_address)}</Text>
    </Section>
  ));
}

/**
 * Shows camps. `over` means that they are no longer booked, or that we cancelled them. For children who are collected
 * at home, the base is left out.
 */
export function Camps({ camps, over = false }: { camps: BookedCamp[]; over?: boolean }) {
  return camps.map((camp) => (
    <Section key={camp.camp_id} style={style.session}>
      <Whose names={camp.names} />
      <Text className="when" style={style.when}>
        {formatDays(camp.start_date, camp.end_date)}
        <br />
        {say`${campHoursMessage(camp)} each day`}
      </Text>
      <Text style={style.fact}>{camp.name}</Text>
      {!over && camp.extended_day && <Text style={style.fact}>{extendedDayMessage(camp, camp)}</Text>}
      <Text style={style.fact}>
        {placeAddress(camp.location_name, camp.comes ? camp.location_address : null)}
      </Text>
      {!over && camp.rides && <Text style={style.fact}>{rideMessage(camp)}</Text>}
    </Section>
  ));
}
