import { Heading, Section, Text } from '@react-email/components';
import { formatDate } from '../../contract/format.ts';
import { Frame } from './Frame.tsx';
import type { GivenAid } from './gate-mails.ts';
import { greeting } from './greeting.ts';
import { ManageButton } from './ManageButton.tsx';
import { style } from './theme.ts';

/** A child was given first aid. The details are only on the family's page, because others may read a mailbox. */
export function FirstAidGiven({ aid, child, url }: { aid: GivenAid; child: string; url: string }) {
  const { title, location, day, parent_told } = aid;
  return (
    <Frame preview={`A coach wrote something down about ${child}. Please read it.`}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          Please read about {child}’s day.
        </Heading>
        <Text className="lead" style={style.lead}>
          {greeting(aid.parent_name)} something happened to {child} at {title}, {location}, on{' '}
          {formatDate(day)}. A coach looked after {child} and wrote it down for you.
        </Text>
        <Text style={style.fact}>
          {parent_told
            ? 'The coach has already told one of you in person or by phone.'
            : 'We will also try to reach you by phone.'}{' '}
          If it were an emergency we would have called you.
        </Text>
        <ManageButton url={url}>Read what happened</ManageButton>
        <Text style={style.small}>
          It is on your family page, behind your sign-in. Reply to this e-mail and we will call you.
        </Text>
      </Section>
    </Frame>
  );
}
