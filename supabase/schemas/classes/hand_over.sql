-- A hand-over that breaks a rule is refused while the device is online and staff can give a reason. If an offline
-- device reports it later, it has happened, so it is saved with its concerns and shown to the office (docs/decisions
-- "Handing a child over").

create function private.concerns_of(
  p_child public.children, p_day date, p_collected_by text, p_name text, p_id_checked boolean, p_parent_called boolean,
  p_booking_id uuid, p_enrollment_id uuid)
returns text[]
language sql
stable
set search_path = ''
as $$
  select array_remove(case when p_collected_by = 'alone' then array[
      case when private.age_on(p_child.dob, p_day) < (private.settings()).goes_alone_from_age then 'too_young' end,
      case when not p_child.may_go_alone then 'no_consent' end]
    else array[
      case when exists (
        select from public.blocked_collectors b
        where b.family_id = p_child.family_id and (b.child_id is null or b.child_id = p_child.id)
          and private.may_be_same_person(b.name, p_name)) then 'blocked_person' end,
      case when p_collected_by = 'parent' and not exists (
        select from private.parents_for_collection(p_child.family_id) p where private.name_key(p.name) = private.name_key(p_name))
        then 'not_listed' end,
      case when p_collected_by = 'listed_person' and not exists (
        select from private.collectors_at(p_child.id, p_booking_id, p_enrollment_id) a
        where private.name_key(a.name) = private.name_key(p_name)) then 'not_listed' end,
      case when p_collected_by = 'other_person' and not p_id_checked then 'no_photo_id' end,
      case when p_collected_by = 'other_person' and not p_parent_called then 'parent_not_called' end]
    end, null)
$$;
comment on function private.concerns_of(public.children, date, text, text, boolean, boolean, uuid, uuid) is
  'Returns the rules that a hand-over breaks (attendance_marks.concerns), or an empty list if it breaks none. Uses the '
  'current lists of names.';

create function private.is_flag(p_value jsonb, p_field text)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_value is null or p_value = 'null' then return false; end if;
  if jsonb_typeof(p_value) <> 'boolean' then perform private.fail('invalid_input', p_field); end if;
  return p_value::boolean;
end;
$$;
comment on function private.is_flag(jsonb, text) is
  'Returns an optional boolean of a mark, or false if the mark does not have it. Fails with invalid_input, and names '
  'the field.';

create function private.check_hand_over(
  p_mark jsonb, p_child public.children, p_day date, p_is_live boolean, p_booking_id uuid, p_enrollment_id uuid,
  out collected_by text, out handed_to text,
  out id_checked boolean, out parent_called boolean, out reason text, out concerns text[], out is_confirmed boolean)
language plpgsql
volatile
set search_path = ''
as $$
begin
  collected_by := p_mark ->> 'collected_by';
  if not coalesce(collected_by in ('parent', 'listed_person', 'other_person', 'alone'), false) then
    perform private.fail('invalid_input', 'collected_by');
  end if;
  if collected_by <> 'alone' then handed_to := private.check_text(p_mark -> 'handed_to', 'handed_to', 120);
  elsif private.is_given(p_mark -> 'handed_to') then perform private.fail('invalid_input', 'handed_to'); end if;
  id_checked := private.is_flag(p_mark -> 'id_checked', 'id_checked') and collected_by = 'other_person';
  parent_called := private.is_flag(p_mark -> 'parent_called', 'parent_called') and collected_by = 'other_person';
  if private.is_given(p_mark -> 'reason') then reason := private.check_text(p_mark -> 'reason', 'reason', 300); end if;
  concerns := private.concerns_of(p_child, p_day, collected_by, handed_to, id_checked, parent_called, p_booking_id,
    p_enrollment_id);
  is_confirmed := private.is_flag(p_mark -> 'confirmed', 'confirmed') and reason is not null and concerns <> '{}';
  if p_is_live and concerns @> '{not_listed}' then perform private.fail('collector_not_listed', 'handed_to'); end if;
  if p_is_live and concerns <> '{}' and not is_confirmed then
    perform private.fail('confirmation_needed', case when reason is null then 'reason' else 'confirmed' end,
      array_to_string(concerns, ','));
  end if;
end;
$$;
comment on function private.check_hand_over(jsonb, public.children, date, boolean, uuid, uuid) is
  'Checks a hand-over. If it has concerns, it needs a reason, and confirmed must be true. Fails with invalid_input '
  '(field). If p_is_live is true, it also fails with confirmation_needed (detail: the concerns) and '
  'collector_not_listed.';

create function private.is_collected_by_code(
  p_child public.children, p_person text, p_booking_id uuid, p_enrollment_id uuid, p_is_live boolean)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  c_code_holds constant interval := '1 hour';
  v_checked_at timestamptz;
