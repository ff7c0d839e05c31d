import { Section, Text } from '@react-email/components';
import { formatClock, formatDate, formatTime } from '../../contract/format.ts';
import type { BookedSession } from './order.ts';
import { style } from './theme.ts';

/** When and where. No child's name: a mail is forwarded, and lies in more places than one. */
export function Sessions({ sessions }: { sessions: BookedSession[] }) {
  return sessions.map((session) => (
    <Section key={session.session_id} style={style.session}>
      <Text style={style.when}>
        {formatDate(session.session_date)}
        <br />
        {formatTime(session.session_time)} to {formatClock(session.ends_at)}
      </Text>
      <Text style={style.fact}>
        {session.class_type}
        {session.coach_name ? ` with ${session.coach_name}` : ''}
      </Text>
      <Text style={style.fact}>
        {session.location_name}
        {session.location_address ? `, ${session.location_address}` : ''}
      </Text>
    </Section>
  ));
}
