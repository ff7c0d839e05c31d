import type { TodaysHealth } from '#contract/management.ts';
import { Icon } from '#ui/Icon.tsx';
import { medical } from '#ui/staff/icons.ts';
import { noteMessages } from './messages.ts';
import type { OnRequest, Today } from './store.ts';

interface Props {
  today: Today;
  notes: OnRequest<TodaysHealth>;
  count: number;
  unknown: number;
}

/** Shows the number of children with important health facts. Opening the list is logged. */
export function HealthNotes({ today, notes, count, unknown }: Props) {
  const tone = count > 0 ? '' : unknown > 0 ? ' unknown' : ' none';
  return (
    <div className={`health-notes${tone}`}>
      <Icon path={medical} />
      <p>
        <b>{noteMessages.banner(count)}</b> {unknown > 0 && <b>{noteMessages.unknown(unknown)} </b>}
        {notes.state === 'failed' && <span role="alert">{noteMessages.failed} </span>}
        {notes.state === 'loading' && <span role="status">{noteMessages.reading}</span>}
        {count + unknown > 0 && (notes.state === 'hidden' || notes.state === 'failed') && (
          <>
            <button type="button" className="no-print" onClick={() => void today.readNotes()}>
              {noteMessages.read}
            </button>{' '}
            <span className="no-print">{noteMessages.logged}</span>
          </>
        )}
        {notes.state === 'ready' && (
          <button type="button" className="no-print" onClick={today.hideNotes}>
            {noteMessages.hide}
          </button>
        )}
      </p>
    </div>
  );
}
