-- A coach's calendar feed names no child, and ends when the coach loses the role (like people/calendar_links.sql).

create table public.coach_calendars (
  user_id uuid,
  role public.app_role not null default 'coach' check (role = 'coach'),
  token_hash text not null unique,
  made_at timestamptz not null default clock_timestamp(),
  last_read_at timestamptz,
  primary key (user_id, role),
  -- When the coach loses the role, the foreign key ends the feed. A coach who returns makes a new address.
  foreign key (user_id, role) references public.user_roles (user_id, role) on delete cascade
);
comment on table public.coach_calendars is 'The address of a coach''s calendar feed, one per coach.';
comment on column public.coach_calendars.token_hash is
  'The private.token_hash of the token in the address, so that reading this table opens no feed.';
comment on column public.coach_calendars.last_read_at is
  'When a calendar program last read the feed. It is updated at most once an hour.';

alter table public.coach_calendars enable row level security;
revoke all on table public.coach_calendars from anon, authenticated, service_role;

create function public.get_coach_calendar_link()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.is_coach() then perform private.deny(); end if;
  return jsonb_build_object('link', (
    select jsonb_build_object('made_at', private.iso(c.made_at), 'last_read_at', private.iso(c.last_read_at))
    from public.coach_calendars c where c.user_id = (select auth.uid())));
end;
$$;
comment on function public.get_coach_calendar_link() is
  'For coaches. Returns CoachCalendarLink (contract/calendar-links.ts). It takes no coach''s id, so it is always about '
  'the caller. Definer: the table has no grants.';
grant execute on function public.get_coach_calendar_link() to authenticated;
select private.answer_calls('public.get_coach_calendar_link()', 'management');

create function public.renew_coach_calendar_link()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_token constant text := encode(extensions.gen_random_bytes(16), 'hex');
  v_made_at timestamptz;
begin
  if not private.is_coach() then perform private.deny(); end if;
  -- Making an address needs a fresh sign-in, because it keeps working long after the coach has left the device.
  perform private.check_fresh();
  insert into public.coach_calendars as c (user_id, token_hash) values ((select auth.uid()), private.token_hash(v_token))
  on conflict (user_id, role) do update set
    token_hash = excluded.token_hash, made_at = excluded.made_at, last_read_at = null
  returning c.made_at into v_made_at;
  return jsonb_build_object('token', v_token, 'made_at', private.iso(v_made_at));
end;
$$;
comment on function public.renew_coach_calendar_link() is
  'For coaches. Makes a new address and ends the previous one. Returns CalendarLink (contract/calendar-links.ts). It '
  'takes no coach''s id, so it is always about the caller. Fails with the codes of private.check_fresh. Definer: the '
  'table has no grants, and only the hash is stored.';
grant execute on function public.renew_coach_calendar_link() to authenticated;
select private.answer_calls('public.renew_coach_calendar_link()', 'renew_calendar_link');

create function public.revoke_coach_calendar_link()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.is_coach() then perform private.deny(); end if;
  delete from public.coach_calendars where user_id = (select auth.uid());
  return jsonb_build_object('revoked', found);
end;
$$;
comment on function public.revoke_coach_calendar_link() is
  'For coaches. Ends the address of their own calendar feed. Returns {revoked}. It takes no coach''s id, so it is '
  'always about the caller. Definer: the table has no grants.';
grant execute on function public.revoke_coach_calendar_link() to authenticated;
select private.answer_calls('public.revoke_coach_calendar_link()', 'management');

create function private.coach_events(p_coach_id uuid, p_from date, p_until date)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'title', e.title, 'location_name', l.name,
      'location_address', l.address, 'starts_at', private.iso(e.starts_at), 'ends_at', private.iso(e.ends_at),
      'cancelled', e.is_cancelled, 'changed_at', private.iso(e.changed_at)) order by e.starts_at, e.id), '[]')
  from (
    select s.id::text, t.name as title, s.location_id, s.starts_at, s.ends_at, s.status = 'cancelled' as is_cancelled,
      s.updated_at as changed_at
    from public.sessions s join public.class_types t on t.id = s.class_type_id
    where s.coach_id = p_coach_id and s.session_date between p_from and p_until
    union all
    -- Each day of a camp is a separate event, with the hours of the roster.
    select w.id || '-' || w.start_date + n, w.name, w.location_id, (w.start_date + n + d.begins_at) at time zone private.time_zone(),
      (w.start_date + n + d.ends_at) at time zone private.time_zone(),
      w.cancelled_at is not null or x.day is not null, greatest(w.updated_at, c.created_at, x.cancelled_at)
    from public.camp_coaches c join public.camp_weeks w on w.id = c.camp_id
    cross join lateral private.camp_day(w) d
    cross join lateral generate_series(0, w.end_date - w.start_date) n
    left join public.cancelled_camp_days x on x.camp_id = w.id and x.day = w.start_date + n
    where c.coach_id = p_coach_id and w.end_date >= p_from and w.start_date <= p_until
  ) e join public.locations l on l.id = e.location_id
$$;
comment on function private.coach_events(uuid, date, date) is
  'Returns the sessions and camp days of a coach between two days, as CoachEvent[] of the edge function '
  'coach-calendar. Names no child.';

create function public.read_coach_calendar(p_token text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_today constant date := private.calendar_today();
  v_user_id uuid;
begin
  select user_id into v_user_id from public.coach_calendars where token_hash = private.token_hash(p_token);
  -- An unknown and a revoked address have the same answer.
  if v_user_id is null then perform private.fail('link_not_found', 'p_token'); end if;
  update public.coach_calendars set last_read_at = clock_timestamp()
  where user_id = v_user_id and coalesce(last_read_at < clock_timestamp() - interval '1 hour', true);
  return jsonb_build_object('events', private.coach_events(
    (select id from public.coaches where user_id = v_user_id), v_today - 31, v_today + 366));
end;
$$;
comment on function public.read_coach_calendar(text) is
  'Returns the events of a coach''s calendar feed, from the last month to the coming year, as {events: CoachEvent[]}. '
  'Fails with link_not_found. Definer: only the service role may call. The function that serves the feed counts the '
  'requests.';
grant execute on function public.read_coach_calendar(text) to service_role;
