-- A family moves credits of a pass to a sibling. They stay part of the line that was sold
-- (docs/decisions "Credits for a sibling").

create function private.sharing_problem(p_pass public.passes, p_child public.children)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_today constant date := private.calendar_today();
  v_terms constant public.sale_terms := (select t from public.sale_terms t where t.id = p_pass.terms_id);
begin
  return case
    when p_pass.family_id <> p_child.family_id or p_pass.child_id = p_child.id then 'child_not_found'
    when private.is_pass_returned(p_pass) then 'line_closed'
    when p_pass.valid_until < v_today then 'pass_expired'
    -- One session is all that such a line sold, and its place is moved by other rules.
    when not v_terms.sibling_credits or p_child.status = 'declined' or not exists (
      select from public.order_lines l where l.id = p_pass.order_line_id and l.status = 'placed' and l.sessions > 1)
      then 'credits_not_movable'
    when exists (
      select from public.pass_pauses
      where pass_id = p_pass.id and cancelled_at is null and last_day >= v_today) then 'pass_paused'
    -- The age of each session's day is checked when it is booked.
    when private.age_on(p_child.dob, v_today) > v_terms.max_age
      or private.age_on(p_child.dob, coalesce(p_pass.valid_until, 'infinity')) < v_terms.min_age then 'age_not_allowed'
  end;
end;
$$;
comment on function private.sharing_problem(public.passes, public.children) is
  'Returns why credits of a pass cannot be moved to a child, or null: child_not_found (not a sibling), line_closed, '
  'pass_expired, credits_not_movable, pass_paused, age_not_allowed.';

create function private.siblings_of_pass(p_pass public.passes)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(c.id order by c.name, c.id), '[]')
    from public.children c
    where c.family_id = p_pass.family_id and private.credits_left(p_pass.id) > 0
      and private.sharing_problem(p_pass, c) is null);
end;
$$;
comment on function private.siblings_of_pass(public.passes) is
  'Returns the ids of the children to whom credits of the pass can be moved.';

create function public.move_credits(p_pass_id uuid, p_child_id uuid, p_credits integer)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_pass public.passes := private.own_pass(p_pass_id);
  v_child public.children;
  v_problem text;
  v_target_id uuid;
begin
  perform private.own_child(p_child_id, 'p_child_id');
  if p_credits is null or p_credits not between 1 and 1000 then perform private.fail('invalid_input', 'p_credits'); end if;
  perform private.lock_family(p_child_id);
  -- All passes of the sale are locked, as when its line is cancelled.
  perform from public.passes where id = p_pass_id or order_line_id = v_pass.order_line_id order by id for update;
  select * into v_pass from public.passes where id = p_pass_id;
  select * into v_child from public.children where id = p_child_id;
  v_problem := private.sharing_problem(v_pass, v_child);
  if v_problem is not null then
    perform private.fail(v_problem, 'p_child_id', case when v_problem = 'age_not_allowed' then (
      select private.ages_text(to_jsonb(t)) from public.sale_terms t where t.id = v_pass.terms_id) end);
  end if;
  if private.credits_left(p_pass_id) < p_credits then perform private.fail('no_credit', 'p_credits'); end if;
  -- Credits that come back, or that follow earlier ones, go to the pass of the same sale with the same end.
  select p.id into v_target_id from public.passes p
  where p.order_line_id = v_pass.order_line_id and p.child_id = p_child_id
    and p.valid_until is not distinct from v_pass.valid_until
    and not exists (select from public.pass_pauses a
      where a.pass_id = p.id and a.cancelled_at is null and a.last_day >= private.calendar_today())
  order by p.created_at limit 1;
  if v_target_id is null then
    insert into public.passes (family_id, child_id, order_line_id, offer_id, title, sessions_total, terms_id, valid_from,
      valid_until, moved_from_id)
    values (v_pass.family_id, p_child_id, v_pass.order_line_id, v_pass.offer_id, v_pass.title, p_credits, v_pass.terms_id,
      v_pass.valid_from, v_pass.valid_until, v_pass.id)
    returning id into v_target_id;
  end if;
  insert into public.credit_ledger (pass_id, delta, reason) values (p_pass_id, -p_credits, 'moved');
  insert into public.credit_ledger (pass_id, delta, reason) values (v_target_id, p_credits, 'moved');
  perform private.queue_pass_changed_mail(array[p_pass_id, v_target_id], 'credits_moved', jsonb_build_object(
    'credits', p_credits, 'to_child_name', private.child_name(p_child_id)));
  return jsonb_build_object('pass_id', p_pass_id, 'credits_left', private.credits_left(p_pass_id),
    'to_pass_id', v_target_id, 'to_credits_left', private.credits_left(v_target_id));
end;
$$;
comment on function public.move_credits(uuid, uuid, integer) is
  'Moves free credits of a pass to another child of the family. They keep their end, and they are refunded only with '
  'the line that sold them. Returns MovedCredits (contract/family-passes.ts). Fails with pass_not_found, no_credit, '
  'and the codes of private.sharing_problem. Definer: see pause_pass.';
grant execute on function public.move_credits(uuid, uuid, integer) to authenticated;
select private.answer_calls('public.move_credits(uuid, uuid, integer)', 'move_credits');
