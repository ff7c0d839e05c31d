-- Waitlists: who waits for a place in a full session or camp, and the offers of places that became free
-- (spec 2 §4 and §5; decisions "Selling rules").
--
-- A freed place is offered to the first entry that fits whole, before anybody else may take it: whoever frees a place
-- calls private.places_freed in the same transaction, and whoever is about to take one first lets
-- private.offer_places run under the place's lock, because a hold or an offer may have lapsed by the clock alone.
-- An open offer counts as taken (private.seats_taken, private.camp_seats_taken) until its deadline.
--
-- What keeps a place must be somebody's. Anybody may type any address: until the link in a mail was used (or the address
-- is that of an account which has proven it), an entry is unconfirmed, in nobody's way, and never offered anything.
-- To a guest the answer is the same whatever is known under the address.

create table public.waitlist_entries (
  id uuid primary key default gen_random_uuid(),
  secret uuid not null unique default gen_random_uuid(),
  session_id uuid references public.sessions (id) on delete restrict,
  camp_id uuid references public.camp_weeks (id) on delete restrict,
  offer_id text references public.offers (id) on delete restrict,
  places integer not null check (places between 1 and 8),
  status text not null default 'waiting'
    check (status in (
      'unconfirmed', 'never_confirmed', 'waiting', 'offered', 'accepted', 'enrolled', 'declined', 'lapsed', 'left',
      'called_off')),
  family_id uuid references public.families (id) on delete restrict,
  parent_name text check (length(parent_name) between 1 and 120),
  parent_email text check (length(parent_email) <= 254),
  parent_phone text check (parent_phone ~ '^\+[1-9][0-9]{7,14}$'),
  joined_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  check (num_nonnulls(session_id, camp_id) = 1)
);
comment on table public.waitlist_entries is
  'A family waiting for one session or camp: siblings, and a friend they named, are one entry and get their places together or not at all.';
comment on column public.waitlist_entries.secret is 'Whoever knows it may read the position, and accept, decline or leave.';
comment on column public.waitlist_entries.offer_id is 'What they would buy: the pass, or the camp''s tier.';
comment on column public.waitlist_entries.places is 'Children in waitlist_children.';
comment on column public.waitlist_entries.status is
  'unconfirmed: the address is not proven, and nothing is offered; never_confirmed: nor was it in time; accepted: a checkout holds the places; enrolled: paid, or booked otherwise; lapsed: the deadline, or that checkout, passed unpaid; called_off: the class or camp does not take place.';
comment on column public.waitlist_entries.joined_at is
  'The order of the queue. Set anew when the address is confirmed, so that nobody who was told a position falls behind it.';
create index waitlist_entries_session_id on public.waitlist_entries (session_id, status, joined_at);
create index waitlist_entries_camp_id on public.waitlist_entries (camp_id, status, joined_at);
create index waitlist_entries_with_people on public.waitlist_entries (joined_at) where parent_email is not null;
create index waitlist_entries_guests on public.waitlist_entries (parent_email) where family_id is null;
create index waitlist_entries_unconfirmed on public.waitlist_entries (joined_at) where status = 'unconfirmed';
create index waitlist_entries_offer_id on public.waitlist_entries (offer_id);
create index waitlist_entries_family_id on public.waitlist_entries (family_id);

create table public.waitlist_children (
  entry_id uuid not null references public.waitlist_entries (id) on delete cascade,
  position integer not null check (position between 0 and 7),
  child_id uuid references public.children (id) on delete restrict,
  name text check (length(name) between 1 and 120 and private.is_line(name)),
  dob date check (dob between '1990-01-02' and '2100-12-31'),
  is_friend boolean not null default false,
  primary key (entry_id, position)
);
comment on table public.waitlist_children is 'The children of an entry.';
comment on column public.waitlist_children.is_friend is 'Another family''s child, named to come along.';
create index waitlist_children_child_id on public.waitlist_children (child_id);

