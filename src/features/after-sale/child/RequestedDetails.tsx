import type { RequestedChild, RequestedDetails as Details } from '#contract/health.ts';
import { formatDays } from '#contract/format.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { signInPath, paths } from '#config/paths.ts';
import { formatTime } from '#domain/dates.ts';
import { whatsappLink } from '#domain/whatsapp.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { WithNames } from '#ui/WithNames.tsx';
import { Icon } from '#ui/Icon.tsx';
import { chat, check } from '#ui/icons.ts';
import { Notice } from '#ui/Notice.tsx';
import { messages } from '../messages.ts';
import { Note } from '../Note.tsx';
import type { OrderStore } from '../store.ts';
import { ChildForm } from './ChildForm.tsx';
import { requestedMessages, childMessages } from './messages.ts';

interface Props {
  manage: OrderStore;
  details: Details;
  whatsapp: string;
}

/** Asks a parent for the details of one child after another, and shows nothing else of the order. */
export default function RequestedDetails({ manage, details, whatsapp }: Props) {
  const { children, known, needs_confirmation } = details;
  const open = useStore(manage.children.$open);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const names = children.map(({ name }) => name);
  const isDone = children.every(({ is_reported }) => is_reported);
  const help = whatsappLink(whatsapp, requestedMessages.helpText(names));
  return (
    <div className="wrap column manage-screen stack gap-6">
      <header className="stack gap-3">
        <h1 ref={title} tabIndex={-1}>
          {isDone ? requestedMessages.thanks : requestedMessages.title(names)}
        </h1>
        <p className="lead">{isDone ? requestedMessages.receivedText : requestedMessages.lead}</p>
      </header>
      <Note manage={manage} help={help} names={children.map(({ name }) => name)} />
      {needs_confirmation && (
        <Notice
          tone="warn"
          actions={
            <ButtonLink kind="line" small href={signInPath(paths.familyBase)}>
              {requestedMessages.signIn}
            </ButtonLink>
          }
        >
          {requestedMessages.confirm}
        </Notice>
      )}
      {children.map((entry) => (
        <section key={entry.child} className="card manage-line" aria-labelledby={`requested-${entry.child}`}>
          <div className="manage-facts stack gap-2">
            <h2 id={`requested-${entry.child}`}>
              <WithNames text={childMessages.title(entry.name)} names={[entry.name]} />
            </h2>
            {entry.places.map((place, index) => (
              <p key={index} className="manage-rule">
                {describePlace(place)}
              </p>
            ))}
            {entry.is_reported && (
              <p className="manage-status">
                <Icon path={check} /> {requestedMessages.receivedTitle}
              </p>
            )}
          </div>
          {open === entry.child && (
            <ChildForm
              manage={manage}
              child={entry.child}
              name={entry.name}
              isReported={known.some(
                ({ child, health }) => child === entry.child && health.state === 'reported',
              )}
              isRequested
            />
          )}
        </section>
      ))}
      <footer className="manage-foot">
        <p>{requestedMessages.safe}</p>
        <div className="row">
          <ButtonLink kind="line" small href={help} target="_blank" rel="noopener">
            <Icon path={chat} />
            {messages.help}
          </ButtonLink>
        </div>
      </footer>
    </div>
  );
}

function describePlace({ title, session, camp }: RequestedChild['places'][number]): string {
  if (camp) return [title, formatDays(camp.start_date, camp.end_date), camp.location_name].join(', ');
  if (!session) return title;
  const { session_date, session_time, location_name } = session;
  return [title, formatDays(session_date, session_date), formatTime(session_time), location_name].join(', ');
}
