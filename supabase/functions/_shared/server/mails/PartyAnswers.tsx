import { Heading, Section, Text } from '@react-email/components';
import { formatMoment } from './format.ts';
import { Frame } from './Frame.tsx';
import { greeting, plainName } from './greeting.ts';
import type { PartyNews } from './party-mails.ts';
import { answerText, guestsComing, guestsOf, healthText } from './party-messages.ts';
import { style } from './theme.ts';
import { say } from './say.ts';

/**
 * Tells a host about new answers. The mail names no child, and only says that there are health notes (docs/decisions
 * "Safety").
 */
export function PartyAnswers({ news }: { news: PartyNews }) {
  return (
    <Frame preview={guestsOf(news.guests, news.head_count)}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {say`${guestsComing(news.guests)} so far.`}
        </Heading>
        <Text className="lead" style={style.lead}>
          {say`${greeting(news.host_name)} there is news from the guests of `}
          <b>{news.title}</b>
          {say`. You planned for ${news.head_count}.`}
        </Text>
        <Section style={style.session}>
          {news.answers.map((answer) => (
            <Text key={answer.response_id} style={style.choice}>
              <b>{plainName(answer.name) ?? say`A family`}</b>
              <br />
              {answerText(answer)}
            </Text>
          ))}
        </Section>
        <Section style={style.session}>
          <Text className="when" style={style.when}>
            {formatMoment(news.starts_at)}
          </Text>
          <Text style={style.fact}>{news.place}</Text>
        </Section>
      </Section>
      <Section className="card" style={style.card}>
        <Heading as="h2" style={style.subheading}>
          {say`Before you order the cake`}
        </Heading>
        <Text style={style.fact}>{healthText(news.health_notes)}</Text>
      </Section>
    </Frame>
  );
}
