-- People whom the family has not confirmed may collect a child only from the places of their order (docs/decisions "Who
-- may collect after a sign-up").

create function private.orders_of_place(p_booking_id uuid, p_enrollment_id uuid)
returns setof uuid
language sql
stable
set search_path = ''
as $$
  with recursive lines as (
    select l.order_id, l.moves_line_id from public.order_lines l
    where l.id in (
      select e.order_line_id from public.camp_enrollments e where e.id = p_enrollment_id
      union all
      select p.order_line_id from public.credit_ledger g join public.passes p on p.id = g.pass_id
      where g.booking_id = p_booking_id and g.reason = 'booked')
    union
    select l.order_id, l.moves_line_id from lines m join public.order_lines l on l.id = m.moves_line_id
  )
  select distinct order_id from lines
$$;
comment on function private.orders_of_place(uuid, uuid) is
  'Returns the order that paid for a booking or an enrolment, and the orders that it was moved from.';

create function private.order_collectors_at(p_child_id uuid, p_booking_id uuid, p_enrollment_id uuid)
returns setof public.family_proposals
language plpgsql
stable
set search_path = ''
as $$
begin
  -- Most children have no such proposals, so the orders of the place are looked up last.
  return query
    select p.* from public.family_proposals p
    where p.child_id = p_child_id and p.effect = 'order'
      and not exists (
        select from public.blocked_collectors b
        where b.family_id = p.family_id and (b.child_id = p.child_id or b.child_id is null)
          and private.may_be_same_person(b.name, p.value ->> 'name'))
      and p.order_id in (select private.orders_of_place(p_booking_id, p_enrollment_id))
    order by p.created_at, p.id;
end;
$$;
comment on function private.order_collectors_at(uuid, uuid, uuid) is
  'Returns the people who were named with the order of this place and are not confirmed yet. People who could be '
  'somebody who must never collect the child are left out.';

create function private.collectors_at(p_child_id uuid, p_booking_id uuid, p_enrollment_id uuid)
returns table (id uuid, name text, relationship text, phone text, code text, rank bigint)
language plpgsql
stable
set search_path = ''
as $$
begin
  return query
    select n.id, n.name, n.relationship, n.phone, n.code, row_number() over (order by n.part, n.at)
    from (
      select a.id, a.name, a.relationship, a.phone, a.code,
        case when a.child_id is not null then 1 else 3 end as part, a.position::bigint as at
      from public.children c
      join public.pickup_authorizations a
        on a.family_id = c.family_id and (a.child_id = c.id or (a.child_id is null and c.status = 'own'))
      where c.id = p_child_id
      union all
      select o.id, o.value ->> 'name', o.value ->> 'relationship', o.value ->> 'phone', o.code, 2,
        row_number() over (order by o.created_at, o.id)
      from private.order_collectors_at(p_child_id, p_booking_id, p_enrollment_id) o) n;
end;
$$;
comment on function private.collectors_at(uuid, uuid, uuid) is
  'Returns the people besides the parents who may collect a child from the place of a booking or an enrolment. First '
  'come those on the child''s own list, then those named with the order of the place, then those for all children of '
  'the family.';

create function private.collectors_shown(p_child_id uuid, p_booking_id uuid, p_enrollment_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object('name', n.name, 'relationship', n.relationship, 'phone', n.phone) order by n.rank), '[]')
  from (
    select distinct on (private.name_key(c.name), c.phone) c.name, c.relationship, c.phone, c.rank
    from private.collectors_at(p_child_id, p_booking_id, p_enrollment_id) c
    order by private.name_key(c.name), c.phone, c.rank) n
$$;
comment on function private.collectors_shown(uuid, uuid, uuid) is
  'Returns private.collectors_at for a roster, without duplicates: [{name, relationship, phone}].';

create function private.order_collector_names(p_child_id uuid, p_booking_id uuid, p_enrollment_id uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(p.value -> 'name'), '[]')
    from private.order_collectors_at(p_child_id, p_booking_id, p_enrollment_id) p);
end;
$$;
comment on function private.order_collector_names(uuid, uuid, uuid) is
  'Returns the names of private.order_collectors_at, for the family''s page.';

create function private.keep_order_people(p_order_id uuid, p_child_id uuid, p_contacts jsonb, p_pickup jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_family_id constant uuid := (select family_id from public.children where id = p_child_id);
  v_has_account constant boolean := private.has_account(v_family_id);
  v_is_pickup boolean;
  v_list jsonb;
  v_new jsonb;
  v_spaces_left integer;
begin
  foreach v_is_pickup in array '{false,true}'::boolean[] loop
    v_list := private.people_of(v_family_id, p_child_id, v_is_pickup);
    v_new := private.people_missing(v_list, case when v_is_pickup then p_pickup else p_contacts end);
    continue when v_new = '[]';
    v_spaces_left := case when v_is_pickup and v_has_account then 0 else greatest(0, 6 - jsonb_array_length(v_list)) end;
    v_list := v_list || (
      select coalesce(jsonb_agg(n.value order by n.ordinality), '[]')
      from jsonb_array_elements(v_new) with ordinality n where n.ordinality <= v_spaces_left);
    if v_spaces_left > 0 then
      perform private.save_people(v_family_id, p_child_id,
        case when not v_is_pickup then v_list end, case when v_is_pickup then v_list end);
    end if;
    -- These people wait for the family's decision. A payment must not be refused because a list is full, and it needs
    -- no fresh sign-in.
    perform private.propose(v_family_id, p_child_id, p_order_id,
      case when v_is_pickup then 'pickup_authorization' else 'emergency_contact' end, null, n.value,
      case when v_is_pickup then 'order' else 'none' end, case when v_is_pickup then private.pickup_code() end)
    from jsonb_array_elements(v_new) with ordinality n where n.ordinality > v_spaces_left;
  end loop;
end;
$$;
comment on function private.keep_order_people(uuid, uuid, jsonb, jsonb) is
  'Adds the people of a paid order to its child''s lists. If the family has an account, new collectors are proposed '
  'and may collect only from the places of the order. The caller has locked the family.';
