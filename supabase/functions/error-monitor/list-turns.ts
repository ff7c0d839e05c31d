/**
 * How many objects at Stripe one call reads. Each takes 3 to 10 ms of processor time, and a call has two seconds of
 * it.
 */
export const MAX_ASKED = 60;

/**
 * Returns the part of a long list whose turn it is. Calls come every `everySeconds`, and each call takes the next
 * part. So the end of the list is reached even if an earlier part makes no progress.
 */
export function turnOf<One>(list: readonly One[], now: Date, everySeconds = 60): One[] {
  const parts = Math.max(1, Math.ceil(list.length / MAX_ASKED));
  const part = Math.floor(now.getTime() / 1000 / everySeconds) % parts;
  return list.slice(part * MAX_ASKED, (part + 1) * MAX_ASKED);
}
