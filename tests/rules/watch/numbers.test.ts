import { expect, it } from 'vitest';
import { watch } from '#config/watch.ts';
import { REPAIR_AFTER_ERRORS } from '#features/watch/incidents.ts';
import { messages } from '#features/watch/messages.ts';
import { recoveryLimits } from '#features/watch/recovery-limits.ts';
import { failedMessages } from '#ui/failed/messages.ts';

/** Texts and numbers about monitoring in spec 1 §2, §4, §8 and §9 and spec 2 §9. Other tests show their effect. */
it.each([
  [messages.banner, 'The system is experiencing issues and is currently in recovery mode.'],
  [messages.notCharged, 'You will NOT be charged for any errors during this time.'],
  [messages.force, 'Force Refresh'],
  [messages.entered, 'System is in recovery mode. Some features may be limited.'],
  [messages.refresh, 'Refresh'],
  [messages.recovered, 'System recovered successfully.'],
  [messages.badge.degraded.label, 'Recovery Mode'],
  [messages.badge.watched.label, 'Monitoring'],
  [
    messages.badge.degraded.tip,
    'The system is automatically recovering from errors. You will not be charged for any issues during this time.',
  ],
  [messages.badge.watched.tip, 'System health is being monitored. Everything should work normally.'],
  [failedMessages.title, 'Something went wrong'],
  [failedMessages.text, "We're sorry for the inconvenience. Please try refreshing the page."],
  [failedMessages.again, 'Try Again'],
  [failedMessages.load, 'Loading error. Please refresh.'],
])('the text “%s” is as specified', (text, specified) => expect(text).toBe(specified));

it.each([
  ['errors in a row', watch.ERRORS_MAX, 3],
  ['repair from', REPAIR_AFTER_ERRORS, 2],
  ['cooldown', watch.COOLDOWN_MS, 30_000],
  ['queue', watch.EVERY_MS, 30_000],
  ['health check', recoveryLimits.HEALTH_EVERY_MS, 30_000],
  ['end of recovery mode', watch.DEGRADED_MS, 5 * 60_000],
  ['banner', recoveryLimits.BANNER_POLL_MS, 5_000],
  ['badge', recoveryLimits.BADGE_POLL_MS, 10_000],
  ['tooltip', recoveryLimits.TOOLTIP_DELAY_MS, 700],
  ['delay of a repeated tooltip', recoveryLimits.TOOLTIP_SKIP_MS, 300],
  ['reload after a fix', recoveryLimits.RELOAD_MS, 1_000],
  ['reload by hand', recoveryLimits.MANUAL_RELOAD_MS, 2_000],
])('the limit “%s” is %i', (_, number, specified) => expect(number).toBe(specified));

it('the marks of scroll depth and time are as specified', () => {
  expect(watch.SCROLL_MARKS).toEqual([25, 50, 75, 100]);
  expect(watch.TIME_MARKS_S).toEqual([30, 60, 120, 180]);
});
