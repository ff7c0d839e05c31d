import type { WaitlistView } from '#contract/waitlists.ts';
import { useStore } from '@nanostores/react';
import { Fragment, lazy, Suspense, useEffect, useRef, useState } from 'react';
import wave from '#assets/mascot/wave.svg?url';
import { formatDate, formatDays, formatTime } from '#contract/format.ts';
import { withLoadError } from '#browser/load-error.ts';
import { refreshWhileVisible } from '#browser/refresh.ts';
import { paths } from '#config/paths.ts';
import * as timing from '#config/timing.ts';
import { leaveMessages } from '#domain/waitlist-messages.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Verbatim } from '#ui/Verbatim.tsx';
import { ConfirmLeaving } from './ConfirmLeaving.tsx';
import { entryMessages } from './entry-messages.ts';
import type { Waitlist } from './store.ts';

const Offer = lazy(withLoadError(() => import('./Offer.tsx')));

interface Props {
  waitlist: Waitlist;
  entry: WaitlistView;
  secret: string;
  clockOffsetMs: number;
  hasJoined: boolean;
  isFromMail: boolean;
}

export default function Entry({
  waitlist,
  entry,
  secret,
  clockOffsetMs: clock,
  hasJoined,
  isFromMail: link,
}: Props) {
  const problem = useStore(waitlist.$problem);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), [entry.status]);
  useEffect(() => refreshWhileVisible(waitlist.refresh, () => timing.AVAILABILITY_REFRESH_MS), [waitlist]);
  const { session, camp, status } = entry;
  const forWhom = entryMessages.forWhom(!isEnded(status));
  const mayConfirm = link && (status === 'unconfirmed' || status === 'never_confirmed');
  return (
    <div className="wrap column waitlist">
      <header className="stack justify-items-start gap-3.5">
        <img src={wave} width="170" height="140" alt="" />
        {hasJoined && status === 'waiting' && <p className="kick">{entryMessages.joined}</p>}
        <h1 ref={title} tabIndex={-1}>
          {mayConfirm ? entryMessages.confirmTitle : titleOf(entry)}
        </h1>
        {status === 'waiting' && (
          <p className="lead">
            {entry.is_free_for_all ? entryMessages.freeForAllText : entryMessages.waitingText(entry.places)}{' '}
            {hasJoined && entryMessages.joinedText}
          </p>
        )}
        {mayConfirm && <p className="lead">{entryMessages.confirmText}</p>}
        {status === 'unconfirmed' && !mayConfirm && (
          <p className="lead">
            {entryMessages.unconfirmedText} {entryMessages.noMail}
          </p>
        )}
        {isEnded(status) && !mayConfirm && (
          <p className="lead">{entryMessages.ends(entry.places)[status].text}</p>
        )}
      </header>
      {mayConfirm && <ConfirmEntry waitlist={waitlist} />}
      {status === 'offered' && (
        <Suspense>
          <Offer waitlist={waitlist} entry={entry} secret={secret} clockOffsetMs={clock} />
        </Suspense>
      )}
      <section className="card waitlist-what" aria-label={forWhom}>
        <p>
          <b>{session?.class_type ?? camp?.name}</b>
          <br />
          {session &&
            `${formatDate(session.session_date)}, ${formatTime(session.session_time)}, ${session.location_name}`}
          {camp && `${formatDays(camp.start_date, camp.end_date)}, ${camp.location_name}`}
        </p>
        <p>
          {forWhom}:{' '}
          {entry.children.map(({ name, is_friend }, index) => (
            <Fragment key={index}>
              {index > 0 && ', '}
              <Verbatim>{name}</Verbatim>
              {is_friend && ` (${entryMessages.friend})`}
            </Fragment>
          ))}
        </p>
      </section>
      {problem && <Notice tone="bad">{problem.text}</Notice>}
      {status === 'waiting' && entry.is_free_for_all && (
        <ButtonLink href={entry.camp ? paths.campsNew : paths.home}>{entryMessages.seeSpots}</ButtonLink>
      )}
      {(status === 'waiting' || status === 'unconfirmed') && (
        <LeaveButton waitlist={waitlist} entry={entry} />
      )}
      {isEnded(status) && !mayConfirm && <NextStepLink entry={entry} status={status} secret={secret} />}
    </div>
  );
}

type Ended = keyof ReturnType<typeof entryMessages.ends>;
const isEnded = (status: WaitlistView['status']): status is Ended => status in entryMessages.ends(1);

function titleOf({ status, position, places, is_free_for_all }: WaitlistView): string {
  if (is_free_for_all) return entryMessages.freeForAll;
  if (status === 'offered') return entryMessages.offered;
  if (status === 'unconfirmed') return entryMessages.unconfirmed;
  return isEnded(status) ? entryMessages.ends(places)[status].title : entryMessages.waiting(position ?? 1);
}

function NextStepLink({ entry, status, secret }: { entry: WaitlistView; status: Ended; secret: string }) {
  const { action } = entryMessages.ends(entry.places)[status];
  const rejoinQuery = entry.camp
    ? `camp=${entry.camp.camp_id}`
    : `session=${entry.session?.session_id ?? ''}`;
  return (
    <div className="row">
      {status === 'accepted' && (
        <ButtonLink href={`${paths.checkout}?waitlist=${secret}`}>{action}</ButtonLink>
      )}
      {(status === 'lapsed' || status === 'never_confirmed') && (
        <ButtonLink href={`${paths.waitlist}?${rejoinQuery}`}>{action}</ButtonLink>
      )}
      {status !== 'accepted' && (
        <ButtonLink kind="line" href={entry.camp ? paths.campsNew : paths.home}>
          {entryMessages.otherSessions}
        </ButtonLink>
      )}
    </div>
  );
}

/** Asks the parent to confirm the address with a button, because mail scanners open links. */
function ConfirmEntry({ waitlist }: { waitlist: Waitlist }) {
  const busy = useStore(waitlist.$busy);
  return (
    <div className="row">
      <Button busy={busy} onClick={() => void waitlist.confirm()}>
        {entryMessages.confirm}
      </Button>
    </div>
  );
}

function LeaveButton({ waitlist, entry }: { waitlist: Waitlist; entry: WaitlistView }) {
  const [isConfirming, setConfirming] = useState(false);
  if (!isConfirming)
    return (
      <div>
        <Button kind="line" small onClick={() => setConfirming(true)}>
          {entryMessages.leave}
        </Button>
      </div>
    );
  return (
    <ConfirmLeaving
      waitlist={waitlist}
      entry={entry}
      question={leaveMessages}
      onKeep={() => setConfirming(false)}
      onAct={waitlist.leave}
    />
  );
}
