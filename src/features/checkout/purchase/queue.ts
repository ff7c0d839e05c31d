import type { QueuePlace } from '#contract/queue.ts';
import { joinQueue, readQueuePlace } from '../api.ts';
import { forgetTicket, readTicket, saveTicket } from './queue-ticket.ts';

export type WaitingPlace = Extract<QueuePlace, { state: 'waiting' }>;

const SOON_SECONDS = 60;
const SOON_MS = 5_000;
const LATER_MS = 20_000;

/** Waits for this time, or until the browser is online again. */
const wait = (ms: number) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
    function end(): void {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    }
  });

/** The number of the latest wait. An earlier one ends, for example when the page returns from the browser's cache. */
let latestWait = 0;

/**
 * Waits until the server admits this browser, and stores the ticket with which the next hold is made. After a reload it
 * goes on with the stored ticket. After a failed call it shows the last place as not current. Returns false if a later
 * call waits instead.
 */
export async function waitInQueue(
  show: (place: WaitingPlace | null, isCurrent: boolean) => void,
  pause: (ms: number) => Promise<void> = wait,
): Promise<boolean> {
  const ownWait = ++latestWait;
  let ticket = readTicket();
  let lastPlace: WaitingPlace | null = null;
  for (;;) {
    const answer = ticket === null ? await joinQueue() : await readQueuePlace(ticket);
    if (ownWait !== latestWait) return false;
    let pauseMs = LATER_MS;
    // After a failed call, the place is still stored at the server, so the browser asks again.
    if (answer.ok) {
      const place = answer.value;
      if ('ticket' in place && place.ticket !== undefined) {
        ticket = place.ticket;
        saveTicket(ticket);
      }
      // A hold in another tab may have forgotten the stored ticket.
      if (place.state === 'admitted' && ticket !== null) saveTicket(ticket);
      if (place.state === 'closed' || place.state === 'admitted') return true;
      if (place.state === 'ended') {
        ticket = null;
        forgetTicket();
        continue;
      }
      lastPlace = place;
      show(place, true);
      if (place.wait_seconds <= SOON_SECONDS) pauseMs = SOON_MS;
    } else show(lastPlace, false);
    await pause(pauseMs);
    if (ownWait !== latestWait) return false;
  }
}
