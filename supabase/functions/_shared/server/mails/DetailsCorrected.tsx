import { Heading, Section, Text } from '@react-email/components';
import type { Corrected } from './family-mails.ts';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import { style } from './theme.ts';
import { say } from './say.ts';

const names: Record<Corrected['fields'][number], string> = {
  channels: 'permission to write to you by WhatsApp or text message',
  dob: 'birthday',
  email: 'e-mail address',
  name: 'name',
  phone: 'mobile number',
};
const listed = (fields: Corrected['fields']) =>
  new Intl.ListFormat('en').format(fields.map((field) => names[field]));

/** The values are only on the family page, because others may read a mailbox. */
export function DetailsCorrected({ correction, child }: { correction: Corrected; child: string | null }) {
  const { fields, parent_name } = correction;
  return (
    <Frame preview={say`We have corrected what was on record.`}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {child ? say`We have corrected ${child}’s details.` : say`We have corrected your details.`}
        </Heading>
        <Text className="lead" style={style.lead}>
          {say`${greeting(parent_name)} Our office has corrected the ${listed(fields)} that we had on record${child ? ` for ${child}` : ''}, because somebody in your family asked us to.`}
          {fields.includes('dob') &&
            say` If you allowed your child to go home alone, please check that permission on the family page.`}
          {fields.includes('email') && say` E-mails about the booking go to the new address from now on.`}
        </Text>
        <Text style={style.small}>{say`Did you not ask for this? Reply to this e-mail straight away.`}</Text>
      </Section>
    </Frame>
  );
}
