import { Heading, Section, Text } from '@react-email/components';
import type { CorrectedDetails } from './family-mails.ts';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import { style } from './theme.ts';
import { say } from './say.ts';

const names: Record<CorrectedDetails['fields'][number], string> = {
  channels: 'permission to write to you by WhatsApp or text message',
  contact: 'emergency contact',
  consent: 'answer about a consent',
  dob: 'birthday',
  emergency_contact: 'emergency contact',
  email: 'e-mail address',
  name: 'name',
  phone: 'mobile number',
};
const listed = (fields: CorrectedDetails['fields']) =>
  new Intl.ListFormat('en').format(fields.map((field) => names[field]));

const consents: Record<NonNullable<CorrectedDetails['consent']>['purpose'], (child: string) => string> = {
  photo: (child) => say`photos and videos of ${child}`,
  medical: (child) => say`medical treatment of ${child} in an emergency`,
  activity: (child) => say`${child} taking part in our activities`,
  marketing: () => say`getting news by e-mail`,
};

function headingOf({ fields }: CorrectedDetails, child: string | null): string {
  if (fields.includes('consent')) return say`We have written down your answer.`;
  if (fields.includes('emergency_contact')) return say`We have added an emergency contact.`;
  return child ? say`We have corrected ${child}’s details.` : say`We have corrected your details.`;
}

function leadOf({ fields, consent }: CorrectedDetails, child: string | null): string {
  if (consent) {
    const subject = consents[consent.purpose](child ?? say`your child`);
    return consent.given
      ? say`somebody in your family told our office by phone that you agree to ${subject}. You can change this at any time, and your own answer counts.`
      : say`somebody in your family told our office by phone that you do not agree to ${subject}. You can change this at any time, and your own answer counts.`;
  }
  if (fields.includes('emergency_contact'))
    return say`somebody in your family told our office by phone who to call in an emergency, and we have added this person to your list. Please check the name and the number in Family Base, where you can change them.`;
  return say`our office has corrected the ${listed(fields)} that we had on record${child ? ` for ${child}` : ''}, because somebody in your family asked us to.`;
}

/**
 * Tells a parent that staff corrected details. The values are only on the family's page, because others may read a
 * mailbox.
 */
export function DetailsCorrected({
  correction,
  child,
}: {
  correction: CorrectedDetails;
  child: string | null;
}) {
  const { fields, parent_name } = correction;
  return (
    <Frame preview={say`We have changed something in your details.`}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {headingOf(correction, child)}
        </Heading>
        <Text className="lead" style={style.lead}>
          {say`${greeting(parent_name)} ${leadOf(correction, child)}`}
          {fields.includes('dob') &&
            say` If you allowed your child to go home alone, please check that permission in Family Base.`}
          {fields.includes('email') && say` E-mails about the booking go to the new address from now on.`}
        </Text>
        <Text
          style={style.small}
        >{say`If you did not ask for this, reply to this e-mail straight away.`}</Text>
      </Section>
    </Frame>
  );
}
