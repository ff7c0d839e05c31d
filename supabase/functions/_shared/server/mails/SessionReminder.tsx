import { Heading, Section, Text } from '@react-email/components';
import { campHoursMessage } from '../../contract/camp-day.ts';
import { formatClock, formatTime } from './format.ts';
import { BeforeYouCome } from './BeforeYouCome.tsx';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import { ManageButton } from './ManageButton.tsx';
import type { SessionReminderPayload } from './pass-payloads.ts';
import { Camps, Sessions } from './Sessions.tsx';
import { style } from './theme.ts';
import { say } from './say.ts';

export function SessionReminder({ reminder, url }: { reminder: SessionReminderPayload; url: string | null }) {
  const { camp, comes, rides, bring, children } = reminder;
  return (
    <Frame preview={whenAndWhere(reminder)}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {say`See you tomorrow.`}
        </Heading>
        <Text className="lead" style={style.lead}>
          {say`${greeting(reminder.parent_name)} ${camp ? say`camp begins` : say`we meet`} tomorrow.`}
        </Text>
        <Sessions sessions={reminder.session ? [{ ...reminder.session, names: children }] : []} />
        <Camps camps={camp ? [{ ...camp, comes, rides, names: children }] : []} />
        <ManageButton url={url}>{say`See your booking`}</ManageButton>
      </Section>
      <BeforeYouCome bring={bring} camp={camp !== null} comes={comes} rides={rides} />
    </Frame>
  );
}

function whenAndWhere({ session, camp, comes }: SessionReminderPayload): string {
  if (session)
    return say`${formatTime(session.session_time)} to ${formatClock(session.ends_at)}, ${session.location_name}.`;
  return camp ? `${campHoursMessage(camp)}${comes ? `, ${camp.location_name}` : ''}.` : '';
}