create table public.waitlist_offers (
  id uuid primary key default gen_random_uuid(),
  entry_id uuid not null references public.waitlist_entries (id) on delete cascade,
  session_id uuid references public.sessions (id) on delete restrict,
  camp_id uuid references public.camp_weeks (id) on delete restrict,
  places integer not null check (places between 1 and 8),
  positions integer[] not null check (cardinality(positions) = places),
  status text not null default 'open' check (status in ('open', 'accepted', 'declined', 'lapsed')),
  expires_at timestamptz not null,
  -- The checkout names its order before it has written it.
  order_id uuid references public.orders (id) on delete set null deferrable initially deferred,
  offered_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  check (num_nonnulls(session_id, camp_id) = 1)
);
comment on table public.waitlist_offers is 'Places kept for an entry until expires_at. Open and before it: taken.';
comment on column public.waitlist_offers.positions is
  'For whom they are kept: waitlist_children.position of the entry''s children who needed a place when it was offered.';
comment on column public.waitlist_offers.order_id is 'The checkout that took the places over.';
comment on column public.waitlist_offers.offered_by is 'Staff who offered or restored it; null: it was the entry''s turn.';
create unique index waitlist_offers_one_open on public.waitlist_offers (entry_id) where status = 'open';
create index waitlist_offers_entry_id on public.waitlist_offers (entry_id);
create index waitlist_offers_session_id on public.waitlist_offers (session_id, status, expires_at);
create index waitlist_offers_camp_id on public.waitlist_offers (camp_id, status, expires_at);
create index waitlist_offers_order_id on public.waitlist_offers (order_id);
create index waitlist_offers_offered_by on public.waitlist_offers (offered_by);
create index waitlist_offers_open on public.waitlist_offers (expires_at) where status = 'open';

alter table public.settings
  add column waitlist_offer_minutes integer not null default 720 check (waitlist_offer_minutes > 0),
  add column waitlist_least_minutes integer not null default 30 check (waitlist_least_minutes > 0),
  add column waitlist_last_minutes integer not null default 120 check (waitlist_last_minutes >= 0),
  add column waitlist_quiet_from time not null default '22:00',
  add column waitlist_quiet_until time not null default '08:00',
  add column waitlist_waking_minutes integer not null default 60 check (waitlist_waking_minutes >= 0),
  add column waitlist_remind_hours integer not null default 12 check (waitlist_remind_hours > 0),
  add column waitlist_confirm_hours integer not null default 48 check (waitlist_confirm_hours > waitlist_remind_hours),
  add constraint settings_waitlist_day check (
    waitlist_quiet_until - time '00:00' + make_interval(mins => waitlist_waking_minutes)
      < waitlist_quiet_from - time '00:00');
comment on column public.settings.waitlist_offer_minutes is 'How long an offered place waits for an answer, quiet hours not counted.';
comment on column public.settings.waitlist_least_minutes is 'With less time than this until the last moment nothing is offered any more: the place is everybody''s.';
comment on column public.settings.waitlist_last_minutes is 'An offer ends at the latest so long before the beginning.';
comment on column public.settings.waitlist_quiet_from is 'Quiet hours, in Singapore: from this time of day nobody is waited for, until waitlist_quiet_until. From 24:00 until 00:00: none.';
comment on column public.settings.waitlist_waking_minutes is 'No offer ends sooner after the quiet hours.';
comment on column public.settings.waitlist_remind_hours is
  'When an address is not confirmed after so long, its link is sent once more: whoever reads mail in the evening only has two evenings.';
comment on column public.settings.waitlist_confirm_hours is
  'After so long without a confirmation an entry ends. It kept nothing; the link in its mails still works, at the end of the queue.';
grant select (
  waitlist_remind_hours, waitlist_confirm_hours, waitlist_offer_minutes, waitlist_least_minutes, waitlist_last_minutes, waitlist_quiet_from, waitlist_quiet_until,
  waitlist_waking_minutes
) on public.settings to authenticated, service_role;

alter table public.waitlist_entries enable row level security;
alter table public.waitlist_children enable row level security;
alter table public.waitlist_offers enable row level security;
revoke all on table public.waitlist_entries, public.waitlist_children, public.waitlist_offers
  from anon, authenticated, service_role;
grant select on public.waitlist_entries, public.waitlist_children, public.waitlist_offers to service_role;
-- Everything but the secret.
grant select (
  id, session_id, camp_id, offer_id, places, status, family_id, parent_name, parent_email, parent_phone, joined_at, updated_at
) on public.waitlist_entries to authenticated;
grant select on public.waitlist_children, public.waitlist_offers to authenticated;

