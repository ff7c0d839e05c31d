import { useEffect, useState } from 'react';
import type { StaffWaiting, StaffWaitingHistory } from '#contract/management-waitlists.ts';
import { formatMoment } from '#domain/dates.ts';
import { fetchHistory } from './api.ts';
import { eventMessage, queueMessages } from './messages.ts';

/** Shows the history of an entry. It is read when somebody opens it, and again after each change. */
export function History({ entry, name }: { entry: StaffWaiting; name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary aria-label={queueMessages.storyOf(name)}>{queueMessages.story}</summary>
      {isOpen && <Events key={entry.updated_at} id={entry.entry_id} />}
    </details>
  );
}

function Events({ id }: { id: string }) {
  const [events, setEvents] = useState<StaffWaitingHistory | 'failed' | null>(null);
  useEffect(() => {
    let current = true;
    void fetchHistory(id).then((answer) => {
      if (current) setEvents(answer.ok ? answer.value : 'failed');
    });
    return () => {
      current = false;
    };
  }, [id]);
  if (events === null || events === 'failed')
    return (
      <p className="quiet" role="status">
        {events === null ? queueMessages.historyLoading : queueMessages.historyFailed}
      </p>
    );
  return (
    <ol className="side-events">
      {events.map((event, index) => (
        <li key={index} className={event.kind === 'mail_failed' ? 'bad' : undefined}>
          <p>
            {eventMessage(event)}
            {event.who !== null && <b> · {event.who}</b>}{' '}
            <span className="quiet numbers">{formatMoment(event.at)}</span>
          </p>
        </li>
      ))}
    </ol>
  );
}
