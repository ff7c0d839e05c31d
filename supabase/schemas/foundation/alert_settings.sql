-- When staff are alerted, and what they are mailed about the system (settings.sql has the columns).

comment on column public.settings.alert_booking_percent is
  'Staff are alerted when more than this share of the calls to the payment page fail within alert_booking_seconds.';
comment on column public.settings.alert_booking_failures_min is
  'How many failures are needed at least for that alert. At night a single failed call can be all of them.';
comment on column public.settings.alert_outbox_seconds is 'Staff are alerted when a mail has waited longer than this.';
comment on column public.settings.alert_webhook_seconds is
  'Staff are alerted when the payment provider reports a payment later than this.';
comment on column public.settings.alert_hold_seconds is
  'Staff are alerted when an expired hold was not deleted for this long, which is five runs of the scheduled jobs.';
comment on column public.settings.alert_chore_seconds is
  'A scheduled job is late if it has not run for longer than this. They run every minute.';
comment on column public.settings.alert_returned_percent is
  'Staff are alerted when more than this share of a day''s mails came back or were marked as spam.';
comment on column public.settings.alert_blank_screens is
  'Staff are alerted when browsers report more empty pages than this within ten minutes.';
comment on column public.settings.weekly_summary is 'True if each admin gets a mail about the week on Mondays.';
comment on column public.settings.alert_calm_minutes is
  'An alert ends after this long without a new cause. So a problem that comes and goes within minutes is one alert '
  'and two mails.';
