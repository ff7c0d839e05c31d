import type { FamilyDashboard } from '#contract/family.ts';
import { formatDate } from '#contract/format.ts';
import { useStore } from '@nanostores/react';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { bookingName } from '#domain/family-booking.ts';
import { WithNames } from '#ui/WithNames.tsx';
import { Verbatim } from '#ui/Verbatim.tsx';
import { messages } from './messages.ts';
import type { Passes } from './store.ts';

export function MissedSessions({ passes, family }: { passes: Passes; family: FamilyDashboard }) {
  const running = useStore(passes.$running);
  const outcome = useStore(passes.$outcome);
  const missedBookings = family.recentActivity.filter(({ can_make_up }) => can_make_up);
  const shownOutcome = outcome?.place === 'missed' ? outcome : null;
  if (missedBookings.length === 0 && !shownOutcome) return null;
  return (
    <section aria-labelledby="missed" className="no-print stack mb-10 gap-3.5">
      <h2 id="missed">{messages.missed}</h2>
      {missedBookings.length > 0 && <p className="quiet">{messages.missedText}</p>}
      {shownOutcome && (
        <Notice tone={shownOutcome.tone}>
          <WithNames text={shownOutcome.text} names={family.children.map(({ name }) => name)} />
        </Notice>
      )}
      <ul className="receipt-list">
        {missedBookings.map((booking) => (
          <li key={booking.id}>
            <span>
              <b>
                <Verbatim>{booking.child.name}</Verbatim>
              </b>
              <small>
                {booking.session.class_type.name}, {formatDate(booking.session_date)}
              </small>
            </span>
            <Button
              kind="line"
              small
              busy={running === booking.id}
              onClick={() => void passes.makeUp(booking)}
            >
              {messages.makeUp}
              <span className="sr-only">: {bookingName(booking)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
