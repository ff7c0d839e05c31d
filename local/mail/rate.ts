import { ResendFailure } from './errors.ts';

/** Refuses requests above the limit with 429 and `retry-after`, as Resend does. */
export function createRate(perSecond: number, now: () => number = Date.now) {
  let remaining = perSecond;
  let refilledAt = now();
  return function take(): void {
    const moment = now();
    remaining = Math.min(perSecond, remaining + ((moment - refilledAt) / 1000) * perSecond);
    refilledAt = moment;
    if (remaining < 1) {
      throw new ResendFailure(
        429,
        'rate_limit_exceeded',
        `Too many requests. You can only make ${perSecond} requests per second.`,
        { 'retry-after': String(Math.ceil((1 - remaining) / perSecond)) },
      );
    }
    remaining -= 1;
  };
}
