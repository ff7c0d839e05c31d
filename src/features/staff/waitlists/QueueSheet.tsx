import { useStore } from '@nanostores/react';
import type { StaffQueue } from '#contract/management-waitlists.ts';
import { errorText } from '#api/error-text.ts';
import { OutcomeNotice } from '#ui/kit/OutcomeNotice.tsx';
import { schedulePath } from '#ui/staff/schedule-path.ts';
import { ExportButton } from '#ui/staff/table/ExportButton.tsx';
import { Entry } from './Entry.tsx';
import { queueColumns } from './list.tsx';
import { beginsMessage, doneMessage, listMessages, queueMessages, refusals } from './messages.ts';
import { freeOf, isOver } from './model.ts';
import { MoreSpots } from './MoreSpots.tsx';
import type { Outcome, QueueDetailsStore } from './detail.ts';

export function QueueSheet({ detail, record: queue }: { detail: QueueDetailsStore; record: StaffQueue }) {
  const outcome = useStore(detail.$outcome);
  const busy = useStore(detail.$busy);
  const { place } = queue;
  return (
    <>
      <Head queue={queue} />
      <OutcomeNotice outcome={outcome} done={doneMessage} refused={refusedMessage} />
      {isOver(place) ? (
        <p className="quiet">{place.is_cancelled ? queueMessages.cancelledByUs : queueMessages.started}</p>
      ) : (
        <MoreSpots key={place.capacity} detail={detail} queue={queue} busy={busy} />
      )}
      <section className="sheet" aria-labelledby="queue-waiting">
        <header>
          <h3 id="queue-waiting">{queueMessages.queue}</h3>
          {queue.queue.length > 0 && (
            <ExportButton
              // The waitlist is loaded completely, so the file has one page.
              pages={async function* () {
                yield await Promise.resolve(queue.queue);
              }}
              file={{ name: queueMessages.file(place.title), columns: queueColumns }}
            />
          )}
        </header>
        {queue.queue.length === 0 && <p className="quiet">{queueMessages.none}</p>}
        <ol>
          {queue.queue.map((entry) => (
            <Entry
              key={entry.entry_id}
              detail={detail}
              entry={entry}
              place={place}
              busy={busy}
              at={queue.at}
            />
          ))}
        </ol>
      </section>
      {queue.ended.length > 0 && (
        <section className="sheet" aria-labelledby="queue-ended">
          <header>
            <h3 id="queue-ended">{queueMessages.ended}</h3>
          </header>
          <ol>
            {queue.ended.map((entry) => (
              <Entry
                key={entry.entry_id}
                detail={detail}
                entry={entry}
                place={place}
                busy={busy}
                at={queue.at}
              />
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

function Head({ queue: { place } }: { queue: StaffQueue }) {
  return (
    <header className="side-head stack gap-2">
      <h2 id="side-title">
        <a href={schedulePath(place.place_id)}>{place.title}</a>{' '}
        {place.is_cancelled && <span className="tag bad">{listMessages.off}</span>}
      </h2>
      <p className="quiet">
        {beginsMessage(place)} · {place.location}
      </p>
      <dl className="side-sums numbers">
        <Sum title={queueMessages.capacity} value={place.capacity} />
        <Sum title={queueMessages.taken} value={place.taken} />
        <Sum title={queueMessages.free} value={freeOf(place)} />
        <Sum title={queueMessages.waiting} value={place.waiting} />
      </dl>
    </header>
  );
}

const Sum = ({ title, value }: { title: string; value: number }) => (
  <div>
    <dt>{title}</dt>
    <dd>{value}</dd>
  </div>
);

const refusedMessage = ({ code }: Extract<Outcome, { state: 'refused' }>) => errorText(code, refusals);
