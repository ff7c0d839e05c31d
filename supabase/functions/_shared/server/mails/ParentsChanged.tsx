import { Heading, Section, Text } from '@react-email/components';
import type { Changed } from './family-mails.ts';
import { Frame } from './Frame.tsx';
import { greeting, plainName } from './greeting.ts';
import { ManageButton } from './ManageButton.tsx';
import { style } from './theme.ts';

type Kind = Changed['kind'];

const headings: Record<Kind, string> = {
  joined: 'Now you are two.',
  removed: 'You are out of the family.',
  removed_other: 'The family is yours alone.',
  left: 'You have left the family.',
  left_other: 'The family is yours alone.',
  first: 'You are the first parent now.',
  second: 'You have handed it over.',
};

const words: Record<Kind, (other: string) => string> = {
  joined: (other) => `${other} has taken your invitation and sees and writes the same as you.`,
  removed: (other) =>
    `${other} has removed you from the family. You see its children, bookings and orders no longer, and links in older mails have ended.`,
  removed_other: (other) =>
    `${other} sees nothing of your family any more, and links in mails that went there have ended.`,
  left: (other) =>
    `${other} looks after the family from now on. You see its children, bookings and orders no longer.`,
  left_other: (other) => `${other} sees nothing of it any more. You are the first parent from now on.`,
  first: (other) => `${other} has made you the first parent: what we write about the family goes to you.`,
  second: (other) => `${other} is the first parent from now on: what we write about the family goes there.`,
};

const gone: readonly Kind[] = ['removed', 'left'];

/** Something changed about who the parents of a family are: to each of the two. */
export function ParentsChanged({ change, url }: { change: Changed; url: string }) {
  const { kind, renewals } = change;
  const isGone = gone.includes(kind);
  return (
    <Frame preview="About the parents of your family.">
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {headings[kind]}
        </Heading>
        <Text className="lead" style={style.lead}>
          {greeting(change.parent_name)} {words[kind](plainName(change.other_name) ?? 'the other parent')}
        </Text>
        {renewals.length > 0 && (
          <Text style={style.choice}>
            {renewals.join(', ')} still {renewals.length === 1 ? 'renews' : 'renew'} by{' '}
            {isGone ? 'your card' : 'the other parent’s card'} until ended.{' '}
            {isGone ? 'Answer' : 'End it on the page of passes, or answer'} this mail and we help.
          </Text>
        )}
        <Text style={style.small}>That was not meant to be? Answer this mail at once.</Text>
        <ManageButton url={isGone ? null : url}>Open the family page</ManageButton>
      </Section>
    </Frame>
  );
}