create policy "Parents read their own waitlist entries, admins read all" on public.waitlist_entries
  for select to authenticated using (family_id = (select private.my_family_id()) or (select private.is_admin()));

create policy "Parents read the children of their own entries, admins read all" on public.waitlist_children
  for select to authenticated using (
    (select private.is_admin())
    or entry_id in (select id from public.waitlist_entries where family_id = (select private.my_family_id())));

create policy "Parents read the offers to their own entries, admins read all" on public.waitlist_offers
  for select to authenticated using (
    (select private.is_admin())
    or entry_id in (select id from public.waitlist_entries where family_id = (select private.my_family_id())));

create trigger touch_updated_at before update on public.waitlist_entries
  for each row execute function private.touch_updated_at();
create trigger audit after insert or update of status on public.waitlist_entries
  for each row execute function private.audit('id', 'session_id', 'camp_id', 'family_id', 'status');

-- Counting -------------------------------------------------------------------------------------------------

create function private.places_offered(p_session_id uuid, p_camp_id uuid, p_at timestamptz)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_session_id is not null then
    return coalesce((select sum(places) from public.waitlist_offers
      where session_id = p_session_id and status = 'open' and expires_at > p_at), 0);
  end if;
  return coalesce((select sum(places) from public.waitlist_offers
    where camp_id = p_camp_id and status = 'open' and expires_at > p_at), 0);
end;
$$;
comment on function private.places_offered(uuid, uuid, timestamptz) is
  'Places of a session or camp that the waitlist is being offered at p_at. Counted by private.seats_taken and private.camp_seats_taken.';

create function private.places_free(p_session_id uuid, p_camp_id uuid, p_at timestamptz)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_session_id is not null then
    return (select max_capacity - private.seats_taken(id, p_at) from public.sessions
      where id = p_session_id and status = 'scheduled' and starts_at > private.calendar_now());
  end if;
  return (select capacity - private.camp_seats_taken(id, p_at) from public.camp_weeks
    where id = p_camp_id and is_active and starts_at > private.calendar_now());
end;
$$;
comment on function private.places_free(uuid, uuid, timestamptz) is
  'Free places of a session or camp at p_at, below zero when it was made smaller; null when it is called off, off sale or has begun.';

-- Who still needs a place -----------------------------------------------------------------------------------
--
-- The same child may stand in the queue twice, or come by another way while it waits. Nobody is offered a place that
-- they have, or that another entry of theirs is being offered. What a guest typed proves nothing: a guest's entry is
-- compared with other entries only, passed over whole or not at all, and looks the same meanwhile. So nobody learns
-- by an address who waits or comes.

create function private.is_placed(p_entry public.waitlist_entries, p_child public.waitlist_children)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  return private.has_place(p_child.child_id, p_entry.session_id, p_entry.camp_id) or exists (
    select from public.children k
    where k.family_id = p_entry.family_id and private.name_key(k.name) = private.name_key(p_child.name) and k.dob = p_child.dob
      and private.has_place(k.id, p_entry.session_id, p_entry.camp_id));
end;
$$;
comment on function private.is_placed(public.waitlist_entries, public.waitlist_children) is
  'Has this child of a family''s entry a place already, by another way? Never true of a guest''s.';

create function private.is_offered_elsewhere(p_entry public.waitlist_entries, p_child public.waitlist_children)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_emails constant text[] := case when p_entry.family_id is null then array[p_entry.parent_email]
    else private.family_emails(p_entry.family_id, true) end;
begin
  return exists (
    select from public.waitlist_entries t join public.waitlist_children k on k.entry_id = t.id
    where t.id <> p_entry.id and (t.session_id = p_entry.session_id or t.camp_id = p_entry.camp_id)
      and (t.status in ('offered', 'accepted') or (t.status = 'enrolled' and exists (
        select from public.waitlist_offers o join public.order_lines l on l.order_id = o.order_id
        where o.entry_id = t.id and o.status = 'accepted' and l.status = 'placed'
          and (l.session_id = o.session_id or l.camp_id = o.camp_id))))
      and (k.child_id = p_child.child_id
        or ((t.family_id = p_entry.family_id or t.parent_email = any (v_emails))
          and private.name_key(k.name) = private.name_key(p_child.name) and k.dob is not distinct from p_child.dob)));
