import { Button, Heading, Section, Text } from '@react-email/components';
import { formatMoment, formatMoney } from '../../contract/format.ts';
import { Frame } from './Frame.tsx';
import type { Problem } from './pass-mails.ts';
import { style } from './theme.ts';

/** A renewal could not be charged. Nobody lost anything: said first, then what to do. */
export function PaymentProblem({ problem, url }: { problem: Problem; url: string }) {
  return (
    <Frame preview="Your card was not charged. Here is what happens next.">
      <Section style={style.card}>
        <Heading as="h1" style={style.heading}>
          Your renewal did not go through.
        </Heading>
        <Text style={style.lead}>
          Hi {problem.parent_name ?? 'there'}, we could not charge {formatMoney(problem.price_cents)} for your{' '}
          {problem.title}. Nothing was taken from your card, and the sessions you still have stay yours.
        </Text>
        <Text style={style.choice}>
          {problem.next_attempt_at
            ? `We try again on ${formatMoment(problem.next_attempt_at)}. If your card has changed, please update it before then.`
            : 'We will not try again. To keep the pass going, please update your card.'}
        </Text>
        <Button href={url} style={style.button}>
          Look at your pass
        </Button>
      </Section>
    </Frame>
  );
}
