import { Heading, Section, Text } from '@react-email/components';
import { formatDate } from './format.ts';
import { Frame } from './Frame.tsx';
import type { GivenAid } from './gate-mails.ts';
import { greeting } from './greeting.ts';
import { ManageButton } from './ManageButton.tsx';
import { style } from './theme.ts';

/**
 * Tells a parent that a child got first aid. The details are only on the family's page, because others may read a
 * mailbox.
 */
export function FirstAidGiven({ aid, child, url }: { aid: GivenAid; child: string; url: string }) {
  const { title, location, day, parent_informed } = aid;
  return (
    <Frame preview={`A coach has written you a note about ${child}. Please read it.`}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          Please read about {child}’s day.
        </Heading>
        <Text className="lead" style={style.lead}>
          {greeting(aid.parent_name)} something happened to {child} at {title}, {location}, on{' '}
          {formatDate(day)}. A coach looked after {child} and wrote down what happened.
        </Text>
        <Text style={style.fact}>
          {parent_informed
            ? 'The coach has already told one of you in person or by phone.'
            : 'We will also try to reach you by phone.'}{' '}
          In an emergency we would have called you.
        </Text>
        <ManageButton url={url}>Read what happened</ManageButton>
        <Text style={style.small}>
          Sign in to read it in Family Base. If you would like a call from us, reply to this e-mail.
        </Text>
      </Section>
    </Frame>
  );
}
