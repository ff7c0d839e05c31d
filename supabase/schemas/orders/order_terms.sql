-- Before the payment, the order gets its details and consents (README "One booking, end to end", step 3; docs/decisions
-- "Safety"). places.sql explains how places are locked.

create function private.check_consents(p_consents jsonb, p_order_id uuid default null)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_consent record;
  v_current integer;
  v_checked jsonb := '{}';
begin
  if jsonb_typeof(p_consents) is distinct from 'object' then perform private.fail('invalid_input', 'consents'); end if;
  for v_consent in select key, value, 'consents.' || key as field from jsonb_each(p_consents) loop
    if not pg_input_is_valid(v_consent.key, 'public.consent_purpose') then
      perform private.fail('invalid_input', v_consent.field);
    end if;
    v_current := private.consent_version(v_consent.key::public.consent_purpose);
    -- The parent consents without reading the text again. The database, not the browser, decides whether that is
    -- allowed.
    if p_order_id is not null and v_consent.value = '{"unchanged": true}' then
      v_checked := v_checked || jsonb_build_object(v_consent.key, v_consent.value || jsonb_build_object(
        'given', private.check_unchanged(p_order_id, v_consent.key::public.consent_purpose),
        -- The parent has agreed to this version before, or to a later one.
        'version', private.required_consent_version(v_consent.key::public.consent_purpose)));
      continue;
    end if;
    if jsonb_typeof(v_consent.value) = 'boolean' then
      v_consent.value := jsonb_build_object('given', v_consent.value, 'version', v_current);
    end if;
    if jsonb_typeof(v_consent.value -> 'given') is distinct from 'boolean'
      or not private.is_whole(v_consent.value -> 'version', 1, 1000000) then
      perform private.fail('invalid_input', v_consent.field);
    end if;
    -- A consent applies to the version of the text that was on the screen.
    if (v_consent.value ->> 'version')::numeric <> v_current then
      perform private.fail('consent_text_changed', v_consent.field, v_current::text);
    end if;
    v_checked := v_checked || jsonb_build_object(
      v_consent.key, jsonb_build_object('given', v_consent.value -> 'given', 'version', v_current));
  end loop;
  if v_checked #> '{terms,given}' is distinct from 'true' then perform private.fail('invalid_input', 'consents.terms'); end if;
  if v_checked #> '{activity,given}' is distinct from 'true' then perform private.fail('invalid_input', 'consents.activity'); end if;
  return v_checked;
end;
$$;
comment on function private.check_consents(jsonb, uuid) is
  'Checks consents. For each purpose, p_consents has a boolean, {given, version} or {unchanged: true}. version is the '
  'one that the parent read. Returns {purpose: {given, version}}. terms and activity must be given. Fails with '
  'consent_text_changed (detail: the current version), not_on_record.';

