import { useId, useState } from 'react';
import { formatDate } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { messages } from '../messages.ts';
import { groupByDay, isFree } from './pass.ts';
import { passMessages } from './messages.ts';
import type { Sessions } from './passes.ts';
import { SessionOption } from './SessionOption.tsx';

interface Props {
  sessions: Sessions;
  chosen: string | null;
  onChoose: (id: string) => void;
  retry: () => void;
}

export function SessionChoices({ sessions, chosen, onChoose, retry }: Props) {
  const [showsAll, setShowsAll] = useState(false);
  const name = useId();
  if (sessions.state === 'failed')
    return (
      <Notice
        tone="bad"
        actions={
          <Button kind="line" small onClick={retry}>
            {messages.tryAgain}
          </Button>
        }
      >
        {passMessages.failed}
      </Notice>
    );
  if (sessions.state === 'loading') return <Spinner>{passMessages.loading}</Spinner>;
  if (sessions.sessions.length === 0)
    return <Notice title={passMessages.none}>{passMessages.noneHelp}</Notice>;
  const { days, more } = groupByDay(sessions.sessions, showsAll);
  const anyFull = days.some(([, sessions]) => !sessions.every(isFree));
  return (
    <div className="stack gap-5">
      {days.map(([date, sessions]) => (
        <fieldset key={date} className="move-targets" data-keep-clear>
          <legend>{formatDate(date)}</legend>
          {sessions.map((session) => (
            <SessionOption
              key={session.session.session_id}
              one={session}
              name={name}
              checked={chosen === session.session.session_id}
              onChoose={onChoose}
            />
          ))}
        </fieldset>
      ))}
      {more && (
        <button type="button" className="text-button" onClick={() => setShowsAll(true)}>
          {passMessages.otherTeams}
        </button>
      )}
      {anyFull && <p className="manage-rule">{passMessages.waitHelp}</p>}
    </div>
  );
}
