import { Heading, Link, Section, Text } from '@react-email/components';
import { formatPhone } from '../../contract/phone-format.ts';
import type { EnquiryNotice } from './enquiry-mails.ts';
import { Frame } from './Frame.tsx';
import { plainName } from './greeting.ts';
import { style } from './theme.ts';
import { EnquiryDetails } from './EnquiryDetails.tsx';

/** Tells staff about an enquiry. Its free text may be about a child, so it is shown only with the lead. */
export function BirthdayEnquiryNotice({ enquiry }: { enquiry: EnquiryNotice }) {
  const { email, phone, has_message } = enquiry;
  const parent = plainName(enquiry.parent_name) ?? 'A family';
  return (
    <Frame preview={`${parent} is waiting for an answer.`} footer="Sent to the team by the booking system.">
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          You have a birthday enquiry.
        </Heading>
        <Text className="lead" style={style.lead}>
          <b>{parent}</b> has asked about a birthday party and is waiting for an answer.
        </Text>
        <EnquiryDetails enquiry={enquiry} />
        <Section style={style.session}>
          <Text style={style.fact}>
            <Link href={`mailto:${email}`} style={style.link}>
              {email}
            </Link>
          </Text>
          {phone !== null && <Text style={style.fact}>{formatPhone(phone)}</Text>}
          {has_message && (
            <Text style={style.fact}>They also left a message. You can read it with the enquiry.</Text>
          )}
        </Section>
      </Section>
    </Frame>
  );
}