end;
$$;
comment on function private.is_offered_elsewhere(public.waitlist_entries, public.waitlist_children) is
  'Has another entry for the same place an offer for this child, or made one into a place that is still kept?';

create function private.children_wanted(p_entry public.waitlist_entries)
returns integer[]
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_all constant integer[] := array(
    select c.position from public.waitlist_children c where c.entry_id = p_entry.id order by c.position);
  v_wanted constant integer[] := array(
    select c.position from public.waitlist_children c
    where c.entry_id = p_entry.id
      and not (private.is_placed(p_entry, c) or private.is_offered_elsewhere(p_entry, c))
    order by c.position);
begin
  return case when p_entry.family_id is null and v_wanted <> '{}' then v_all else v_wanted end;
end;
$$;
comment on function private.children_wanted(public.waitlist_entries) is
  'Whom an entry that waits is to be offered places for (waitlist_children.position): those children who neither have one nor are offered one elsewhere.';

create function private.places_wanted(p_entry public.waitlist_entries)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
begin
  return cardinality(private.children_wanted(p_entry));
end;
$$;
comment on function private.places_wanted(public.waitlist_entries) is
  'How many places an entry that waits is to be offered: one for each of private.children_wanted.';

-- Offering -------------------------------------------------------------------------------------------------

create function private.awake_until(p_at timestamptz, p_minutes integer)
returns timestamptz
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  v_zone constant text := private.time_zone();
  v_morning constant interval := v_settings.waitlist_quiet_until - time '00:00';
  v_day constant interval := v_settings.waitlist_quiet_from - v_settings.waitlist_quiet_until;
  v_local constant timestamp := p_at at time zone v_zone;
  -- How much of its day is over at p_at: nothing before the morning, all of it at night.
  v_over constant interval := least(greatest(v_local - (v_local::date + v_morning), interval '0'), v_day);
  v_wanted constant interval := v_over + make_interval(mins => p_minutes);
  v_nights constant integer := ceil(extract(epoch from v_wanted) / extract(epoch from v_day))::integer - 1;
  v_first_morning constant timestamp := v_local::date + v_nights + v_morning;
begin
  return greatest(
    v_first_morning + (v_wanted - v_nights * v_day),
    v_first_morning + make_interval(mins => v_settings.waitlist_waking_minutes)) at time zone v_zone;
end;
$$;
comment on function private.awake_until(timestamptz, integer) is
  'The moment at which so many minutes (1 or more) have passed since p_at outside the quiet hours of settings: a family that sleeps is not waited for. Never in the quiet hours or within waitlist_waking_minutes after them; the beginning of the quiet hours itself may be.';

create function private.offer_deadline(p_session_id uuid, p_camp_id uuid, p_at timestamptz)
returns timestamptz
language sql
volatile
set search_path = ''
as $$
  select case when deadline >= p_at + make_interval(mins => t.waitlist_least_minutes) then deadline end
  from private.settings() t
  cross join lateral (
    select least(
      private.awake_until(p_at, t.waitlist_offer_minutes),
      -- How far away the beginning is, by the calendar; on the clock by which offers end.
      p_at + (b.starts_at - private.calendar_now()) - make_interval(mins => t.waitlist_last_minutes)) as deadline
    from (
      select starts_at from public.sessions where id = p_session_id
      union all
      select starts_at from public.camp_weeks where id = p_camp_id) b
  ) d
$$;
comment on function private.offer_deadline(uuid, uuid, timestamptz) is
  'Until when a place offered at p_at waits: not in quiet hours (private.awake_until), and at the latest until waitlist_last_minutes before the beginning, be it night or not; null when too little time is left for an answer.';

create function private.tell_offer(p_entry public.waitlist_entries, p_offer public.waitlist_offers)
returns void
language sql
volatile
set search_path = ''
as $$
  insert into public.outbox (key, template, recipient, payload)
  values (format('waitlist_offer:%s:%s', p_offer.id, extract(epoch from p_offer.expires_at)), 'waitlist_offer',
    p_entry.parent_email, jsonb_build_object(
      'secret', p_entry.secret, 'parent_name', p_entry.parent_name, 'places', p_offer.places,
      'expires_at', private.iso(p_offer.expires_at),
      'session', private.session_view(p_offer.session_id), 'camp', private.camp_view(p_offer.camp_id)))
  on conflict (key) do nothing
