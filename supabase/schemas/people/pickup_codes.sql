-- The family gives a pick-up code to a person who collects, and a coach checks it (docs/decisions "The code at
-- pick-up").

create function public.get_pickup_codes()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('child_id', a.child_id, 'child_name', c.name, 'name', a.name,
      'relationship', a.relationship, 'code', a.code, 'only_for', a.only_for)
      order by a.child_id is not null, c.name, a.child_id, a.only_for is not null, a.position, a.name), '[]')
    from (
      select child_id, name, relationship, code, position, null::text as only_for
      from public.pickup_authorizations where family_id = (select private.my_family_id())
      union all
      select p.child_id, p.value ->> 'name', p.value ->> 'relationship', p.code, 0, coalesce((
          select string_agg(distinct l.title, ', ') from public.order_lines l where l.order_id = p.order_id), '')
      from public.family_proposals p where p.family_id = (select private.my_family_id()) and p.effect = 'order') a
    left join public.children c on c.id = a.child_id
    where a.child_id is null or c.status = 'own' or a.only_for is not null);
end;
$$;
comment on function public.get_pickup_codes() is
  'Returns PickupCode[] (contract/pickup.ts). Those for all children come first. Definer: the column has no grant. The '
  'family comes from the token.';
grant execute on function public.get_pickup_codes() to authenticated;

create function public.check_pickup_code(p_child_id uuid, p_code text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_code constant text := regexp_replace(left(p_code, 20), '[^0-9]', '', 'g');
  v_child public.children;
  v_person record;
  v_refusal jsonb;
begin
  if not (private.is_coach() or private.is_admin()) then perform private.deny(); end if;
  -- A child that is not here today, or not with this coach, is reported as not found.
  select * into v_child from public.children c
  where c.id = p_child_id and exists (
    select from private.day_entries(private.calendar_today()) d
    where d.child_id = c.id and (private.my_places() is null or d.place_id = any (private.my_places())));
  if not found then perform private.fail('child_not_found', 'p_child_id'); end if;
  select a.* into v_person
  from private.day_entries(private.calendar_today()) d
  cross join lateral private.collectors_at(d.child_id, d.booking_id, d.enrollment_id) a
  where d.child_id = v_child.id and a.code = v_code
    and (private.my_places() is null or d.place_id = any (private.my_places()))
  order by a.rank limit 1;
  if not found then
    -- A wrong code is logged without the input. The refusal is returned instead of raised, because raising it would
    -- roll back the log entry.
    if length(v_code) = 6 then
      perform private.log_access('pickup_authorizations', 'code_wrong', v_child.family_id, v_child.id);
      v_refusal := private.refused_answer('check_pickup_code', 'PT409', 'pickup_code_unknown', null, 'p_code');
      if v_refusal is not null then return v_refusal; end if;
    end if;
    perform private.fail('pickup_code_unknown', 'p_code');
  end if;
  -- When the hand-over is recorded on the roster, it is compared with this person.
  perform private.log_access('pickup_authorizations', 'code', v_child.family_id, v_child.id, jsonb_build_object('person', v_person.id));
  return jsonb_build_object('name', v_person.name, 'relationship', v_person.relationship);
end;
$$;
comment on function public.check_pickup_code(uuid, text) is
  'Returns the person with this code, {name, relationship}, for a child who is here today. Right and wrong codes are '
  'logged, and every attempt counts. Fails with child_not_found, pickup_code_unknown. Definer: staff cannot read '
  'codes, only check one.';
grant execute on function public.check_pickup_code(uuid, text) to authenticated;
select private.answer_calls('public.check_pickup_code(uuid, text)', 'check_pickup_code');

create function private.renew_pickup_codes(p_family_id uuid)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_had_codes boolean;
begin
  update public.families set pickup_codes_since = clock_timestamp() where id = p_family_id;
  update public.pickup_authorizations set code = private.pickup_code() where family_id = p_family_id;
  v_had_codes := found;
  update public.family_proposals set code = private.pickup_code() where family_id = p_family_id and code is not null;
  return v_had_codes or found;
end;
$$;
comment on function private.renew_pickup_codes(uuid) is
  'Gives new codes to everybody who may collect children of this family, so that the old ones stop working, also those '
  'that a coach has checked already. Returns whether there were any.';
