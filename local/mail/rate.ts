import { ResendFailure } from './errors.ts';

/** Like Resend, refuses further requests with 429 and `retry-after`. */
export function createRate(perSecond: number, now: () => number = Date.now) {
  let left = perSecond;
  let at = now();
  return function take(): void {
    const moment = now();
    left = Math.min(perSecond, left + ((moment - at) / 1000) * perSecond);
    at = moment;
    if (left < 1) {
      throw new ResendFailure(
        429,
        'rate_limit_exceeded',
        `Too many requests. You can only make ${perSecond} requests per second.`,
        { 'retry-after': String(Math.ceil((1 - left) / perSecond)) },
      );
    }
    left -= 1;
  };
}
