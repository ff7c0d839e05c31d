import { useEffect, useRef } from 'react';
import { queueMessages } from '../messages.ts';
import type { WaitingPlace } from './queue.ts';

/** Shows the place in the queue. Screen readers hear only a new waiting time, because the place changes often. */
export default function Queue({ place }: { place: WaitingPlace | null }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section className="card stack" aria-labelledby="queue-title">
      <h2 id="queue-title" ref={heading} tabIndex={-1}>
        {queueMessages.title}
      </h2>
      <p>{queueMessages.reason}</p>
      {place && <p>{queueMessages.ahead(place.ahead)}</p>}
      <p role="status">
        <b>{place ? queueMessages.wait(place.wait_seconds) : queueMessages.finding}</b>
      </p>
      <p className="hint">{queueMessages.keeps}</p>
    </section>
  );
}
