import { formatDays } from '#contract/format.ts';
import type { FamilyBooking } from '#contract/family.ts';
import type { FamilyPage } from '#contract/management-families.ts';
import { placeMessage } from '#contract/place-names.ts';
import { formatMoment } from '#domain/dates.ts';
import { orderPath } from '#ui/staff/order-path.ts';
import { schedulePath } from '#ui/staff/schedule-path.ts';
import { changeMessages } from './change-messages.ts';
import { FirstRows } from './FirstRows.tsx';
import { bookingMessages } from './messages.ts';
import { PageSection } from './PageSection.tsx';

const isAhead = (endsAt: string) => Date.parse(endsAt) > Date.now();

export function UpcomingBookings({ details }: { details: FamilyPage }) {
  const camps = details.camps.filter(({ camp }) => isAhead(camp.ends_at));
  return (
    <PageSection
      title={bookingMessages.ahead}
      count={details.ahead.length + camps.length}
      none={bookingMessages.noneAhead}
    >
      <FirstRows rows={[...campRows(camps), ...bookingRows(details.ahead)]} />
    </PageSection>
  );
}

export function PastBookings({ details }: { details: FamilyPage }) {
  const camps = details.camps.filter(({ camp }) => !isAhead(camp.ends_at));
  return (
    <PageSection
      title={bookingMessages.past}
      count={details.past.length + camps.length}
      none={bookingMessages.nonePast}
    >
      <FirstRows rows={[...campRows(camps), ...bookingRows(details.past)]} />
    </PageSection>
  );
}

const bookingRows = (bookings: readonly FamilyBooking[]) =>
  bookings.map((booking) => <Booking key={booking.id} booking={booking} />);

const campRows = (camps: FamilyPage['camps']) =>
  camps.map(({ id, child, camp, cancelled, attended_days, order_id }) => (
    <li key={id}>
      <p>
        <b>{child.name}</b> <a href={schedulePath(camp.camp_id)}>{camp.name}</a>
      </p>
      <p className="quiet numbers">
        {formatDays(camp.start_date, camp.end_date)} · {camp.location_name}
      </p>
      <p>
        {cancelled ? (
          <>
            <span className="tag bad">{bookingMessages.cancelledByUs}</span>{' '}
            {order_id !== null && (
              <a
                href={orderPath(order_id)}
                aria-label={changeMessages.of(
                  bookingMessages.choose,
                  `${child.name}, ${placeMessage({ camp })}`,
                )}
              >
                {bookingMessages.choose}
              </a>
            )}
          </>
        ) : isAhead(camp.ends_at) ? (
          <span className="tag good">{bookingMessages.booked}</span>
        ) : (
          <span className="tag">{bookingMessages.days(attended_days)}</span>
        )}
      </p>
    </li>
  ));

function Booking({ booking }: { booking: FamilyBooking }) {
  const { child, session, starts_at } = booking;
  const [stateText, tone] = stateOf(booking);
  return (
    <li>
      <p>
        <b>{child.name}</b> <a href={schedulePath(booking.session_id)}>{session.class_type.name}</a>
      </p>
      <p className="quiet numbers">
        {formatMoment(starts_at)} · {session.location.name}
      </p>
      <p>
        <span className={`tag ${tone}`}>{stateText}</span>
      </p>
    </li>
  );
}

function stateOf({ status, attended, session, starts_at }: FamilyBooking): [words: string, tone: string] {
  if (session.cancelled) return [bookingMessages.cancelledByUs, 'bad'];
  if (status === 'cancelled') return [bookingMessages.cancelled, ''];
  if (attended === true) return [bookingMessages.attended, 'good'];
  if (attended === false) return [bookingMessages.missed, 'warn'];
  return isAhead(starts_at) ? [bookingMessages.booked, 'good'] : [bookingMessages.unmarked, ''];
}
