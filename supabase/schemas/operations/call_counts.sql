-- Calls are counted by the minute, for alerts and the health page. No single call is recorded.

create table public.call_counts (
  kind text not null check (kind in ('booking', 'webhook', 'mail', 'hold')),
  minute timestamptz not null,
  ok integer not null default 0,
  failed integer not null default 0,
  most_lag_ms integer not null default 0,
  primary key (kind, minute)
);
comment on table public.call_counts is 'One row per minute and kind, for two days.';
comment on column public.call_counts.kind is
  'A row booking counts calls from a held order to the payment page, webhook counts events of Stripe, and mail counts '
  'attempts to send. A row hold counts failures only, because all holds of a minute would wait for the same row.';
comment on column public.call_counts.failed is
  'Failures on our side or on Stripe''s. A call that was refused for a reason, such as a full class, counts as ok.';
comment on column public.call_counts.most_lag_ms is 'For webhooks, the longest time from an event to its processing.';
create index call_counts_minute on public.call_counts (minute);

alter table public.call_counts enable row level security;
revoke all on table public.call_counts from anon, authenticated, service_role;
grant select on public.call_counts to authenticated, service_role;
create policy "Admins read how calls went" on public.call_counts
  for select to authenticated using ((select private.is_admin()));

create function private.count_call(p_kind text, p_failed boolean, p_lag_ms integer default 0)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  insert into public.call_counts as c (kind, minute, ok, failed, most_lag_ms)
  values (p_kind, date_trunc('minute', clock_timestamp()), (not p_failed)::integer, p_failed::integer, p_lag_ms)
  on conflict (kind, minute) do update set
    ok = c.ok + excluded.ok, failed = c.failed + excluded.failed,
    most_lag_ms = greatest(c.most_lag_ms, excluded.most_lag_ms);
end;
$$;
comment on function private.count_call(text, boolean, integer) is 'Adds one call to the row of the current minute.';

create function public.note_call(p_kind text, p_failed boolean, p_lag_ms integer default 0)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if coalesce(p_kind, '') not in ('booking', 'webhook') then perform private.fail('invalid_input', 'p_kind'); end if;
  perform private.count_call(p_kind, coalesce(p_failed, false), least(greatest(coalesce(p_lag_ms, 0), 0), 2000000000));
  -- As in check_rate, each call deletes a few old rows.
  delete from public.call_counts where (kind, minute) in (
    select kind, minute from public.call_counts
    where minute < (select clock_timestamp() - interval '2 days') limit 20 for update skip locked);
  return jsonb_build_object('noted', true);
end;
$$;
comment on function public.note_call(text, boolean, integer) is
  'Records how an edge function''s call went. p_kind is booking or webhook. p_lag_ms is the time since the event. '
  'Returns {noted}. Fails with invalid_input (p_kind). Definer: only the service role may call.';
grant execute on function public.note_call(text, boolean, integer) to service_role;
