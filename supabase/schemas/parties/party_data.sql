-- These functions export and erase parties. family_export.sql finds them by name.

create function private.responses_of(p_emails text[])
returns uuid[]
language sql
stable
set search_path = ''
as $$
  select coalesce(array_agg(id), '{}') from public.form_responses
  where anonymised_at is null and contact_email = any (p_emails)
$$;
comment on function private.responses_of(text[]) is
  'Returns the ids of the form responses that have one of these addresses.';

create function private.family_parties(p_family public.families, p_from date)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  -- Anybody may type an address into an answer, so only an address counts that its parent has confirmed. The copy of
  -- the answer went to the same address.
  v_emails constant text[] := array_remove(array[
    private.verified_email((p_family).primary_parent_id), private.verified_email((p_family).secondary_parent_id)], null);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', p.id, 'title', p.title, 'starts_at', private.iso(p.starts_at), 'ends_at', private.iso(p.ends_at),
      'place', p.place, 'is_host', p.family_id is not distinct from (p_family).id, 'cancelled', p.status = 'cancelled')
      order by p.starts_at, p.id), '[]')
    from public.parties p
    where p.starts_at >= p_from::timestamp at time zone private.time_zone() and p.id in (
      select h.id from public.parties h where h.family_id = (p_family).id
      union all
      select r.party_id from public.form_responses r
      where r.contact_email = any (v_emails) and r.attending and r.anonymised_at is null));
end;
$$;
comment on function private.family_parties(public.families, date) is
  'Returns FamilyParty[] (contract/family.ts): the parties from a day on that the family hosts, or to which a parent '
  'has answered that they come. It has neither the guests nor the code of the invitation.';

create function private.export_family_parties(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'parties', (
      select coalesce(jsonb_agg(to_jsonb(p) - '{code,search_text}'::text[] order by p.starts_at, p.id), '[]')
      from public.parties p where p.family_id = p_family_id or p.host_email = any (p_emails)),
    'form_responses', (
      select coalesce(jsonb_agg(
        jsonb_build_object('form_id', r.form_id, 'submitted_at', private.iso(r.submitted_at)) || private.response_body(r)
        order by r.submitted_at, r.id), '[]')
      from public.form_responses r where r.id = any (private.responses_of(p_emails))),
    'birthday_enquiries', (
      select coalesce(jsonb_agg(to_jsonb(b) order by b.created_at, b.id), '[]')
      from public.birthday_enquiries b join public.leads l on l.id = b.lead_id where l.email = any (p_emails)),
    'booking_analytics', (
      select coalesce(jsonb_agg(to_jsonb(a) order by a.id), '[]')
      from public.booking_analytics a
      where a.user_id in (select id from public.profiles where family_id = p_family_id)))
$$;
comment on function private.export_family_parties(uuid, text[], text[]) is
  'Returns parties that the family hosts, its form responses with health notes, its enquiries, and analytics to which '
  'it consented.';

create function private.erase_family_parties(p_family_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if exists (
    select from public.parties
    where family_id = p_family_id and status = 'planned' and ends_at > private.calendar_now()) then
    perform private.fail('family_in_use', 'parties');
  end if;
  perform private.forget_parties(array(
    select id from public.parties
    where ends_at <= private.calendar_now() and family_id = p_family_id order by id for update));
  update public.booking_analytics set user_id = null, user_agent = null
  where user_id in (select id from public.profiles where family_id = p_family_id);
end;
$$;
comment on function private.erase_family_parties(uuid) is
  'Erases the parties that the family hosts. Its answers to other families'' parties are erased with those parties, '
  'because only a typed address says who answered. Fails with family_in_use while a planned party is not over.';
