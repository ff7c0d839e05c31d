-- Staff write to groups of families (docs/decisions "/management/messages").

create index profiles_email on public.profiles ((lower(email)));

create function private.message_kinds(p_segment text)
returns text[]
language sql
immutable
set search_path = ''
as $$
  -- If the family has no future booking, the message is advertising, so the family must have allowed news.
  select case when p_segment in ('past_campers', 'expired_pass') then '{news}'
    when p_segment in ('session', 'camp', 'active_pass', 'team', 'waitlisted') then '{about,news}' end::text[]
$$;
comment on function private.message_kinds(text) is
  'Returns the kinds of message that staff may send to a segment. about means that the message is about what the '
  'families booked or wait for. news is anything promotional.';

create function private.check_message(p_message jsonb)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_segment constant text := p_message #>> '{audience,segment}';
  v_id constant text := p_message #>> '{audience,id}';
  v_needs_id constant boolean := v_segment in ('session', 'camp', 'team');
  v_body constant text := btrim(p_message ->> 'body', E' \t\r\n');
begin
  perform private.check_object(p_message, 'p_message', 20000);
  if private.message_kinds(v_segment) is null or jsonb_typeof(p_message #> '{audience,segment}') <> 'string' then
    perform private.fail('invalid_input', 'p_message.audience');
  end if;
  -- The id is checked before the row is looked up, because a query plan evaluates a constant cast at once.
  if v_segment in ('session', 'camp') and not coalesce(pg_input_is_valid(v_id, 'uuid'), false) then
    perform private.fail(v_segment || '_not_found', 'p_message.audience');
  end if;
  if v_segment = 'session' then
    if not exists (select from public.sessions where id = v_id::uuid) then perform private.fail('session_not_found', 'p_message.audience'); end if;
  elsif v_segment = 'camp' then
    if not exists (select from public.camp_weeks where id = v_id::uuid) then perform private.fail('camp_not_found', 'p_message.audience'); end if;
  elsif v_segment = 'team' then
    if not exists (select from public.teams where id = v_id) then perform private.fail('invalid_input', 'p_message.audience'); end if;
  end if;
  if coalesce(p_message ->> 'kind' <> all (private.message_kinds(v_segment)), true) then
    perform private.fail('invalid_input', 'p_message.kind');
  end if;
  if jsonb_typeof(p_message -> 'body') is distinct from 'string' or length(v_body) not between 1 and 5000
    or not private.is_text(v_body) then
    perform private.fail('invalid_input', 'p_message.body');
  end if;
  return jsonb_build_object(
    'audience', jsonb_build_object('segment', v_segment, 'id', case when v_needs_id then lower(v_id) end),
    'kind', p_message ->> 'kind', 'subject', private.check_text(p_message -> 'subject', 'p_message.subject', 120),
    'body', replace(v_body, E'\r\n', E'\n'));
end;
$$;
comment on function private.check_message(jsonb) is
  'Returns a valid MessageDraft (contract/management-messages.ts) in the form that is saved. Fails with '
  'invalid_input, session_not_found or camp_not_found, and names the field.';

create function private.message_families(p_audience jsonb, p_after uuid, p_limit integer)
returns table (key uuid, family_id uuid, entry_id uuid)
language plpgsql
stable
set search_path = ''
as $$
declare
  v_today constant date := private.calendar_today();
begin
  return query execute format(
    'select coalesce(n.family_id, n.entry_id), n.family_id, n.entry_id from (%s) n (family_id, entry_id)
     where $3 is null or coalesce(n.family_id, n.entry_id) > $3 order by 1 limit $4',
    case p_audience ->> 'segment'
      when 'session' then $q$
        select distinct b.family_id, null::uuid from public.bookings b where b.session_id = $1::uuid and b.status = 'booked' $q$
      when 'camp' then $q$
        select distinct k.family_id, null::uuid from public.camp_enrollments k where k.camp_id = $1::uuid and k.status = 'enrolled' $q$
      when 'team' then $q$
        select distinct b.family_id, null::uuid from public.bookings b
        join public.sessions s on s.id = b.session_id join public.class_types t on t.id = s.class_type_id
        where t.team = $1 and b.status = 'booked' and b.session_date >= $2 - 28 $q$
      when 'active_pass' then $q$
        select distinct p.family_id, null::uuid from public.passes p
        where p.valid_from <= $2 and p.valid_until >= $2 is not false $q$
      when 'expired_pass' then $q$
        select distinct p.family_id, null::uuid from public.passes p
        where p.valid_until between $2 - 365 and $2 - 1 and not exists (
          select from public.passes v where v.family_id = p.family_id and v.valid_until >= $2 is not false) $q$
      when 'past_campers' then $q$
        select distinct k.family_id, null::uuid from public.camp_enrollments k join public.camp_weeks w on w.id = k.camp_id
        where k.status = 'enrolled' and w.end_date < $2 and w.cancelled_at is null $q$
      else $q$
        select distinct e.family_id, case when e.family_id is null then e.id end from public.waitlist_entries e
        where e.status in ('waiting', 'offered') $q$
    end)
  using p_audience ->> 'id', v_today, p_after, p_limit;
end;
$$;
comment on function private.message_families(jsonb, uuid, integer) is
  'Returns the families of an audience by id, after p_after. For a waitlist entry without a family, returns the '
  'entry. The audience of a team has a booking in the last four weeks or in the future. The audience expired_pass had '
  'a pass that ended within a year, and has no valid one.';

create function private.allows_news(p_family_id uuid, p_email text)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
declare
  -- A guest may have typed the address of somebody's account. Then the consent of that account counts.
  v_owner constant uuid := (
    select p.id from public.profiles p join auth.users u on u.id = p.id
    where lower(p.email) = p_email and u.email_confirmed_at is not null order by p.id limit 1);
  v_is_account constant boolean := v_owner is not null or private.has_account(p_family_id);
  v_own_family_ids constant uuid[] := case when v_owner is null then array[p_family_id]
    else array(select f.id from public.families f where v_owner in (f.primary_parent_id, f.secondary_parent_id)) end;
  v_consent public.consents;
begin
  if p_family_id is null then return false; end if;
  select c.* into v_consent
  from public.families f
  join public.consents c on c.family_id = f.id and c.purpose = 'marketing'
  where f.id in (
      select unnest(v_own_family_ids)
      union all
      select g.id from public.families g where lower(g.contact_email) = p_email and g.primary_parent_id is null)
    and (c.user_id is null and num_nonnulls(f.primary_parent_id, f.secondary_parent_id) < 2
      or c.user_id = coalesce(v_owner, f.primary_parent_id))
    -- A guest who types a parent's address at checkout may refuse news for it, but not allow them.
    and (f.id = any (v_own_family_ids) or not c.given or not v_is_account)
  order by c.created_at desc, c.id desc limit 1;
  return coalesce(v_consent.given, false) and not exists (
    select from public.news_stops s
    where s.address_hash = private.fingerprint(p_email) and s.stopped_at >= v_consent.created_at);
end;
$$;
comment on function private.allows_news(uuid, text) is
  'Returns whether news may be sent to this address. If an account has verified the address, the latest consent of '
  'that account decides. Otherwise the latest consent of the family and of guests with the address decides, unless it '
  'was withdrawn later through a mail. A family that was never asked has not allowed news.';

create function private.may_get_news(p_family_id uuid, p_email text)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return private.allows_news(p_family_id, p_email) and not exists (select from public.bounced_addresses where email = p_email);
end;
$$;
comment on function private.may_get_news(uuid, text) is
  'Returns whether news is mailed to this family at this address (in lower case): the family allows them, and mails '
  'do not come back.';

create function private.message_contacts(p_family_id uuid, p_kind text)
returns setof private.mail_recipient
language sql
stable
set search_path = ''
as $$
  select r from private.mail_recipients(p_family_id) r where p_kind = 'about'
  union all
  -- Only the first parent can allow news, whatever they chose about booking mails.
  select (p.id, c.name, c.email)::private.mail_recipient
  from private.mail_contact(p_family_id) c
  join public.families f on f.id = p_family_id
  left join public.profiles p on p.id = f.primary_parent_id and p.email = c.email
  where p_kind = 'news'
$$;
comment on function private.message_contacts(uuid, text) is
  'Returns the recipients of a message to a family. If it is about a booking, these are private.mail_recipients. If it '
  'is news, it goes only to private.mail_contact.';

create function private.message_recipients(p_audience jsonb, p_kind text, p_after uuid, p_limit integer)
returns table (key uuid, family_id uuid, entry_id uuid, profile_id uuid, name text, email text, allowed boolean)
language sql
stable
set search_path = ''
as $$
  select w.key, w.family_id, w.entry_id, c.profile_id, c.name, lower(c.email), p_kind = 'about' or private.may_get_news(w.family_id, lower(c.email))
  from private.message_families(p_audience, p_after, p_limit) w
  left join lateral (
    select * from private.message_contacts(w.family_id, p_kind)
    union all
    -- A waitlist entry without a family is active only after its address was verified.
    select null, e.parent_name, e.parent_email from public.waitlist_entries e where e.id = w.entry_id) c on true
$$;
comment on function private.message_recipients(jsonb, text, uuid, integer) is
  'Returns one row per recipient. A message about a booking goes to both parents, and news goes to the first parent''s '
  'contact. email is in lower case, or null if there is none. allowed is true for a message about a booking; for news '
  'it is the answer of private.may_get_news.';

create function private.audience_view(p_audience jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('segment', p_audience ->> 'segment', 'id', p_audience ->> 'id',
    'session', case when p_audience ->> 'segment' = 'session' then private.session_view((p_audience ->> 'id')::uuid) end,
    'camp', case when p_audience ->> 'segment' = 'camp' then private.camp_view((p_audience ->> 'id')::uuid) end,
    'team', case when p_audience ->> 'segment' = 'team' then (select t.name from public.teams t where t.id = p_audience ->> 'id') end)
$$;
comment on function private.audience_view(jsonb) is 'Returns MessageAudience (contract/management-messages.ts).';