begin
  -- The browser is not trusted here. check_pickup_code has logged whether this person's code was right.
  select max(l.created_at) into v_checked_at
  from public.access_log l
  join private.collectors_at(p_child.id, p_booking_id, p_enrollment_id) a on a.id::text = l.user_context ->> 'person' and a.name = p_person
  where l.family_id = p_child.family_id and l.child_id = p_child.id and l.user_id = (select auth.uid())
    and l.accessed_table = 'pickup_authorizations' and l.access_type = 'code' and not l.reported
    and l.created_at > clock_timestamp() - c_code_holds;
  if v_checked_at > coalesce((select pickup_codes_since from public.families where id = p_child.family_id), '-infinity') then
    return true;
  end if;
  -- The code may come from a parent who was removed since, so the coach must ask for the new one.
  if v_checked_at is not null and p_is_live then perform private.fail('pickup_code_unknown', 'handed_to'); end if;
  return false;
end;
$$;
comment on function private.is_collected_by_code(public.children, text, uuid, uuid, boolean) is
  'Returns whether the caller has checked this person''s code within the last hour, and it was not renewed since. '
  'Fails with pickup_code_unknown if the code was renewed since and p_is_live is true.';

create function private.notify_parents(
  p_template text, p_subject_id uuid, p_child public.children, p_session_id uuid, p_camp_id uuid, p_day date, p_payload jsonb)
returns void
language sql
volatile
set search_path = ''
as $$
  insert into public.outbox (key, template, recipient, payload)
  -- The key contains the family's id, so that private.empty_mails can delete the text when the family is erased.
  select format('%s:%s:%s:%s', p_template || coalesce('_' || (p_payload ->> 'kind'), ''), p_child.family_id, p_subject_id, w.n),
    p_template, w.email, p_payload || jsonb_build_object(
      'parent_name', w.name, 'day', p_day,
      'child_name', private.given_name(p_child.name, array(select name from public.children where family_id = p_child.family_id)),
      'title', h.title, 'location', h.location)
  from (
    select distinct on (lower(email)) email, name, row_number() over (order by email) as n
    from private.parents_for_collection(p_child.family_id) where coalesce(email, '') <> '' and email <> 'erased') w
  join private.events_of_day(p_day) h on h.id = coalesce(p_session_id, p_camp_id)
  on conflict (key) do nothing
$$;
comment on function private.notify_parents(text, uuid, public.children, uuid, uuid, date, jsonb) is
  'Queues one mail to each parent about their child at a session or camp on a day. p_subject_id is the mark or entry '
  'that the mail is about. The same mail is queued only once. The mail contains no health data.';

create function private.notify_of_hand_over(p_mark_id uuid, p_child public.children, p_session_id uuid, p_camp_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_mark public.attendance_marks;
  v_kind text;
begin
  select * into v_mark from public.attendance_marks where id = p_mark_id;
  v_kind := case when v_mark.kind = 'not_handed_over' then 'not_handed_over'
    when v_mark.concerns @> '{blocked_person}' then 'blocked_person'
    when v_mark.collected_by = 'alone' and v_mark.concerns <> '{}' then 'alone'
    when v_mark.collected_by = 'other_person' or v_mark.concerns <> '{}' then 'other_person' end;
  -- The parents arranged every other kind of hand-over, so they need no mail.
  if v_kind is null then return; end if;
  perform private.notify_parents('hand_over', v_mark.id, p_child, p_session_id, p_camp_id, v_mark.day, jsonb_build_object(
    'kind', v_kind, 'at', private.iso(v_mark.made_at), 'person', v_mark.handed_to, 'id_checked', v_mark.id_checked,
    'parent_called', v_mark.parent_called, 'concerns', v_mark.concerns, 'reason', v_mark.reason,
    'staff', private.staff_name(v_mark.marked_by)));
end;
$$;
comment on function private.notify_of_hand_over(uuid, public.children, uuid, uuid) is
  'Mails the parents at once about a hand-over that they did not arrange. Either the child left with somebody who is '
  'not on their list or who must never collect it, or it left alone against the rules, or staff refused to hand it '
  'over.';

create function private.notify_of_undone_hand_over(
  p_undone_mark_id uuid, p_entry_id uuid, p_child public.children, p_session_id uuid, p_camp_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_mark public.attendance_marks;
begin
  -- As in private.mark_state, an undo applies only to marks of the same booking or enrolment.
  select * into v_mark from public.attendance_marks where id = p_undone_mark_id and p_entry_id in (booking_id, enrollment_id);
  if not found or not exists (
    select from public.outbox where template = 'hand_over' and string_to_array(key, ':') @> array[p_child.family_id::text, p_undone_mark_id::text]
      and payload ->> 'kind' <> 'taken_back') then
    return;
  end if;
  perform private.notify_parents('hand_over', p_undone_mark_id, p_child, p_session_id, p_camp_id, v_mark.day, jsonb_build_object(
    'kind', 'taken_back', 'at', private.iso(v_mark.made_at), 'person', v_mark.handed_to, 'id_checked', false,
    'parent_called', false, 'concerns', '[]'::jsonb, 'reason', null, 'staff', private.staff_name((select auth.uid()))));
end;
$$;
comment on function private.notify_of_undone_hand_over(uuid, uuid, public.children, uuid, uuid) is
  'If parents were notified of a hand-over that staff have undone because it was a mistake, mails them that it did '
  'not happen.';
