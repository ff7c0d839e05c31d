import { Button, Heading, Section, Text } from '@react-email/components';
import { formatMoment, formatMoney } from './format.ts';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import { LeftPasses } from './LeftPasses.tsx';
import { ManageButton } from './ManageButton.tsx';
import { type RenewalChangedPayload, whosePass } from './pass-payloads.ts';
import { style } from './theme.ts';
import { say } from './say.ts';

interface Props {
  renewal: RenewalChangedPayload;
  url: string | null;
  siteUrl: string;
}

export function RenewalChanged({ renewal, url, siteUrl }: Props) {
  const { kind } = renewal;
  return (
    <Frame
      preview={kind === 'resumed' ? say`Your pass renews as before.` : say`No more charges for this pass.`}
    >
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {kind === 'resumed' ? say`Your renewal is back on.` : say`Your renewal has stopped.`}
        </Heading>
        <Text className="lead" style={style.lead}>
          {greeting(renewal.parent_name)} {whatMessage(renewal)}
        </Text>
        <LeftPasses passes={renewal.passes} />
        <Text style={style.choice}>{nextMessage(renewal, url !== null)}</Text>
        {kind === 'ended' ? (
          <Button href={`${siteUrl}/passes`} className="button" style={style.button}>
            {say`See the passes`}
          </Button>
        ) : (
          <ManageButton url={url}>{say`See your booking`}</ManageButton>
        )}
      </Section>
    </Frame>
  );
}

function whatMessage(renewal: RenewalChangedPayload): string {
  const whose = whosePass(renewal);
  return renewal.kind === 'resumed'
    ? say`${whose} renews again on ${formatMoment(renewal.current_period_end)}, for ${formatMoney(renewal.price_cents)} by card.`
    : say`${whose} will not renew, and your card will not be charged. You keep the sessions that are left.`;
}

function nextMessage({ kind, current_period_end: end }: RenewalChangedPayload, hasLink: boolean): string {
  const how = hasLink ? say`choose “Manage renewal” on the page of your booking` : say`reply to this e-mail`;
  if (kind === 'ended') return say`Would you like to continue? You can buy the pass again at any time.`;
  if (kind === 'resumed') return say`You can stop it before any renewal: ${how}.`;
  return say`Changed your mind? You can turn the renewal back on until ${formatMoment(end)}: ${how}.`;
}
