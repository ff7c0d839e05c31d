-- Errors and events of the system are logged here (spec 1 §3, §4 and §7).

create table public.system_logs (
  id bigint generated always as identity primary key,
  level text not null default 'info' check (level in ('info', 'warning', 'error')),
  component text not null check (component ~ '^[a-z][a-z0-9_-]{0,59}$'),
  message text not null check (length(message) between 1 and 500),
  details jsonb not null default '{}'
    check (jsonb_typeof(details) = 'object' and octet_length(details::text) <= 8000),
  created_at timestamptz not null default clock_timestamp(),
  request_id text check (request_id ~ '^[A-Za-z0-9-]{8,64}$')
);
comment on table public.system_logs is
  'The system''s log. The first row, of component health, is never deleted. Browsers read its id every 30 seconds to '
  'check that the database answers (spec 1 §7).';
comment on column public.system_logs.details is 'Numbers, codes and our ids. It contains nothing about people.';
comment on column public.system_logs.request_id is
  'The request that wrote the row, as in the log of the edge functions.';
create index system_logs_created_at on public.system_logs (created_at);

create table public.error_reports (
  id uuid primary key default gen_random_uuid(),
  error_type text not null check (error_type in ('RUNTIME_ERROR', 'PROMISE_REJECTION', 'REACT_ERROR')),
  severity text not null default 'medium' check (severity in ('low', 'medium', 'high', 'critical')),
  message text not null check (length(message) between 1 and 500),
  filename text check (length(filename) <= 300),
  stack text check (length(stack) <= 4000),
  has_blank_screen boolean not null default false,
  user_agent text check (length(user_agent) <= 300),
  url text check (url !~ '[?#]' and length(url) <= 300),
  metrics jsonb not null default '{}' check (jsonb_typeof(metrics) = 'object'),
  health_status text check (health_status ~ '^[a-z_]{1,30}$'),
  fingerprint text not null,
  reported_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  cause text not null,
  release text check (release ~ '^[A-Za-z0-9._-]{1,60}$'),
  request_id text check (request_id ~ '^[A-Za-z0-9-]{8,64}$'),
  source_file text check (length(source_file) <= 300),
  source_line integer check (source_line > 0),
  source_function text check (length(source_function) <= 100)
);
comment on table public.error_reports is
  'Errors in browsers. Only these fields are saved, redacted by private.redact. Nothing that a parent typed belongs '
  'here.';
comment on column public.error_reports.url is 'The page, without query and fragment.';
comment on column public.error_reports.metrics is 'Numbers only.';
comment on column public.error_reports.fingerprint is
  'A hash of type, message shape, topmost place in our own scripts (private.error_place) and release. The same error '
  'in one release has the same fingerprint.';
comment on column public.error_reports.cause is
  'A hash like fingerprint, but without release, line numbers and the hashes in built file names, so the same error '
  'has the same cause in all releases. If source_file and source_function are known (place_error), they are used '
  'instead of the place.';
comment on column public.error_reports.source_file is
  'The source file that threw it, relative to the repository, from the script''s source map. It is null if unknown.';
comment on column public.error_reports.source_function is
  'The function''s name in the source. It is null if the source map names none.';
comment on column public.error_reports.release is 'The build of the site that reported it.';
comment on column public.error_reports.request_id is
  'The request that brought the report, to find it in the log of the edge functions.';
comment on column public.error_reports.reported_at is
  'The time by the browser''s clock, if it is close to ours. Together with the fingerprint it identifies a report. So '
  'a report that is sent again after a network failure, or through another function, is the same row.';
create index error_reports_created_at on public.error_reports (created_at);
create unique index error_reports_fingerprint on public.error_reports (fingerprint, reported_at);

create table public.error_fixes (
  id uuid primary key default gen_random_uuid(),
  error_report_id uuid references public.error_reports (id) on delete set null,
  fingerprint text not null,
  action text not null check (action in (
    'none', 'reload', 'clear_caches', 'clear_storage', 'renew_session', 'sessions_made', 'mails_sent')),
  applied boolean not null generated always as (action <> 'none') stored,
  created_at timestamptz not null default clock_timestamp(),
  cause text check (cause ~ '^[a-z_]{1,40}$')
);
comment on table public.error_fixes is
  'The actions that auto-fix-system took about an error, or asked the browser to take (spec 1 §7).';
comment on column public.error_fixes.action is
  'none means that no fix is known, or that it was tried often enough. The browser does reload, clear_caches, '
  'clear_storage (everything except what a parent typed) and renew_session. The server does sessions_made and '
  'mails_sent.';
comment on column public.error_fixes.cause is 'The known cause that the error has. It is null if none matches.';
create index error_fixes_cause on public.error_fixes (cause, created_at);
create index error_fixes_error_report_id on public.error_fixes (error_report_id);
create index error_fixes_created_at on public.error_fixes (created_at);

alter table public.system_logs enable row level security;
alter table public.error_reports enable row level security;
alter table public.error_fixes enable row level security;
revoke all on table public.system_logs, public.error_reports, public.error_fixes from anon, authenticated, service_role;
grant select on public.system_logs, public.error_reports, public.error_fixes to authenticated, service_role;
grant select (id) on public.system_logs to anon;

create policy "Anyone reads the health row, admins read all" on public.system_logs
  for select to anon, authenticated using (component = 'health' or (select private.is_admin()));
create policy "Admins read error reports" on public.error_reports
  for select to authenticated using ((select private.is_admin()));
create policy "Admins read error fixes" on public.error_fixes
  for select to authenticated using ((select private.is_admin()));
