import { Heading, Section, Text } from '@react-email/components';
import { formatDate } from './format.ts';
import { Frame } from './Frame.tsx';
import type { DetailsRequested } from './gate-mails.ts';
import { greeting } from './greeting.ts';
import { ManageButton } from './ManageButton.tsx';
import { style } from './theme.ts';
import { say } from './say.ts';

export const askedMessage = (child: string): string =>
  say`Please tell us about allergies, medicine and conditions, or that there is nothing to report. Please also tell us who to call in an emergency and who may collect ${child}. It takes about two minutes.`;

function reasonOf({ title, location, day, missing = [] }: DetailsRequested, child: string): string {
  if (title !== undefined && location !== undefined && day !== undefined)
    return say`${child} is expected at ${title}, ${location}, on ${formatDate(day)}, and we have no information about ${child}’s health yet.`;
  if (!missing.includes('health')) return say`we do not know yet who to call about ${child} in an emergency.`;
  return missing.includes('emergency_contact')
    ? say`we have no information about ${child}’s health yet, and do not know who to call in an emergency.`
    : say`we have no information about ${child}’s health yet.`;
}

export function AskDetails({
  details,
  child,
  url,
}: {
  details: DetailsRequested;
  child: string;
  url: string;
}) {
  return (
    <Frame
      preview={say`Please tell us about allergies and medicine, who to call and who may collect ${child}.`}
    >
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {say`What should we know about ${child}?`}
        </Heading>
        <Text className="lead" style={style.lead}>
          {say`${greeting(details.parent_name)} ${reasonOf(details, child)}`}
        </Text>
        <Text style={style.fact}>{askedMessage(child)}</Text>
        <ManageButton url={url}>{say`Tell us about ${child}`}</ManageButton>
        <Text style={style.small}>
          {say`The coaches see your answers at once. If you would rather talk, reply to this e-mail and we will call you.`}
        </Text>
      </Section>
    </Frame>
  );
}
