import type { FamilyBooking } from '#contract/family.ts';
import { WithNames } from '#ui/WithNames.tsx';
import { formatDate } from '#contract/format.ts';
import { useStore } from '@nanostores/react';
import { bookingName } from '#domain/family-booking.ts';
import { Notice } from '#ui/Notice.tsx';
import { Verbatim } from '#ui/Verbatim.tsx';
import { activityMessages, messages } from './messages.ts';
import type { Today } from './store.ts';

interface Props {
  today: Today;
  names: readonly string[];
  activity: readonly FamilyBooking[];
}

export function Activity({ today, names, activity }: Props) {
  const outcome = useStore(today.$outcome);
  const busy = useStore(today.$busy);
  return (
    <section aria-labelledby="activity">
      <div className="head-row">
        <h2 id="activity">{messages.activity}</h2>
      </div>
      {outcome?.section === 'activity' && (
        <Notice tone={outcome.tone}>
          <WithNames text={outcome.text} names={names} />
        </Notice>
      )}
      {activity.length === 0 ? (
        <p className="quiet">{messages.noActivity}</p>
      ) : (
        <ul className="today-happened">
          {activity.map((booking) => (
            <li key={booking.id}>
              <time dateTime={booking.session_date}>{formatDate(booking.session_date, { year: false })}</time>
              <span>
                <Verbatim>{booking.child.name}</Verbatim> · {booking.session.class_type.name}
              </span>
              <span className="happened-word">
                {describeActivity(booking)}
                {booking.can_make_up && (
                  <button
                    type="button"
                    className="text-button"
                    disabled={busy}
                    onClick={() => void today.makeUp(booking)}
                  >
                    {activityMessages.makeUp}
                    <span className="sr-only">: {bookingName(booking)}</span>
                  </button>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function describeActivity({ status, attended, session }: FamilyBooking): string {
  if (session.cancelled) return activityMessages.cancelledByUs;
  if (status === 'cancelled') return activityMessages.cancelled;
  if (attended === null) return activityMessages.unmarked;
  return attended ? activityMessages.attended : activityMessages.missed;
}
