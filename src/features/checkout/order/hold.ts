import type { OrderView } from '#contract/orders.ts';
import { atom } from 'nanostores';
import * as timing from '#config/timing.ts';

const MINUTE_S = 60;

/**
 * Seconds left on the hold by the server's clock: the browser's own may be wrong, so only the time since
 * the answer is taken from it. Null for a closed order.
 */
export function secondsLeft(order: OrderView, receivedAt: number, now: number): number | null {
  if (order.hold_expires_at === null) return null;
  const atAnswer = Date.parse(order.hold_expires_at) - Date.parse(order.server_time);
  return Math.max(0, Math.ceil((atAnswer - (now - receivedAt)) / 1000));
}

/** The minute mark (10, 5, 1) passed between two looks at the clock, or null. */
export function markPassed(before: number | null, after: number): number | null {
  const marks = timing.HOLD_ANNOUNCE_MINUTES.map((minutes) => minutes * MINUTE_S);
  const passed = marks.filter((mark) => before !== null && before > mark && after <= mark).pop();
  return passed === undefined ? null : passed / MINUTE_S;
}

export const clockWords = (seconds: number) =>
  `${Math.floor(seconds / MINUTE_S)}:${String(seconds % MINUTE_S).padStart(2, '0')}`;

interface Hooks {
  now: () => number;
  /** The last second has passed. */
  onEnd: () => void;
  /** The warning time has come, and each second after it. */
  onWarn: () => void;
}

/** The clock of one hold. `tick` is called every second by the page, by hand in tests. */
export function createHoldClock({ now, onEnd, onWarn }: Hooks) {
  const $left = atom<number | null>(null);
  /** What the bar shows whole, in seconds: a new hold, or a longer one while the payment page is open. */
  const $length = atom(1);
  /** Minutes to tell a screen reader; changes at the marks only. */
  const $announced = atom<number | null>(null);
  let current: { order: OrderView; receivedAt: number } | null = null;

  function set(order: OrderView): void {
    current = { order, receivedAt: now() };
    const left = secondsLeft(order, current.receivedAt, now());
    $left.set(left);
    $length.set(Math.max(order.hold_minutes * MINUTE_S, left ?? 0));
  }

  function stop(): void {
    current = null;
    $left.set(null);
  }

  function tick(): void {
    if (!current) return;
    const before = $left.get();
    const left = secondsLeft(current.order, current.receivedAt, now());
    if (left === null) return;
    $left.set(left);
    const mark = markPassed(before, left);
    if (mark !== null) $announced.set(mark);
    if (left === 0) {
      current = null;
      onEnd();
    } else if (left <= timing.HOLD_WARN_MINUTES * MINUTE_S) onWarn();
  }

  return { $left, $length, $announced, set, stop, tick };
}
