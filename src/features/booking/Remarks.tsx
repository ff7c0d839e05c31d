import { useStore } from '@nanostores/react';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { lostMessage, messages, problemMessages, staleMessage, suggestedMessage } from './messages.ts';
import { waitlistPath } from './model.ts';
import type { Booking } from './store.ts';

export function Remarks({ booking }: { booking: Booking }) {
  return (
    <div className="booking-remarks stack gap-3">
      <SalesStopped booking={booking} />
      <SessionLostNotice booking={booking} />
      <ProblemNotice booking={booking} />
      <OutdatedNotice booking={booking} />
    </div>
  );
}

function SalesStopped({ booking }: { booking: Booking }) {
  const notice = useStore(booking.$notice);
  return (
    notice !== null && (
      <Notice tone="warn" title={messages.salesStopped}>
        {notice}
      </Notice>
    )
  );
}

function SessionLostNotice({ booking }: { booking: Booking }) {
  const lostSession = useStore(booking.$lostSession);
  const step = useStore(booking.$step);
  if (!lostSession) return null;
  const actions = (
    <>
      {step === 2 && (
        <Button kind="line" small onClick={booking.previous}>
          {messages.otherSession}
        </Button>
      )}
      {lostSession.why === 'filled' && (
        <ButtonLink kind="line" small href={waitlistPath(lostSession.session.id)}>
          {messages.waitlist}
        </ButtonLink>
      )}
    </>
  );
  return (
    <Notice tone="bad" actions={actions}>
      {lostMessage(lostSession.session, lostSession.why)}
    </Notice>
  );
}

function ProblemNotice({ booking }: { booking: Booking }) {
  const problem = useStore(booking.$problem);
  if (!problem) return null;
  const { title, text } = problemMessages[problem.code];
  if (problem.code === 'selection_missing') return <Notice tone="bad">{title}</Notice>;
  const actions = (
    <Button kind="line" small onClick={() => void booking.choosePassAgain()}>
      {messages.retry}
    </Button>
  );
  return (
    <Notice tone="bad" title={title} actions={actions}>
      {text}
    </Notice>
  );
}

function OutdatedNotice({ booking }: { booking: Booking }) {
  const staleReason = useStore(booking.$staleReason);
  if (!staleReason) return null;
  const actions = (
    <Button kind="line" small onClick={() => void booking.retry()}>
      {messages.retry}
    </Button>
  );
  return (
    <Notice tone="warn" actions={actions}>
      {staleMessage(staleReason)}
    </Notice>
  );
}

export function Suggestion({ booking }: { booking: Booking }) {
  const isSuggested = useStore(booking.$suggested);
  const team = useStore(booking.$team);
  if (!isSuggested || !team) return null;
  return (
    <div className="booking-remarks stack gap-3">
      <Notice>{suggestedMessage(team.name)}</Notice>
    </div>
  );
}
