-- What a family may have exported and erased of parties, forms and analytics (family data migration: found by name).

create function private.responses_of(p_emails text[], p_phones text[])
returns uuid[]
language sql
stable
set search_path = ''
as $$
  select coalesce(array_agg(id), '{}') from public.form_responses
  where anonymised_at is null and (contact_email = any (p_emails) or contact_phone = any (p_phones))
$$;
comment on function private.responses_of(text[], text[]) is 'Form responses under these addresses and numbers.';

create function private.export_family_parties(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'parties', (
      select coalesce(jsonb_agg(to_jsonb(p) - 'code' order by p.starts_at, p.id), '[]')
      from public.parties p where p.family_id = p_family_id or p.host_email = any (p_emails)),
    'form_responses', (
      select coalesce(jsonb_agg(
        jsonb_build_object('form_id', r.form_id, 'submitted_at', private.iso(r.submitted_at)) || private.response_body(r)
        order by r.submitted_at, r.id), '[]')
      from public.form_responses r where r.id = any (private.responses_of(p_emails, '{}'))),
    'birthday_enquiries', (
      select coalesce(jsonb_agg(to_jsonb(b) order by b.created_at, b.id), '[]')
      from public.birthday_enquiries b join public.leads l on l.id = b.lead_id where l.email = any (p_emails)),
    'booking_analytics', (
      select coalesce(jsonb_agg(to_jsonb(a) order by a.id), '[]')
      from public.booking_analytics a
      where a.user_id in (select id from public.profiles where family_id = p_family_id)))
$$;
comment on function private.export_family_parties(uuid, text[], text[]) is
  'Parties the family hosts, its answers to forms with what they say about health, its enquiries, and analytics it consented to.';

create function private.forget_answers_in_mails(p_ids uuid[])
returns void
language sql
volatile
set search_path = ''
as $$
  update public.outbox o set payload = jsonb_set(o.payload, '{answers}', (
    select jsonb_agg(case when a.value ->> 'response_id' = any (p_ids::text[]) then a.value || '{"name": null}' else a.value end
      order by a.ordinality)
    from jsonb_array_elements(o.payload -> 'answers') with ordinality a))
  where o.template = 'party_answers' and exists (
    select from jsonb_array_elements(o.payload -> 'answers') a where a.value ->> 'response_id' = any (p_ids::text[]))
$$;
comment on function private.forget_answers_in_mails(uuid[]) is
  'Takes a name off the mails to hosts that tell of these responses. Their numbers stay.';

create function private.erase_family_parties(p_family_id uuid, p_emails text[], p_phones text[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_responses uuid[];
begin
  if exists (
    select from public.parties
    where family_id = p_family_id and status = 'planned' and ends_at > private.calendar_now()) then
    perform private.fail('family_in_use', 'parties');
  end if;
  perform private.forget_parties(array(
    select id from public.parties
    where ends_at <= private.calendar_now()
      and (family_id = p_family_id or host_email = any (p_emails) or host_phone = any (p_phones))
    order by id for update));
  v_responses := private.responses_of(p_emails, p_phones);
  perform private.forget_responses(v_responses);
  perform private.forget_answers_in_mails(v_responses);
  update public.booking_analytics set user_id = null, user_agent = null
  where user_id in (select id from public.profiles where family_id = p_family_id);
end;
$$;
comment on function private.erase_family_parties(uuid, text[], text[]) is
  'Takes the family off its parties, answers and analytics. Refuses family_in_use while a party of theirs lies ahead.';
