import { Heading, Section, Text } from '@react-email/components';
import { brand } from '../../contract/brand.ts';
import { formatMoment } from './format.ts';
import type { Changed } from './family-mails.ts';
import { Frame } from './Frame.tsx';
import { greeting, plainName } from './greeting.ts';
import { ManageButton } from './ManageButton.tsx';
import { style } from './theme.ts';
import { say } from './say.ts';

type Kind = Exclude<Changed['kind'], 'removed_by_office' | 'removed_by_office_other'>;

/** If the office removed a parent, the texts are those of a removal by the other parent. */
function kindOf(kind: Changed['kind']): Kind {
  if (kind === 'removed_by_office') return 'removed';
  return kind === 'removed_by_office_other' ? 'removed_other' : kind;
}

const headings = (): Record<Kind, string> => ({
  joined: say`Your family has two parents now.`,
  joined_with: say`Your two families have been merged.`,
  brought: say`Your two families have been merged.`,
  removed: say`Your access to this family account has ended.`,
  removed_other: say`You are now the only parent on this account.`,
  left: say`You have left this family account.`,
  left_other: say`You are now the only parent on this account.`,
  first: say`You are now the first parent.`,
  second: say`You are now the second parent.`,
  handover_from: say`You will become the second parent.`,
  handover_to: say`You will become the first parent.`,
  handover_stopped: say`The first parent stays the same.`,
  invited_by_office: say`We have invited a second parent.`,
});

const words: Record<Kind, (other: string, at: string) => string> = {
  joined: (other) =>
    say`${other} has accepted your invitation, and can now see and change the same things as you. E-mails about bookings go to both of you. Each of you can turn yours off in Family Base.`,
  joined_with: (other) =>
    say`${other} has accepted your invitation, and has brought along the children, bookings and credits of their own account. You can both see and change all of it. Where the two accounts differed, yours counts, and Family Base asks you about the rest. E-mails about bookings go to both of you.`,
  brought: (other) =>
    say`you have joined ${other}’s family, and your children, bookings and credits are part of it. You can both see and change all of it, and it stays in this family if you leave. Where the two accounts differed, theirs counts, and Family Base asks you about the rest. Please check it before the next class.`,
  removed: (other) =>
    say`${other} has changed who has access. You can no longer see the children, bookings and orders, and links in earlier e-mails no longer work.`,
  removed_other: (other) =>
    say`${other} can no longer see anything about your family, and links in e-mails sent to them no longer work.`,
  left: (other) =>
    say`${other} looks after the family from now on. You can no longer see its children, bookings and orders.`,
  left_other: (other) =>
    say`${other} has left and can no longer see anything about your family. You are the first parent now, and e-mails about bookings come to you alone.`,
  first: (other) =>
    say`${other} has handed over to you. You can invite and remove parents, and only you may delete the family.`,
  second: (other) => say`${other} is the first parent from now on, and can invite and remove parents.`,
  handover_from: (other, at) =>
    say`you asked to make ${other} the first parent. This happens on ${at}. Until then, you or ${other} can stop it in Family Base. If you did not ask for this, stop it and choose a new password.`,
  handover_to: (other, at) =>
    say`${other} asked to make you the first parent. This happens on ${at}. Until then, either of you can stop it in Family Base.`,
  handover_stopped: (other) => say`you and ${other} keep your roles. Nothing has changed.`,
  invited_by_office: (other) =>
    say`somebody in your family asked our office to invite ${other}. Once they accept, they can see and change the same things as you. If you did not ask for this, withdraw the invitation in Family Base and reply to this e-mail.`,
};

const departures: readonly Kind[] = ['removed', 'left'];

export function ParentsChanged({ change, url }: { change: Changed; url: string }) {
  const { renewals } = change;
  const kind = kindOf(change.kind);
  const otherName = change.kind === 'removed_by_office' ? brand.name : plainName(change.other_name);
  const hasLeft = departures.includes(kind);
  return (
    <Frame preview={say`About the parents of your family.`}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {headings()[kind]}
        </Heading>
        <Text className="lead" style={style.lead}>
          {greeting(change.parent_name)}{' '}
          {words[kind](
            change.email ?? otherName ?? say`the other parent`,
            change.at ? formatMoment(change.at) : '',
          )}
        </Text>
        {renewals.length > 0 && (
          <Text style={style.choice}>
            {say`${renewals.join(', ')} still ${renewals.length === 1 ? 'renews' : 'renew'} on ${hasLeft ? say`your card` : say`the other parent’s card`} until the renewal is stopped. ${hasLeft ? say`Reply` : say`Stop it on the passes page, or reply`} to this e-mail and we will help.`}
          </Text>
        )}
        {change.new_codes && (
          <Text style={style.choice}>
            {say`The people who collect your children have new pick-up codes, and the old ones no longer work. You find them on the family page: please pass them on.`}
          </Text>
        )}
        <Text
          style={style.small}
        >{say`If this is not what you expected, reply to this e-mail straight away.`}</Text>
        <ManageButton url={hasLeft ? null : url}>{say`Open Family Base`}</ManageButton>
      </Section>
    </Frame>
  );
}
