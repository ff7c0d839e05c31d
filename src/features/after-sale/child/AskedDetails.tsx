import type { RequestedChild, RequestedDetails as Asked } from '#contract/health.ts';
import { formatDays } from '#contract/format.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { signInPath, paths } from '#config/paths.ts';
import { formatTime } from '#domain/dates.ts';
import { whatsappLink } from '#domain/whatsapp.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { chat, check } from '#ui/icons.ts';
import { Notice } from '#ui/Notice.tsx';
import { messages } from '../messages.ts';
import { Note } from '../Note.tsx';
import type { Manage } from '../store.ts';
import { ChildForm } from './ChildForm.tsx';
import { askedMessages, childMessages } from './messages.ts';

interface Props {
  manage: Manage;
  asked: Asked;
  whatsapp: string;
}

/** Asks a parent for the details of their children, one child after another, and shows nothing else of the order. */
export default function RequestedDetails({ manage, asked, whatsapp }: Props) {
  const { children, known, needs_confirmation } = asked;
  const open = useStore(manage.children.$open);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const names = children.map(({ name }) => name);
  const isDone = children.every(({ is_reported }) => is_reported);
  const help = whatsappLink(whatsapp, askedMessages.helpText(names));
  return (
    <div className="wrap column manage-screen stack gap-6">
      <header className="stack gap-3">
        <h1 ref={title} tabIndex={-1}>
          {isDone ? askedMessages.thanks : askedMessages.title(names)}
        </h1>
        <p className="lead">{isDone ? askedMessages.done : askedMessages.lead}</p>
      </header>
      <Note manage={manage} help={help} />
      {needs_confirmation && (
        <Notice
          tone="warn"
          actions={
            <ButtonLink kind="line" small href={signInPath(paths.familyBase)}>
              {askedMessages.signIn}
            </ButtonLink>
          }
        >
          {askedMessages.confirm}
        </Notice>
      )}
      {children.map((one) => (
        <section key={one.child} className="card manage-line" aria-labelledby={`asked-${one.child}`}>
          <div className="manage-facts stack gap-2">
            <h2 id={`asked-${one.child}`}>{childMessages.title(one.name)}</h2>
            {one.places.map((place, at) => (
              <p key={at} className="manage-rule">
                {placeOf(place)}
              </p>
            ))}
            {one.is_reported && (
              <p className="manage-status">
                <Icon path={check} /> {askedMessages.told}
              </p>
            )}
          </div>
          {open === one.child && (
            <ChildForm
              manage={manage}
              child={one.child}
              name={one.name}
              isReported={known.some(
                ({ child, health }) => child === one.child && health.state === 'reported',
              )}
              isAsked
            />
          )}
        </section>
      ))}
      <footer className="manage-foot">
        <p>{askedMessages.safe}</p>
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

function placeOf({ title, session, camp }: RequestedChild['places'][number]): string {
  if (camp) return [title, formatDays(camp.start_date, camp.end_date), camp.location_name].join(', ');
  if (!session) return title;
  const { session_date, session_time, location_name } = session;
  return [title, formatDays(session_date, session_date), formatTime(session_time), location_name].join(', ');
}
