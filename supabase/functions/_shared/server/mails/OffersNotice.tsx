import { Heading, Section, Text } from '@react-email/components';
import { formatMoney } from './format.ts';
import { Frame } from './Frame.tsx';
import type { OffersPayload } from './staff-mails.ts';
import { style } from './theme.ts';

const says: Record<OffersPayload['what'], { heading: string; lead: string; next: string }> = {
  missing: {
    heading: 'Nothing was published: items on sale were missing.',
    lead: 'The checkout has changed nothing and sells as before. We asked Sanity for everything that is on sale, and the answer did not include these:',
    next: 'Most likely the dataset was made private and the functions have no SANITY_READ_TOKEN, or the token has expired. To take something off sale, switch it off in Studio and publish that before you delete it.',
  },
  removed: {
    heading: 'Off sale: the document can’t be found.',
    lead: 'It was deleted or unpublished outside Studio, or the checkout can no longer read it. It is no longer for sale:',
    next: 'If this was not intended, open the document in Studio. “Publication” says what is wrong with it. If it was deleted, you can restore it from its history. Existing bookings are not affected.',
  },
  price_jump: {
    heading: 'A price is waiting for your confirmation.',
    lead: 'It changes by more than the settings allow without confirmation, and nobody has confirmed it yet. The checkout and the pages keep the earlier price. A product that was off sale stays off sale:',
    next: 'Open the document in Studio. Choose “Confirm prices” to accept the new price, or correct it and publish again.',
  },
  price_floor: {
    heading: 'A low price is waiting for two approvals.',
    lead: 'It is below the floor in the settings. The checkout and the pages keep the earlier price. A new product is not sold yet:',
    next: 'If the price is right, two admins approve it in Management, under System, each with their own account. If it is not, correct it in Studio and publish again.',
  },
};

export function OffersNotice({ notice: { what, offers } }: { notice: OffersPayload }) {
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
