import { passEnds } from '#contract/pass-end.ts';
import type { WaitlistView } from '#contract/waitlists.ts';
import { useEffect, useState } from 'react';
import { paths } from '#config/paths.ts';
import * as timing from '#config/timing.ts';
import { formatMoment } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { letGoMessages } from '#domain/waitlist-messages.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { ConfirmLeaving } from './ConfirmLeaving.tsx';
import { entryMessages } from './entry-messages.ts';
import { timeLeft } from './model.ts';
import type { Waitlist } from './store.ts';

interface Props {
  waitlist: Waitlist;
  entry: WaitlistView;
  secret: string;
  clockOffsetMs: number;
}

export default function Offer({ waitlist, entry, secret, clockOffsetMs: clock }: Props) {
  const [isConfirming, setConfirming] = useState(false);
  const { offer_expires_at: until, terms, places } = entry;
  return (
    <section className="card waitlist-offer" aria-label={entryMessages.offered}>
      {until && (
        <>
          <p className="lead text-ink">
            {entryMessages.offeredText(places)} <b>{formatMoment(until)}</b>.
          </p>
          <Clock untilMs={Date.parse(until)} clock={clock} onEnd={waitlist.refresh} />
        </>
      )}
      <p>{entryMessages.next(places)}</p>
      {terms && (
        <p>
          <b className="numbers">{entryMessages.price(formatMoney(terms.price_cents), places)}</b>
          {passEnds([terms]).map((ending) => (
            <span key={ending} className="block">
              {ending}
            </span>
          ))}
        </p>
      )}
      <div className="row">
        <ButtonLink href={`${paths.checkout}?waitlist=${secret}`}>{entryMessages.accept(places)}</ButtonLink>
        {!isConfirming && (
          <Button kind="line" onClick={() => setConfirming(true)}>
            {entryMessages.decline}
          </Button>
        )}
      </div>
      {isConfirming && (
        <ConfirmLeaving
          waitlist={waitlist}
          entry={entry}
          question={letGoMessages(places)}
          onKeep={() => setConfirming(false)}
          onAct={waitlist.decline}
        />
      )}
    </section>
  );
}

/** Shows the time that is left, by the server's clock. A screen reader gets the deadline as text instead. */
function Clock({ untilMs, clock, onEnd }: { untilMs: number; clock: number; onEnd: () => Promise<unknown> }) {
  const [now, setNow] = useState(() => Date.now() + clock);
  const remainingTime = timeLeft(untilMs, now);
  useEffect(() => {
    if (remainingTime === null) {
      void onEnd();
      return;
    }
    const timer = setTimeout(() => setNow(Date.now() + clock), timing.CLOCK_TICK_MS);
    return () => clearTimeout(timer);
  }, [now, clock, remainingTime, onEnd]);
  return remainingTime === null ? null : (
    <p className="waitlist-clock numbers" aria-hidden="true">
      {entryMessages.timeLeft(remainingTime)}
    </p>
  );
}
