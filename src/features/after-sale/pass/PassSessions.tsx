import type { ManagedPass } from '#contract/after-sale.ts';
import { placeAddress } from '#contract/place-names.ts';
import { formatDate } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { CancelSessionPanel } from './CancelSessionPanel.tsx';
import { type ManagedLine, sessionOfLine } from '../model.ts';
import { canCancel, hoursOf, type PassBooking } from './pass.ts';
import { describeBooking, passMessages } from './messages.ts';
import type { OrderStore } from '../store.ts';

interface Props {
  manage: OrderStore;
  line: ManagedLine;
  pass: ManagedPass;
  open: string | null;
}

export function PassSessions({ manage, line, pass, open }: Props) {
  return (
    <ul className="pass-list">
      {pass.bookings.map((booking) => (
        <li key={booking.booking_id} className={booking.status}>
          <Session booking={booking} />
          {open === booking.booking_id ? (
            <CancelSessionPanel manage={manage} line={line} pass={pass} booking={booking} />
          ) : (
            canCancel(booking) && (
              <Button
                kind="line"
                small
                aria-label={passMessages.cancelSessionOf(
                  sessionOfLine(line, booking.session),
                  booking.returns_credit,
                )}
                onClick={() =>
                  manage.openPanel({
                    lineId: line.line_id,
                    action: 'give_back',
                    bookingId: booking.booking_id,
                  })
                }
              >
                {passMessages.cancelSession(booking.returns_credit)}
              </Button>
            )
          )}
        </li>
      ))}
    </ul>
  );
}

function Session({ booking: { session, status } }: { booking: PassBooking }) {
  const address = placeAddress(session.location_name, session.location_address);
  return (
    <div>
      <b>
        {formatDate(session.session_date)}, {hoursOf(session)}
      </b>
      <small>{session.class_type}</small>
      <small>{address}</small>
      <span className={`pass-status ${status}`}>{describeBooking[status]}</span>
    </div>
  );
}
