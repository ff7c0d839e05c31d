-- Staff choose where a child is moved to (docs/decisions "Moves by staff").

create function private.place_of(p_child_id uuid, p_place_id uuid)
returns table (family_id uuid, order_id uuid, line_id uuid, booking_id uuid, pass_id uuid)
language sql
stable
set search_path = ''
as $$
  select e.family_id, l.order_id, l.id, null::uuid, null::uuid
  from public.camp_enrollments e left join public.order_lines l on l.id = e.order_line_id
  where e.camp_id = p_place_id and e.child_id = p_child_id and e.status = 'enrolled'
  union all
  select b.family_id, l.order_id, l.id, b.id, p.id
  from public.bookings b
  left join public.credit_ledger k on k.booking_id = b.id and k.reason = 'booked'
  left join public.passes p on p.id = k.pass_id
  left join public.order_lines l on l.id = p.order_line_id
  where b.session_id = p_place_id and b.child_id = p_child_id and b.status = 'booked'
$$;
comment on function private.place_of(uuid, uuid) is
  'Returns the spot of a child in a session or camp, and the line that paid for it, as one row or none. The booking '
  'and the pass are those of a session.';

create function private.staff_move_targets(p_child_id uuid, p_from uuid)
returns uuid[]
language plpgsql
volatile
set search_path = ''
as $$
declare
  c_most constant integer := 60;
  v_now constant timestamptz := private.calendar_now();
  v_tier constant text := (select tier from public.camp_weeks where id = p_from);
  v_line public.order_lines;
  v_pass public.passes;
  v_days date[];
begin
  if v_tier is not null then
    select l.* into v_line from private.place_of(p_child_id, p_from) o join public.order_lines l on l.id = o.line_id;
    return array(
      select w.id from public.camp_weeks w
      where w.id <> p_from and w.tier = v_tier and w.starts_at > v_now and private.is_camp_on_sale(w)
        and (v_line.id is null or (private.camp_offer(w.id)).id = v_line.offer_id)
        and not exists (select from public.camp_enrollments e
          where e.camp_id = w.id and e.child_id = p_child_id and e.status = 'enrolled')
      order by w.starts_at, w.id limit c_most);
  end if;
  select p.* into v_pass from private.place_of(p_child_id, p_from) o join public.passes p on p.id = o.pass_id;
  select array_agg(distinct session_date) into v_days from public.sessions
  where status = 'scheduled' and starts_at > v_now and session_date <= coalesce(v_pass.valid_until, 'infinity');
  return array(
    select s.id from public.sessions s
    join public.class_types t on t.id = s.class_type_id
    left join private.team_standings(p_child_id, v_days) g on g.day = s.session_date and g.team = t.team
    where s.id <> p_from and s.status = 'scheduled' and s.starts_at > v_now
      -- A free spot has no pass.
      and s.session_date between coalesce(v_pass.valid_from, '-infinity') and coalesce(v_pass.valid_until, 'infinity')
      and private.is_paused(v_pass.id, s.session_date) is not true
      -- As in private.move_session_line, a pass with a single session may join any team. A free spot stays in its team.
      and (v_pass.sessions_total = 1 and v_pass.moved_from_id is null or g.problem is null
        or v_pass.id is null and s.class_type_id = (select class_type_id from public.sessions where id = p_from))
      and not exists (select from public.bookings b
        where b.session_id = s.id and b.child_id = p_child_id and b.status = 'booked')
    order by s.starts_at, s.id limit c_most);
end;
$$;
comment on function private.staff_move_targets(uuid, uuid) is
  'Returns where staff can move a child from a session or camp: the next sessions within the pass that the child''s '
  'teams allow, or the next camps of the same offer that are on sale. Full ones are included.';

create function public.list_staff_move_targets(p_child_id uuid, p_from uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.is_admin() then perform private.deny(); end if;
  if not exists (select from private.place_of(p_child_id, p_from)) then perform private.fail('booking_not_found', 'p_child_id'); end if;
  return (
    select jsonb_build_object('targets', coalesce(jsonb_agg(p.place order by p.starts_at, p.place ->> 'location', p.id), '[]'))
    from private.schedule_places(private.staff_move_targets(p_child_id, p_from)) p);
end;
$$;
comment on function public.list_staff_move_targets(uuid, uuid) is
  'For admins. Returns the sessions or camps to which a child can be moved from this one, also full ones, as '
  'MoveTargets (contract/staff-moves.ts). Fails with not_allowed, booking_not_found, rate_limited. Definer: see '
  'get_schedule.';
grant execute on function public.list_staff_move_targets(uuid, uuid) to authenticated;
select private.answer_calls('public.list_staff_move_targets(uuid, uuid)', 'management');
