import { Heading, Section, Text } from '@react-email/components';
import { formatMoney } from '../../contract/format.ts';
import { Frame } from './Frame.tsx';
import type { OffersTold as Told } from './staff-mails.ts';
import { style } from './theme.ts';

const says: Record<Told['what'], { heading: string; lead: string; next: string }> = {
  missing: {
    heading: 'Content arrived without what is on sale.',
    lead: 'The till took nothing over and sells as before. It asked the content for everything that is sold, and these were not among the answers:',
    next: 'Most likely the dataset was made private and the functions have no SANITY_READ_TOKEN, or it has ended. What shall really go off sale is switched off in Studio and published before it is deleted.',
  },
  gone: {
    heading: 'Off sale: its document is gone.',
    lead: 'Deleted or unpublished past Studio, or no longer to be read as it was published. Nobody can buy it any more:',
    next: 'If nobody meant that: Studio says what is wrong with a document under “Publication”, and restores a deleted one from its history. What was sold stays as it was sold.',
  },
  kept: {
    heading: 'A price waits for your yes.',
    lead: 'It changes by more than half, and nobody has confirmed that. The till goes on with the price before:',
    next: 'Open the document in Studio: “Confirm prices” lets it through, or correct the price and publish again. Pages that are built meanwhile may show the new price; the checkout says the price it charges before paying.',
  },
};

/** Tells staff what publishing refused, or changed unexpectedly. */
export function OffersTold({ told: { what, offers } }: { told: Told }) {
  const { heading, lead, next } = says[what];
  return (
    <Frame preview={heading} footer="Sent to the team’s address in the settings.">
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {heading}
        </Heading>
        <Text className="lead" style={style.lead}>
          {lead}
        </Text>
        {offers.map(({ id, title, from_cents, to_cents }) => (
          <Text key={id} style={style.small}>
            {title} ({id})
            {from_cents && to_cents ? `: ${formatMoney(from_cents)} → ${formatMoney(to_cents)}` : ''}
          </Text>
        ))}
        <Text style={{ ...style.small, marginTop: 16 }}>{next}</Text>
      </Section>
    </Frame>
  );
}
