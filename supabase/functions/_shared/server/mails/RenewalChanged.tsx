import { Button, Heading, Section, Text } from '@react-email/components';
import { formatMoment, formatMoney } from '../../contract/format.ts';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import { LeftPasses } from './LeftPasses.tsx';
import { ManageButton } from './ManageButton.tsx';
import { type RenewalChange, whosePass } from './pass-shapes.ts';
import { style } from './theme.ts';

interface Props {
  renewal: RenewalChange;
  url: string | null;
  siteUrl: string;
}

/** A pass no longer renews, or renews again: what is charged, and what is left to book. */
export function RenewalChanged({ renewal, url, siteUrl }: Props) {
  const { kind } = renewal;
  return (
    <Frame preview={kind === 'resumed' ? 'Your pass renews as before.' : 'No more charges for this pass.'}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {kind === 'resumed' ? 'Your renewal is back on.' : 'Your renewal has stopped.'}
        </Heading>
        <Text className="lead" style={style.lead}>
          {greeting(renewal.parent_name)} {whatMessage(renewal)}
        </Text>
        <LeftPasses passes={renewal.passes} />
        <Text style={style.choice}>{nextMessage(renewal, url !== null)}</Text>
        {kind === 'ended' ? (
          <Button href={`${siteUrl}/passes`} className="button" style={style.button}>
            See the passes
          </Button>
        ) : (
          <ManageButton url={url}>See your booking</ManageButton>
        )}
      </Section>
    </Frame>
  );
}

function whatMessage(renewal: RenewalChange): string {
  const whose = whosePass(renewal);
  return renewal.kind === 'resumed'
    ? `${whose} renews again on ${formatMoment(renewal.current_period_end)}, for ${formatMoney(renewal.price_cents)} by card.`
    : `${whose} will not renew, and your card will not be charged. You keep the sessions that are left.`;
}

function nextMessage({ kind, current_period_end: end }: RenewalChange, hasLink: boolean): string {
  const how = hasLink ? 'choose “Manage renewal” on the page of your booking' : 'reply to this e-mail';
  if (kind === 'ended') return 'Would you like to continue? You can buy the pass again at any time.';
  if (kind === 'resumed') return `You can stop it before any renewal: ${how}.`;
  return `Changed your mind? You can turn the renewal back on until ${formatMoment(end)}: ${how}.`;
}
