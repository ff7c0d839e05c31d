-- Admins raise a capacity by the spots that a waitlist entry needs.

create function public.add_places_for(p_entry_id uuid, p_expected text, p_expected_capacity integer)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_entry public.waitlist_entries;
  v_now timestamptz;
  v_deadline timestamptz;
  v_positions integer[];
  v_free_spots integer;
  v_capacity integer;
  v_missing_spots integer;
begin
  if not private.is_admin() then perform private.deny(); end if;
  if p_expected is null then perform private.fail('invalid_input', 'p_expected'); end if;
  v_entry := private.lock_waiting(p_entry_id, p_expected);
  if v_entry.status <> 'waiting' then perform private.fail('changed_meanwhile', 'p_expected'); end if;
  select coalesce(
    (select max_capacity from public.sessions where id = v_entry.session_id),
    (select capacity from public.camp_weeks where id = v_entry.camp_id)) into v_capacity;
  if v_capacity is distinct from p_expected_capacity then
    perform private.fail('changed_meanwhile', 'p_expected_capacity');
  end if;
  v_positions := private.children_wanted(v_entry);
  if v_positions = '{}' then
    perform private.fail(case when exists (
      select from public.waitlist_children c where c.entry_id = v_entry.id and not private.is_placed(v_entry, c))
      then 'already_waiting' else 'already_booked' end, 'p_entry_id');
  end if;
  v_now := clock_timestamp();
  v_free_spots := private.places_free(v_entry.session_id, v_entry.camp_id, v_now);
  v_deadline := private.offer_deadline(v_entry.session_id, v_entry.camp_id, v_now);
  if v_free_spots is null or v_deadline is null then
    perform private.fail(case when v_entry.session_id is null then 'camp_started' else 'session_started' end, 'p_entry_id');
  end if;
  -- If staff have reduced the capacity below the number of places taken, adding places would reopen the places that
  -- they closed.
  if v_free_spots < 0 then perform private.fail('changed_meanwhile', 'p_expected_capacity'); end if;
  v_missing_spots := greatest(0, cardinality(v_positions) - v_free_spots);
  perform private.refuse_own_ahead(
    v_entry.family_id, v_entry.parent_email, v_entry.session_id, v_entry.camp_id, v_missing_spots > 0, 'p_entry_id');
  if v_capacity + v_missing_spots > (case when v_entry.session_id is null then 500 else 100 end) then
    perform private.fail('invalid_input', 'p_expected_capacity');
  end if;
  -- The offer takes the new places in the same transaction, so that none of them is offered to other entries.
  update public.sessions set max_capacity = max_capacity + v_missing_spots, added_spots = added_spots + v_missing_spots
  where id = v_entry.session_id;
  update public.camp_weeks set capacity = capacity + v_missing_spots, added_spots = added_spots + v_missing_spots
  where id = v_entry.camp_id;
  perform private.make_offer(v_entry, v_positions, v_deadline, (select auth.uid()));
  return private.waitlist_view((select e from public.waitlist_entries e where e.id = p_entry_id)) - 'children';
end;
$$;
comment on function public.add_places_for(uuid, text, integer) is
  'For admins. Offers a waiting entry its places, and adds places if too few are free. The other entries keep their '
  'position. Returns WaitlistView without its children. Fails with waitlist_entry_not_found, changed_meanwhile, '
  'already_booked, already_waiting, session_started, camp_started, own_balance (private.refuse_own_ahead). Definer: '
  'see add_places.';
grant execute on function public.add_places_for(uuid, text, integer) to authenticated;
select private.answer_calls('public.add_places_for(uuid, text, integer)', 'management');
