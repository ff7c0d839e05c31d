-- Admins make and correct kinds of class, and coaches who have no account yet (docs/decisions "Kinds of class and
-- coaches").

create trigger audit_staff after insert or update on public.class_types
  for each row execute function private.audit('id', 'name', 'team', 'level', 'duration_minutes');
create trigger audit_staff after insert or update of name, user_id, active on public.coaches
  for each row execute function private.audit('id', 'name', 'user_id', 'active');

create function private.is_sold_class(p_class_type_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from public.sessions s where s.class_type_id = p_class_type_id and (
      exists (select from public.bookings b where b.session_id = s.id)
      or exists (select from public.holds h where h.session_id = s.id)
      or exists (select from public.order_lines l where l.session_id = s.id)
      or exists (select from public.waitlist_entries e where e.session_id = s.id)))
$$;
comment on function private.is_sold_class(uuid) is
  'Returns whether anybody has or had a booking, hold, line or waitlist entry in a session of this kind of class.';

create function private.class_type_fields(p_class public.class_types)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_build_object('name', p_class.name, 'team', p_class.team, 'level', p_class.level, 'duration_minutes', p_class.duration_minutes)
$$;
comment on function private.class_type_fields(public.class_types) is
  'Returns ClassTypeFields (contract/class-kinds.ts).';

create function private.class_type_view(p_class public.class_types)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('id', p_class.id, 'name', p_class.name, 'team', p_class.team, 'fields', private.class_type_fields(p_class),
    'is_sold', private.is_sold_class(p_class.id))
$$;
comment on function private.class_type_view(public.class_types) is 'Returns ClassType (contract/class-kinds.ts).';

create function private.changed_class_type(p_class public.class_types, p_changes jsonb)
returns public.class_types
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_class public.class_types := p_class;
  v_key text;
begin
  perform private.check_object(p_changes, 'p_class_type', 1000);
  for v_key in select jsonb_object_keys(p_changes) loop
    if not coalesce(case v_key
      when 'name' then true
      when 'team' then p_changes -> v_key = 'null' or exists (select from public.teams where id = p_changes ->> v_key)
      when 'level' then p_changes -> v_key = 'null' or jsonb_typeof(p_changes -> v_key) = 'string'
        and p_changes ->> v_key ~ '^[1-8]-[1-8]$' and left(p_changes ->> v_key, 1) <= right(p_changes ->> v_key, 1)
      when 'duration_minutes' then private.is_whole(p_changes -> v_key, 15, 480)
    end, false) then
      perform private.fail('invalid_input', left(v_key, 60));
    end if;
  end loop;
  v_class := jsonb_populate_record(v_class, p_changes - 'name');
  if p_changes ? 'name' then v_class.name := private.check_text(p_changes -> 'name', 'name', 60); end if;
  if v_class.name is null then perform private.fail('invalid_input', 'name'); end if;
  -- If the name is the team's name and a letter, it changes when the team is renamed in Studio (private.name_classes).
  v_class.variant := (
    select right(v_class.name, 1) from public.teams t
    where t.id = v_class.team and v_class.name = t.name || ' ' || right(v_class.name, 1) and right(v_class.name, 1) ~ '^[A-Z]$');
  return v_class;
end;
$$;
comment on function private.changed_class_type(public.class_types, jsonb) is
  'Returns a kind of class with the requested changes. Fails with invalid_input, and names the field, also for an '
  'unknown field.';

create function public.save_class_type(p_class_type_id uuid, p_class_type jsonb, p_expected jsonb default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_old public.class_types;
  v_new public.class_types;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform pg_advisory_xact_lock(hashtextextended('class_types', 0));
  v_old.duration_minutes := 60;
  if p_class_type_id is not null then
    -- Booking locks the session, so a booking that is being made now is counted below.
    perform from public.sessions where class_type_id = p_class_type_id and starts_at > private.calendar_now() order by id for update;
    select * into v_old from public.class_types where id = p_class_type_id for update;
    if not found then perform private.fail('class_type_not_found', 'p_class_type_id'); end if;
    perform private.check_expected(p_expected, private.class_type_fields(v_old));
  end if;
  v_new := private.changed_class_type(v_old, p_class_type);
  if exists (select from public.class_types where lower(name) = lower(v_new.name) and id is distinct from v_old.id) then
    perform private.fail('class_type_exists', 'name');
  end if;
  if p_class_type_id is null then
    insert into public.class_types (name, team, variant, level, duration_minutes)
    values (v_new.name, v_new.team, v_new.variant, v_new.level, v_new.duration_minutes)
    returning * into v_new;
  else
    -- The team decides who may come, so it cannot change once families have booked.
    if v_new.team is distinct from v_old.team and private.is_sold_class(v_old.id) then perform private.fail('class_type_in_use', 'team'); end if;
    update public.class_types set name = v_new.name, team = v_new.team, variant = v_new.variant, level = v_new.level,
      duration_minutes = v_new.duration_minutes
    where id = v_old.id returning * into v_new;
  end if;
  return jsonb_build_object('class_type', private.class_type_view(v_new));
end;
$$;
comment on function public.save_class_type(uuid, jsonb, jsonb) is
  'For admins. Makes a kind of class (p_class_type_id is null) or corrects it. Takes some of ClassTypeFields and '
  'returns {class_type: ClassType} (contract/class-kinds.ts). Its length applies to new sessions and new entries of '
  'the weekly plan. Existing ones keep theirs. p_expected is ClassTypeFields as the caller saw them. Fails with '
  'not_allowed, invalid_input (field), class_type_not_found, changed_meanwhile (field), class_type_exists (the name is '
  'used), class_type_in_use (another team, once somebody has or had a booking), rate_limited. Definer: there is no '
  'other way to write kinds of class.';
grant execute on function public.save_class_type(uuid, jsonb, jsonb) to authenticated;
select private.answer_calls('public.save_class_type(uuid, jsonb, jsonb)', 'management');

create function private.planned_coach(p_coach public.coaches)
returns jsonb
language sql
immutable
set search_path = ''
as $$ select jsonb_build_object('id', p_coach.id, 'name', p_coach.name, 'has_account', p_coach.user_id is not null) $$;
comment on function private.planned_coach(public.coaches) is 'Returns PlannedCoach (contract/class-kinds.ts).';

create function public.save_coach(p_coach_id uuid, p_name text, p_expected_name text default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_name text;
  v_coach public.coaches;
begin
  if not private.is_admin() then perform private.deny(); end if;
  v_name := private.check_text(to_jsonb(p_name), 'p_name', 80);
  perform pg_advisory_xact_lock(hashtextextended('coaches', 0));
  if p_coach_id is not null then
    select * into v_coach from public.coaches where id = p_coach_id for update;
    if not found then perform private.fail('coach_not_found', 'p_coach_id'); end if;
    -- Families read this name, and an account proves who the coach is. So only a business admin may change the name of
    -- a coach with an account.
    if v_coach.user_id is not null and not private.has_any_role('business_admin') then
      perform private.fail('coach_has_account', 'p_coach_id');
    end if;
    if v_coach.name is distinct from p_expected_name then perform private.fail('changed_meanwhile', 'p_expected_name'); end if;
  end if;
  if exists (select from public.coaches where lower(name) = lower(v_name) and id is distinct from p_coach_id) then
    perform private.fail('coach_exists', 'p_name');
  end if;
  if p_coach_id is null then insert into public.coaches (name) values (v_name) returning * into v_coach;
  else update public.coaches set name = v_name where id = p_coach_id returning * into v_coach; end if;
  return jsonb_build_object('coach', private.planned_coach(v_coach));
end;
$$;
comment on function public.save_coach(uuid, text, text) is
  'For admins. Makes a coach who has no account yet (p_coach_id is null), or corrects the name of such a coach. '
  'Business admins may also correct the name of a coach with an account. The call is recorded in the audit log. '
  'Returns {coach: {id, name, has_account}}. The coach can be planned at once, and gets an account by invite_staff. '
  'Fails with not_allowed, invalid_input (p_name), coach_not_found, coach_has_account, changed_meanwhile, coach_exists '
  '(the name is used), rate_limited. Definer: see save_class_type.';
grant execute on function public.save_coach(uuid, text, text) to authenticated;
select private.answer_calls('public.save_coach(uuid, text, text)', 'management');
