import { Button, Heading, Section, Text } from '@react-email/components';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import { Camps, Sessions } from './Sessions.tsx';
import { style } from './theme.ts';
import type { JoinedEntry } from './waitlist-mails.ts';
import { say } from './say.ts';

export function WaitlistJoined({ entry, url }: { entry: JoinedEntry; url: string }) {
  return (
    <Frame preview={say`You are number ${entry.position} on the waitlist.`}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {say`You are number ${entry.position} on the waitlist.`}
        </Heading>
        <Text className="lead" style={style.lead}>
          {say`${greeting(entry.parent_name)} as soon as ${entry.places === 1 ? say`a spot is free` : say`${entry.places} spots are free together`}, we’ll hold ${entry.places === 1 ? 'it' : 'them'} for you and write to you.`}
        </Text>
        <Sessions sessions={entry.session ? [{ ...entry.session, names: entry.children }] : []} />
        <Camps
          camps={entry.camp ? [{ ...entry.camp, comes: true, rides: false, names: entry.children }] : []}
        />
        <Button href={url} className="button" style={style.button}>
          {say`See your place on the waitlist`}
        </Button>
        <Text style={{ ...style.small, marginTop: 16 }}>
          {say`Waiting costs nothing. If your plans change, you can leave the waitlist on the same page.`}
        </Text>
      </Section>
    </Frame>
  );
}
