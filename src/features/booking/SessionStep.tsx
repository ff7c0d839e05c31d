import paw from '#assets/mascot/paw.svg?url';
import head from '#assets/mascot/head.svg?url';
import { formatDate, formatTime } from '#domain/dates.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { chat, refresh } from '#ui/icons.ts';
import { Spinner } from '#ui/Spinner.tsx';
import { messages, sessionLine } from './messages.ts';
import { days, type FlowSession, waitlistPath } from './model.ts';
import { SelectedTag } from './SelectedTag.tsx';
import { Spots } from './Spots.tsx';
import type { Load } from './store.ts';

interface Props {
  load: Load;
  sessions: FlowSession[];
  chosenId: string | null;
  teamName: string;
  whatsapp: string;
  onChoose: (id: string) => void;
  onRetry: () => void;
  onOtherTeam: () => void;
}

export function SessionStep({ load, sessions, chosenId, teamName, whatsapp, onChoose, ...on }: Props) {
  if (load.state === 'loading') return <LoadingSessions />;
  if (load.state === 'failed')
    return (
      <EmptyState
        bad
        picture={head}
        title={messages.loadFailed}
        actions={
          <>
            <Button kind="solid" onClick={on.onRetry}>
              <Icon path={refresh} />
              {messages.retry}
            </Button>
            <ButtonLink kind="line" href={whatsapp} target="_blank" rel="noopener">
              <Icon path={chat} />
              WhatsApp Us
            </ButtonLink>
          </>
        }
      >
        {messages.loadFailedText}
      </EmptyState>
    );
  if (sessions.length === 0)
    return (
      <EmptyState
        small
        picture={paw}
        title={messages.noSessions(teamName)}
        actions={
          <Button kind="line" small onClick={on.onOtherTeam}>
            {messages.otherTeam}
          </Button>
        }
      >
        {load.sessions.every(({ day }) => day.startsWith('S')) ? messages.onlyWeekend : messages.onlyWeek}
      </EmptyState>
    );
  return days(sessions).map((day) => (
    <div key={day.date} role="group" aria-label={formatDate(day.date)} data-keep-clear>
      <p className="day-head">{formatDate(day.date)}</p>
      <div className="booking-choices stack three">
        {day.sessions.map((session) => (
          <SessionCard
            key={session.id}
            session={session}
            chosen={session.id === chosenId}
            onChoose={() => onChoose(session.id)}
          />
        ))}
      </div>
    </div>
  ));
}

function SessionCard({
  session,
  chosen,
  onChoose,
}: {
  session: FlowSession;
  chosen: boolean;
  onChoose: () => void;
}) {
  const full = session.spotsOpen === 0;
  const card = (
    <button
      type="button"
      className="booking-choice booking-session"
      aria-pressed={chosen}
      disabled={full}
      onClick={onChoose}
    >
      {chosen && <SelectedTag />}
      <span className="session-time numbers">{formatTime(session.time)}</span>
      <span className="session-facts">
        {session.teamLabel}
        <span>{session.location}</span>
      </span>
      <Spots count={session.spotsOpen} />
    </button>
  );
  if (!full) return card;
  return (
    <div className="full-session">
      {card}
      <ButtonLink kind="line" small href={waitlistPath(session.id)}>
        {messages.waitlist} <span className="sr-only">for {sessionLine(session)}</span>
      </ButtonLink>
    </div>
  );
}

function LoadingSessions() {
  return (
    <>
      <Spinner>{messages.loading}</Spinner>
      <div className="booking-choices stack three" aria-hidden="true">
        {[0, 1, 2].map((key) => (
          <div key={key} className="card session-skeleton">
            <span className="skeleton h-6 w-1/2" />
            <span className="skeleton h-4 w-3/4" />
            <span className="skeleton h-8 w-32 max-w-full" />
          </div>
        ))}
      </div>
    </>
  );
}
