-- Schedules the chores on a hosted project, which has pg_cron, pg_net and a vault (docs/deploying.md). `npm run setup`
-- replaces the two words in brackets with the project's address and its MAINTENANCE_SECRET, and runs this file. To
-- change the secret, it runs it again.

create extension if not exists pg_cron;
create extension if not exists pg_net;

-- The secret is in the vault, so that neither the timetable nor its log shows it.
delete from vault.secrets where name = 'maintenance_secret';
select vault.create_secret('[MAINTENANCE_SECRET]', 'maintenance_secret');

-- Nothing reads the answer. Chores that failed or are late appear in the log, in alerts, and in the answer to a GET of
-- the same address.
select cron.schedule('chores', '* * * * *', $$
  select net.http_post(
    url := '[SUPABASE_URL]/functions/v1/error-monitor/maintenance',
    headers := jsonb_build_object('authorization', 'Bearer ' || (
      select decrypted_secret from vault.decrypted_secrets where name = 'maintenance_secret')),
    timeout_milliseconds := 60000)
$$);

-- A call sends at most 40 mails, because a function has little processor time, so mails are sent every 20 seconds.
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
