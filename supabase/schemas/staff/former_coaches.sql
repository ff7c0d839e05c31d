-- Admins record that a coach who has no account leaves, or comes back (docs/decisions "Kinds of class and coaches").

create function private.lock_coach_without_account(p_coach_id uuid)
returns public.coaches
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_coach public.coaches;
begin
  perform pg_advisory_xact_lock(hashtextextended('coaches', 0));
  select * into v_coach from public.coaches where id = p_coach_id for no key update;
  if not found then perform private.fail('coach_not_found', 'p_coach_id'); end if;
  -- A coach with an account leaves by losing the roles, which also ends what the account may read.
  if v_coach.user_id is not null then perform private.fail('coach_has_account', 'p_coach_id'); end if;
  return v_coach;
end;
$$;
comment on function private.lock_coach_without_account(uuid) is
  'Locks and returns a coach without an account. Fails with coach_not_found, coach_has_account.';

create function public.get_planned_coach_duties(p_coach_id uuid, p_to uuid default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.is_admin() then perform private.deny(); end if;
  if not exists (select from public.coaches where id = p_coach_id) then perform private.fail('coach_not_found', 'p_coach_id'); end if;
  return private.coach_duties(p_coach_id, p_to);
end;
$$;
comment on function public.get_planned_coach_duties(uuid, uuid) is
  'For admins. Returns CoachDuties (contract/management-system.ts) of a coach, with the clashes that p_to would '
  'have. Fails with coach_not_found, invalid_input (p_to). Definer: see save_coach.';
grant execute on function public.get_planned_coach_duties(uuid, uuid) to authenticated;
select private.answer_calls('public.get_planned_coach_duties(uuid, uuid)', 'management');

create function public.deactivate_coach(p_coach_id uuid, p_handover jsonb default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_coach public.coaches;
  v_invitation_ids uuid[];
begin
  if not private.is_admin() then perform private.deny(); end if;
  v_coach := private.lock_coach_without_account(p_coach_id);
  perform private.hand_over_duties(p_coach_id, p_handover, 'Took over when a colleague left');
  update public.coaches set active = false where id = p_coach_id and active;
  -- The person who accepts an invitation becomes this coach, so an open invitation ends.
  with revoked as (
    update public.staff_invitations set revoked_at = clock_timestamp()
    where coach_id = p_coach_id and accepted_at is null and revoked_at is null returning id)
  select array_agg(id) into v_invitation_ids from revoked;
  perform private.stop_invitation_mails(v_invitation_ids);
  return jsonb_build_object('coach', private.planned_coach(v_coach));
end;
$$;
comment on function public.deactivate_coach(uuid, jsonb) is
  'For admins. Records that a coach without an account leaves, so that nobody can assign them any more. Their sessions '
  'and camps that have not ended go to p_handover, {coach_id}, which is null for nobody. Sessions that the coach held '
  'keep the name. An open invitation ends. A repeated call changes nothing. Returns {coach: PlannedCoach} '
  '(contract/class-kinds.ts). Fails with not_allowed, coach_not_found, coach_has_account, coach_leads (detail: how '
  'many), invalid_input (p_handover), rate_limited. Definer: see save_coach.';
grant execute on function public.deactivate_coach(uuid, jsonb) to authenticated;
select private.answer_calls('public.deactivate_coach(uuid, jsonb)', 'management');

create function public.reactivate_coach(p_coach_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_coach public.coaches;
begin
  if not private.is_admin() then perform private.deny(); end if;
  v_coach := private.lock_coach_without_account(p_coach_id);
  update public.coaches set active = true where id = p_coach_id and not active;
  return jsonb_build_object('coach', private.planned_coach(v_coach));
end;
$$;
comment on function public.reactivate_coach(uuid) is
  'For admins. Allows that a coach without an account who had left is assigned again. The coach does not get the '
  'former sessions back. A repeated call changes nothing. Returns {coach: PlannedCoach} (contract/class-kinds.ts). '
  'Fails with not_allowed, coach_not_found, coach_has_account, rate_limited. Definer: see save_coach.';
grant execute on function public.reactivate_coach(uuid) to authenticated;
select private.answer_calls('public.reactivate_coach(uuid)', 'management');
