-- Waitlists: entries that wait for a place in a full session or camp, and the offers of released places (spec 2 §4 and
-- §5; docs/decisions "Selling rules").
--
-- A released place is offered to the first entry that fits completely, before anybody else can book it: a function that
-- releases a place calls private.offer_released_places in the same transaction, and a function about to take one first
-- calls private.offer_places under the place's lock, because a hold or an offer may have expired by time alone. An open
-- offer counts as taken (private.seats_taken, private.camp_seats_taken) until its deadline.
--
-- Only verified addresses can hold a place, because anybody can type any address: until the link in a mail is used (or
-- if the address belongs to an account that has verified it), an entry is unconfirmed, does not block others, and gets
-- no offers. A guest gets the same answer whatever is known about the address.

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
      'cancelled_by_us')),
  family_id uuid references public.families (id) on delete restrict,
  parent_name text check (length(parent_name) between 1 and 120),
  parent_email text check (length(parent_email) <= 254),
  parent_phone text check (private.is_phone(parent_phone)),
  search_text text not null generated always as (private.search_text(parent_name, parent_email, parent_phone)) stored,
  joined_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  check (num_nonnulls(session_id, camp_id) = 1)
);
comment on table public.waitlist_entries is
  'A family that waits for one session or camp. Siblings, and a friend whom they named, are one entry. They get their '
  'places together or not at all.';
comment on column public.waitlist_entries.secret is
  'With the secret, a parent can read the position and accept, decline or leave.';
comment on column public.waitlist_entries.offer_id is 'The pass or the camp''s tier that they would buy.';
comment on column public.waitlist_entries.places is 'The number of children in waitlist_children.';
comment on column public.waitlist_entries.status is
  'unconfirmed means that nothing is offered yet. never_confirmed means that the address was not verified in time. '
  'accepted means that a checkout holds the places. enrolled means that the places are paid, or booked in another way. '
  'lapsed means that the deadline has passed, or that the checkout ended.';
comment on column public.waitlist_entries.joined_at is
  'Entries are served in this order. When the address is confirmed, the time is set again, so that a late '
  'confirmation does not move others back.';
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
  search_text text not null generated always as (private.search_text(name)) stored,
  dob date check (dob between '1990-01-02' and '2100-12-31'),
  is_friend boolean not null default false,
  primary key (entry_id, position)
);
comment on table public.waitlist_children is 'The children of an entry.';
comment on column public.waitlist_children.is_friend is 'True if it is another family''s child, named to come along.';
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
  -- The check is deferred, because the checkout sets this key before its order is inserted.
  order_id uuid references public.orders (id) on delete set null deferrable initially deferred,
  offered_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  check (num_nonnulls(session_id, camp_id) = 1)
);
comment on table public.waitlist_offers is
  'Places held for an entry until expires_at. An open offer counts as taken until then.';
comment on column public.waitlist_offers.positions is
  'The children for whom the places are (waitlist_children.position). They are those who needed a place at the time '
  'of the offer.';
comment on column public.waitlist_offers.order_id is 'The checkout that accepted the places.';
comment on column public.waitlist_offers.offered_by is
  'The member of staff who offered or restored it. It is null if it was the entry''s turn.';
create unique index waitlist_offers_one_open on public.waitlist_offers (entry_id) where status = 'open';
create index waitlist_offers_entry_id on public.waitlist_offers (entry_id);
create index waitlist_offers_session_id on public.waitlist_offers (session_id, status, expires_at);
create index waitlist_offers_camp_id on public.waitlist_offers (camp_id, status, expires_at);
create index waitlist_offers_order_id on public.waitlist_offers (order_id);
create index waitlist_offers_offered_by on public.waitlist_offers (offered_by);
create index waitlist_offers_open on public.waitlist_offers (expires_at) where status = 'open';

alter table public.waitlist_entries enable row level security;
alter table public.waitlist_children enable row level security;
alter table public.waitlist_offers enable row level security;
revoke all on table public.waitlist_entries, public.waitlist_children, public.waitlist_offers
  from anon, authenticated, service_role;
grant select on public.waitlist_entries, public.waitlist_children, public.waitlist_offers to service_role;
-- All columns but the secret are granted.
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
  'Counts the places of a session or camp in open offers at p_at, for private.seats_taken and '
  'private.camp_seats_taken.';

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
  return (select c.capacity - private.camp_seats_taken(c.id, p_at) from public.camp_weeks c
    where c.id = p_camp_id and private.is_camp_on_sale(c) and c.starts_at > private.calendar_now());
end;
$$;
comment on function private.places_free(uuid, uuid, timestamptz) is
  'Returns the free places of a session or camp at p_at, which is negative if its capacity was reduced. Returns null '
  'if we cancelled it, it is not on sale or it has begun.';

-- The same child may be in two entries, or get a place in another way while it waits. A child is not offered a place
-- that it already has, or that another entry of it is being offered. Details that a guest typed are not verified: a
-- guest's entry is compared with other entries only, and is offered all its places or skipped, without any visible
-- difference. So an address does not reveal who waits or has a place.

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
  'Returns whether this child of a family''s entry already has a place. Always returns false for a guest''s entry.';

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
  'Returns whether another entry for the same session or camp has an offer for this child, or a place booked with an '
  'offer.';

create function private.children_wanted(p_entry public.waitlist_entries)
returns integer[]
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_all_positions constant integer[] := array(
    select c.position from public.waitlist_children c where c.entry_id = p_entry.id order by c.position);
  v_unplaced_positions constant integer[] := array(
    select c.position from public.waitlist_children c
    where c.entry_id = p_entry.id
      and not (private.is_placed(p_entry, c) or private.is_offered_elsewhere(p_entry, c))
    order by c.position);
begin
  return case when p_entry.family_id is null and v_unplaced_positions <> '{}' then v_all_positions else v_unplaced_positions end;
end;
$$;
comment on function private.children_wanted(public.waitlist_entries) is
  'Returns the children of a waiting entry who need an offer (waitlist_children.position). They are those who have no '
  'place and no other offer. A guest''s entry wants all of them or none.';

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
  'Returns how many places a waiting entry needs: one for each of private.children_wanted.';
