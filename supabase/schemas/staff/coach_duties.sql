-- A coach who stops coaching hands over their sessions and camps. These functions say what the coach still has and who
-- can take it, and transfer it.

create function private.upcoming_duties(p_coach_id uuid)
returns table (place_id uuid, kind text, title text, location text, starts_at timestamptz, ends_at timestamptz)
language sql
stable
set search_path = ''
as $$
  select s.id, 'session', t.name, l.name, s.starts_at, s.ends_at
  from public.sessions s
  join public.class_types t on t.id = s.class_type_id join public.locations l on l.id = s.location_id
  where s.coach_id = p_coach_id and s.status = 'scheduled' and s.ends_at > private.calendar_now()
  union all
  select w.id, 'camp', w.name, l.name, w.starts_at, (w.end_date + d.ends_at) at time zone private.time_zone()
  from public.camp_coaches c
  join public.camp_weeks w on w.id = c.camp_id and w.cancelled_at is null
  join public.locations l on l.id = w.location_id
  cross join lateral private.camp_day(w) d
  where c.coach_id = p_coach_id and (w.end_date + d.ends_at) at time zone private.time_zone() > private.calendar_now()
$$;
comment on function private.upcoming_duties(uuid) is
  'Returns the sessions and camps of a coach that have not ended yet.';

create function private.takes_over(p_to uuid, p_coach_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (select from public.coaches k where k.id = p_to and k.id is distinct from p_coach_id and private.is_assignable(k))
$$;
comment on function private.takes_over(uuid, uuid) is
  'Returns whether the coach p_to can take over the sessions of p_coach_id. This must be another coach, who may coach.';

create function private.coach_duties(p_coach_id uuid, p_to uuid)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  c_shown constant integer := 6;
begin
  if p_to is not null and not private.takes_over(p_to, p_coach_id) then perform private.fail('invalid_input', 'p_to'); end if;
  return (
    select jsonb_build_object(
      'sessions', count(*) filter (where d.kind = 'session'), 'camps', count(*) filter (where d.kind = 'camp'),
      'templates', (select count(*) from public.session_templates where coach_id = p_coach_id and active),
      'next', coalesce(jsonb_agg(jsonb_build_object('kind', d.kind, 'title', d.title, 'location', d.location,
          'starts_at', private.iso(d.starts_at), 'ends_at', private.iso(d.ends_at), 'is_on', d.starts_at <= private.calendar_now())
        order by d.starts_at, d.title) filter (where d.at <= c_shown), '[]'),
      'others', (
        select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name) order by k.name), '[]')
        from public.coaches k where private.takes_over(k.id, p_coach_id)))
    from (select *, row_number() over (order by starts_at, title) as at from private.upcoming_duties(p_coach_id)) d)
    || jsonb_build_object('clashes', case when p_to is null then '[]' else (
      select coalesce(jsonb_agg(c.clash), '[]') from (
        select jsonb_build_object('name', k.name, 'title', o.title, 'location', o.location,
          'starts_at', private.iso(o.from_at), 'ends_at', private.iso(o.until_at)) as clash
        from private.upcoming_duties(p_coach_id) d
        cross join lateral private.overlapping(d.place_id, array(select e.place_id from private.upcoming_duties(p_to) e)) o
        join public.coaches k on k.id = p_to
        order by o.from_at, o.title limit c_shown) c) end);
end;
$$;
comment on function private.coach_duties(uuid, uuid) is
  'Returns CoachDuties (contract/management-system.ts), with the clashes that p_to would have. Fails with '
  'invalid_input (p_to).';

create function private.hand_over_duties(p_coach_id uuid, p_handover jsonb, p_reason text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_new_coach_id uuid;
  v_session_ids uuid[];
  v_camp_ids uuid[];
  v_new_ids uuid[];
  v_id uuid;
begin
  -- As everywhere, places are locked in order of id. They are read again afterwards, because the list may have changed
  -- before the locks.
  perform private.lock_places(
    array(select place_id from private.upcoming_duties(p_coach_id) where kind = 'session'),
    array(select place_id from private.upcoming_duties(p_coach_id) where kind = 'camp'));
  v_session_ids := array(select place_id from private.upcoming_duties(p_coach_id) where kind = 'session');
  v_camp_ids := array(select place_id from private.upcoming_duties(p_coach_id) where kind = 'camp');
  if cardinality(v_session_ids) + cardinality(v_camp_ids) = 0
    and not exists (select from public.session_templates where coach_id = p_coach_id and active) then
    return;
  end if;
  -- The caller must name a substitute, or say that there is none, so that nobody continues to coach by oversight.
  if p_handover is null or not p_handover ? 'coach_id' then
    perform private.fail('coach_leads', 'p_handover', (cardinality(v_session_ids) + cardinality(v_camp_ids))::text);
  end if;
  perform private.check_object(p_handover, 'p_handover', 200);
  if p_handover -> 'coach_id' <> 'null' then
    if not private.is_uuid(p_handover -> 'coach_id') or not private.takes_over((p_handover ->> 'coach_id')::uuid, p_coach_id) then
      perform private.fail('invalid_input', 'p_handover.coach_id');
    end if;
    v_new_coach_id := (p_handover ->> 'coach_id')::uuid;
  end if;
  v_new_ids := v_session_ids || array(
    select c from unnest(v_camp_ids) c
    where not exists (select from public.camp_coaches where camp_id = c and coach_id = v_new_coach_id) order by c);
  if v_new_coach_id is not null then perform private.lock_coach(v_new_coach_id); end if;
  update public.sessions set coach_id = v_new_coach_id where id = any (v_session_ids);
  update public.session_templates set coach_id = v_new_coach_id where coach_id = p_coach_id;
  if v_new_coach_id is not null then
    insert into public.camp_coaches (camp_id, coach_id) select c, v_new_coach_id from unnest(v_camp_ids) c on conflict do nothing;
    -- A clash must not keep a colleague from leaving, so it is only recorded. The page Today lists it.
    foreach v_id in array v_new_ids loop
      if private.coach_concerns(v_new_coach_id, v_id) @> '[{"kind": "double_booked"}]' then
        perform private.note_coach_exception(v_id, v_new_coach_id, '{double_booked}', p_reason);
      end if;
    end loop;
  end if;
  delete from public.camp_coaches where coach_id = p_coach_id and camp_id = any (v_camp_ids);
  foreach v_id in array v_session_ids || v_camp_ids loop
    perform private.end_lost_shares(v_id);
  end loop;
  perform private.update_offers_of_camps(v_camp_ids);
end;
$$;
comment on function private.hand_over_duties(uuid, jsonb, text) is
  'Transfers sessions and camps that have not ended to another coach, or to nobody. p_handover is {coach_id}, which is '
  'null for nobody. Fails with coach_leads (detail: how many) if p_handover says neither, and with invalid_input '
  '(p_handover.coach_id).';
