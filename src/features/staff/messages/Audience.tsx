import { useStore } from '@nanostores/react';
import {
  kindsOf,
  type MessageAudiences,
  messageKinds,
  type Segment,
  segments,
} from '#contract/management-messages.ts';
import { formatDate } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { failedMessages } from '#ui/failed/messages.ts';
import { FieldError } from '#ui/Field.tsx';
import { Notice } from '#ui/Notice.tsx';
import type { Composer } from './composer.ts';
import { campOption, segmentHints, segmentMessages, sessionOption, writeMessages } from './messages.ts';
import { needsId, sessionsByDay, type ComposedMessage } from './model.ts';

/** News reaches only families who agreed to receive it. */
export function Audience({ composer, error }: { composer: Composer; error: string | undefined }) {
  const message = useStore(composer.$message);
  const kinds = kindsOf(message.segment);
  return (
    <fieldset className="sheet message-part">
      <legend>{writeMessages.who}</legend>
      <div className="field">
        <label htmlFor="message-segment">{writeMessages.segment}</label>
        <select
          id="message-segment"
          className="input"
          aria-describedby="message-segment-hint"
          value={message.segment}
          onChange={({ target }) =>
            composer.change({ segment: segments.find((segment) => segment === target.value) ?? 'session' })
          }
        >
          {segments.map((segment) => (
            <option key={segment} value={segment}>
              {segmentMessages[segment]}
            </option>
          ))}
        </select>
        <p className="hint" id="message-segment-hint">
          {segmentHints[message.segment]}
        </p>
      </div>
      {needsId(message.segment) && <RecipientSelect composer={composer} message={message} error={error} />}
      <div className="message-kinds stack gap-1" role="radiogroup" aria-label={writeMessages.kind}>
        {messageKinds.map((kind) => (
          <label key={kind} className={kinds.includes(kind) ? '' : 'off'}>
            <input
              type="radio"
              name="message-kind"
              checked={message.kind === kind}
              disabled={!kinds.includes(kind)}
              onChange={() => composer.change({ kind })}
            />
            <span>
              {writeMessages.kinds[kind]}
              <small>{kinds.includes(kind) ? writeMessages.kindHints[kind] : writeMessages.onlyNews}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const labels: Partial<Record<Segment, string>> = {
  session: writeMessages.session,
  camp: writeMessages.camp,
  team: writeMessages.team,
};

function RecipientSelect({
  composer,
  message,
  error,
}: {
  composer: Composer;
  message: ComposedMessage;
  error: string | undefined;
}) {
  const audiences = useStore(composer.$audiences);
  if (audiences.state === 'failed')
    return (
      <Notice
        tone="bad"
        actions={
          <Button kind="line" small onClick={() => void composer.readAudiences()}>
            {failedMessages.again}
          </Button>
        }
      >
        {writeMessages.listFailed}
      </Notice>
    );
  if (audiences.state !== 'ready') return <span className="skeleton message-wait" />;
  const emptyText = emptyMessage(message.segment, audiences.value);
  if (emptyText !== null) return <p className="quiet">{emptyText}</p>;
  return (
    <div className={error ? 'field bad' : 'field'}>
      <label htmlFor="message-audience">{labels[message.segment]}</label>
      <select
        id="message-audience"
        className="input"
        value={message.id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'message-audience-error' : undefined}
        onChange={({ target }) => composer.change({ id: target.value })}
      >
        <option value="">{writeMessages.choose}</option>
        <Options segment={message.segment} audiences={audiences.value} />
      </select>
      {error && <FieldError id="message-audience-error">{error}</FieldError>}
    </div>
  );
}

function emptyMessage(segment: Segment, { sessions, camps }: MessageAudiences): string | null {
  if (segment === 'session') return sessions.length === 0 ? writeMessages.noSessions : null;
  return segment === 'camp' && camps.length === 0 ? writeMessages.noCamps : null;
}

function Options({ segment, audiences }: { segment: Segment; audiences: MessageAudiences }) {
  if (segment === 'team')
    return audiences.teams.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ));
  if (segment === 'camp')
    return audiences.camps.map((camp) => (
      <option key={camp.camp_id} value={camp.camp_id}>
        {campOption(camp)}
      </option>
    ));
  return sessionsByDay(audiences.sessions).map(([day, sessions]) => (
    <optgroup key={day} label={formatDate(day)}>
      {sessions.map((session) => (
        <option key={session.session_id} value={session.session_id}>
          {sessionOption(session)}
        </option>
      ))}
    </optgroup>
  ));
}
