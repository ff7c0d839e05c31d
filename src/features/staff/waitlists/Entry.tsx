import type { StaffWaiting, StaffWaitlist } from '#contract/management-waitlists.ts';
import { formatPhone } from '#contract/phone-format.ts';
import { familyPath } from '#ui/staff/family-path.ts';
import { staffTiming } from '#config/staff.ts';
import { mailLink } from '#domain/mail-link.ts';
import { whatsappLink } from '#domain/whatsapp.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import { showUndo } from '#ui/staff/table/undo.ts';
import { History } from './History.tsx';
import {
  actMessages,
  chatText,
  doneMessage,
  ofEntry,
  queueMessages,
  statusMessages,
  toneOf,
} from './messages.ts';
import { actsOf, type EntryAct, isFree } from './model.ts';
import type { QueueDetailsStore } from './detail.ts';

interface Props {
  detail: QueueDetailsStore;
  entry: StaffWaiting;
  place: StaffWaitlist;
  /** Offers expire by this time, which is the server's. */
  at: string;
  busy: boolean;
}

export function Entry({ detail, entry, place, at, busy }: Props) {
  const name = entry.name ?? queueMessages.nobody;
  const of = ofEntry(entry, place);
  const lapsesSoon =
    entry.offer_expires_at !== null &&
    Date.parse(entry.offer_expires_at) - Date.parse(at) <= staffTiming.LAPSES_SOON_MS;
  return (
    <li className="queue-entry">
      <p className="queue-line cluster gap-x-3 gap-y-1">
        {entry.position !== null && <span className="queue-turn numbers">{entry.position}</span>}
        <b>{name}</b>
        <span className={`tag ${lapsesSoon ? 'bad' : toneOf(entry.status)}`}>
          {statusMessages[entry.status]}
          {entry.offer_expires_at !== null && ` ${queueMessages.until(entry.offer_expires_at)}`}
        </span>
      </p>
      <p>
        {queueMessages.children(entry)} · {queueMessages.places(entry.places)}
      </p>
      <p className="quiet">
        {[
          queueMessages.since(entry),
          entry.by_staff && queueMessages.byStaff,
          entry.odds && queueMessages.odds(entry.odds),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {(entry.phone !== null || entry.email !== null) && (
        <p className="queue-line cluster gap-x-3 gap-y-1">
          {entry.phone !== null && (
            <>
              <a
                href={whatsappLink(entry.phone, chatText(entry, place))}
                target="_blank"
                rel="noopener"
                aria-label={queueMessages.write(of)}
              >
                {queueMessages.write(name)}
              </a>
              <a href={`tel:${entry.phone}`} aria-label={queueMessages.call(of, formatPhone(entry.phone))}>
                {formatPhone(entry.phone)}
              </a>
            </>
          )}
          {entry.email !== null && <a href={mailLink(entry.email)}>{entry.email}</a>}
          {entry.family_id !== null && (
            <a href={familyPath(entry.family_id)} aria-label={queueMessages.familyOf(of)}>
              {queueMessages.family}
            </a>
          )}
        </p>
      )}
      <div className="queue-acts">
        {actsOf(entry, place).map((act) => (
          <Act key={act} detail={detail} entry={entry} place={place} busy={busy} act={act} />
        ))}
      </div>
      <History entry={entry} name={of} />
    </li>
  );
}

function Act({ detail, entry, place, busy, act }: Omit<Props, 'at'> & { act: EntryAct }) {
  const words = actMessages[act];
  const of = ofEntry(entry, place);
  async function takeOff(): Promise<void> {
    if (!(await detail.takeOff(entry, of))) return;
    showUndo(doneMessage({ state: 'done', what: 'removed', of }), queueMessages.undo, () => {
      void detail.restore({ entry_id: entry.entry_id, status: 'left' }, of);
    });
  }
  // Removing a family that only waits loses nothing and can be undone, so it needs no confirmation.
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
      no={queueMessages.no}
      busy={busy}
      harm={act === 'take_off'}
      onYes={() =>
        void (act === 'take_off'
          ? takeOff()
          : act === 'add'
            ? detail.addFor(entry, of)
            : detail.restore(entry, of))
      }
    />
  );
}
