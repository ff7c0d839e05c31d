import { Heading, Section, Text } from '@react-email/components';
import { formatDays } from './format.ts';
import { Frame } from './Frame.tsx';
import type { ReleasedReport } from './gate-mails.ts';
import { greeting } from './greeting.ts';
import { ManageButton } from './ManageButton.tsx';
import { say } from './say.ts';
import { style } from './theme.ts';

/** Tells a parent that a growth report can be read. Its words are only on the family's page, behind the sign-in. */
export function GrowthReport({ report, child, url }: { report: ReleasedReport; child: string; url: string }) {
  const { title, location, first_day, last_day } = report;
  return (
    <Frame preview={say`The coach has written about ${child}’s camp.`}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {say`${child}’s growth report is here.`}
        </Heading>
        <Text className="lead" style={style.lead}>
          {say`${greeting(report.parent_name)} the coach of ${title}, ${location}, ${formatDays(first_day, last_day)} has written down what we saw in ${child} that week.`}
        </Text>
        <ManageButton url={url}>{say`Read the growth report`}</ManageButton>
        <Text style={style.small}>
          {say`Sign in with this e-mail address to read it in Family Base. You can print it or save it as a PDF there.`}
        </Text>
      </Section>
    </Frame>
  );
}
