-- The page of a party for staff has no health notes. Opening them is a separate call, which is logged
-- (get_party_health, get_response_health).

create function private.party_answer(p_response public.form_responses)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'response_id', p_response.id, 'form_id', p_response.form_id, 'attending', p_response.attending,
    'name', p_response.contact_name, 'email', p_response.contact_email, 'phone', p_response.contact_phone,
    'guests', (
      select coalesce(jsonb_agg(jsonb_build_object('position', g.position, 'name', g.name, 'age', g.age, 'kind', g.kind)
        order by g.position), '[]')
      from public.form_response_guests g where g.response_id = p_response.id),
    'answers', p_response.answers,
    'noted', exists (select from public.form_response_health h where h.response_id = p_response.id),
    'duplicate_of', p_response.duplicate_of, 'submitted_at', private.iso(p_response.submitted_at),
    'updated_at', private.iso(p_response.updated_at), 'is_erased', p_response.anonymised_at is not null)
$$;
comment on function private.party_answer(public.form_responses) is
  'Returns PartyAnswer (contract/management-parties.ts). noted says whether it has a health note.';

create function public.get_party_details(p_party_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_most constant integer := 300;
  v_party public.parties;
begin
  if not private.is_admin() then perform private.deny(); end if;
  select * into v_party from public.parties where id = p_party_id;
  if not found then perform private.fail('party_not_found', 'p_party_id'); end if;
  return jsonb_build_object(
    'party', private.party_row(v_party), 'code', v_party.code, 'offer_id', v_party.offer_id, 'form_id', v_party.form_id,
    'updated_at', private.iso(v_party.updated_at), 'is_host_erased', v_party.anonymised_at is not null,
    'host_erased_at', private.iso(v_party.ends_at + (select keep from public.retention_periods where class = 'party_hosts')),
    'host_reminded_at', private.iso(v_party.host_reminded_at), 'guests_reminded_at', private.iso(v_party.guests_reminded_at),
    'drafts', (select count(*) from public.form_drafts where party_id = v_party.id),
    'enquiry', (
      select private.enquiry_row(l, b) from public.leads l join public.birthday_enquiries b on b.lead_id = l.id
      where l.id = v_party.lead_id),
    'answers', (
      select coalesce(jsonb_agg(private.party_answer(r) order by r.submitted_at, r.id), '[]')
      from (select * from public.form_responses where party_id = v_party.id order by submitted_at, id limit c_most) r),
    'more', (select count(*) from public.form_responses where party_id = v_party.id) > c_most);
end;
$$;
comment on function public.get_party_details(uuid) is
  'For admins. Returns PartyDetails (contract/management-parties.ts), 300 answers at most. drafts is the number of '
  'forms that were begun and not sent. No one can read them. Fails with party_not_found. Definer: see list_parties.';
grant execute on function public.get_party_details(uuid) to authenticated;
select private.answer_calls('public.get_party_details(uuid)', 'management');
