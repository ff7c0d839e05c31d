-- One party on a sheet of paper, for those who run it: when and where, whom to call, who comes, and what was told about
-- allergies (decisions "A list for the kitchen").

create function private.party_allergies(p_response_id uuid, p_position integer)
returns text[]
language sql
stable
set search_path = ''
as $$
  select coalesce(array_agg(n.text order by n.key), '{}')
  from (
    select d.key, case jsonb_typeof(d.value)
      when 'array' then (select string_agg(e, ', ') from jsonb_array_elements_text(d.value) e)
      when 'boolean' then case when d.value = 'true' then 'yes' else 'no' end
      else d.value #>> '{}' end as text
    from public.form_response_health h cross join lateral jsonb_each(h.details) d
    where h.response_id = p_response_id and h.position = p_position and d.key ~* 'allerg|diet') n
  where btrim(n.text) <> ''
$$;
comment on function private.party_allergies(uuid, integer) is
  'What a guest''s family wrote about allergies and diet; position 0: for all its guests. The function that serves '
  'it logs the access.';

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
  -- For a coach, a party of another day does not exist.
  if v_party.id is null or not (private.is_admin() or private.is_today(v_party)) then
    perform private.fail('party_not_found', 'p_party_id');
  end if;
  v_ids := array(select id from public.form_responses where party_id = p_party_id);
  -- Logs the view of the same notes.
  perform private.serve_health(v_ids, jsonb_build_object('party_id', p_party_id));
  return jsonb_build_object(
    'party_id', v_party.id, 'title', v_party.title, 'package', (select o.title from public.offers o where o.id = v_party.offer_id),
    'starts_at', private.iso(v_party.starts_at), 'ends_at', private.iso(v_party.ends_at), 'place', v_party.place,
    'is_cancelled', v_party.status = 'cancelled', 'host_name', v_party.host_name, 'host_phone', v_party.host_phone,
    'agreed', v_party.head_count, 'coming', private.party_guests(v_party.id),
    'families', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'response_id', r.id, 'name', r.contact_name, 'phone', r.contact_phone, 'attending', r.attending,
        'is_duplicate', r.duplicate_of is not null, 'allergies', to_jsonb(private.party_allergies(r.id, 0)),
        'guests', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'name', g.name, 'age', g.age, 'kind', g.kind,
            'state', case when cardinality(a.lines) > 0 then 'reported'
              when cardinality(private.party_allergies(r.id, 0)) > 0 then 'family' else 'unknown' end,
            'allergies', to_jsonb(a.lines)) order by g.position), '[]')
          from public.form_response_guests g
          cross join lateral (select private.party_allergies(g.response_id, g.position) as lines) a
          where g.response_id = r.id))
        order by r.attending is false, lower(r.contact_name), r.id), '[]')
      from (select * from public.form_responses where id = any (v_ids) order by submitted_at, id limit 300) r));
end;
$$;
comment on function public.get_party_sheet(uuid) is
  'For staff: a party with its guests and what their families wrote about allergies: PartySheet '
  '(contract/kitchen.ts), 300 answers at most. A guest of whom nobody wrote anything is unknown, or family if the '
  'family answered for all. Coaches: today''s parties; admins: all. Each call is logged. Refuses not_allowed, '
  'party_not_found, rate_limited. Definer: see get_party_health.';
grant execute on function public.get_party_sheet(uuid) to authenticated;
select private.answer_calls('public.get_party_sheet(uuid)', 'management');
