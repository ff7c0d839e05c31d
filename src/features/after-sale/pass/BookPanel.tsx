import type { PassSession } from '#contract/after-sale.ts';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { formatMoment } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { type ManagedLine, sessionOfLine, soldMessage } from '../model.ts';
import { Panel } from '../Panel.tsx';
import { isFree } from './pass.ts';
import { passMessages } from './messages.ts';
import { SessionChoices } from './SessionChoices.tsx';
import type { Sessions } from './passes.ts';
import type { OrderStore } from '../store.ts';

export function BookPanel({ manage, line }: { manage: OrderStore; line: ManagedLine }) {
  const sessions = useStore(manage.passes.$sessions);
  const busy = useStore(manage.$busy);
  const [id, setId] = useState<string | null>(null);
  const chosenSession = findChosen(sessions, id);
  return (
    <Panel names={[line.child_name ?? '']} title={passMessages.title} about={soldMessage(line)}>
      <p>{passMessages.lead}</p>
      <SessionChoices
        sessions={sessions}
        chosen={id}
        onChoose={setId}
        retry={() => void manage.passes.load(line.line_id)}
      />
      <p className="manage-rule" aria-live="polite">
        {chosenSession &&
          (chosenSession.returns_credit
            ? passMessages.returnsUntil(formatMoment(chosenSession.credit_returns_until))
            : passMessages.returnsNoMore)}
      </p>
      <div className="row">
        {sessions.state === 'ready' && sessions.sessions.some(isFree) && (
          <Button
            kind="solid"
            busy={busy}
            onClick={() => {
              if (chosenSession)
                void manage.passes.book(
                  line.line_id,
                  chosenSession,
                  sessionOfLine(line, chosenSession.session),
                );
              else manage.passes.choose(line.line_id);
            }}
          >
            {passMessages.book}
          </Button>
        )}
        <Button kind="line" onClick={manage.close}>
          {passMessages.keep}
        </Button>
      </div>
    </Panel>
  );
}

/** Returns the chosen session, or null if it is full. It can fill up while the panel is open. */
function findChosen(sessions: Sessions, id: string | null): PassSession | null {
  if (sessions.state !== 'ready') return null;
  return sessions.sessions.find((session) => session.session.session_id === id && isFree(session)) ?? null;
}
