import { Heading, Section, Text } from '@react-email/components';
import { formatClock, formatDate } from './format.ts';
import { Frame } from './Frame.tsx';
import type { ChildHandOver } from './gate-mails.ts';
import { greeting, plainName } from './greeting.ts';
import { ManageButton } from './ManageButton.tsx';
import { style } from './theme.ts';
import { say } from './say.ts';

type Kind = ChildHandOver['kind'];

const headings: Record<Kind, (child: string) => string> = {
  other_person: (child) => say`${child} was collected by somebody who is not on your list.`,
  alone: (child) => say`${child} went home alone.`,
  blocked_person: (child) => say`Please call us now about who collected ${child}.`,
  not_handed_over: (child) => say`${child} is still with us.`,
  taken_back: () => say`Our earlier e-mail was a mistake.`,
};

function aloneText(child: string, concerns: ChildHandOver['concerns']): string {
  const noPermission = say`We have no permission from you on record`;
  const tooYoung = say`${child} is under the age that we allow`;
  if (!concerns.includes('too_young')) return `${noPermission}.`;
  return concerns.includes('no_consent') ? say`${noPermission}, and ${tooYoung}.` : `${tooYoung}.`;
}

const facts: Record<
  Kind,
  (child: string, person: string, at: string, concerns: ChildHandOver['concerns']) => string
> = {
  other_person: (child, person, at) => say`${child} left with ${person} at ${at}.`,
  alone: (child, _, at, concerns) => say`${child} left on their own at ${at}. ${aloneText(child, concerns)}`,
  blocked_person: (child, person, at) =>
    say`${child} left with ${person} at ${at}. That name is on your list of people who must never collect ${child}.`,
  not_handed_over: (child, person, at) =>
    say`${person} came for ${child} at ${at}, and we did not let ${child} go. ${child} stays with us until one of you or somebody on your list comes.`,
  taken_back: (child, _, at) =>
    say`we wrote to you about how ${child} left at ${at}. That entry was a mistake, and a coach has withdrawn it.`,
};

/** Tells each parent at once how a child left, if the parents did not arrange it. */
export function HandOver({ handOver, child, url }: { handOver: ChildHandOver; child: string; url: string }) {
  const { kind, title, location, day, at, staff, concerns } = handOver;
  // If the text is not a plain name, it is not shown here. Staff can see it.
  const person = plainName(handOver.person) ?? say`another person`;
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
          {coach === null ? '' : say`. Written by ${coach}`}.
        </Text>
        {kind === 'other_person' && (
          <Text style={style.fact}>
            {handOver.parent_called
              ? say`A parent agreed on the phone`
              : say`We couldn’t reach a parent by phone`}
            ; {handOver.id_checked ? say`we saw a photo ID.` : say`we did not check a photo ID.`}
          </Text>
        )}
        <Text style={style.small}>
          {kind === 'taken_back'
            ? say`Do you have a question? Reply to this e-mail straight away.`
            : say`If this is not what you expected, call us or reply to this e-mail straight away. In an emergency, call 999.`}
        </Text>
        <ManageButton url={url}>{say`See who may collect ${child}`}</ManageButton>
      </Section>
    </Frame>
  );
}
