import { Heading, Section, Text } from '@react-email/components';
import { formatDays, formatSessions } from './format.ts';
import { Frame } from './Frame.tsx';
import { greeting, plainName } from './greeting.ts';
import { LeftPasses } from './LeftPasses.tsx';
import { ManageButton } from './ManageButton.tsx';
import { type PassChangedPayload, whosePass } from './pass-payloads.ts';
import { PausedSessions } from './PausedSessions.tsx';
import { style } from './theme.ts';
import { say } from './say.ts';

interface Props {
  change: PassChangedPayload;
  url: string | null;
  hasFile: boolean;
}

export function PassChanged({ change, url, hasFile }: Props) {
  return (
    <Frame preview={previewMessage(change)}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {titleOf(change)}
        </Heading>
        <Text className="lead" style={style.lead}>
          {greeting(change.parent_name)} {whatMessage(change)}
        </Text>
        {change.kind === 'paused' && <PausedSessions paused={change} hasFile={hasFile} />}
        <LeftPasses passes={change.passes} />
        <Text style={style.choice}>{nextMessage(change)}</Text>
        <ManageButton url={url}>{say`See your booking`}</ManageButton>
      </Section>
    </Frame>
  );
}

function previewMessage(change: PassChangedPayload): string {
  if (change.kind !== 'paused' || change.left_places.length === 0)
    return say`Here is what is left on the pass.`;
  return change.left_places.length === 1
    ? say`One booked session is cancelled.`
    : say`${change.left_places.length} booked sessions are cancelled.`;
}

function titleOf({ kind }: PassChangedPayload): string {
  if (kind === 'paused') return say`Your pass is paused.`;
  return kind === 'pause_ended' ? say`Your pause has ended.` : say`The sessions have moved.`;
}

function whatMessage(change: PassChangedPayload): string {
  const whose = whosePass(change);
  if (change.kind === 'credits_moved') {
    const name = plainName(change.to_child_name);
    const count = formatSessions(change.credits);
    if (name === null) return say`${count} of ${whose} are for your other child.`;
    return say`${count} of ${whose} are for ${name}.`;
  }
  const days = formatDays(change.first_day, change.last_day);
  if (change.kind === 'pause_ended') return say`the pause of ${whose} (${days}) has ended.`;
  return change.by_staff ? say`we have paused ${whose}: ${days}.` : say`${whose} is paused: ${days}.`;
}

function nextMessage({ kind }: PassChangedPayload): string {
  if (kind === 'paused')
    return say`Nothing can be booked with it on these days, and it ends later by as many days. You can end the pause in your Family Base.`;
  if (kind === 'pause_ended')
    return say`You can book with it again. Sessions that the pause cancelled stay cancelled.`;
  return say`They keep their last day. If the pass is cancelled, they are cancelled and refunded together with it.`;
}
