import { useStore } from '@nanostores/react';
import type { ErrorCode } from '#contract/errors.ts';
import type { StaffQueue } from '#contract/management-waitlists.ts';
import { errorText } from '#api/error-text.ts';
import { formatMoment } from '#domain/dates.ts';
import type { OpenedView } from '#ui/staff/opened.ts';
import { Outcome } from '#ui/staff/Outcome.tsx';
import { SideSheet } from '#ui/staff/SideSheet.tsx';
import { ExportButton } from '#ui/staff/table/ExportButton.tsx';
import { Entry } from './Entry.tsx';
import { queueColumns } from './list-rules.tsx';
import { doneWords, listWords, queueWords, refusals } from './messages.ts';
import { freeOf, isOver } from './model.ts';
import { MorePlaces } from './MorePlaces.tsx';
import type { End, Queue } from './queue.ts';

interface Props {
  queue: Queue;
  view: Exclude<OpenedView<StaffQueue, ErrorCode>, { state: 'closed' }>;
}

export const QueueSheet = ({ queue, view }: Props) => (
  <SideSheet
    view={view}
    gone="place_not_found"
    words={queueWords}
    onClose={queue.close}
    onAgain={() => void queue.retry()}
  >
    {(told) => <Whole queue={queue} told={told} />}
  </SideSheet>
);

function Whole({ queue, told }: { queue: Queue; told: StaffQueue }) {
  const act = useStore(queue.$act);
  const busy = act.state === 'busy';
  const { place } = told;
  return (
    <>
      <Head told={told} />
      <Outcome act={act} done={doneWords} refused={refusedWords} />
      {isOver(place) ? (
        <p className="quiet">{place.is_off ? queueWords.cancelledByUs : queueWords.over}</p>
      ) : (
        <MorePlaces key={place.capacity} {...{ queue, told, busy }} />
      )}
      <section className="sheet" aria-labelledby="queue-waiting">
        <header>
          <h3 id="queue-waiting">{queueWords.queue}</h3>
          {told.queue.length > 0 && (
            <ExportButton
              // The queue is loaded completely, so it is one page.
              pages={async function* () {
                yield await Promise.resolve(told.queue);
              }}
              file={{ name: queueWords.file(place.title), columns: queueColumns }}
            />
          )}
        </header>
        {told.queue.length === 0 && <p className="quiet">{queueWords.none}</p>}
        <ol>
          {told.queue.map((entry) => (
            <Entry key={entry.entry_id} {...{ queue, entry, place, busy }} at={told.at} />
          ))}
        </ol>
      </section>
      {told.ended.length > 0 && (
        <section className="sheet" aria-labelledby="queue-ended">
          <header>
            <h3 id="queue-ended">{queueWords.ended}</h3>
          </header>
          <ol>
            {told.ended.map((entry) => (
              <Entry key={entry.entry_id} {...{ queue, entry, place, busy }} at={told.at} />
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

function Head({ told: { place } }: { told: StaffQueue }) {
  return (
    <header className="side-head">
      <h2 id="side-title">
        {place.title} {place.is_off && <span className="tag bad">{listWords.off}</span>}
      </h2>
      <p className="quiet">
        {formatMoment(place.starts_at)} · {place.location}
      </p>
      <dl className="side-sums numbers">
        <Sum title={queueWords.capacity} value={place.capacity} />
        <Sum title={queueWords.taken} value={place.taken} />
        <Sum title={queueWords.free} value={freeOf(place)} />
        <Sum title={queueWords.waiting} value={place.waiting} />
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

const refusedWords = ({ code }: Extract<End, { state: 'refused' }>) => errorText(code, refusals);
