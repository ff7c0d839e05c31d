import { Section, Text } from '@react-email/components';
import { formatDate, plural } from './format.ts';
import type { Enquiry } from './enquiry-mails.ts';
import { style } from './theme.ts';

export function EnquiryDetails({ enquiry: { preferred_date, party, guests } }: { enquiry: Enquiry }) {
  const facts = [party, guests !== null && `About ${plural(guests, 'child', 'children')}`].filter(
    (fact) => typeof fact === 'string',
  );
  if (preferred_date === null && facts.length === 0) return null;
  return (
    <Section style={style.session}>
      {preferred_date !== null && (
        <Text className="when" style={style.when}>
          {formatDate(preferred_date)}
        </Text>
      )}
      {facts.map((fact) => (
        <Text key={fact} style={style.fact}>
          {fact}
        </Text>
      ))}
    </Section>
  );
}
