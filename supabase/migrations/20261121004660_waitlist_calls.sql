-- What parents and staff do about the waitlist.

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
      -- Of a friend the name is enough.
      if private.is_given(v_item.c -> 'dob') or v_item.c -> 'is_friend' is distinct from 'true' then
        if not coalesce(private.fits(v_item.c -> 'dob', '"date"'), false) then perform private.fail('invalid_input', v_item.field || '.dob'); end if;
      end if;
    end if;
  end loop;
end;
$$;
comment on function private.check_waiting(jsonb) is 'WaitlistRequest of contract/waitlists.ts, or invalid_input or child_not_found with the field.';

create function private.is_off(p_session_id uuid, p_camp_id uuid)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select exists (select from public.sessions where id = p_session_id and status = 'cancelled')
    or exists (select from public.camp_weeks where id = p_camp_id and cancelled_at is not null)
$$;
comment on function private.is_off(uuid, uuid) is 'Was this session or camp called off?';

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
  -- The deadline decides, whether or not the chore has come by; and whatever was promised, nobody comes to what is off.
  if v_status = 'offered' and v_offer.id is null then v_status := 'lapsed'; end if;
  if v_status not in ('enrolled', 'declined', 'left') and private.is_off(p_entry.session_id, p_entry.camp_id) then
    v_status := 'called_off';
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
    'offer_id', p_entry.offer_id,
    'offer_expires_at', private.iso(v_offer.expires_at),
    'session', private.session_view(p_entry.session_id),
    'camp', private.camp_view(p_entry.camp_id),
    'children', (
      select jsonb_agg(jsonb_build_object('id', c.child_id, 'name', c.name, 'dob', c.dob, 'is_friend', c.is_friend) order by c.position)
      from public.waitlist_children c
      -- With an offer, those for whom it is.
      where c.entry_id = p_entry.id and (v_offer.id is null or c.position = any (v_offer.positions))),
    'server_time', private.iso(clock_timestamp()));
end;
$$;
comment on function private.waitlist_view(public.waitlist_entries) is 'WaitlistView of contract/waitlists.ts.';

