import { formatHours } from '#domain/dates.ts';
import { spotsText } from '#domain/spots.ts';
import { paths } from '#config/paths.ts';
import { teamBadges } from '#ui/avatars.ts';
import { Verbatim } from '#ui/Verbatim.tsx';
import { messages } from './messages.ts';
import type { Option } from './model.ts';
import type { Booking } from './store.ts';

interface Props {
  booking: Booking;
  option: Option;
  isChosen: boolean;
}

export function OptionCard({ booking, option, isChosen }: Props) {
  const { session, child, state, isReserved, spotsLeft } = option;
  const facts = (
    <>
      {session.team ? (
        <img src={teamBadges[session.team]} width="32" height="32" alt="" />
      ) : (
        <span aria-hidden="true" />
      )}
      <span>
        <b>
          <Verbatim>{child}</Verbatim> · {formatHours(session.starts_at, session.ends_at)}
        </b>
        <small>
          {session.class_type}, {session.location_name}
          {session.coach_name && ` · ${session.coach_name}`}
        </small>
      </span>
    </>
  );
  if (state !== 'free')
    return (
      <div className={`book-option ${state}`}>
        {facts}
        {state === 'booked' ? (
          <b className="option-state">{messages.booked}</b>
        ) : (
          <a className="option-state" href={`${paths.waitlist}?session=${session.session_id}`}>
            {messages.full}. {messages.wait}
            <span className="sr-only">: {session.class_type}</span>
          </a>
        )}
      </div>
    );
  return (
    <label className="book-option">
      <input type="checkbox" checked={isChosen} onChange={() => booking.toggle(option)} />
      {facts}
      <span className="option-state">{isReserved ? messages.heldForYou : spotsText(spotsLeft)}</span>
    </label>
  );
}
