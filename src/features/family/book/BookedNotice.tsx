import { useEffect, useRef } from 'react';
import skate from '#assets/mascot/skate.svg?url';
import { paths } from '#config/paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { WithNames } from '#ui/WithNames.tsx';
import { bookedLine, bookedTitle, messages } from './messages.ts';
import type { Booking } from './store.ts';

type BookedSessions = NonNullable<ReturnType<Booking['$done']['get']>>;

export function BookedNotice({ booking, done }: { booking: Booking; done: BookedSessions }) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  return (
    <div className="card book-done">
      <img src={skate} width="160" height="160" alt="" />
      <div className="stack gap-5">
        <h2 ref={head} tabIndex={-1}>
          {bookedTitle(done.bookings.length)}
        </h2>
        <ul className="ticks">
          {done.bookings.map((booking) => (
            <li key={booking.booking_id}>
              <span aria-hidden="true">✓</span>
              <span>
                <WithNames
                  text={bookedLine(done.names.get(booking.child_id) ?? '', booking)}
                  names={[...done.names.values()]}
                />
              </span>
            </li>
          ))}
        </ul>
        {done.rule && (
          <p className="quiet">
            <WithNames text={done.rule} names={[...done.names.values()]} />
          </p>
        )}
        <div className="row">
          <ButtonLink href={paths.familyBase}>{messages.back}</ButtonLink>
          <Button kind="line" onClick={() => void booking.again()}>
            {messages.more}
          </Button>
        </div>
      </div>
    </div>
  );
}
