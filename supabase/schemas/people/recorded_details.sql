-- Answers that are recent enough are not requested again (docs/decisions "Nothing has changed"). This is decided when
-- the form is read and again when it is sent.

create function public.repeat_details_request(entry public.consents)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select entry.given and (
    entry.version < private.required_consent_version(entry.purpose)
    or entry.created_at < clock_timestamp() - make_interval(days => (select details_request_repeat_days from public.settings)))
$$;
comment on function public.repeat_details_request(public.consents) is
  'Returns whether a consent must be requested again, because its words have changed since or it was given too long '
  'ago. A refusal is never requested again. Definer: reads one of the settings.';
grant execute on function public.repeat_details_request(public.consents) to authenticated, service_role;

create function private.recorded_consent(
  p_family_id uuid, p_user_id uuid, p_child_id uuid, p_purpose public.consent_purpose)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
declare
  v_consent public.consents;
begin
  if p_purpose in ('terms', 'marketing') then
    select c.* into v_consent from public.consents c
    where c.family_id = p_family_id and c.purpose = p_purpose
      and (c.user_id = p_user_id or (c.user_id is null and exists (
        select from public.families f where f.id = p_family_id
          and num_nonnulls(f.primary_parent_id, f.secondary_parent_id) = 1)))
    order by c.created_at desc, c.id desc limit 1;
  else
    v_consent := private.active_consent(p_family_id, p_child_id, p_purpose);
  end if;
  -- If an entry has the source merge and given is false, it is no refusal by a parent.
  if v_consent.id is null or (v_consent.source = 'merge' and not v_consent.given) then return null; end if;
  return case when not public.repeat_details_request(v_consent) then v_consent.given end;
end;
$$;
comment on function private.recorded_consent(uuid, uuid, uuid, public.consent_purpose) is
  'Returns the recorded decision if it need not be requested again. It is true for a recent consent to the current '
  'text, and false for a refusal. Otherwise returns null. The decision is the child''s; for terms and marketing it is '
  'the user''s.';

create function private.recorded_health(p_family_id uuid, p_child_id uuid)
returns timestamptz
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select h.answered_at
    from public.children c join public.child_health h on h.child_id = c.id
    where c.id = p_child_id and c.family_id = p_family_id and c.status = 'own'
      and h.answered_at > clock_timestamp() - make_interval(days => (select details_request_repeat_days from public.settings)));
end;
$$;
comment on function private.recorded_health(uuid, uuid) is
  'Returns when the health of the family''s own child was last answered or confirmed. Returns null if it must be '
  'requested.';

create function private.recorded_consents(p_family_id uuid, p_user_id uuid, p_child_id uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select coalesce(jsonb_object_agg(k.purpose, k.given) filter (where k.given is not null), '{}')
    from (
      select u as purpose, private.recorded_consent(p_family_id, p_user_id, p_child_id, u) as given
      from unnest(enum_range(null::public.consent_purpose)) u
      where (u in ('terms', 'marketing')) = (p_child_id is null)
    ) k);
end;
$$;
comment on function private.recorded_consents(uuid, uuid, uuid) is
  'Returns private.recorded_consent of all purposes, as {purpose: given}. They are those of a child or, if p_child_id '
  'is null, of the user. Purposes that must be requested are left out.';

create function private.check_unchanged(p_order_id uuid, p_purpose public.consent_purpose)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
declare
  v_answers boolean[];
begin
  if p_purpose in ('terms', 'marketing') then
    select array[private.recorded_consent(family_id, user_id, null, p_purpose)] into v_answers
    from public.orders where id = p_order_id;
  else
    select array_agg(distinct case when n.status = 'own' then private.recorded_consent(o.family_id, o.user_id, n.id, p_purpose) end)
    into v_answers
    from public.orders o
    join public.order_children c on c.order_id = o.id
      and exists (select from public.order_lines l where l.order_id = o.id and l.child_position = c.position)
    left join public.children n on n.id = coalesce(c.child_id, private.find_child(o.family_id, c.name, c.dob))
    where o.id = p_order_id;
  end if;
  if array_length(v_answers, 1) = 1 and v_answers[1] is not null then return v_answers[1]; end if;
  perform private.fail('not_on_record', 'consents.' || p_purpose);
end;
$$;
comment on function private.check_unchanged(uuid, public.consent_purpose) is
  'Returns the recorded decision on one purpose for all children of an order or for its parent, if it need not be '
  'requested again. Fails with not_on_record (field), also if the children''s answers differ.';

create function public.get_recorded_details()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_user_id constant uuid := private.my_account();
  v_family_id constant uuid := private.my_family_id();
begin
  return jsonb_build_object(
    'consents', private.recorded_consents(v_family_id, v_user_id, null),
    'children', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'name', c.name, 'dob', c.dob, 'consents', private.recorded_consents(v_family_id, v_user_id, c.id),
        'health', case when private.recorded_health(v_family_id, c.id) is not null then jsonb_build_object(
          'answered_at', h.answered_at, 'notes', to_jsonb(array_remove(array[
            h.allergies, h.medical_conditions, h.medications, h.physical_conditions, h.physical_limitations,
            h.previous_injuries, h.emergency_medical_info], null))) end) order by c.name, c.id), '[]')
      from public.children c left join public.child_health h on h.child_id = c.id
      where c.family_id = v_family_id and c.status = 'own'));
end;
$$;
comment on function public.get_recorded_details() is
  'Returns RecordedDetails (contract/recorded-details.ts), which is empty without a family. Definer: family and person '
  'come from the token. The policies of these tables let parents read the same.';
grant execute on function public.get_recorded_details() to authenticated;
