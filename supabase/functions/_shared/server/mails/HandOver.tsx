import { Heading, Section, Text } from '@react-email/components';
import { formatClock, formatDate } from '../../contract/format.ts';
import { Frame } from './Frame.tsx';
import type { ChildHandOver } from './gate-mails.ts';
import { greeting, plainName } from './greeting.ts';
import { ManageButton } from './ManageButton.tsx';
import { style } from './theme.ts';

type Kind = ChildHandOver['kind'];

const headings: Record<Kind, (child: string) => string> = {
  other_person: (child) => `${child} was collected by somebody who is not on your list.`,
  alone: (child) => `${child} went home alone.`,
  blocked_person: (child) => `Please call us now about who collected ${child}.`,
  not_handed_over: (child) => `${child} is still with us.`,
  taken_back: () => 'Our earlier e-mail was a mistake.',
};

/** Why a child should not have left alone: one of the two reasons, or both. */
function aloneText(child: string, concerns: ChildHandOver['concerns']): string {
  const noPermission = 'We have no permission from you on record';
  const tooYoung = `${child} is under the age that we allow`;
  if (!concerns.includes('too_young')) return `${noPermission}.`;
  return concerns.includes('no_consent') ? `${noPermission}, and ${tooYoung}.` : `${tooYoung}.`;
}

const facts: Record<
  Kind,
  (child: string, person: string, at: string, concerns: ChildHandOver['concerns']) => string
> = {
  other_person: (child, person, at) => `${child} left with ${person} at ${at}.`,
  alone: (child, _, at, concerns) => `${child} left on their own at ${at}. ${aloneText(child, concerns)}`,
  blocked_person: (child, person, at) =>
    `${child} left with ${person} at ${at}. That name is on your list of people who must never collect ${child}.`,
  not_handed_over: (child, person, at) =>
    `${person} came for ${child} at ${at}, and we did not let ${child} go. ${child} stays with us until one of you or somebody on your list comes.`,
  taken_back: (child, _, at) =>
    `We wrote to you about how ${child} left at ${at}. That entry was a mistake, and a coach has withdrawn it.`,
};

/** How a child left, if the parents did not arrange it: each of them gets it at once. */
export function HandOver({ handOver, child, url }: { handOver: ChildHandOver; child: string; url: string }) {
  const { kind, title, location, day, at, staff, concerns } = handOver;
  // A text that is no plain name is not shown here; staff can see it.
  const person = plainName(handOver.person) ?? 'another person';
  const coach = plainName(staff);
  return (
    <Frame preview={headings[kind](child)}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {headings[kind](child)}
        </Heading>
        <Text className="lead" style={style.lead}>
          {greeting(handOver.parent_name)} {facts[kind](child, person, formatClock(at), concerns)}
        </Text>
        <Text style={style.fact}>
          {title}, {location}, {formatDate(day)}
          {coach === null ? '' : `. Written by ${coach}`}.
        </Text>
        {kind === 'other_person' && (
          <Text style={style.fact}>
            {handOver.parent_called ? 'A parent agreed on the phone' : 'No parent was reached on the phone'};{' '}
            {handOver.id_checked ? 'we saw a photo ID.' : 'we saw no photo ID.'}
          </Text>
        )}
        <Text style={style.small}>
          {kind === 'taken_back'
            ? 'Do you have a question? Reply to this e-mail straight away.'
            : 'Is this not what you expected? Call us or reply to this e-mail straight away. In an emergency call 999.'}
        </Text>
        <ManageButton url={url}>{`See who may collect ${child}`}</ManageButton>
      </Section>
    </Frame>
  );
}
