-- A calendar program reads a family's feed at a secret address. The feed has times and places, but no health data.
-- Parents can renew or revoke the address.

create table public.family_calendars (
  family_id uuid primary key references public.families (id) on delete cascade,
  token_hash text not null unique,
  made_by uuid references public.profiles (id) on delete set null,
  made_at timestamptz not null default clock_timestamp(),
  last_read_at timestamptz
);
comment on table public.family_calendars is 'The address of a family''s calendar feed, one per family.';
comment on column public.family_calendars.token_hash is
  'The private.token_hash of the token in the address, so that reading this table opens no feed.';
comment on column public.family_calendars.last_read_at is
  'When a calendar program last read the feed. It is updated at most once an hour.';
create index family_calendars_made_by on public.family_calendars (made_by);

alter table public.family_calendars enable row level security;
revoke all on table public.family_calendars from anon, authenticated, service_role;
grant select (family_id, made_by, made_at, last_read_at) on public.family_calendars to authenticated;

create policy "Parents read when their calendar address was made" on public.family_calendars
  for select to authenticated using (family_id = (select private.my_family_id()));

create function public.renew_calendar_link()
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
  -- Making an address needs a fresh sign-in, because it keeps working long after the parent has left the device.
  perform private.check_fresh();
  insert into public.family_calendars as c (family_id, token_hash, made_by)
  values (private.ensure_family(), private.token_hash(v_token), (select auth.uid()))
  on conflict (family_id) do update set
    token_hash = excluded.token_hash, made_by = excluded.made_by, made_at = excluded.made_at, last_read_at = null
  returning c.made_at into v_made_at;
  return jsonb_build_object('token', v_token, 'made_at', private.iso(v_made_at));
end;
$$;
comment on function public.renew_calendar_link() is
  'Creates a new address for the family''s feed and ends the previous one. Returns CalendarLink '
  '(contract/calendar-links.ts). Fails with the codes of private.check_fresh. Definer: the family is that of the '
  'token''s user, and only the hash is stored.';
grant execute on function public.renew_calendar_link() to authenticated;
select private.answer_calls('public.renew_calendar_link()', 'renew_calendar_link');

create function public.revoke_calendar_link()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  delete from public.family_calendars where family_id = (select private.my_family_id());
  return jsonb_build_object('revoked', found);
end;
$$;
comment on function public.revoke_calendar_link() is 'Ends the address of the family''s calendar feed. Returns '
  '{revoked}. Definer: deletes only the address of the family of the token''s user.';
grant execute on function public.revoke_calendar_link() to authenticated;

create function private.calendar_events(p_family_id uuid, p_from date, p_until date)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_names constant text[] := array(select name from public.children where family_id = p_family_id);
begin
  return (select coalesce(jsonb_agg(e.event order by e.at, e.event ->> 'id'), '[]')
  from (
    select s.starts_at as at, jsonb_build_object(
      'id', b.session_id || '-' || b.child_id, 'child', private.given_name(c.name, v_names), 'cancelled', b.status <> 'booked',
      'changed_at', private.iso(greatest(b.updated_at, s.updated_at)), 'session', private.session_view(s.id), 'camp', null) as event
    from (
      select distinct on (session_id, child_id) * from public.bookings
      where family_id = p_family_id and session_date between p_from and p_until
      order by session_id, child_id, status, updated_at desc) b
    join public.children c on c.id = b.child_id
    join public.sessions s on s.id = b.session_id
    union all
    select w.starts_at, jsonb_build_object(
      'id', e.camp_id || '-' || e.child_id, 'child', private.given_name(c.name, v_names),
      'cancelled', e.status <> 'enrolled' or w.cancelled_at is not null
        or coalesce(jsonb_array_length(x.days) > w.end_date - w.start_date, false), 'days_off', coalesce(x.days, '[]'),
      'changed_at', private.iso(greatest(e.updated_at, w.updated_at, x.at)), 'session', null, 'camp', private.camp_view(w.id),
      'rides', exists (select from public.order_lines n where n.id = e.order_line_id and n.transport is not null))
    from (
      select distinct on (camp_id, child_id) * from public.camp_enrollments
      where family_id = p_family_id order by camp_id, child_id, status desc, updated_at desc) e
    join public.children c on c.id = e.child_id
    join public.camp_weeks w on w.id = e.camp_id
    cross join lateral (
      select jsonb_agg(distinct d.day) as days, max(d.at) as at
      from (
        select day, cancelled_at as at from public.cancelled_camp_days where camp_id = w.id
        union all
        select day, told_at from public.camp_absences where enrollment_id = e.id) d
      -- The dates of a camp may have changed.
      where d.day between w.start_date and w.end_date) x
    where w.start_date between p_from and p_until
  ) e);
end;
$$;
comment on function private.calendar_events(uuid, date, date) is
  'Returns a family''s sessions and camps between two days: [{id, child: given name, cancelled, changed_at, session or '
  'camp}]. A camp has days_off, too, the days on which it does not take place or the child does not come.';

create function public.read_family_calendar(p_token text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_today constant date := private.calendar_today();
  v_family_id uuid;
begin
  select family_id into v_family_id from public.family_calendars where token_hash = private.token_hash(p_token);
  -- An unknown and a revoked address get the same answer.
  if v_family_id is null then perform private.fail('link_not_found', 'p_token'); end if;
  update public.family_calendars set last_read_at = clock_timestamp()
  where family_id = v_family_id and coalesce(last_read_at < clock_timestamp() - interval '1 hour', true);
  return jsonb_build_object('events', private.calendar_events(v_family_id, v_today - 31, v_today + 366));
end;
$$;
comment on function public.read_family_calendar(text) is
  'Returns the feed from the last month to the coming year: {events: [{id, child, cancelled, changed_at, session, '
  'camp}]}. Fails with link_not_found. Definer: only the service role may call.';
grant execute on function public.read_family_calendar(text) to service_role;

create function private.export_family_calendar(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('calendar_link', (
    select to_jsonb(c) - '{token_hash,family_id}'::text[] from public.family_calendars c where c.family_id = p_family_id))
$$;
comment on function private.export_family_calendar(uuid, text[], text[]) is
  'Returns when the calendar''s address was made and last read, without the address itself.';

create function private.erase_family_calendar(p_family_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$ delete from public.family_calendars where family_id = p_family_id $$;
comment on function private.erase_family_calendar(uuid) is 'Ends the calendar feed of an erased family.';