$$;
comment on function private.tell_offer(public.waitlist_entries, public.waitlist_offers) is
  'Queues the mail about an offer, once for each deadline that it has.';

create function private.recall_offer_mail()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.outbox
  where sent_at is null and template = 'waitlist_offer' and split_part(key, ':', 2) = new.id::text;
  return null;
end;
$$;
comment on function private.recall_offer_mail() is
  'Trigger on offers: what is not offered any more is not announced, were the mail still waiting. Definer: the outbox is written by functions only.';
create trigger recall_offer_mail after update of status on public.waitlist_offers
  for each row when (old.status = 'open' and new.status <> 'open') execute function private.recall_offer_mail();

create function private.make_offer(
  p_entry public.waitlist_entries, p_positions integer[], p_expires_at timestamptz, p_by uuid default null)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_offer public.waitlist_offers;
begin
  insert into public.waitlist_offers (entry_id, session_id, camp_id, places, positions, expires_at, offered_by)
  values (p_entry.id, p_entry.session_id, p_entry.camp_id, cardinality(p_positions), p_positions, p_expires_at, p_by)
  returning * into v_offer;
  update public.waitlist_entries set status = 'offered' where id = p_entry.id;
  perform private.tell_offer(p_entry, v_offer);
end;
$$;
comment on function private.make_offer(public.waitlist_entries, integer[], timestamptz, uuid) is
  'Keeps places for these children of an entry (waitlist_children.position) until the deadline, and queues the mail that says so. The caller has locked the place and made sure of it.';

create function private.offer_places(p_session_id uuid, p_camp_id uuid)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_entry public.waitlist_entries;
  v_free integer;
  v_wanted integer[];
  v_deadline timestamptz;
  v_offered integer := 0;
begin
  -- Most places have nobody waiting: one look at two indexes.
  if not exists (
      select from public.waitlist_entries where status = 'waiting' and (session_id = p_session_id or camp_id = p_camp_id))
    and not exists (
      select from public.waitlist_offers where status = 'open' and (session_id = p_session_id or camp_id = p_camp_id)) then
    return 0;
  end if;
  -- Who let their turn pass leaves the queue; staff can restore them.
  with over as (
    update public.waitlist_offers set status = 'lapsed'
    where status = 'open' and expires_at <= v_now and (session_id = p_session_id or camp_id = p_camp_id)
    returning entry_id
  )
  update public.waitlist_entries set status = 'lapsed' where id in (select entry_id from over);

  v_free := private.places_free(p_session_id, p_camp_id, v_now);
  v_deadline := private.offer_deadline(p_session_id, p_camp_id, v_now);
  if v_deadline is null or coalesce(v_free, 0) <= 0 then return 0; end if;
  for v_entry in
    select * from public.waitlist_entries
    where status = 'waiting' and (session_id = p_session_id or camp_id = p_camp_id)
    order by joined_at, id
  loop
    -- Asked of each in its turn: an offer to one may be what another need not be offered any more.
    v_wanted := private.children_wanted(v_entry);
    if cardinality(v_wanted) between 1 and v_free then
      -- Forgotten or merged meanwhile?
      perform from public.waitlist_entries where id = v_entry.id and status = 'waiting' for update;
      continue when not found;
      perform private.make_offer(v_entry, v_wanted, v_deadline);
      v_free := v_free - cardinality(v_wanted);
      v_offered := v_offered + 1;
    elsif v_wanted = '{}' and not exists (
      select from public.waitlist_children c where c.entry_id = v_entry.id and not private.is_placed(v_entry, c)) then
      update public.waitlist_entries set status = 'enrolled' where id = v_entry.id;
    end if;
    exit when v_free = 0;
  end loop;
  return v_offered;
end;
$$;
comment on function private.offer_places(uuid, uuid) is
  'Offers the free places of a session or camp to those who wait, each time to the first entry that fits whole (private.children_wanted): how many offers. Ends offers whose deadline has passed, and entries whose children all have a place. The caller has locked the place.';

