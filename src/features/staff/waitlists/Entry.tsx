import type { StaffWaiting, StaffWaitlist } from '#contract/management-waitlists.ts';
import { formatPhone } from '#contract/phone-format.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { staffTiming } from '#config/staff.ts';
import { mailLink } from '#domain/mail-link.ts';
import { whatsappLink } from '#domain/whatsapp.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import { showUndo } from '#ui/staff/table/undo.ts';
import { History } from './History.tsx';
import { actWords, chatText, doneWords, ofEntry, queueWords, statusWords, toneOf } from './messages.ts';
import { actsOf, type EntryAct, isFree } from './model.ts';
import type { QueueDetail } from './detail.ts';

interface Props {
  detail: QueueDetail;
  entry: StaffWaiting;
  place: StaffWaitlist;
  /** The server's time, by which offers expire. */
  at: string;
  busy: boolean;
}

/** An entry of a queue: position, children, contact details, actions and history. */
export function Entry({ detail, entry, place, at, busy }: Props) {
  const name = entry.name ?? queueWords.nobody;
  const lapsesSoon =
    entry.offer_expires_at !== null &&
    Date.parse(entry.offer_expires_at) - Date.parse(at) <= staffTiming.LAPSES_SOON_MS;
  return (
    <li className="queue-entry">
      <p className="queue-line">
        {entry.position !== null && <span className="queue-turn numbers">{entry.position}</span>}
        <b>{name}</b>
        <span className={`tag ${lapsesSoon ? 'bad' : toneOf(entry.status)}`}>
          {statusWords[entry.status]}
          {entry.offer_expires_at !== null && ` ${queueWords.until(entry.offer_expires_at)}`}
        </span>
      </p>
      <p>
        {queueWords.children(entry)} · {queueWords.places(entry.places)}
      </p>
      <p className="quiet">
        {[
          queueWords.since(entry),
          entry.by_staff && queueWords.byStaff,
          entry.odds && queueWords.odds(entry.odds),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {(entry.phone !== null || entry.email !== null) && (
        <p className="queue-line">
          {entry.phone !== null && (
            <>
              <a href={whatsappLink(entry.phone, chatText(entry, place))} target="_blank" rel="noopener">
                {queueWords.write(name)}
              </a>
              <a href={`tel:${entry.phone}`}>{formatPhone(entry.phone)}</a>
            </>
          )}
          {entry.email !== null && <a href={mailLink(entry.email)}>{entry.email}</a>}
          {entry.family_id !== null && (
            <a href={`${staffPaths.managementFamilies}?family=${entry.family_id}`}>{queueWords.family}</a>
          )}
        </p>
      )}
      <div className="queue-acts">
        {actsOf(entry, place).map((act) => (
          <Act key={act} {...{ detail, entry, place, busy, act }} />
        ))}
      </div>
      <History entry={entry} name={name} />
    </li>
  );
}

function Act({ detail, entry, place, busy, act }: Omit<Props, 'at'> & { act: EntryAct }) {
  const words = actWords[act];
  const of = ofEntry(entry, place);
  async function takeOff(): Promise<void> {
    if (!(await detail.takeOff(entry, of))) return;
    showUndo(doneWords({ state: 'done', what: 'removed', of }), queueWords.undo, () => {
      void detail.restore({ entry_id: entry.entry_id, status: 'left' }, of);
    });
  }
  // Removing somebody who only waits loses nothing and can be undone, so it needs no confirmation.
  if (act === 'take_off' && entry.status === 'waiting')
    return (
      <Button
        kind="line"
        small
        busy={busy}
        aria-label={`${words.name}: ${of}`}
        onClick={() => void takeOff()}
      >
        {words.name}
      </Button>
    );
  return (
    <ConfirmButton
      name={words.name}
      label={`${words.name}: ${of}`}
      means={words.means(entry, isFree(entry, place))}
      yes={words.yes}
      no={queueWords.no}
      busy={busy}
      harm={act === 'take_off'}
      onYes={() => void (act === 'take_off' ? takeOff() : detail.restore(entry, of))}
    />
  );
}
