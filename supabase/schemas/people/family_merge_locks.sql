-- Locks everything that a merge of two families changes.

create function private.family_places(p_family_ids uuid[], out session_ids uuid[], out camp_ids uuid[])
language sql
volatile
set search_path = ''
as $$
  select array(
      select session_id from public.waitlist_entries where family_id = any (p_family_ids) and session_id is not null
      union select session_id from public.bookings where family_id = any (p_family_ids)),
    array(
      select camp_id from public.waitlist_entries where family_id = any (p_family_ids) and camp_id is not null
      union select camp_id from public.camp_enrollments where family_id = any (p_family_ids))
$$;
comment on function private.family_places(uuid[]) is
  'Returns the classes and camps that these families have booked or wait for.';

create function private.lock_families(p_families uuid[], p_other_family_id uuid, p_with_places boolean)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  c_most constant integer := 20;
  v_families_with_places constant uuid[] := case when p_with_places then p_families else '{}' end;
  v_order_ids uuid[];
  v_places record;
begin
  for v_round in 1..c_most loop
    begin
      -- The lock order is that of places.sql, for all families at once. A booking locks the place first and the family
      -- next.
      v_order_ids := array(select id from public.orders where family_id = any (p_families));
      perform from public.orders where id = any (v_order_ids) order by id for no key update;
      v_places := private.family_places(v_families_with_places);
      perform private.lock_places(v_places.session_ids, v_places.camp_ids);
      perform from public.waitlist_entries where family_id = any (p_families) order by id for update;
      perform from public.profiles where family_id = any (p_families || p_other_family_id) order by id for update;
      perform from public.families where id = any (p_families || p_other_family_id) order by id for update;
      exit when v_order_ids @> array(select id from public.orders where family_id = any (p_families)) and (
        select v_places.session_ids @> n.session_ids and v_places.camp_ids @> n.camp_ids
        from private.family_places(v_families_with_places) n);
      -- Somebody has bought for these families before they were locked. An order must not be locked after a place, so
      -- all locks are released and taken again.
      raise exception using errcode = 'serialization_failure';
    exception when serialization_failure then
      if v_round = c_most then raise; end if;
    end;
  end loop;
end;
$$;
comment on function private.lock_families(uuid[], uuid, boolean) is
  'Locks families with their orders, waitlist entries and parents. If p_with_places is true, it also locks their '
  'places. Of p_other_family_id it locks only the family and its parents.';

create function private.lock_merge(p_from uuid[], p_into uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform private.lock_families(p_from, p_into, true);
  perform private.lock_trials_of_families(p_from);
  perform from public.pass_subscriptions where family_id = any (p_from) order by id for update;
  perform from public.bookings where family_id = any (p_from) order by id for update;
end;
$$;
comment on function private.lock_merge(uuid[], uuid) is
  'Locks everything that a merge of families needs, so that nothing is booked for them during the merge.';