create function private.check_waiting_ages(p_children jsonb, p_session_id uuid, p_camp_id uuid, p_offer_id text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_details constant jsonb := coalesce(
    (select details from public.offers where id = p_offer_id),
    (select (private.tier_offer(tier)).details from public.camp_weeks where id = p_camp_id));
  v_day constant date := coalesce(
    (select session_date from public.sessions where id = p_session_id),
    (select start_date from public.camp_weeks where id = p_camp_id));
  v_index integer;
begin
  select min(n.ordinality) - 1 into v_index
  from jsonb_array_elements(p_children) with ordinality n
  left join public.children k on k.id = nullif(n.value ->> 'id', '')::uuid
  cross join lateral (
    select extract(year from age(v_day, coalesce(k.dob, nullif(n.value ->> 'dob', '')::date))) as years) a
  where a.years < (v_details ->> 'min_age')::numeric or a.years > (v_details ->> 'max_age')::numeric;
  if v_index is not null then
    perform private.fail('age_not_allowed', format('children[%s].dob', v_index),
      concat_ws('-', coalesce(v_details ->> 'min_age', ''), coalesce(v_details ->> 'max_age', '')));
  end if;
end;
$$;
comment on function private.check_waiting_ages(jsonb, uuid, uuid, text) is
  'Nobody waits for what they could not book: refuses age_not_allowed (field, detail: the ages) for a child who is too young or too old on the first day. A friend without a birth date is asked at the checkout.';

create function private.my_proven_emails()
returns text[]
language sql
stable
set search_path = ''
as $$
  select private.family_emails(private.my_family_id(), true) || array(
    select lower(email) from auth.users where id = (select auth.uid()) and email_confirmed_at is not null)
$$;
comment on function private.my_proven_emails() is 'Addresses that the caller''s account, or the other parent''s of the family, has proven; of a guest none.';

create function private.waiting_problem(p_children jsonb, p_session_id uuid, p_camp_id uuid, p_email text)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_user_id constant uuid := (select auth.uid());
  v_family_id constant uuid := private.my_family_id();
  v_emails constant text[] := private.my_proven_emails();
begin
  -- A guest is told nothing of what is known under an address: offers pass over an entry whose children have theirs.
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
    -- One to be confirmed under another address may be a slip of the pen: it stands in nobody's way.
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
  return null;
end;
$$;
comment on function private.waiting_problem(jsonb, uuid, uuid, text) is
  'Why children of whoever is signed in (by id, or name and birth date) need not wait for a place: already_booked, already_waiting; null when they may, and always for a guest. The caller has locked the place.';

create function private.tell_joined(p_entry public.waitlist_entries)
returns void
language sql
volatile
set search_path = ''
as $$
  insert into public.outbox (key, template, recipient, payload)
  values ('waitlist_joined:' || p_entry.id, 'waitlist_joined', p_entry.parent_email, jsonb_build_object(
    'secret', p_entry.secret, 'parent_name', p_entry.parent_name, 'places', p_entry.places,
    'position', private.waitlist_view(p_entry) -> 'position',
    'session', private.session_view(p_entry.session_id), 'camp', private.camp_view(p_entry.camp_id)))
  on conflict (key) do nothing
$$;
comment on function private.tell_joined(public.waitlist_entries) is 'Queues the mail that says where a family stands in the queue, once.';

create function private.confirm_token(p_entry public.waitlist_entries)
returns text
language sql
stable
set search_path = ''
as $$ select private.fingerprint(concat_ws(':', 'waitlist', p_entry.id, p_entry.parent_email)) $$;
comment on function private.confirm_token(public.waitlist_entries) is
  'Proves that the reader of an entry''s mail comes: of this entry and this address, made from the settings'' salt and kept nowhere. Whoever merely joined knows the entry''s secret, and not this.';

create function private.ask_to_confirm(p_entry public.waitlist_entries, p_which text)
returns void
language sql
volatile
set search_path = ''
as $$
  -- No name: whoever typed it may be a stranger to the address, and would speak to it in our name.
  insert into public.outbox (key, template, recipient, payload)
  values (format('waitlist_confirm:%s:%s', p_entry.id, p_which), 'waitlist_confirm', p_entry.parent_email, jsonb_build_object(
    'secret', p_entry.secret, 'token', private.confirm_token(p_entry), 'places', p_entry.places,
    'again', p_which = 'again', 'hours', (private.settings()).waitlist_confirm_hours,
    'session', private.session_view(p_entry.session_id), 'camp', private.camp_view(p_entry.camp_id)))
  on conflict (key) do nothing
$$;
comment on function private.ask_to_confirm(public.waitlist_entries, text) is
  'Queues the mail with the link that confirms an address: p_which first, and once again.';

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
  -- Of places that are not locked: who is busy with an entry is not waited for.
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
comment on function private.chase_unconfirmed() is 'Reminds, once, whoever has not confirmed, and ends the entries that never were. A chore.';

create function public.join_waitlist(p_entry jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_session_id uuid;
  v_camp_id uuid;
  v_entry public.waitlist_entries;
  v_name text;
  v_email text;
  v_phone text;
  v_free integer;
  v_problem text;
  v_proven boolean;
begin
  perform private.check_waiting(p_entry);
  v_name := private.check_text(p_entry #> '{parent,name}', 'parent.name', 120);
  v_email := private.check_email(p_entry #> '{parent,email}', 'parent.email');
  v_phone := private.check_phone(p_entry #> '{parent,phone}', 'parent.phone');
  v_proven := v_email = any (private.my_proven_emails());
  v_session_id := p_entry ->> 'session_id';
  v_camp_id := p_entry ->> 'camp_id';
  -- Under its lock: nobody joins while the place is being offered on, or twice at once.
  perform private.lock_places(array_remove(array[v_session_id], null), array_remove(array[v_camp_id], null));
  v_free := private.places_free(v_session_id, v_camp_id, clock_timestamp());
  if v_free is null then
    if v_session_id is not null then perform private.fail('session_not_found', 'session_id'); end if;
    perform private.fail('camp_not_found', 'camp_id');
  end if;
  -- Nobody waits for what can be had.
  if v_free >= jsonb_array_length(p_entry -> 'children') then
    perform private.fail('place_free', case when v_session_id is null then 'camp_id' else 'session_id' end);
  end if;
  perform private.check_waiting_ages(p_entry -> 'children', v_session_id, v_camp_id,
    private.check_offer_id(p_entry -> 'offer_id', 'offer_id'));
  v_problem := private.waiting_problem(p_entry -> 'children', v_session_id, v_camp_id, v_email);
  if v_problem is not null then perform private.fail(v_problem, 'children'); end if;
  -- Without the mail nobody could confirm, and the page would say that it was sent.
  if not v_proven and not private.may_mail('waitlist_confirm', v_email) then perform private.fail('rate_limited'); end if;

  insert into public.waitlist_entries (
    status, session_id, camp_id, offer_id, places, family_id, parent_name, parent_email, parent_phone)
  values (case when v_proven then 'waiting' else 'unconfirmed' end,
    v_session_id, v_camp_id, private.check_offer_id(p_entry -> 'offer_id', 'offer_id'),
    jsonb_array_length(p_entry -> 'children'), private.my_family_id(), v_name, v_email, v_phone)
  returning * into v_entry;
  insert into public.waitlist_children (entry_id, position, child_id, name, dob, is_friend)
  select v_entry.id, n.ordinality - 1, c.id, coalesce(c.name, n.value ->> 'name'),
    coalesce(c.dob, nullif(n.value ->> 'dob', '')::date), coalesce((n.value ->> 'is_friend')::boolean, false)
  from jsonb_array_elements(p_entry -> 'children') with ordinality n
  left join public.children c on c.id = nullif(n.value ->> 'id', '')::uuid;
  if v_entry.status = 'waiting' then perform private.tell_joined(v_entry);
  else perform private.ask_to_confirm(v_entry, 'first'); end if;
  return private.waitlist_view(v_entry) || jsonb_build_object('secret', v_entry.secret);
end;
$$;
comment on function public.join_waitlist(jsonb) is
  'Waits for places in a full session or camp: WaitlistRequest -> WaitlistView with secret (contract/waitlists.ts). Unconfirmed, and mailed a link (confirm_waitlist_entry), unless the address is one that the signed-in caller has proven: to a guest the answer is the same for every address. All children, and a friend who is named, are one entry. Refuses invalid_input, child_not_found (field), session_not_found, camp_not_found (also when it has begun), place_free (it can be booked), already_booked, already_waiting (field children: one of whoever is signed in; a guest may join again, and is offered the place once), age_not_allowed (field children[n].dob, detail: the ages), offer_not_available, rate_limited (also when the address has been sent settings.asked_mails_hour_max such links). Definer: visitors write entries only through these checks.';
grant execute on function public.join_waitlist(jsonb) to anon, authenticated, service_role;
select private.answer_calls('public.join_waitlist(jsonb)', 'join_waitlist');

create function public.confirm_waitlist_entry(p_secret uuid, p_token text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_entry public.waitlist_entries;
begin
  select * into v_entry from public.waitlist_entries where secret = p_secret;
  if not found or p_token is distinct from private.confirm_token(v_entry) then
    perform private.fail('waitlist_entry_not_found');
  end if;
  perform private.lock_places(array_remove(array[v_entry.session_id], null), array_remove(array[v_entry.camp_id], null));
  select * into v_entry from public.waitlist_entries where secret = p_secret for update;
  -- Forgotten meanwhile, or nothing to wait for any more.
  if v_entry.parent_email is null or v_entry.status not in ('unconfirmed', 'never_confirmed')
    or private.places_free(v_entry.session_id, v_entry.camp_id, clock_timestamp()) is null then
    return private.waitlist_view(v_entry);
  end if;
  update public.waitlist_entries set status = 'waiting', joined_at = clock_timestamp()
  where id = v_entry.id returning * into v_entry;
  perform private.offer_all(array_remove(array[v_entry.session_id], null), array_remove(array[v_entry.camp_id], null));
  select * into v_entry from public.waitlist_entries where id = v_entry.id;
  if v_entry.status = 'waiting' then perform private.tell_joined(v_entry); end if;
  return private.waitlist_view(v_entry);
end;
$$;
comment on function public.confirm_waitlist_entry(uuid, text) is
  'Whoever reads the mail to an entry''s address confirms it, on any device: WaitlistView. From then on it waits, and may be offered a place at once. Called by a button and never by opening the link, which mail scanners do. Repeating it changes nothing. Refuses waitlist_entry_not_found (also for a token that is not of this entry). Definer: see get_waitlist_entry.';
grant execute on function public.confirm_waitlist_entry(uuid, text) to anon, authenticated, service_role;
select private.answer_calls('public.confirm_waitlist_entry(uuid, text)', 'confirm_waitlist_entry');

create function public.get_waitlist_entry(p_secret uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_entry public.waitlist_entries;
  v_view jsonb;
begin
  select * into v_entry from public.waitlist_entries where secret = p_secret;
  if not found then perform private.fail('waitlist_entry_not_found'); end if;
  v_view := private.waitlist_view(v_entry);
  -- Only while there is something to book with it.
  if v_view ->> 'status' in ('offered', 'accepted') then
    v_view := v_view || jsonb_build_object('parent', jsonb_build_object(
      'name', v_entry.parent_name, 'email', v_entry.parent_email, 'phone', v_entry.parent_phone));
  end if;
  return v_view;
end;
$$;
comment on function public.get_waitlist_entry(uuid) is
  'Position, or the offer with its deadline and the parent who waits, so that the checkout need not ask again, for whoever knows the secret: WaitlistView. Refuses waitlist_entry_not_found. Definer: guests have no account that a policy could ask for.';
grant execute on function public.get_waitlist_entry(uuid) to anon, authenticated, service_role;
select private.answer_calls('public.get_waitlist_entry(uuid)');

create function public.get_my_waitlist()
returns jsonb
language sql
volatile
security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(private.waitlist_view(e) || jsonb_build_object('secret', e.secret) order by e.joined_at), '[]')
  from public.waitlist_entries e
  where e.family_id = private.my_family_id() and e.status in ('unconfirmed', 'waiting', 'offered', 'accepted')
$$;
comment on function public.get_my_waitlist() is
  'The signed-in family''s entries that wait, are to be confirmed, or have an offer: [WaitlistView with secret]. Definer: positions count other families'' entries; only their number is told.';
grant execute on function public.get_my_waitlist() to authenticated;

create function private.leave_with(p_secret uuid, p_status text)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_entry public.waitlist_entries;
begin
  select * into v_entry from public.waitlist_entries where secret = p_secret;
  if not found then perform private.fail('waitlist_entry_not_found'); end if;
  -- The place before the entry, as everybody locks them.
  perform private.lock_places(array_remove(array[v_entry.session_id], null), array_remove(array[v_entry.camp_id], null));
  select * into v_entry from public.waitlist_entries where secret = p_secret for update;
  if v_entry.status not in ('unconfirmed', 'waiting', 'offered') then return private.waitlist_view(v_entry); end if;
  update public.waitlist_offers set status = 'declined' where entry_id = v_entry.id and status = 'open';
  update public.waitlist_entries set status = p_status where id = v_entry.id returning * into v_entry;
  perform private.offer_all(array_remove(array[v_entry.session_id], null), array_remove(array[v_entry.camp_id], null));
  return private.waitlist_view(v_entry);
end;
$$;
comment on function private.leave_with(uuid, text) is
  'Ends an entry that waits or has an offer; its places go to the next. Anything else is left as it is.';

create function public.decline_waitlist_offer(p_secret uuid)
returns jsonb
language sql
volatile
security definer
set search_path = ''
as $$ select private.leave_with(p_secret, 'declined') $$;
comment on function public.decline_waitlist_offer(uuid) is
  'The parent does not want the offered places: WaitlistView. Repeating it changes nothing. Refuses waitlist_entry_not_found. Definer: see get_waitlist_entry.';
grant execute on function public.decline_waitlist_offer(uuid) to anon, authenticated, service_role;
select private.answer_calls('public.decline_waitlist_offer(uuid)', 'decline_waitlist_offer');

create function public.leave_waitlist(p_secret uuid)
returns jsonb
language sql
volatile
security definer
set search_path = ''
as $$ select private.leave_with(p_secret, 'left') $$;
comment on function public.leave_waitlist(uuid) is
  'The parent waits no longer: WaitlistView. Repeating it changes nothing. Refuses waitlist_entry_not_found. Definer: see get_waitlist_entry.';
grant execute on function public.leave_waitlist(uuid) to anon, authenticated, service_role;
select private.answer_calls('public.leave_waitlist(uuid)', 'leave_waitlist');

create function public.restore_waitlist_offer(p_entry_id uuid)
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
  v_wanted integer[];
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  select * into v_entry from public.waitlist_entries where id = p_entry_id;
  -- Of one that was forgotten nobody is left who could be told.
  if not found or v_entry.parent_email is null then perform private.fail('waitlist_entry_not_found', 'p_entry_id'); end if;
  perform private.lock_places(array_remove(array[v_entry.session_id], null), array_remove(array[v_entry.camp_id], null));
  select * into v_entry from public.waitlist_entries where id = p_entry_id for update;
  if v_entry.parent_email is null then perform private.fail('waitlist_entry_not_found', 'p_entry_id'); end if;
  v_now := clock_timestamp();
  update public.waitlist_offers set status = 'lapsed' where entry_id = v_entry.id and status = 'open' and expires_at <= v_now;
  if v_entry.status in ('accepted', 'enrolled') or private.is_off(v_entry.session_id, v_entry.camp_id)
    or exists (select from public.waitlist_offers where entry_id = v_entry.id and status = 'open') then
    return private.waitlist_view(v_entry);
  end if;
  v_wanted := private.children_wanted(v_entry);
  if v_wanted = '{}' then
    perform private.fail(case when exists (
      select from public.waitlist_children c where c.entry_id = v_entry.id and not private.is_placed(v_entry, c))
      then 'already_waiting' else 'already_booked' end, 'p_entry_id');
  end if;
  update public.waitlist_entries set status = 'waiting' where id = v_entry.id returning * into v_entry;
  v_deadline := private.offer_deadline(v_entry.session_id, v_entry.camp_id, v_now);
  -- Free at this moment: theirs, whoever else waits. Else they wait where they stood.
  if v_deadline is not null
    and coalesce(private.places_free(v_entry.session_id, v_entry.camp_id, v_now) >= cardinality(v_wanted), false) then
    perform private.make_offer(v_entry, v_wanted, v_deadline, (select auth.uid()));
    select * into v_entry from public.waitlist_entries where id = p_entry_id;
  end if;
  return private.waitlist_view(v_entry);
end;
$$;
comment on function public.restore_waitlist_offer(uuid) is
  'For admins: gives an entry that lapsed, declined or left (or still waits, or was not confirmed: staff vouch for it) a new offer when its places are free now, else its old place in the queue: WaitlistView. One with an open offer, in a checkout, enrolled, or for what was called off is left as it is. Refuses not_allowed, waitlist_entry_not_found (also when it was forgotten), already_booked, already_waiting (its children have places, or offers elsewhere). Definer: entries are written only here, after asking who calls.';
grant execute on function public.restore_waitlist_offer(uuid) to authenticated, service_role;

create function public.set_session_capacity(p_session_id uuid, p_capacity integer)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_session public.sessions;
  v_taken integer;
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  select * into v_session from public.sessions where id = p_session_id for update;
  if not found then perform private.fail('session_not_found', 'p_session_id'); end if;
  v_taken := private.seats_taken(p_session_id, clock_timestamp());
  if p_capacity is null or p_capacity not between 0 and 100 then perform private.fail('invalid_input', 'p_capacity'); end if;
  if p_capacity < v_taken then perform private.fail('session_in_use', 'p_capacity', v_taken::text); end if;
  update public.sessions set max_capacity = p_capacity where id = p_session_id;
  perform private.places_freed(array[p_session_id], '{}');
  return jsonb_build_object('capacity', p_capacity, 'taken', private.seats_taken(p_session_id, clock_timestamp()));
end;
$$;
comment on function public.set_session_capacity(uuid, integer) is
  'For admins: seats of a session, never fewer than those taken: {capacity, taken}. New seats go to the waitlist first. Refuses not_allowed, session_not_found, invalid_input, session_in_use (detail: seats taken). Definer: sessions are written only by such functions, after asking who calls.';
grant execute on function public.set_session_capacity(uuid, integer) to authenticated, service_role;

-- Privacy --------------------------------------------------------------------------------------------------

create function private.forget_waiting(p_ids uuid[])
returns void
language sql
volatile
set search_path = ''
as $$
  update public.waitlist_children set name = null, dob = null where entry_id = any (p_ids);
  update public.waitlist_offers set status = 'declined' where entry_id = any (p_ids) and status = 'open';
  update public.waitlist_entries set parent_name = null, parent_email = null, parent_phone = null,
    status = case when status in ('unconfirmed', 'waiting', 'offered') then 'left' else status end
  where id = any (p_ids);
$$;
comment on function private.forget_waiting(uuid[]) is 'Takes the people off entries of the waitlist; who still waited, waits no more, and an open offer is over. The caller has locked them, and offers the places on.';

insert into public.retention_periods (class, keep, action, purge, what, why) values
  ('waitlists', '30 days', 'anonymise', 'purge_waitlists',
    'Parent and children on the waitlist, from the day of the session or the last day of the camp',
    'Nothing to wait for any more');

create function private.purge_waitlists()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  select array_agg(id) into v_ids from (
    select e.id from public.waitlist_entries e
    left join public.sessions s on s.id = e.session_id
    left join public.camp_weeks c on c.id = e.camp_id
    where e.parent_email is not null and coalesce(s.session_date, c.end_date) < private.expiry('waitlists')::date
    order by e.joined_at limit 1000 for update of e skip locked) due;
  perform private.forget_waiting(v_ids);
  return coalesce(cardinality(v_ids), 0);
end;
$$;
comment on function private.purge_waitlists() is 'Anonymises entries for what is long over: entries.';

create function private.export_family_waitlists(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('waitlist_entries', (
    select coalesce(jsonb_agg(to_jsonb(e) - 'secret' || jsonb_build_object(
      'session', private.session_view(e.session_id), 'camp', private.camp_view(e.camp_id),
      'children', (select jsonb_agg(to_jsonb(c) - 'entry_id' order by c.position) from public.waitlist_children c where c.entry_id = e.id),
      'offers', (select coalesce(jsonb_agg(to_jsonb(o) - 'entry_id' order by o.created_at), '[]') from public.waitlist_offers o where o.entry_id = e.id))
      order by e.joined_at), '[]')
    from public.waitlist_entries e
    where e.family_id = p_family_id or (e.family_id is null and e.parent_email = any (p_emails))))
$$;
comment on function private.export_family_waitlists(uuid, text[], text[]) is 'The family''s entries, also those made under its address without an account.';

create function private.lock_family_waitlists(p_family_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform private.lock_places(
    array(select session_id from public.waitlist_entries
      where family_id = p_family_id and status in ('waiting', 'offered') and session_id is not null),
    array(select camp_id from public.waitlist_entries
      where family_id = p_family_id and status in ('waiting', 'offered') and camp_id is not null));
  perform from public.waitlist_entries where family_id = p_family_id order by id for update;
end;
$$;
comment on function private.lock_family_waitlists(uuid) is
  'Locks the places for which a family waits, then its entries: before the family, as everybody does.';

create function private.erase_family_waitlists(p_family_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_ids constant uuid[] := array(select id from public.waitlist_entries where family_id = p_family_id);
  v_offers constant public.waitlist_offers[] := array(
    select o from public.waitlist_offers o where o.entry_id = any (v_ids) and o.status = 'open');
begin
  if v_ids = '{}' then return; end if;
  perform private.forget_waiting(v_ids);
  perform private.empty_mails(v_ids || array(select id from public.waitlist_offers where entry_id = any (v_ids)));
  perform private.places_freed(
    array(select distinct session_id from unnest(v_offers) where session_id is not null),
    array(select distinct camp_id from unnest(v_offers) where camp_id is not null));
end;
$$;
comment on function private.erase_family_waitlists(uuid) is
  'Takes the family off the waitlist. Places it was offered go to the next.';
