-- A family lists its waitlist entries, with the chance of each.

create function private.released_place_counts(p_session_id uuid, p_camp_id uuid)
returns integer[]
language plpgsql
stable
set search_path = ''
as $$
begin
  if p_session_id is not null then
    return array(
      select (select count(*) from public.bookings b where b.session_id = o.id and b.status = 'cancelled')
      from public.sessions s
      join public.sessions o on o.class_type_id = s.class_type_id and o.location_id = s.location_id
        and o.session_time = s.session_time and extract(isodow from o.session_date) = extract(isodow from s.session_date)
      where s.id = p_session_id and o.status = 'scheduled'
        and o.session_date between private.calendar_today() - 84 and private.calendar_today() - 1);
  end if;
  return array(
    select (select count(*) from public.camp_enrollments e where e.camp_id = o.id and e.status = 'cancelled')
    from public.camp_weeks w
    join public.camp_weeks o on o.tier = w.tier and o.location_id = w.location_id
    where w.id = p_camp_id and o.cancelled_at is null
      and o.start_date between private.calendar_today() - 730 and private.calendar_today() - 1);
end;
$$;
comment on function private.released_place_counts(uuid, uuid) is
  'Returns how many places were cancelled in each of the last classes of the same kind, weekday, time and location (12 '
  'weeks), or camps of the same tier and location (2 years).';

create function private.waitlist_chances(p_released integer[], p_places_wanted integer)
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
declare
  c_least constant integer := 3;
begin
  if coalesce(cardinality(p_released), 0) < c_least then return null; end if;
  return jsonb_build_object(
    'enough', (select count(*) from unnest(p_released) f where f >= p_places_wanted), 'of', cardinality(p_released));
end;
$$;
comment on function private.waitlist_chances(integer[], integer) is
  'Returns in how many of these cases enough places were cancelled for the wanted number, as {enough, of}. Returns '
  'null if there are fewer than 3 cases. The numbers describe the past and promise nothing.';

create function private.entry_chances(p_entry public.waitlist_entries)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return private.waitlist_chances(private.released_place_counts(p_entry.session_id, p_entry.camp_id), p_entry.places + (
    select coalesce(sum(e.places), 0)::integer from public.waitlist_entries e
    where e.status = 'waiting' and (e.session_id = p_entry.session_id or e.camp_id = p_entry.camp_id)
      and (e.joined_at, e.id) < (p_entry.joined_at, p_entry.id)));
end;
$$;
comment on function private.entry_chances(public.waitlist_entries) is
  'Returns the chances (private.waitlist_chances) of a waiting entry. The places of the entries before it count, too.';

create function private.waiting_child(p_entry public.waitlist_entries, p_child public.waitlist_children)
returns uuid
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select k.id from public.children k
    where k.family_id = p_entry.family_id and not p_child.is_friend and (k.id = p_child.child_id
      or (p_child.child_id is null and private.name_key(k.name) = private.name_key(p_child.name) and k.dob = p_child.dob))
    order by k.id limit 1);
end;
$$;
comment on function private.waiting_child(public.waitlist_entries, public.waitlist_children) is
  'Returns the child of the entry''s family that is meant, by its id or, if it has none, by name and birth date. '
  'Returns null for a friend.';

create function private.may_take(p_entry public.waitlist_entries)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
declare
  v_session public.sessions;
  v_positions integer[];
begin
  select positions into v_positions from public.waitlist_offers
  where entry_id = p_entry.id and status = 'open' and expires_at > clock_timestamp();
  select * into v_session from public.sessions where id = p_entry.session_id and status = 'scheduled';
  if v_positions is null or v_session.id is null then return false; end if;
  return not exists (
    select from public.waitlist_children c
    where c.entry_id = p_entry.id and c.position = any (v_positions)
      and not exists (
        select from public.passes p
        where p.child_id = private.waiting_child(p_entry, c) and private.pass_problem(p, v_session.session_date) is null
          and not exists (
            select from private.team_standings(p.child_id, array[v_session.session_date]) g
            join public.class_types t on t.id = v_session.class_type_id and t.team = g.team
            where g.problem is not null)));
end;
$$;
comment on function private.may_take(public.waitlist_entries) is
  'Returns whether take_offer_with_credits would book this entry''s open offer. It is true for a class if every '
  'offered child is the family''s own, may join its team, and has a credit for the day.';

create function private.family_waiting(p_family_id uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(private.waitlist_view(e) || jsonb_build_object(
      'secret', e.secret,
      'odds', case when e.status = 'waiting' then private.entry_chances(e) end,
      'can_take', e.status = 'offered' and private.may_take(e)) order by e.joined_at, e.id), '[]')
    from public.waitlist_entries e
    where e.family_id = p_family_id and e.status in ('unconfirmed', 'waiting', 'offered', 'accepted'));
end;
$$;
comment on function private.family_waiting(uuid) is
  'Returns FamilyWaiting[] (contract/family-waiting.ts): entries that wait, are to be confirmed, have an offer, or are '
  'in a checkout.';

create function public.get_my_waitlist()
returns jsonb
language sql
volatile
security definer
set search_path = ''
as $$ select private.family_waiting(private.my_family_id()) $$;
comment on function public.get_my_waitlist() is
  'Returns FamilyWaiting[] (contract/family-waiting.ts) of the caller''s family. Definer: positions count other '
  'families'' entries. Only the count is returned.';
grant execute on function public.get_my_waitlist() to authenticated;
