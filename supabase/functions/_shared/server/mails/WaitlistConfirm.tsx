import { Button, Heading, Section, Text } from '@react-email/components';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import { Camps, Sessions } from './Sessions.tsx';
import { style } from './theme.ts';
import type { UnconfirmedEntry } from './waitlist-mails.ts';
import { say } from './say.ts';

/** Asks the owner of an address whether they joined a waitlist. Only the button on the linked page confirms it. */
export function WaitlistConfirm({ entry, url }: { entry: UnconfirmedEntry; url: string }) {
  return (
    <Frame preview={say`Confirm, and you are on the waitlist.`}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {say`Please confirm.`}
        </Heading>
        <Text className="lead" style={style.lead}>
          {say`${greeting(null)} ${entry.again ? say`a few hours ago` : say`just now`} this address was used to ask for ${entry.places === 1 ? say`a spot` : say`${entry.places} spots together`}. You are on the waitlist from the moment you confirm.`}
        </Text>
        <Sessions sessions={entry.session ? [entry.session] : []} />
        <Camps camps={entry.camp ? [{ ...entry.camp, comes: true, rides: false }] : []} />
        <Button href={url} className="button" style={style.button}>
          {say`Confirm and join the waitlist`}
        </Button>
        <Text style={{ ...style.small, marginTop: 16 }}>
          {say`The button works for ${entry.hours} hours after that request. If this was not you, you can ignore this e-mail: you will not join the waitlist, and ${entry.again ? say`this is the last e-mail` : say`we will send at most one reminder`}.`}
        </Text>
      </Section>
    </Frame>
  );
}
