import { Button, Heading, Section, Text } from '@react-email/components';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import { Camps, Sessions } from './Sessions.tsx';
import { style } from './theme.ts';
import type { Unconfirmed } from './waitlist-mails.ts';

/** Asks the owner of an address whether they joined a waitlist. Only the button on the linked page confirms it. */
export function WaitlistConfirm({ entry, url }: { entry: Unconfirmed; url: string }) {
  return (
    <Frame preview="Confirm, and you are in the queue.">
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          Please confirm.
        </Heading>
        <Text className="lead" style={style.lead}>
          {greeting(null)} {entry.again ? 'a few hours ago' : 'just now'} this address was used to ask for{' '}
          {entry.places === 1 ? 'a spot' : `${entry.places} spots together`}. You are in the queue from the
          moment you confirm.
        </Text>
        <Sessions sessions={entry.session ? [entry.session] : []} />
        <Camps camps={entry.camp ? [{ ...entry.camp, comes: true, rides: false }] : []} />
        <Button href={url} className="button" style={style.button}>
          Confirm and join the queue
        </Button>
        <Text style={{ ...style.small, marginTop: 16 }}>
          The button works for {entry.hours} hours from when the address was given. If this was not you, you
          can ignore this e-mail: you will not join the queue, and{' '}
          {entry.again ? 'this is the last e-mail' : 'at most one reminder follows'}.
        </Text>
      </Section>
    </Frame>
  );
}
