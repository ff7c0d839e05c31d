import { Heading, Section, Text } from '@react-email/components';
import { BeforeYouCome } from './BeforeYouCome.tsx';
import { Frame } from './Frame.tsx';
import { ManageButton } from './ManageButton.tsx';
import type { Reminder } from './pass-mails.ts';
import { Camps, Sessions } from './Sessions.tsx';
import { style } from './theme.ts';

/** The day before: when, where, and what to bring. */
export function SessionReminder({ reminder, url }: { reminder: Reminder; url: string | null }) {
  return (
    <Frame preview="When, where, and what to bring.">
      <Section style={style.card}>
        <Heading as="h1" style={style.heading}>
          See you tomorrow.
        </Heading>
        <Text style={style.lead}>
          Hi {reminder.parent_name ?? 'there'}, {reminder.camp ? 'camp begins' : 'we meet'} tomorrow.
        </Text>
        <Sessions sessions={reminder.session ? [reminder.session] : []} />
        <Camps camps={reminder.camp ? [reminder.camp] : []} />
        <ManageButton url={url}>See your booking</ManageButton>
      </Section>
      <BeforeYouCome camp={reminder.camp !== null} />
    </Frame>
  );
}
