/** The settings under “Alerts and assistant” (setting-messages.ts). */
export const alertSettings = {
  weekly_summary: [
    'Summary by e-mail on Mondays',
    'Every admin gets an e-mail about the last week: bookings, money, e-mails, errors, and what needs attention.',
  ],
  alert_returned_percent: [
    'Share of bounced e-mails',
    'We alert you when more than this share of a day’s e-mails bounced or were marked as spam.',
  ],
  alert_blank_screens: [
    'Empty pages',
    'We alert you when browsers report more empty pages than this within ten minutes.',
  ],
  alert_booking_percent: [
    'Failed bookings',
    'We alert you when more than this share of attempts to hold a spot or to open the payment page fails.',
  ],
  alert_booking_seconds: ['Period for failed bookings', 'We count the failures within this time.'],
  alert_booking_failures_min: [
    'Failures before an alert',
    'If there are fewer failures than this, we do not alert you, for example about a single one at night.',
  ],
  alert_outbox_seconds: ['Delayed e-mails', 'We alert you when an e-mail waits longer than this.'],
  alert_webhook_seconds: ['Delayed reports from Stripe', 'We alert you when a report is later than this.'],
  alert_hold_seconds: [
    'Expired holds not released',
    'We alert you when an expired hold is not released within this time.',
  ],
  alert_chore_seconds: [
    'Late scheduled jobs',
    'We alert you when a scheduled job has not run for longer than this.',
  ],
  alert_calm_minutes: ['Alert ends after', 'An alert ends when its cause has not returned for this long.'],
  reconcile_batch_orders: [
    'Orders checked at a time',
    'How many orders each step of the check of the books reads.',
  ],
  assistant_day_us_cents: ['Assistant’s budget per day', 'In US cents. With 0, no language model is used.'],
  assistant_visitor_us_cents: ['Assistant’s budget per visitor', 'In US cents, per network address and day.'],
} as const;
