import { useEffect, useRef } from 'react';
import wave from '#assets/mascot/wave.svg?url';
import { queueMessages } from '../messages.ts';
import type { WaitingPlace } from './queue.ts';

interface Props {
  place: WaitingPlace | null;
  /** False if the last call failed, for example offline. */
  isCurrent: boolean;
}

/** Shows the place in the queue. Screen readers hear only a new waiting time, because the place changes often. */
export default function Queue({ place, isCurrent }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section className="card stack max-w-xl justify-items-center text-center" aria-labelledby="queue-title">
      <img className="mx-auto" src={wave} width="120" height="99" alt="" />
      <h2 id="queue-title" className="text-h3" ref={heading} tabIndex={-1}>
        {queueMessages.title}
      </h2>
      <p>{queueMessages.reason}</p>
      {place && <p className="lead">{queueMessages.ahead(place.ahead)}</p>}
      <p role="status">
        <b>{place ? queueMessages.wait(place.wait_seconds) : queueMessages.finding}</b>
        {!isCurrent && <span className="block">{queueMessages.notCurrent}</span>}
      </p>
      <p className="hint">{queueMessages.keeps}</p>
    </section>
  );
}
