import { Heading, Link, Section, Text } from '@react-email/components';
import { brand } from '../../contract/brand.ts';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import type { Message } from './message-mails.ts';
import { Camps, Sessions } from './Sessions.tsx';
import { style } from './theme.ts';

const because = ({ session, camp, waits }: Message): string => {
  if (session ?? camp) return 'You get this e-mail because you booked this:';
  return waits
    ? 'You get this e-mail because you are on a waitlist with us.'
    : `You get this e-mail because you booked with ${brand.name}.`;
};

/** Shows exactly what staff wrote, as plain text. `stop` is the page on which one tap ends news. */
export function StaffMessage({ message, stop }: { message: Message; stop: string | null }) {
  const { session, camp } = message;
  return (
    <Frame preview={message.body.slice(0, 140)}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {message.subject}
        </Heading>
        <Text className="lead" style={style.lead}>
          {greeting(message.parent_name)}
        </Text>
        {message.body.split(/\n{2,}/).map((paragraph, at) => (
          <Text key={at} className="lead" style={style.lead}>
            {paragraph.split('\n').map((line, row) => (
              <span key={row}>
                {row > 0 && <br />}
                {line}
              </span>
            ))}
          </Text>
        ))}
        {stop === null && (
          <>
            <Text style={style.small}>{because(message)}</Text>
            <Sessions sessions={session ? [{ ...session, names: message.children }] : []} />
            <Camps camps={camp ? [{ ...camp, comes: true, rides: false, names: message.children }] : []} />
          </>
        )}
      </Section>
      {stop !== null && (
        <Section className="card" style={style.card}>
          <Text style={style.small}>
            {brand.name} sends you news and offers because you agreed to it. You will still get e-mails about
            what you booked.
          </Text>
          <Link href={stop} style={style.link}>
            Stop news and offers
          </Link>
        </Section>
      )}
    </Frame>
  );
}
