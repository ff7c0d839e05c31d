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
  /** The server's time, which decides whether an offer has expired. */
  at: string;
  busy: boolean;
}

export function Entry({ detail, entry, place, at, busy }: Props) {
  const name = entry.name ?? queueMessages.nobody;
  const entryName = ofEntry(entry, place);
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
                aria-label={queueMessages.write(entryName)}
              >
                {queueMessages.write(name)}
              </a>
              <a
                href={`tel:${entry.phone}`}
                aria-label={queueMessages.call(entryName, formatPhone(entry.phone))}
              >
                {formatPhone(entry.phone)}
              </a>
            </>
          )}
          {entry.email !== null && <a href={mailLink(entry.email)}>{entry.email}</a>}
          {entry.family_id !== null && (
            <a href={familyPath(entry.family_id)} aria-label={queueMessages.familyOf(entryName)}>
              {queueMessages.family}
            </a>
          )}
        </p>
      )}
      <div className="queue-acts">
        {actsOf(entry, place).map((act) => (
          <ActionButton key={act} detail={detail} entry={entry} place={place} busy={busy} act={act} />
        ))}
      </div>
      <History entry={entry} name={entryName} />
    </li>
  );
}

function ActionButton({ detail, entry, place, busy, act }: Omit<Props, 'at'> & { act: EntryAct }) {
  const texts = actMessages[act];
  const entryName = ofEntry(entry, place);
  async function takeOff(): Promise<void> {
    if (!(await detail.takeOff(entry, entryName))) return;
    showUndo(doneMessage({ state: 'done', what: 'removed', of: entryName }), queueMessages.undo, () => {
      void detail.restore({ entry_id: entry.entry_id, status: 'left' }, entryName);
    });
  }
  // Removing a family that only waits loses nothing and can be undone, so it needs no confirmation.
  if (act === 'take_off' && entry.status === 'waiting')
    return (
      <Button
        kind="line"
        small
        busy={busy}
        aria-label={`${texts.name}: ${entryName}`}
        onClick={() => void takeOff()}
      >
        {texts.name}
      </Button>
    );
  return (
    <ConfirmButton
      name={texts.name}
      label={`${texts.name}: ${entryName}`}
      means={texts.means(entry, isFree(entry, place))}
      yes={texts.yes}
      no={queueMessages.no}
      busy={busy}
      harm={act === 'take_off'}
      onYes={() =>
        void (act === 'take_off'
          ? takeOff()
          : act === 'add'
            ? detail.addFor(entry, entryName)
            : detail.restore(entry, entryName))
      }
    />
  );
}
