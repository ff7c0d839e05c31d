import type { QueuePlace } from '#contract/queue.ts';
import { joinQueue, readQueuePlace } from '../api.ts';
import { forgetTicket, readTicket, saveTicket } from './queue-ticket.ts';

export type WaitingPlace = Extract<QueuePlace, { state: 'waiting' }>;

const SOON_SECONDS = 60;
const SOON_MS = 5_000;
const LATER_MS = 20_000;
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The number of the latest wait. An earlier one ends, for example when the page returns from the browser's cache. */
let latestWait = 0;

/**
 * Waits until the server admits this browser, and stores the ticket with which the next hold is made. After a reload it
 * goes on with the stored ticket. Returns false if a later call waits instead.
 */
export async function waitInQueue(
  show: (place: WaitingPlace) => void,
  pause: (ms: number) => Promise<void> = wait,
): Promise<boolean> {
  const ownWait = ++latestWait;
  let ticket = readTicket();
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
      if (place.state === 'closed' || place.state === 'admitted') return true;
      if (place.state === 'ended') {
        ticket = null;
        forgetTicket();
        continue;
      }
      show(place);
      if (place.wait_seconds <= SOON_SECONDS) pauseMs = SOON_MS;
    }
    await pause(pauseMs);
    if (ownWait !== latestWait) return false;
  }
}
