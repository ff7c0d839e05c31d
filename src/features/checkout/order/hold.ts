import type { OrderView } from '#contract/orders.ts';
import { atom } from 'nanostores';
import * as timing from '#config/timing.ts';

const MINUTE_S = 60;

/**
 * Returns the seconds that are left. The browser's clock may be wrong, so this is the server's number, minus the time
 * since its answer.
 */
export function secondsLeft(order: OrderView, receivedAt: number, now: number): number | null {
  if (order.hold_expires_at === null) return null;
  const atAnswer = Date.parse(order.hold_expires_at) - Date.parse(order.server_time);
  return Math.max(0, Math.ceil((atAnswer - (now - receivedAt)) / 1000));
}

/** Returns the minute mark (10, 5 or 1) that lies between two ticks, or null. */
export function markPassed(before: number | null, after: number): number | null {
  const marks = timing.HOLD_ANNOUNCE_MINUTES.map((minutes) => minutes * MINUTE_S);
  const passedMark = marks.filter((mark) => before !== null && before > mark && after <= mark).pop();
  return passedMark === undefined ? null : passedMark / MINUTE_S;
}

export const clockMessage = (seconds: number) =>
  `${Math.floor(seconds / MINUTE_S)}:${String(seconds % MINUTE_S).padStart(2, '0')}`;

interface Hooks {
  now: () => number;
  onEnd: () => void;
  onWarn: () => void;
}

export function createHoldClock({ now, onEnd, onWarn }: Hooks) {
  const $left = atom<number | null>(null);
  /**
   * The seconds that a full bar stands for. It is the length of a new hold, or that of the longer hold while the
   * payment page is open.
   */
  const $length = atom(1);
  /** The minutes that a screen reader announces. They change only at the marks. */
  const $announced = atom<number | null>(null);
  let current: { order: OrderView; receivedAt: number } | null = null;

  function set(order: OrderView): void {
    current = { order, receivedAt: now() };
    const remainingSeconds = secondsLeft(order, current.receivedAt, now());
    $left.set(remainingSeconds);
    $length.set(Math.max(order.hold_minutes * MINUTE_S, remainingSeconds ?? 0));
  }

  function stop(): void {
    current = null;
    $left.set(null);
  }

  function tick(): void {
    if (!current) return;
    const before = $left.get();
    const remainingSeconds = secondsLeft(current.order, current.receivedAt, now());
    if (remainingSeconds === null) return;
    $left.set(remainingSeconds);
    const mark = markPassed(before, remainingSeconds);
    if (mark !== null) $announced.set(mark);
    if (remainingSeconds === 0) {
      current = null;
      onEnd();
    } else if (remainingSeconds <= timing.HOLD_WARN_MINUTES * MINUTE_S) onWarn();
  }

  return { $left, $length, $announced, set, stop, tick };
}
