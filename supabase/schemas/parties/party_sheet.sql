-- The party sheet lists guests and allergies for the staff who run the party (docs/decisions "A list for the kitchen").

create function private.party_notes(p_response_id uuid)
returns table (guest_position integer, key text, kind text, line text)
language sql
stable
set search_path = ''
as $$
  select n.position, n.key,
    case when n.key ~* 'allerg' then 'allergy' when n.key ~* 'diet' then 'diet' else 'other' end,
    -- Allergies that were written under a guest are clear without the form's question. To any other question, the
    -- answer "yes" alone would say nothing.
    case when n.position > 0 and n.key = 'allergies' then n.text
      else lower(translate(regexp_replace(n.key, '([a-z])([A-Z])', '\1 \2', 'g'), '_-', '  ')) || ': ' || n.text end
  from (
    select h.position, d.key, btrim(case jsonb_typeof(d.value)
      when 'array' then (select string_agg(e, ', ') from jsonb_array_elements_text(d.value) e)
      when 'boolean' then case when d.value = 'true' then 'yes' else 'no' end
      else d.value #>> '{}' end) as text
    from public.form_response_health h cross join lateral jsonb_each(h.details) d
    where h.response_id = p_response_id) n
  where n.text <> ''
$$;
comment on function private.party_notes(uuid) is
  'Returns those health notes of a family''s answer that are not empty. guest_position is 0 for a note about all its '
  'guests. kind is allergy, diet or other, by the question''s key. line has that key. The function that serves it logs '
  'the access.';

create function private.party_allergies(p_response_id uuid, p_position integer)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'is_answered', coalesce(bool_or(n.kind = 'allergy'), false),
    'lines', coalesce(jsonb_agg(n.line order by n.key) filter (where n.kind <> 'other'), '[]'))
  from private.party_notes(p_response_id) n
  where n.guest_position = p_position
$$;
comment on function private.party_allergies(uuid, integer) is
  'Returns what a guest''s family wrote about allergies and diet (lines), and whether it wrote about allergies '
  '(is_answered), because a diet alone says nothing about allergies. Position 0 means all its guests.';

create function public.get_party_sheet(p_party_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_party public.parties;
  v_ids uuid[];
begin
  if not (private.is_coach() or private.is_admin()) then perform private.deny(); end if;
  select * into v_party from public.parties where id = p_party_id;
  -- For a coach, a party of another day counts as not found.
  if v_party.id is null or not (private.is_admin() or private.is_today(v_party)) then
    perform private.fail('party_not_found', 'p_party_id');
  end if;
  -- If there are more than 300 answers, families that do not come are left out first.
  v_ids := array(
    select id from public.form_responses where party_id = p_party_id order by attending is false, submitted_at, id limit 300);
  perform private.serve_health(
    array(select id from public.form_responses where id = any (v_ids) and attending is not false), jsonb_build_object('party_id', p_party_id));
  return jsonb_build_object(
    'party_id', v_party.id, 'title', v_party.title, 'package', (select o.title from public.offers o where o.id = v_party.offer_id),
    'starts_at', private.iso(v_party.starts_at), 'ends_at', private.iso(v_party.ends_at), 'place', v_party.place,
    'is_cancelled', v_party.status = 'cancelled', 'host_name', v_party.host_name, 'host_phone', v_party.host_phone,
    'agreed', v_party.head_count, 'coming', private.party_guests(v_party.id),
    'left_out', (select count(*) from public.form_responses where party_id = p_party_id) - cardinality(v_ids),
    'families', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'response_id', r.id, 'name', r.contact_name, 'phone', r.contact_phone, 'attending', r.attending,
        'is_duplicate', r.duplicate_of is not null, 'allergies', f.answer -> 'lines', 'is_answered', f.answer -> 'is_answered',
        'has_other_notes', v.is_read and exists (select from private.party_notes(r.id) n where n.kind = 'other'),
        'guests', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'name', g.name, 'age', g.age, 'kind', g.kind,
            'state', case when (a.answer ->> 'is_answered')::boolean then 'reported'
              when (f.answer ->> 'is_answered')::boolean then 'family' else 'unknown' end,
            'allergies', a.answer -> 'lines') order by g.position), '[]')
          from public.form_response_guests g
          cross join lateral (select private.party_allergies(g.response_id, g.position) as answer) a
          where v.is_read and g.response_id = r.id))
        order by r.attending is false, lower(r.contact_name), r.id), '[]')
      from public.form_responses r
      -- Nobody needs to read the health of a family that does not come.
      cross join lateral (select r.attending is not false as is_read) v
      cross join lateral (
        select private.party_allergies(case when v.is_read then r.id end, 0) as answer) f
      where r.id = any (v_ids)));
end;
$$;
comment on function public.get_party_sheet(uuid) is
  'For staff. Returns PartySheet (contract/kitchen.ts), 300 answers at most. If nobody wrote about a guest''s '
  'allergies, the guest is unknown, or family if the family answered for all. Coaches may read today''s parties. Each '
  'read is logged. Fails with party_not_found. Definer: see get_party_health.';
grant execute on function public.get_party_sheet(uuid) to authenticated;
select private.answer_calls('public.get_party_sheet(uuid)', 'management');
