-- Checks who may join a waitlist, and asks guests to confirm their address.

create function private.check_waiting(p_entry jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_item record;
begin
  perform private.check_object(p_entry, 'p_entry', 8000);
  if num_nonnulls(p_entry ->> 'session_id', p_entry ->> 'camp_id') <> 1 then perform private.fail('invalid_input', 'session_id'); end if;
  if p_entry ->> 'session_id' is not null and not private.is_uuid(p_entry -> 'session_id') then
    perform private.fail('invalid_input', 'session_id');
  end if;
  if p_entry ->> 'camp_id' is not null and not private.is_uuid(p_entry -> 'camp_id') then
    perform private.fail('invalid_input', 'camp_id');
  end if;
  if jsonb_typeof(p_entry -> 'children') is distinct from 'array' or jsonb_array_length(p_entry -> 'children') not between 1 and 8 then
    perform private.fail('invalid_input', 'children');
  end if;
  for v_item in
    select value as c, format('children[%s]', ordinality - 1) as field
    from jsonb_array_elements(p_entry -> 'children') with ordinality
  loop
    if jsonb_typeof(v_item.c) <> 'object' then perform private.fail('invalid_input', v_item.field); end if;
    if jsonb_typeof(coalesce(v_item.c -> 'is_friend', 'false')) <> 'boolean' then
      perform private.fail('invalid_input', v_item.field || '.is_friend');
    end if;
    if private.is_given(v_item.c -> 'id') then
      if not private.is_uuid(v_item.c -> 'id') then perform private.fail('invalid_input', v_item.field || '.id'); end if;
      if not exists (select from public.children
        where id = (v_item.c ->> 'id')::uuid and family_id = private.my_family_id()) then
        perform private.fail('child_not_found', v_item.field || '.id');
      end if;
    else
      perform private.check_text(v_item.c -> 'name', v_item.field || '.name', 120);
      -- A friend needs only a name.
      if private.is_given(v_item.c -> 'dob') or v_item.c -> 'is_friend' is distinct from 'true' then
        if not coalesce(private.fits(v_item.c -> 'dob', '"date"'), false) then perform private.fail('invalid_input', v_item.field || '.dob'); end if;
      end if;
    end if;
  end loop;
end;
$$;
comment on function private.check_waiting(jsonb) is
  'Checks WaitlistRequest (contract/waitlists.ts). Fails with invalid_input or child_not_found, and names the field.';

create function private.is_cancelled(p_session_id uuid, p_camp_id uuid)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select exists (select from public.sessions where id = p_session_id and status = 'cancelled')
    or exists (select from public.camp_weeks where id = p_camp_id and cancelled_at is not null)
$$;
comment on function private.is_cancelled(uuid, uuid) is 'Returns whether we cancelled this session or camp.';

create function private.waitlist_view(p_entry public.waitlist_entries)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_offer public.waitlist_offers;
  v_status text := p_entry.status;
begin
  select * into v_offer from public.waitlist_offers
  where entry_id = p_entry.id and status = 'open' and expires_at > clock_timestamp();
  -- The deadline decides, even before the scheduled job runs. If the session or camp was cancelled, the entry counts as
  -- cancelled unless it has already ended.
  if v_status = 'offered' and v_offer.id is null then v_status := 'lapsed'; end if;
  if v_status not in ('enrolled', 'declined', 'left') and private.is_cancelled(p_entry.session_id, p_entry.camp_id) then
    v_status := 'cancelled_by_us';
    v_offer := null;
  end if;
  return jsonb_build_object(
    'entry_id', p_entry.id,
    'status', v_status,
    'places', coalesce(v_offer.places, p_entry.places),
    'position', case when v_status = 'waiting' then 1 + (
      select count(*) from public.waitlist_entries e
      where e.status = 'waiting' and (e.session_id = p_entry.session_id or e.camp_id = p_entry.camp_id)
        and (e.joined_at, e.id) < (p_entry.joined_at, p_entry.id)) end,
    'is_free_for_all', v_status = 'waiting'
      and private.offer_deadline(p_entry.session_id, p_entry.camp_id, clock_timestamp()) is null,
    'offer_id', p_entry.offer_id,
    'offer_expires_at', private.iso(v_offer.expires_at),
    'terms', case when v_offer.id is not null then private.waited_terms(p_entry, v_offer) end,
    'session', private.session_view(p_entry.session_id),
    'camp', private.camp_view(p_entry.camp_id),
    'children', (
      select jsonb_agg(jsonb_build_object('id', c.child_id, 'name', c.name, 'dob', c.dob, 'is_friend', c.is_friend) order by c.position)
      from public.waitlist_children c
      -- With an open offer, only the children that it is for are shown.
      where c.entry_id = p_entry.id and (v_offer.id is null or c.position = any (v_offer.positions))),
    'server_time', private.iso(clock_timestamp()));
end;
$$;
comment on function private.waitlist_view(public.waitlist_entries) is 'Returns WaitlistView (contract/waitlists.ts).';

create function private.check_waiting_ages(p_children jsonb, p_session_id uuid, p_camp_id uuid, p_offer_id text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_details constant jsonb := coalesce(
    (select details from public.offers where id = p_offer_id),
    (select (private.tier_offer(tier, null)).details from public.camp_weeks where id = p_camp_id));
  v_day constant date := coalesce(
    (select session_date from public.sessions where id = p_session_id),
    (select start_date from public.camp_weeks where id = p_camp_id));
  v_index integer;
begin
  select min(n.ordinality) - 1 into v_index
  from jsonb_array_elements(p_children) with ordinality n
  left join public.children k on k.id = nullif(n.value ->> 'id', '')::uuid
  cross join lateral (
    select private.age_on(coalesce(k.dob, nullif(n.value ->> 'dob', '')::date), v_day) as years) a
  where a.years < (v_details ->> 'min_age')::numeric or a.years > (v_details ->> 'max_age')::numeric;
  if v_index is not null then
    perform private.fail('age_not_allowed', format('children[%s].dob', v_index), private.ages_text(v_details));
  end if;
end;
$$;
comment on function private.check_waiting_ages(jsonb, uuid, uuid, text) is
  'Fails with age_not_allowed (field, detail: the ages) if a child is too young or too old on the first day, because '
  'that child could not book. If a friend has no birth date, the checkout checks the age.';

create function private.my_verified_emails()
returns text[]
language sql
stable
set search_path = ''
as $$
  select private.family_emails(private.my_family_id(), true) || array(
    select lower(email) from auth.users where id = (select auth.uid()) and email_confirmed_at is not null)
$$;
comment on function private.my_verified_emails() is
  'Returns the verified addresses of the caller''s account and of the other parent of the family. Returns none for a '
  'guest.';

create function private.waiting_problem(p_children jsonb, p_session_id uuid, p_camp_id uuid, p_email text)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_user_id constant uuid := (select auth.uid());
  v_family_id constant uuid := private.my_family_id();
  v_emails constant text[] := private.my_verified_emails();
begin
  -- A guest must not learn what is known about an address. Offers skip entries whose children already have a place.
  if v_user_id is null then return null; end if;
  if exists (
    select from jsonb_array_elements(p_children) n join public.children k on k.family_id = v_family_id
    where (k.id = nullif(n ->> 'id', '')::uuid
        or (private.name_key(k.name) = private.name_key(n ->> 'name') and k.dob = nullif(n ->> 'dob', '')::date))
      and private.has_place(k.id, p_session_id, p_camp_id)
  ) then
    return 'already_booked';
  end if;
  if exists (
    select from public.waitlist_entries e
    join public.waitlist_children c on c.entry_id = e.id
    cross join jsonb_array_elements(p_children) n
    left join public.children k on k.id = nullif(n ->> 'id', '')::uuid
    -- An unconfirmed entry under another address may be a typing error and does not count.
    where (e.status in ('waiting', 'offered', 'accepted')
        or (e.status = 'unconfirmed' and e.family_id = v_family_id and e.parent_email = p_email))
      and (e.session_id = p_session_id or e.camp_id = p_camp_id)
      and (c.child_id = k.id
        or ((e.family_id = v_family_id or e.parent_email = any (v_emails))
          and private.name_key(c.name) = private.name_key(coalesce(k.name, n ->> 'name'))
          and c.dob is not distinct from coalesce(k.dob, nullif(n ->> 'dob', '')::date)))
  ) then
    return 'already_waiting';
  end if;
  -- A family has one entry per session or camp for all its children, so that invented children cannot fill the
  -- waitlist.
  if exists (
    select from public.waitlist_entries e
    where e.status in ('waiting', 'offered', 'accepted') and (e.session_id = p_session_id or e.camp_id = p_camp_id)
      and (e.family_id = v_family_id or e.parent_email = any (v_emails))
  ) then
    return 'already_waiting';
  end if;
  return null;
end;
$$;
comment on function private.waiting_problem(jsonb, uuid, uuid, text) is
  'Returns why children of the signed-in caller (by id, or name and birth date) may not wait for a place: '
  'already_booked or already_waiting. Returns null if they may wait, and always for a guest. The caller has locked the '
  'place.';

create function private.notify_joined(p_entry public.waitlist_entries)
returns integer
language sql
volatile
set search_path = ''
as $$
  select private.queue_mails('waitlist_joined', 'waitlist_joined:' || p_entry.id, jsonb_build_object(
      'secret', p_entry.secret, 'places', p_entry.places, 'children', private.waiting_names(p_entry.id),
      'position', private.waitlist_view(p_entry) -> 'position',
      'session', private.session_view(p_entry.session_id), 'camp', private.camp_view(p_entry.camp_id)),
    private.recipients_or(p_entry.family_id, p_entry.parent_name, p_entry.parent_email))
$$;
comment on function private.notify_joined(public.waitlist_entries) is
  'Queues the mail about a family''s position on the waitlist, once.';

create function private.confirm_token(p_entry public.waitlist_entries)
returns text
language sql
stable
set search_path = ''
as $$ select private.fingerprint(concat_ws(':', 'waitlist', p_entry.id, p_entry.parent_email)) $$;
comment on function private.confirm_token(public.waitlist_entries) is
  'Returns a token that proves that the caller reads the mail to an entry''s address. It is computed from the entry, '
  'the address and the settings'' salt, and not stored. The person who created the entry knows its secret, but not '
  'this token.';

create function private.ask_to_confirm(p_entry public.waitlist_entries, p_attempt text)
returns void
language sql
volatile
set search_path = ''
as $$
  -- The mail has no name, because a stranger may have typed it to write a message in our name.
  insert into public.outbox (key, template, recipient, payload)
  values (format('waitlist_confirm:%s:%s', p_entry.id, p_attempt), 'waitlist_confirm', p_entry.parent_email, jsonb_build_object(
    'secret', p_entry.secret, 'token', private.confirm_token(p_entry), 'places', p_entry.places,
    'again', p_attempt = 'again', 'hours', (private.settings()).waitlist_confirm_hours,
    'session', private.session_view(p_entry.session_id), 'camp', private.camp_view(p_entry.camp_id)))
  on conflict (key) do nothing
$$;
comment on function private.ask_to_confirm(public.waitlist_entries, text) is
  'Queues the mail with the link that confirms an address, once for each p_attempt: first, again for the reminder, or '
  'parent_left_<profile> if it goes to another parent.';

create function private.chase_unconfirmed()
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  v_now constant timestamptz := clock_timestamp();
begin
  -- The places are not locked here, so entries that somebody else has locked are skipped.
  update public.waitlist_entries set status = 'never_confirmed' where id in (
    select id from public.waitlist_entries
    where status = 'unconfirmed' and joined_at <= v_now - make_interval(hours => v_settings.waitlist_confirm_hours)
    for update skip locked);
  perform private.ask_to_confirm(e, 'again')
  from (
    select * from public.waitlist_entries
    where status = 'unconfirmed' and joined_at <= v_now - make_interval(hours => v_settings.waitlist_remind_hours)
    order by parent_email, id) e
  where private.places_free(e.session_id, e.camp_id, v_now) is not null
    and not exists (select from public.outbox where key = format('waitlist_confirm:%s:again', e.id));
end;
$$;
comment on function private.chase_unconfirmed() is
  'Sends one reminder for unconfirmed entries, and ends those that were not confirmed in time. A scheduled job calls '
  'it.';