create function private.shorten_camp_offers(p_camp_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  -- As in private.offer_deadline: how far away the beginning is, on the clock by which offers end.
  v_last constant timestamptz := (
    select v_now + (starts_at - private.calendar_now()) - make_interval(mins => (private.settings()).waitlist_last_minutes)
    from public.camp_weeks where id = p_camp_id);
  v_offer public.waitlist_offers;
begin
  for v_offer in
    update public.waitlist_offers set expires_at = v_last
    where camp_id = p_camp_id and status = 'open' and expires_at > v_last
    returning *
  loop
    -- Who has no time left is not told of a deadline that is over.
    if v_last > v_now then
      perform private.tell_offer(e, v_offer) from public.waitlist_entries e where e.id = v_offer.entry_id;
    end if;
  end loop;
end;
$$;
comment on function private.shorten_camp_offers(uuid) is
  'A camp begins earlier: what is offered of it ends at the latest waitlist_last_minutes before, and who is waited for is told. Never later than was told. The caller has locked the camp, and offers on what is over by that (private.places_freed).';

create function private.offer_all(p_session_ids uuid[], p_camp_ids uuid[])
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_id uuid;
  v_offered integer := 0;
begin
  foreach v_id in array p_session_ids loop
    v_offered := v_offered + private.offer_places(v_id, null);
  end loop;
  foreach v_id in array p_camp_ids loop
    v_offered := v_offered + private.offer_places(null, v_id);
  end loop;
  return v_offered;
end;
$$;
comment on function private.offer_all(uuid[], uuid[]) is 'private.offer_places for each: how many offers. The caller has locked them all.';

create function private.places_freed(p_session_ids uuid[], p_camp_ids uuid[])
returns integer
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform private.lock_places(p_session_ids, p_camp_ids);
  return private.offer_all(p_session_ids, p_camp_ids);
end;
$$;
comment on function private.places_freed(uuid[], uuid[]) is
  'To be called by whoever frees places, at the end of the same transaction: locks them (a lock held already costs nothing) and lets the waitlist have them first: how many offers. Called once, with all of them, so that the order of locks is kept.';

create function private.order_places_freed(p_order_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform private.places_freed(
    array(select session_id from public.order_lines where order_id = p_order_id and session_id is not null),
    array(select camp_id from public.order_lines where order_id = p_order_id and camp_id is not null));
end;
$$;
comment on function private.order_places_freed(uuid) is 'The places of an order that was just closed go to the waitlist first.';

create function private.follow_order()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.waitlist_entries e
  set status = case
    when new.status = 'paid' or new.outcome in ('reseated', 'enrolled') then 'enrolled' else 'lapsed' end
  from public.waitlist_offers o
  where o.order_id = new.id and o.status = 'accepted' and e.id = o.entry_id and e.status in ('accepted', 'lapsed');
  return null;
end;
$$;
comment on function private.follow_order() is
  'Trigger on orders: an entry whose checkout got its places is enrolled; one whose checkout came to nothing, or was paid too late for them, has lapsed. At the end of the transaction, after the places: the order of locks stands in the checkout migration. Definer: by then nobody''s function is running.';
create constraint trigger follow_order after update of status, outcome on public.orders
  deferrable initially deferred
  for each row when (
    (old.status, old.outcome) is distinct from (new.status, new.outcome)
    and new.status in ('paid', 'paid_late', 'released', 'expired'))
  execute function private.follow_order();

create function private.accept_offer(p_secret uuid, p_order jsonb, p_order_id uuid, p_previous_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_entry public.waitlist_entries;
  v_offer public.waitlist_offers;
begin
  select * into v_entry from public.waitlist_entries where secret = p_secret for update;
  if not found then perform private.fail('waitlist_entry_not_found', 'waitlist_secret'); end if;
  select * into v_offer from public.waitlist_offers
  where entry_id = v_entry.id and expires_at > clock_timestamp()
    -- The parent changed something in the checkout that had taken it over.
    and (status = 'open' or (status = 'accepted' and order_id = p_previous_id))
  order by created_at desc limit 1;
  if not found then perform private.fail('waitlist_offer_over', 'waitlist_secret'); end if;
  if (select count(*) from jsonb_array_elements(p_order -> 'lines') l
      where (l ->> 'session_id')::uuid = v_offer.session_id or (l ->> 'camp_id')::uuid = v_offer.camp_id)
    not between 1 and v_offer.places then
    perform private.fail('invalid_input', 'lines');
  end if;
  -- From here on the places count as free, and the caller, who has them locked, holds them.
  update public.waitlist_offers set status = 'accepted', order_id = p_order_id where id = v_offer.id;
  update public.waitlist_entries set status = 'accepted' where id = v_entry.id;
end;
$$;
comment on function private.accept_offer(uuid, jsonb, uuid, uuid) is
  'A checkout takes an offer''s places over. Refuses waitlist_entry_not_found, waitlist_offer_over (deadline passed, or accepted elsewhere), invalid_input lines (none for the offered place, or more than were offered).';

-- When it does not take place ------------------------------------------------------------------------------

create function private.other_places(p_session_id uuid, p_camp_id uuid)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select jsonb_build_object(
    'other_sessions', (
      select coalesce(jsonb_agg(private.session_view(o.id) order by o.starts_at), '[]') from (
        select s.id, s.starts_at from public.sessions s join public.sessions gone on gone.id = p_session_id
        where s.id <> gone.id and s.class_type_id = gone.class_type_id and s.status = 'scheduled'
          and s.starts_at > private.calendar_now() and private.places_free(s.id, null, clock_timestamp()) > 0
        order by s.starts_at limit 3) o),
    'other_camps', (
      select coalesce(jsonb_agg(private.camp_view(o.id) order by o.starts_at), '[]') from (
        select c.id, c.starts_at from public.camp_weeks c join public.camp_weeks gone on gone.id = p_camp_id
        where c.id <> gone.id and c.tier = gone.tier and c.is_active
          and c.starts_at > private.calendar_now() and private.places_free(null, c.id, clock_timestamp()) > 0
        order by c.starts_at limit 3) o))
$$;
comment on function private.other_places(uuid, uuid) is
  'Up to three coming classes of the same kind, or camps of the same tier, that have room: {other_sessions, other_camps}.';

create function private.call_off_waiting(p_session_id uuid, p_camp_id uuid, p_reason text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  update public.waitlist_offers set status = 'lapsed'
  where status = 'open' and (session_id = p_session_id or camp_id = p_camp_id);
  select array_agg(id) into v_ids from (
    select id from public.waitlist_entries
    where status in ('unconfirmed', 'waiting', 'offered', 'accepted') and (session_id = p_session_id or camp_id = p_camp_id)
    order by id for update) e;
  if v_ids is null then return; end if;
  delete from public.outbox
  where sent_at is null and template in ('waitlist_confirm', 'waitlist_joined') and split_part(key, ':', 2) = any (v_ids::text[]);
  -- An address that nobody has confirmed is told nothing. One that waits twice is told once.
  insert into public.outbox (key, template, recipient, payload)
  select distinct on (e.parent_email)
    format('waitlist_called_off:%s:%s', coalesce(p_session_id, p_camp_id), private.fingerprint(e.parent_email)),
    'waitlist_called_off', e.parent_email, jsonb_build_object(
      'parent_name', e.parent_name, 'reason', p_reason,
      'session', private.session_view(p_session_id), 'camp', private.camp_view(p_camp_id))
      || private.other_places(p_session_id, p_camp_id)
  from public.waitlist_entries e
  where e.id = any (v_ids) and e.status <> 'unconfirmed' and e.parent_email is not null
  order by e.parent_email, e.joined_at
  on conflict (key) do nothing;
  update public.waitlist_entries set status = 'called_off' where id = any (v_ids);
end;
$$;
comment on function private.call_off_waiting(uuid, uuid, text) is
  'A session or camp does not take place: offers and entries end, what was not sent of them stays unsent, and who waited is told once, with what else has room. Repeating it changes nothing. The caller has locked the place.';

create function private.withdraw_offers(p_camp_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$
  with over as (
    update public.waitlist_offers set status = 'lapsed' where camp_id = p_camp_id and status = 'open' returning entry_id)
  update public.waitlist_entries set status = 'waiting' where id in (select entry_id from over)
$$;
comment on function private.withdraw_offers(uuid) is
  'A camp is taken off sale, for now: nobody is promised what cannot be booked; who had an offer waits where they stood. The caller has locked the camp.';
