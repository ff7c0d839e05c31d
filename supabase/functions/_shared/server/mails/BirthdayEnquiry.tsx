import { Heading, Section, Text } from '@react-email/components';
import type { Enquiry } from './enquiry-mails.ts';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import { style } from './theme.ts';
import { EnquiryDetails } from './EnquiryDetails.tsx';
import { say } from './say.ts';

/** Tells a parent that we got their enquiry. The child is not mentioned (docs/decisions "Safety"). */
export function BirthdayEnquiry({ enquiry }: { enquiry: Enquiry }) {
  return (
    <Frame preview={say`We will read it and write back to you. Nothing is booked or charged yet.`}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {say`Your enquiry has arrived.`}
        </Heading>
        <Text className="lead" style={style.lead}>
          {say`${greeting(enquiry.parent_name)} thank you for asking us to plan a birthday. Our party team will check the date and write back to you.`}
        </Text>
        <EnquiryDetails enquiry={enquiry} />
        <Text style={{ ...style.small, marginTop: 16 }}>
          {say`Nothing is booked or charged yet. If this was not you, you can ignore this e-mail.`}
        </Text>
      </Section>
    </Frame>
  );
}