create function private.write_order_child(p_child public.order_children, p_details jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_field constant text := format('children[%s]', p_child.position);
  v_name text := p_child.name;
  v_dob date := p_child.dob;
  v_details jsonb;
begin
  if jsonb_typeof(p_details) is distinct from 'object' then perform private.fail('invalid_input', v_field); end if;
  -- Name and birth date of a known child come from the family.
  if p_child.child_id is null then
    v_name := private.check_text(p_details -> 'name', v_field || '.name', 120);
    if jsonb_typeof(p_details -> 'dob') is distinct from 'string' or p_details ->> 'dob' !~ '^\d{4}-\d{2}-\d{2}$'
      or not pg_input_is_valid(p_details ->> 'dob', 'date') then
      perform private.fail('invalid_input', v_field || '.dob');
    end if;
    v_dob := p_details ->> 'dob';
    if v_dob not between '1990-01-02' and private.calendar_today() then
      perform private.fail('invalid_input', v_field || '.dob');
    end if;
  end if;
  v_details := private.check_fields(
    (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(p_details)
     where key in ('allergies', 'medical_conditions', 'experience_level', 'overnight', 'health_unchanged', 'nothing_to_report')),
    '{"allergies": 2000, "medical_conditions": 2000, "experience_level": 40, "overnight": "boolean", "health_unchanged": "boolean",
      "nothing_to_report": "boolean"}',
    v_field);
  if v_details -> 'health_unchanged' = 'true' and not exists (
    select from public.orders o
    where o.id = p_child.order_id and o.channel = 'web' and private.recorded_health(o.family_id,
      coalesce(p_child.child_id, private.find_child(o.family_id, v_name, v_dob))) is not null) then
    perform private.fail('not_on_record', v_field || '.health');
  end if;
  if v_details -> 'overnight' = 'true' and not exists (
    select from public.order_lines l join public.camp_weeks c on c.id = l.camp_id
    where l.order_id = p_child.order_id and l.child_position = p_child.position and private.has_night(c.tier)) then
    perform private.fail('invalid_input', v_field || '.overnight');
  end if;
  update public.order_children set
    name = v_name, dob = v_dob, experience_level = v_details ->> 'experience_level',
    overnight = (v_details ->> 'overnight')::boolean
  where order_id = p_child.order_id and position = p_child.position;
  insert into public.order_child_details as d (
    order_id, position, allergies, medical_conditions, pickup_authorizations, emergency_contacts, health_answer)
  values (
    p_child.order_id, p_child.position, v_details ->> 'allergies', v_details ->> 'medical_conditions',
    case when private.is_given(p_details -> 'pickup_authorizations')
      then private.check_people(p_details -> 'pickup_authorizations', v_field || '.pickup_authorizations', false) end,
    case when private.is_given(p_details -> 'emergency_contacts')
      then private.check_people(p_details -> 'emergency_contacts', v_field || '.emergency_contacts', true) end,
    case when num_nonnulls(v_details ->> 'allergies', v_details ->> 'medical_conditions') > 0 then null
      when v_details -> 'health_unchanged' = 'true' then 'unchanged'
      when v_details -> 'nothing_to_report' = 'true' then 'nothing' end)
  on conflict (order_id, position) do update set
    allergies = excluded.allergies, medical_conditions = excluded.medical_conditions,
    -- If the parent presses Pay again without a list, the stored list stays. An empty list removes it.
    pickup_authorizations = case when p_details ? 'pickup_authorizations'
      then excluded.pickup_authorizations else d.pickup_authorizations end,
    emergency_contacts = case when p_details ? 'emergency_contacts'
      then excluded.emergency_contacts else d.emergency_contacts end,
    health_answer = excluded.health_answer;
end;
$$;
comment on function private.write_order_child(public.order_children, jsonb) is
  'Writes the details of a child of the order. Fails with invalid_input, which names the field, e.g. children[1].dob. '
  'Fails with not_on_record if health_unchanged is sent without health on record.';

