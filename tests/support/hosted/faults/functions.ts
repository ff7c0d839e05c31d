/** Faults of the edge functions and their timer, each of which doctor must find. */
import { change, findFunction, changeInSql, removeFrom, setIn, type Fault } from './provoke.ts';

export const functionsFaults: Fault[] = [
  [
    'a secret of the functions is missing',
    'function-secrets',
    /not set: STRIPE_WEBHOOK_SECRET/,
    (world) => removeFrom(world.supabase.secrets, 'STRIPE_WEBHOOK_SECRET'),
  ],
  [
    'half of what a service needs',
    'function-secrets',
    /Only some of these are set: META_PIXEL_ID, META_ACCESS_TOKEN/,
    (world) => setIn(world.supabase.secrets, 'META_PIXEL_ID', '123456'),
  ],
  [
    'a test key among live keys',
    'function-secrets',
    /values that differ from ours: STRIPE_SECRET_KEY/,
    (world) => setIn(world.supabase.secrets, 'STRIPE_SECRET_KEY', 'sk_test_another'),
  ],
  [
    'a missing secret stops every function',
    'functions-answer',
    /asked-questions \(503, BOOT_ERROR\)/,
    (world) => removeFrom(world.supabase.secrets, 'MAIL_FROM'),
  ],
  [
    'a function was not deployed',
    'functions',
    /Not deployed: stripe-webhook/,
    (world) => removeFrom(world.supabase.functions, 'stripe-webhook'),
  ],
  [
    'a function of another version',
    'functions',
    /other sources: create-checkout/,
    (world) => change(findFunction(world, 'create-checkout'), 'name', 'create-checkout 000000000000'),
  ],
  [
    'a function that another command has deployed',
    'functions',
    /cannot be compared: create-checkout/,
    (world) => change(findFunction(world, 'create-checkout'), 'name', 'create-checkout'),
  ],
  [
    'the gateway asks mail programs for a token',
    'functions',
    /supabase\/config.toml: stop-news/,
    (world) => change(findFunction(world, 'stop-news'), 'verify_jwt', true),
  ],
  [
    'one-click unsubscribe answers 401',
    'unsubscribe',
    /answers 401/,
    (world) => change(findFunction(world, 'stop-news'), 'verify_jwt', true),
  ],
  [
    'a function crashes',
    'functions-answer',
    /pictures \(500, WORKER_ERROR\)/,
    (world) => {
      world.supabase.failing.set('pictures', 500);
      return () => world.supabase.failing.delete('pictures');
    },
  ],
  [
    'the functions let another site call',
    'browser-calls',
    /accept calls from https:\/\/www.otter.example/,
    (world) => setIn(world.supabase.secrets, 'SITE_URL', 'https://www.otter.example'),
  ],
  [
    'no timer',
    'timer',
    /no scheduled job “chores”/,
    (world) =>
      changeInSql(
        world,
        `update cron.job set jobname = 'other' where jobname = 'chores'`,
        `update cron.job set jobname = 'chores' where jobname = 'other'`,
      ),
  ],
  [
    'a switched-off timer',
    'timer',
    /“mails” is switched off/,
    (world) =>
      changeInSql(
        world,
        `update cron.job set active = false where jobname = 'mails'`,
        `update cron.job set active = true where jobname = 'mails'`,
      ),
  ],
  [
    'a timer that calls another project',
    'timer',
    /an address other than/,
    (world) =>
      changeInSql(
        world,
        `update cron.job set command = replace(command, 'abcdefghij', 'jihgfedcba')`,
        `update cron.job set command = replace(command, 'jihgfedcba', 'abcdefghij')`,
      ),
  ],
  [
    'another word in the vault',
    'timer',
    /MAINTENANCE_SECRET differs from that of the functions/,
    (world) =>
      changeInSql(
        world,
        `update vault.secrets set secret = secret || 'x'`,
        `update vault.secrets set secret = rtrim(secret, 'x')`,
      ),
  ],
  [
    'nobody hears that the timer is refused',
    'timer-answers',
    /None of the timer’s calls .*: 2 × 401/,
    (world) =>
      changeInSql(
        world,
        'update net._http_response set status_code = 401',
        'update net._http_response set status_code = 200',
      ),
  ],
  [
    'no chore has run',
    'chores',
    /No scheduled job has ever run/,
    (world) =>
      changeInSql(
        world,
        'create table public.kept_chores as table public.chores; truncate public.chores',
        'insert into public.chores select * from public.kept_chores; drop table public.kept_chores',
      ),
  ],
  [
    'one chore stands still',
    'chores',
    /Late: release_holds \(60 minutes\)/,
    (world) =>
      changeInSql(
        world,
        `update public.chores set done_at = clock_timestamp() - interval '1 hour' where name = 'release_holds'`,
        'update public.chores set done_at = clock_timestamp()',
      ),
  ],
  [
    'an alert that nobody read',
    'alerts',
    /outbox_late/,
    (world) =>
      changeInSql(
        world,
        `insert into public.alerts (kind, value, threshold) values ('outbox_late', 900, 300)`,
        'delete from public.alerts',
      ),
  ],
];
