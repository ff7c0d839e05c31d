-- The chores by the clock on a hosted project, which has pg_cron, pg_net and a vault. `npm run setup` runs it with the
-- project's address and its MAINTENANCE_SECRET in place of the two words in brackets (docs/deploying.md). Run again
-- with another secret, it replaces the first.

create extension if not exists pg_cron;
create extension if not exists pg_net;

-- In the vault, so that neither the timetable nor its log shows it.
delete from vault.secrets where name = 'maintenance_secret';
select vault.create_secret('[MAINTENANCE_SECRET]', 'maintenance_secret');

-- Nobody waits for the answer: what failed or comes late is said by log, alert and GET of the same address.
select cron.schedule('chores', '* * * * *', $$
  select net.http_post(
    url := '[SUPABASE_URL]/functions/v1/error-monitor/maintenance',
    headers := jsonb_build_object('authorization', 'Bearer ' || (
      select decrypted_secret from vault.decrypted_secrets where name = 'maintenance_secret')),
    timeout_milliseconds := 60000)
$$);

-- Forty mails at most a call, because of the processor's time that a function has: these calls keep the outbox's pace.
select cron.schedule('mails', '20 seconds', $$
  select net.http_post(
    url := '[SUPABASE_URL]/functions/v1/drain-outbox',
    headers := jsonb_build_object('authorization', 'Bearer ' || (
      select decrypted_secret from vault.decrypted_secrets where name = 'maintenance_secret')),
    timeout_milliseconds := 60000)
$$);

-- pg_cron keeps a row for each run, almost six thousand a day, and removes none.
select cron.schedule('timer_log', '30 19 * * *', $$
  delete from cron.job_run_details where end_time < now() - interval '7 days'
$$);
