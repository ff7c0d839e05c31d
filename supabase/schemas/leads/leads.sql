-- The leads: visitors who left their contact details without booking.

create function private.is_lead_notes(p_notes jsonb)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select jsonb_typeof(p_notes) = 'object'
    and octet_length(p_notes::text) <= 20000
    and p_notes - array['packageType', 'conversionStatus', 'collectionSource', 'primaryParent', 'waitlistJoinedAt',
      'conversionValue', 'packageDetails', 'whatsappGroupJoinedAt', 'engagementLevel', 'page', 'message'] = '{}'
    and not exists (
      select from unnest(array['packageType', 'conversionStatus', 'collectionSource', 'waitlistJoinedAt',
        'whatsappGroupJoinedAt', 'engagementLevel', 'page', 'message']) key
      where p_notes ? key and jsonb_typeof(p_notes -> key) <> 'string')
    and coalesce(jsonb_typeof(p_notes -> 'conversionValue'), 'number') = 'number'
    and coalesce(jsonb_typeof(p_notes -> 'packageDetails'), 'object') = 'object'
    and (not p_notes ? 'primaryParent' or (
      jsonb_typeof(p_notes -> 'primaryParent') = 'object'
      and (p_notes -> 'primaryParent') - array['name', 'phone', 'email', 'role'] = '{}'))
$$;
comment on function private.is_lead_notes(jsonb) is
  'Returns whether a lead''s notes have the specified shape (spec 2 §3).';

create table public.leads (
  id uuid primary key default gen_random_uuid(),
  token uuid not null unique default gen_random_uuid(),
  name text not null check (length(name) between 1 and 120),
  source text not null check (source ~ '^[a-z][a-z0-9_-]{0,59}$'),
  status text not null default 'new' check (status in (
    'new', 'waitlist_conversion_pending', 'waitlist_whatsapp_joined', 'contacted', 'converted', 'closed')),
  phone_number text check (private.is_phone(phone_number)),
  email text check (length(email) <= 254),
  search_text text not null generated always as (private.search_text(name, email, phone_number)) stored,
  notes jsonb not null default '{}' check (private.is_lead_notes(notes)),
  auto_delete_at timestamptz not null default clock_timestamp() + interval '30 days',
  last_activity_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  order_id uuid references public.orders (id) on delete set null,
  joined_by uuid references public.profiles (id) on delete set null,
  check (phone_number is not null or email is not null)
);
comment on table public.leads is 'Parents who asked to be contacted. They are deleted at auto_delete_at.';
comment on column public.leads.token is
  'With the token, the browser may report that the parent joined the group. It is returned once, at creation.';
comment on column public.leads.source is
  'The form that it came from, e.g. waitlist_modal, birthday_enquiry, page_enquiry.';
comment on column public.leads.status is
  'It is waitlist_conversion_pending after the reservation, and waitlist_whatsapp_joined after the parent pressed the '
  'group''s button. Staff set all other values.';
comment on column public.leads.notes is
  '{packageType, conversionStatus, collectionSource, primaryParent, waitlistJoinedAt, conversionValue (dollars), '
  'packageDetails, …}. Only page and message come from the visitor. The server fills in the rest.';
comment on column public.leads.order_id is
  'The order that the parent has paid since (lead_staff.sql). It is null if none is known, and for a birthday enquiry, '
  'which leads to a party.';
comment on column public.leads.joined_by is
  'The member of staff who joined lead and order. It is null if they were joined because of a verified address.';
comment on column public.leads.auto_delete_at is
  '30 days after creation (spec 2 §9). purge_leads then deletes the lead.';
create index leads_auto_delete_at on public.leads (auto_delete_at);
create index leads_email on public.leads (email);
create index leads_status on public.leads (status, created_at);
create index leads_by_creation on public.leads (created_at, id);
create index leads_by_activity on public.leads (last_activity_at, id);
create index leads_order_id on public.leads (order_id);
create index leads_joined_by on public.leads (joined_by);

