import { Button, Heading, Section, Text } from '@react-email/components';
import { formatMoment, formatMoney } from './format.ts';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import { ManageButton } from './ManageButton.tsx';
import { type PaymentProblemPayload, whosePass } from './pass-payloads.ts';
import { style } from './theme.ts';
import { say } from './say.ts';

interface Props {
  problem: PaymentProblemPayload;
  url: string | null;
  siteUrl: string;
}

/**
 * Tells a parent that a renewal could not be charged. The mail first says that nothing is lost, and then what to do.
 */
export function PaymentProblem({ problem, url, siteUrl }: Props) {
  const again = problem.next_attempt_at;
  return (
    <Frame preview={say`Your card was not charged. Here is what happens next.`}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {say`Your renewal did not go through.`}
        </Heading>
        <Text className="lead" style={style.lead}>
          {say`${greeting(problem.parent_name)} we could not charge ${formatMoney(problem.price_cents)} for ${whosePass(problem)}. Nothing was taken from your card, and you keep the sessions you still have.`}
        </Text>
        {again ? (
          <>
            <Text style={style.choice}>
              <b>{say`We will try again on ${formatMoment(again)}.`}</b>
              {say` If your card has changed, please update it before then. The button below opens your booking without a password. There, choose “Manage renewal” to change your card.`}
            </Text>
            <ManageButton url={url}>{say`Update your card`}</ManageButton>
          </>
        ) : (
          <>
            <Text style={style.choice}>
              <b>{say`That was the last attempt, so the pass will not renew.`}</b>
              {say` You will not be charged again. To continue, buy the pass again whenever you like.`}
            </Text>
            <Button href={`${siteUrl}/passes`} className="button" style={style.button}>
              {say`See the passes`}
            </Button>
          </>
        )}
      </Section>
    </Frame>
  );
}
