import { formatDate } from '#contract/format.ts';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { formatHours } from '#domain/dates.ts';
import { spotsText } from '#domain/spots.ts';
import { Button } from '#ui/Button.tsx';
import { failedMessages } from '#ui/failed/messages.ts';
import { Notice } from '#ui/Notice.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { cancelMessages } from '../messages.ts';
import type { Appointment } from '../model.ts';
import type { Targets, Today } from '../store.ts';

/** Lists the sessions to which a booking can move. Those of the child's own team come first. */
export function MoveTargets({ today, coming }: { today: Today; coming: Appointment }) {
  const targets = useStore(today.$targets);
  if (targets.state === 'loading') return <Spinner>{cancelMessages.looking}</Spinner>;
  if (targets.state === 'failed')
    return (
      <Notice
        tone="bad"
        actions={
          <Button kind="line" small onClick={() => void today.findTargets(coming.id)}>
            {failedMessages.again}
          </Button>
        }
      >
        {cancelMessages.notRead}
      </Notice>
    );
  return <Choice today={today} coming={coming} targets={targets} />;
}

type Ready = Extract<Targets, { state: 'ready' }>;

function Choice({ today, coming, targets }: { today: Today; coming: Appointment; targets: Ready }) {
  const busy = useStore(today.$busy);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [showsAll, setShowsAll] = useState(false);
  const { sessions, ownTeamIds } = targets;
  const ownOnes = sessions.filter(({ session }) => ownTeamIds.has(session.session_id));
  const shownSessions = showsAll || ownOnes.length === 0 ? sessions : ownOnes;
  return (
    <>
      {sessions.length === 0 ? (
        <p>{cancelMessages.none}</p>
      ) : (
        <fieldset className="today-targets">
          <legend className="sr-only">{cancelMessages.choose}</legend>
          {shownSessions.map(({ session, spots_left }) => (
            <label key={session.session_id} className="chip">
              <input
                type="radio"
                name={`target-${coming.id}`}
                checked={chosenId === session.session_id}
                onChange={() => setChosenId(session.session_id)}
              />
              <span>
                {formatDate(session.session_date, { year: false })},{' '}
                {formatHours(session.starts_at, session.ends_at)}
                <small>
                  {session.class_type}, {session.location_name} · {spotsText(spots_left)}
                </small>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {shownSessions.length < sessions.length && (
        <button type="button" className="text-button justify-self-start" onClick={() => setShowsAll(true)}>
          {cancelMessages.otherTeams}
        </button>
      )}
      <div className="row">
        {sessions.length > 0 && (
          <Button
            kind="solid"
            small
            busy={busy}
            disabled={chosenId === null}
            onClick={() => chosenId !== null && void today.move(coming, chosenId)}
          >
            {cancelMessages.moveIt}
          </Button>
        )}
        <button type="button" className="text-button" onClick={() => today.openPanel(coming.id)}>
          {cancelMessages.back}
        </button>
      </div>
    </>
  );
}