create table public.spot_reservations (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null unique references public.leads (id) on delete cascade,
  parent_name text not null check (length(parent_name) between 1 and 120),
  whatsapp text not null check (private.is_phone(whatsapp)),
  child_name text not null default '' check (length(child_name) <= 120),
  child_age integer check (child_age between 0 and 18),
  session_preference text not null default '' check (length(session_preference) <= 200),
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.spot_reservations is
  'What a visitor sends with the form "Reserve Your Spot" (spec 2 §4). It is deleted with its lead.';
comment on column public.spot_reservations.child_name is
  'Empty, because the form has no such field (spec 2 §3). The same holds for the next two columns.';

create table public.birthday_enquiries (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null unique references public.leads (id) on delete cascade,
  offer_id text references public.offers (id) on delete set null,
  preferred_date date,
  guests integer check (guests between 1 and 200),
  child_age integer check (child_age between 1 and 18),
  message text check (length(message) between 1 and 4000),
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.birthday_enquiries is
  'Questions about a birthday party. They are deleted with the lead, which holds the contact.';
comment on column public.birthday_enquiries.offer_id is 'The package that the parent asked about.';
comment on column public.birthday_enquiries.child_age is
  'The age to be celebrated, in years. The child''s name is not requested.';
create index birthday_enquiries_offer_id on public.birthday_enquiries (offer_id);

alter table public.leads enable row level security;
alter table public.spot_reservations enable row level security;
alter table public.birthday_enquiries enable row level security;
revoke all on table public.leads, public.spot_reservations, public.birthday_enquiries
  from anon, authenticated, service_role;
grant select on public.leads, public.spot_reservations, public.birthday_enquiries to service_role;
grant select on public.spot_reservations, public.birthday_enquiries to authenticated;
-- All columns but the token are granted.
grant select (id, name, source, status, phone_number, email, notes, auto_delete_at, last_activity_at, created_at, updated_at,
  order_id, joined_by) on public.leads to authenticated;

create policy "Admins read leads" on public.leads
  for select to authenticated using ((select private.is_admin()));
create policy "Admins read spot reservations" on public.spot_reservations
  for select to authenticated using ((select private.is_admin()));
create policy "Admins read birthday enquiries" on public.birthday_enquiries
  for select to authenticated using ((select private.is_admin()));

create trigger touch_updated_at before update on public.leads
  for each row execute function private.touch_updated_at();
create trigger audit after update of status, order_id on public.leads
  for each row execute function private.audit('id', 'status', 'order_id');

create function private.add_lead(
  p_name text, p_email text, p_phone text, p_source text, p_status text, p_offer_id text, p_package_type text)
returns public.leads
language sql
volatile
set search_path = ''
as $$
  insert into public.leads (name, email, phone_number, source, status, notes)
  select p_name, p_email, p_phone, p_source, p_status, jsonb_strip_nulls(jsonb_build_object(
    'packageType', p_package_type,
    'conversionStatus', p_status,
    'collectionSource', p_source,
    'primaryParent', jsonb_build_object('name', p_name, 'phone', p_phone, 'email', p_email, 'role', 'primary'),
    'waitlistJoinedAt', case when p_status = 'waitlist_conversion_pending' then private.iso(clock_timestamp()) end,
    -- The value is the published price, because the browser is not trusted.
    'conversionValue', (
      select private.price_at(o, clock_timestamp()) / 100.0 from public.offers o where id = p_offer_id),
    'packageDetails', (
      select jsonb_build_object('offer_id', id, 'title', title, 'price_cents', private.price_at(o, clock_timestamp()))
      from public.offers o where id = p_offer_id)))
  returning *
$$;
comment on function private.add_lead(text, text, text, text, text, text, text) is
  'Writes a lead with its notes. The values have been checked.';

create function private.check_offer_id(p_value jsonb, p_field text)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_id text;
begin
  if not private.is_given(p_value) then return null; end if;
  v_id := private.check_text(p_value, p_field, 100);
  if not exists (select from public.offers o where id = v_id and private.is_on_sale(o, clock_timestamp())) then
    perform private.fail('offer_not_available', p_field);
  end if;
  return v_id;
end;
$$;
comment on function private.check_offer_id(jsonb, text) is
  'Returns the id of an offer on sale, or null if none was given. Fails with offer_not_available.';

create function private.check_slug(p_value jsonb, p_field text)
returns text
language plpgsql
volatile
set search_path = ''
as $$
begin
  if jsonb_typeof(p_value) is distinct from 'string' or p_value #>> '{}' !~ '^[a-z][a-z0-9_-]{0,59}$' then
    perform private.fail('invalid_input', p_field);
  end if;
  return p_value #>> '{}';
end;
$$;
comment on function private.check_slug(jsonb, text) is
  'Returns a short name such as waitlist_modal. Fails with invalid_input, and names the field.';
