import { Heading, Section, Text } from '@react-email/components';
import type { ReviewRequest } from './family-mails.ts';
import { formatDays } from './format.ts';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import { ManageButton } from './ManageButton.tsx';
import { say } from './say.ts';
import { style } from './theme.ts';

/** Asks a parent, once, how a camp was. */
export function CampReviewAsked({ mail, names, url }: { mail: ReviewRequest; names: string; url: string }) {
  const { title, location, first_day, last_day } = mail;
  return (
    <Frame preview={say`It takes a minute, and our team reads every word.`}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {say`How was ${title}?`}
        </Heading>
        <Text className="lead" style={style.lead}>
          {say`${greeting(mail.parent_name)} ${names} came to ${title}, ${location}, ${formatDays(first_day, last_day)}. How was it for your family?`}
        </Text>
        <ManageButton url={url}>{say`Rate this camp`}</ManageButton>
        <Text style={style.small}>
          {say`Sign in with this e-mail address. Our team reads what you write. Other parents read it only if you allow it, under the name that you choose. We ask once for each camp.`}
        </Text>
      </Section>
    </Frame>
  );
}
