-- The token identifies one response. If a draft is submitted twice at once, the second call waits and corrects the
-- response instead of adding another.

create function private.is_about_health(p_key text)
returns boolean
language sql
immutable
set search_path = ''
as $$ select p_key ~* 'allerg|medic|health|diet|condition|disab|asthma|epipen|special.?need' $$;
comment on function private.is_about_health(text) is
  'Returns whether a field''s name suggests health. This is only a safety net: forms mark such fields, and the '
  'browser sends them in health.';

create function private.open_party(p_code jsonb)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_party public.parties;
begin
  if not private.is_given(p_code) then return null; end if;
  if jsonb_typeof(p_code) <> 'string' then perform private.fail('invalid_input', 'party_code'); end if;
  select * into v_party from public.parties where code = upper(p_code #>> '{}') for key share;
  if not found then perform private.fail('party_not_found', 'party_code'); end if;
  if v_party.status <> 'planned' or v_party.ends_at <= private.calendar_now() then
    perform private.fail('party_closed', 'party_code');
  end if;
  return v_party.id;
end;
$$;
comment on function private.open_party(jsonb) is
  'Returns the id of the party with this code, or null if p_code is null. Fails with party_not_found, and with '
  'party_closed if the party is cancelled or over.';

create function private.check_form(p_form jsonb, p_field text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform private.check_object(p_form, p_field, 20000);
  perform private.check_text(p_form -> 'form_id', 'form_id', 100);
  if private.is_given(p_form -> 'form_revision') then
    perform private.check_text(p_form -> 'form_revision', 'form_revision', 100);
  end if;
  if private.is_given(p_form -> 'token') and not private.is_uuid(p_form -> 'token') then
    perform private.fail('invalid_input', 'token');
  end if;
end;
$$;
comment on function private.check_form(jsonb, text) is
  'Checks what drafts and responses have in common. Fails with invalid_input, and names the field.';

create function public.save_form_draft(p_draft jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_party_id uuid;
  v_token uuid;
begin
  perform private.check_form(p_draft, 'p_draft');
  perform private.check_object(p_draft -> 'body', 'body', 16384);
  v_party_id := private.open_party(p_draft -> 'party_code');
  update public.form_drafts set
    body = p_draft -> 'body', form_revision = nullif(p_draft ->> 'form_revision', '')
  where token = nullif(p_draft ->> 'token', '')::uuid and form_id = p_draft ->> 'form_id'
    and party_id is not distinct from v_party_id
  returning token into v_token;
  -- Callers cannot choose a token, so an unknown or submitted token is replaced.
  if v_token is null then
    if not private.within_rate('new_form_draft') then perform private.fail('rate_limited'); end if;
    insert into public.form_drafts (form_id, form_revision, party_id, body)
    values (p_draft ->> 'form_id', nullif(p_draft ->> 'form_revision', ''), v_party_id, p_draft -> 'body')
    returning token into v_token;
  end if;
  return jsonb_build_object('token', v_token);
end;
$$;
comment on function public.save_form_draft(jsonb) is
  'Saves a draft. Takes {form_id, form_revision?, party_code?, token?, body: 16 KB at most} and returns {token}. '
  'Fails with party_not_found, party_closed. Definer: the token is the identity.';
grant execute on function public.save_form_draft(jsonb) to anon, authenticated, service_role;
select private.answer_calls('public.save_form_draft(jsonb)', 'save_form_draft');

create function private.response_body(p_response public.form_responses)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'attending', p_response.attending,
    'contact', jsonb_build_object(
      'name', p_response.contact_name, 'email', p_response.contact_email, 'phone', p_response.contact_phone),
    'answers', p_response.answers,
    'health', coalesce(
      (select details from public.form_response_health where response_id = p_response.id and position = 0), '{}'),
    'guests', coalesce((
      select jsonb_agg(jsonb_build_object(
        'name', g.name, 'age', g.age, 'kind', g.kind, 'allergies', h.details ->> 'allergies') order by g.position)
      from public.form_response_guests g
      left join public.form_response_health h on h.response_id = g.response_id and h.position = g.position
      where g.response_id = p_response.id), '[]'))
$$;
comment on function private.response_body(public.form_responses) is
  'Returns a response as it was submitted: {attending, contact, answers, health, guests}. It is served only to the '
  'family that sent it.';

create function public.load_form_draft(p_token uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_draft public.form_drafts;
  v_response public.form_responses;
begin
  select * into v_draft from public.form_drafts where token = p_token;
  if found then
    return jsonb_build_object('status', 'draft', 'form_id', v_draft.form_id,
      'form_revision', v_draft.form_revision, 'body', v_draft.body);
  end if;
  select * into v_response from public.form_responses where token = p_token and anonymised_at is null;
  if not found then
    perform private.refuse_wrong_link();
    return null;
  end if;
  return jsonb_build_object('status', 'submitted', 'form_id', v_response.form_id,
    'form_revision', v_response.form_revision, 'body', private.response_body(v_response));
end;
$$;
comment on function public.load_form_draft(uuid) is
  'Returns what was saved or submitted under a token: {status (draft, submitted), form_id, form_revision, body}. '
  'Returns null for an unknown token. Fails with rate_limited. Definer: the token is the identity.';
grant execute on function public.load_form_draft(uuid) to anon, authenticated, service_role;
select private.answer_calls('public.load_form_draft(uuid)', 'load_form_draft');

create function private.write_guests(p_response_id uuid, p_guests jsonb, p_health jsonb)
returns void
language sql
volatile
set search_path = ''
as $$
  delete from public.form_response_guests where response_id = p_response_id;
  delete from public.form_response_health where response_id = p_response_id;
  insert into public.form_response_guests (response_id, position, name, age, kind)
  select p_response_id, ordinality, private.check_text(value -> 'name', 'guests', 120),
    nullif(value ->> 'age', '')::numeric::integer, coalesce(value ->> 'kind', 'child')
  from jsonb_array_elements(p_guests) with ordinality;
  insert into public.form_response_health (response_id, position, details)
  select p_response_id, 0, p_health where p_health <> '{}'
  union all
  select p_response_id, ordinality, jsonb_build_object('allergies', private.check_lines(value -> 'allergies', 'guests', 500))
  from jsonb_array_elements(p_guests) with ordinality
  where private.check_lines(value -> 'allergies', 'guests', 500) is not null
$$;
comment on function private.write_guests(uuid, jsonb, jsonb) is
  'Replaces the guests and health notes of a response. The values have been checked.';