create function private.write_order_details(p_order_id uuid, p_details jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_parent constant jsonb := p_details -> 'parent';
  v_parent_name constant text := private.check_text(v_parent -> 'name', 'parent.name', 120);
  v_email constant text := private.check_email(v_parent -> 'email', 'parent.email');
  v_consents jsonb;
  v_child public.order_children;
  v_repeated_position integer;
begin
  if jsonb_typeof(v_parent -> 'phone') is distinct from 'string'
    or not private.is_phone(v_parent ->> 'phone') then
    perform private.fail('invalid_input', 'parent.phone');
  end if;
  if jsonb_typeof(p_details -> 'children') is distinct from 'array' then perform private.fail('invalid_input', 'children'); end if;
  if jsonb_array_length(p_details -> 'children') <> (select count(*) from public.order_children where order_id = p_order_id) then
    perform private.fail('invalid_input', 'children');
  end if;
  for v_child in
    -- A child whose lines were dropped for lack of places needs no details.
    select c.* from public.order_children c
    where c.order_id = p_order_id
      and exists (select from public.order_lines l where l.order_id = p_order_id and l.child_position = c.position)
    order by c.position
  loop
    perform private.write_order_child(v_child, p_details -> 'children' -> v_child.position);
  end loop;
  select max(c.position) into v_repeated_position
  from public.order_children c join public.orders o on o.id = c.order_id
  where o.id = p_order_id and c.name is not null
  group by coalesce(
    coalesce(c.child_id, private.find_child(o.family_id, c.name, c.dob))::text, private.name_key(c.name) || c.dob)
  having count(*) > 1 limit 1;
  if v_repeated_position is not null then perform private.fail('child_twice', format('children[%s].name', v_repeated_position)); end if;
  perform private.check_children(o.family_id, (
      select count(*) from public.order_children c
      where c.order_id = o.id and c.name is not null and c.child_id is null
        and private.find_child(o.family_id, c.name, c.dob) is null), 'children')
  from public.orders o where o.id = p_order_id and o.family_id is not null;
  if not private.is_given(p_details -> 'transport_address')
    and exists (select from public.order_lines where order_id = p_order_id and transport is not null) then
    perform private.fail('invalid_input', 'transport_address');
  end if;
  v_consents := private.check_consents(p_details -> 'consents', p_order_id);

  update public.orders set
    parent_name = v_parent_name, parent_email = v_email, parent_phone = v_parent ->> 'phone',
    signature = case when private.is_given(p_details -> 'signature')
      then private.check_text(p_details -> 'signature', 'signature', 120) end,
    transport_address = case when private.is_given(p_details -> 'transport_address')
      then private.check_text(p_details -> 'transport_address', 'transport_address', 300) end,
    consents = v_consents, consents_at = clock_timestamp()
  where id = p_order_id;
end;
$$;
comment on function private.write_order_details(uuid, jsonb) is
  'Writes CheckoutDetails (contract/order-requests.ts) to the order. Fails with invalid_input or child_twice, which '
  'name the '
  'field, e.g. parent.email, and with consent_text_changed and not_on_record.';

create function private.order_terms(p_order_id uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select jsonb_build_object(
    'total_cents', o.total_cents, 'currency', o.currency, 'email', o.parent_email,
    'lines', (
      select jsonb_agg(jsonb_build_array(offer_id, revision, title, total_cents, session_id, camp_id) order by position)
      from public.order_lines where order_id = o.id))
    || case when o.payable_by_link then '{"by_link": true}' else '{}'::jsonb end
    || private.payment_terms(o)
  from public.orders o where o.id = p_order_id);
end;
$$;
comment on function private.order_terms(uuid) is
  'Returns the text that describes a line in Stripe''s payment session. A new attempt is needed exactly when this text '
  'changes.';

create function private.line_description(p_session_id uuid, p_camp_id uuid)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select concat_ws(', ', t.name, to_char(s.session_date, 'FMDy FMDD Mon YYYY'),
      ltrim(to_char(s.session_time, 'HH12.MI am'), '0'), l.name)
    from public.sessions s
    join public.class_types t on t.id = s.class_type_id
    join public.locations l on l.id = s.location_id
    where s.id = p_session_id
    union all
    select concat_ws(', ', c.name, to_char(c.start_date, 'FMDD Mon') || ' to ' || to_char(c.end_date, 'FMDD Mon YYYY'), l.name)
    from public.camp_weeks c join public.locations l on l.id = c.location_id
    where c.id = p_camp_id
  );
end;
$$;
comment on function private.line_description(uuid, uuid) is
  'Returns the session or camp as the payment page names it. The name contains nothing about a child, because nothing '
  'about a child is sent to Stripe.';

create function private.agree_lines(p_order_id uuid, p_price jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  update public.order_lines l set
    title = f.title, revision = f.revision, sessions = t.sessions, validity_days = t.validity_days,
    renews = t.renews, once_per_child = t.once_per_child, price_cents = n.price_cents, expected_price_cents = n.price_cents,
    rebate_cents = n.rebate_cents, sibling_rebate = n.sibling_rebate, discount_cents = n.discount_cents,
    transport_cents = n.transport_cents, rung_id = n.rung_id
  from jsonb_to_recordset(p_price -> 'lines') as n (
    position integer, rung_id text, price_cents integer, sibling_rebate boolean, rebate_cents integer,
    discount_cents integer, transport_cents integer),
    public.offers f, private.offer_contents(f) t
  where l.order_id = p_order_id and n.position = l.position and f.id = l.offer_id;
end;
$$;
comment on function private.agree_lines(uuid, jsonb) is
  'Updates an order''s lines to what the parent has just agreed to: the prices of private.price_order and the current '
  'contents of the offers. The sale terms stay those that were shown when the places were held.';
