-- A guest's family sends its answer to a party's form.

create function private.mark_duplicate(p_response_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$
  update public.form_responses r set duplicate_of = (
    select e.id from public.form_responses e
    where e.form_id = r.form_id and e.party_id is not distinct from r.party_id
      and e.id <> r.id and e.duplicate_of is null and e.anonymised_at is null
      and (e.submitted_at, e.id) < (r.submitted_at, r.id)
      and (e.contact_email = r.contact_email or e.contact_phone = r.contact_phone)
    order by e.submitted_at, e.id limit 1)
  where r.id = p_response_id
$$;
comment on function private.mark_duplicate(uuid) is
  'Marks a response as a duplicate if an earlier one has the same e-mail or phone number. Both are saved, because a '
  'stranger who knows an address must not be able to overwrite a family''s answer.';

create function private.answer_view(p_response_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'response_id', r.id,
    'name', r.contact_name,
    'coming', r.attending is not false,
    'children', (select count(*) from public.form_response_guests g where g.response_id = r.id and g.kind = 'child'),
    'adults', (select count(*) from public.form_response_guests g where g.response_id = r.id and g.kind = 'adult'),
    'again', r.duplicate_of is not null,
    'noted', exists (select from public.form_response_health h where h.response_id = r.id))
  from public.form_responses r where r.id = p_response_id
$$;
comment on function private.answer_view(uuid) is
  'Returns {response_id, name, coming, children, adults, again, noted} of an answer. name is the adult''s. children '
  'and adults are numbers. again is true if it is probably a second answer, and noted if it has a health note. '
  'Contains no child''s name (docs/decisions "Safety").';

create function private.queue_rsvp_copy(p_response public.form_responses)
returns void
language sql
volatile
set search_path = ''
as $$
  -- The mail contains no names, because the address was typed and may be a stranger's.
  insert into public.outbox (key, template, recipient, payload)
  select format('rsvp_copy:%s:%s', p_response.id, gen_random_uuid()), 'rsvp_copy', p_response.contact_email,
    private.answer_view(p_response.id) - '{name,noted,again}'::text[] || jsonb_build_object(
      'title', p.title, 'starts_at', private.iso(p.starts_at), 'ends_at', private.iso(p.ends_at), 'place', p.place,
      'secret', p.code, 'token', p_response.token, 'updated_at', private.iso(p_response.updated_at))
  from public.parties p where p.id = p_response.party_id and p_response.contact_email is not null
$$;
comment on function private.queue_rsvp_copy(public.form_responses) is
  'If a guest gave an address, queues a copy of the answer to it, with the link to change it (secret: the party''s '
  'code). The copy contains no health notes and no names, and private.may_mail limits it.';

create function public.submit_form_response(p_response jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_contact constant jsonb := p_response -> 'contact';
  v_token constant text := p_response ->> 'token';
  v_answers jsonb;
  v_health jsonb;
  v_name text;
  v_email text;
  v_phone text;
  v_party_id uuid;
  v_draft_token uuid;
  v_response public.form_responses;
  v_old_contact text[];
  v_before jsonb;
begin
  perform private.check_form(p_response, 'p_response');
  if jsonb_typeof(coalesce(p_response -> 'attending', 'null')) not in ('boolean', 'null') then
    perform private.fail('invalid_input', 'attending');
  end if;
  v_name := private.check_text(v_contact -> 'name', 'contact.name', 120);
  if private.is_given(v_contact -> 'email') or not private.is_given(v_contact -> 'phone') then
    v_email := private.check_email(v_contact -> 'email', 'contact.email');
  end if;
  if private.is_given(v_contact -> 'phone') then
    v_phone := private.check_phone(v_contact -> 'phone', 'contact.phone');
  end if;
  v_answers := private.check_answers(p_response -> 'answers', 'answers');
  v_health := private.check_answers(p_response -> 'health', 'health');
  if octet_length(v_health::text) > 4000 then perform private.fail('invalid_input', 'health'); end if;
  perform private.check_guests(p_response -> 'guests');
  v_party_id := private.open_party(p_response -> 'party_code');

  select v_health || coalesce(jsonb_object_agg(key, value) filter (where private.is_about_health(key)), '{}'),
    coalesce(jsonb_object_agg(key, value) filter (where not private.is_about_health(key)), '{}')
  into v_health, v_answers
  from jsonb_each(v_answers);
  if octet_length(v_health::text) > 8000 then perform private.fail('invalid_input', 'answers'); end if;

  -- Answers to one party are handled one after the other, so that a second answer of a family sees the first.
  perform pg_advisory_xact_lock(hashtextextended(
    concat_ws(' ', 'form', p_response ->> 'form_id', v_party_id), 0));
  delete from public.form_drafts where token = nullif(v_token, '')::uuid returning token into v_draft_token;
  select * into v_response from public.form_responses
  where token = nullif(v_token, '')::uuid and anonymised_at is null
  for update;
  if v_response.id is not null
    and (v_response.form_id <> p_response ->> 'form_id' or v_response.party_id is distinct from v_party_id) then
    perform private.fail('invalid_input', 'token');
  end if;
  v_old_contact := case when v_response.id is not null then array[v_response.contact_email, v_response.contact_phone] end;
  v_before := private.answer_view(v_response.id) || jsonb_build_object('email', v_response.contact_email);

  insert into public.form_responses as r (
    id, token, form_id, form_revision, party_id, attending, contact_name, contact_email, contact_phone, answers)
  values (
    coalesce(v_response.id, gen_random_uuid()), coalesce(v_response.token, v_draft_token, gen_random_uuid()),
    p_response ->> 'form_id', nullif(p_response ->> 'form_revision', ''), v_party_id,
    (p_response ->> 'attending')::boolean, v_name, v_email, v_phone, v_answers)
  on conflict (id) do update set
    form_revision = excluded.form_revision, attending = excluded.attending, contact_name = excluded.contact_name,
    contact_email = excluded.contact_email, contact_phone = excluded.contact_phone, answers = excluded.answers
  returning * into v_response;
  perform private.write_guests(v_response.id,
    case jsonb_typeof(p_response -> 'guests') when 'array' then p_response -> 'guests' else '[]' end, v_health);
  -- A correction with the same contact was checked before, and staff may have decided already (settle_answers).
  if v_old_contact is distinct from array[v_email, v_phone] then perform private.mark_duplicate(v_response.id); end if;
  if private.answer_view(v_response.id) || jsonb_build_object('email', v_email) is distinct from v_before then
    perform private.queue_rsvp_copy(v_response);
  end if;
  -- If a corrected answer is unchanged, the host is not mailed.
  if v_party_id is not null and private.answer_view(v_response.id) is distinct from v_before - 'email' then
    insert into public.party_news (response_id, party_id, kind)
    values (v_response.id, v_party_id, case when v_before is null then 'new' else 'changed' end)
    on conflict (response_id) do update set changed_at = clock_timestamp();
  end if;
  return jsonb_build_object('token', v_response.token);
end;
$$;
comment on function public.submit_form_response(jsonb) is
  'Submits a form. Takes ResponseBody of the form and returns {token}, with which the answer can be corrected. Does '
  'not reveal whether the family has answered before. Fails with invalid_input (field), party_not_found, party_closed. '
  'Definer: guests have no account. They write only through these checks.';
grant execute on function public.submit_form_response(jsonb) to anon, authenticated, service_role;
select private.answer_calls('public.submit_form_response(jsonb)', 'submit_form_response');
