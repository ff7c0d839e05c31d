import type { FamilyWaiting } from '#contract/family-waiting.ts';
import { Verbatim } from '#ui/Verbatim.tsx';
import { WithNames } from '#ui/WithNames.tsx';
import { formatDays, formatMoment } from '#contract/format.ts';
import { useStore } from '@nanostores/react';
import { paths } from '#config/paths.ts';
import { leaveMessages, letGoMessages } from '#domain/waitlist-messages.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import { Notice } from '#ui/Notice.tsx';
import { messages } from '../messages.ts';
import { waitingName, waitingMessages } from './messages.ts';
import { joinIsolatedNames } from '../model.ts';
import type { Today } from '../store.ts';

interface Props {
  today: Today;
  names: readonly string[];
  waiting: readonly FamilyWaiting[];
  /** True for the copy that this browser saved. It contains no secrets, so offers cannot be answered from it. */
  isSaved: boolean;
}

/** Shows the family's waitlist entries with their chances, and spots that were offered. */
export function WaitlistEntries({ today, names, waiting, isSaved }: Props) {
  const outcome = useStore(today.$outcome);
  if (waiting.length === 0 && outcome?.section !== 'waiting') return null;
  return (
    <section aria-labelledby="waiting" className="waiting">
      <div className="head-row">
        <h2 id="waiting">{messages.waiting}</h2>
      </div>
      {outcome?.section === 'waiting' && (
        <Notice tone={outcome.tone}>
          <WithNames text={outcome.text} names={names} />
        </Notice>
      )}
      <ul className="coming">
        {waiting.map((entry) => (
          <Entry key={entry.entry_id} today={today} entry={entry} isSaved={isSaved} />
        ))}
      </ul>
    </section>
  );
}

function Entry({ today, entry, isSaved }: { today: Today; entry: FamilyWaiting; isSaved: boolean }) {
  const busy = useStore(today.$busy);
  const { session, camp, children, odds, status } = entry;
  const title = session?.class_type ?? camp?.name ?? '';
  const dateText = session
    ? formatMoment(session.starts_at)
    : camp && formatDays(camp.start_date, camp.end_date);
  const isOffer = status === 'offered';
  const name = waitingName(entry);
  const texts = letGoMessages(entry.places);
  return (
    <li className={isOffer ? 'waits offer' : 'waits'}>
      <div>
        <h3>
          <Verbatim>{joinIsolatedNames(children.flatMap(({ name }) => name ?? []))}</Verbatim> · {title}
        </h3>
        <p>
          {dateText}
          <br />
          {session?.location_name ?? camp?.location_name}
        </p>
        <p>
          <b>{stateMessage(entry)}</b> {odds && !isOffer && waitingMessages.odds(odds)}
        </p>
        {!isSaved && (
          <div className="row mt-2">
            {isOffer && entry.can_take && (
              <Button small busy={busy} onClick={() => void today.acceptOffer(entry)}>
                {waitingMessages.take(entry.places)}
              </Button>
            )}
            {isOffer && !entry.can_take && (
              <ButtonLink small href={`${paths.waitlist}?entry=${entry.secret}`}>
                {waitingMessages.pay}
              </ButtonLink>
            )}
            {isOffer ? (
              <ConfirmButton
                key="decline"
                name={waitingMessages.decline}
                label={`${waitingMessages.decline}: ${name}`}
                question={texts.title}
                about={name}
                means={texts.text}
                yes={texts.act}
                no={texts.keep}
                busy={busy}
                onYes={() => void today.decline(entry)}
              />
            ) : (
              <ConfirmButton
                key="leave"
                name={waitingMessages.leave}
                label={`${waitingMessages.leave}: ${name}`}
                question={leaveMessages.title}
                about={name}
                means={leaveMessages.text}
                yes={leaveMessages.act}
                no={leaveMessages.keep}
                busy={busy}
                onYes={() => void today.leave(entry)}
              />
            )}
          </div>
        )}
      </div>
    </li>
  );
}

function stateMessage({
  status,
  position,
  places,
  offer_expires_at,
  is_free_for_all,
}: FamilyWaiting): string {
  if (is_free_for_all) return waitingMessages.freeForAll;
  if (status === 'unconfirmed') return waitingMessages.unconfirmed;
  if (status === 'offered' && offer_expires_at !== null)
    return waitingMessages.offered(places, offer_expires_at);
  return position === null ? '' : waitingMessages.position(position);
}
