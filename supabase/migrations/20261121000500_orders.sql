-- Orders: what a parent is buying, the seats held meanwhile, and the attempts to pay
-- (architecture, "One booking, end to end"; 3-decisions, "The hold").

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  number text not null unique,
  secret uuid not null unique default gen_random_uuid(),
  status text not null default 'held'
    check (status in ('held', 'awaiting_payment', 'paid', 'paid_late', 'expired', 'released')),
  outcome text check (outcome in ('enrolled', 'reseated', 'needs_choice', 'under_review')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  total_cents integer not null check (total_cents > 0),
  gst_rate_basis_points integer,
  gst_number text,
  client_hash text,
  renewals integer not null default 0 check (renewals >= 0),
  parent_name text check (length(parent_name) between 1 and 120),
  parent_email text check (length(parent_email) <= 254),
  parent_phone text check (parent_phone ~ '^\+[1-9][0-9]{7,14}$'),
  consents_at timestamptz,
  attempt integer not null default 0 check (attempt >= 0),
  family_id uuid references public.families (id) on delete restrict,
  created_at timestamptz not null default clock_timestamp(),
  paid_at timestamptz,
  updated_at timestamptz not null default clock_timestamp(),
  check (outcome is null or status = 'paid_late' or outcome = 'under_review'),
  check ((paid_at is not null) = (status in ('paid', 'paid_late')))
);
comment on table public.orders is
  'One checkout. held: seats kept, never went to pay; awaiting_payment: a payment attempt exists; paid; paid_late: paid after the hold lapsed; expired; released by the parent.';
comment on column public.orders.number is 'For people: OT-4K7M. Identifies, never authorises.';
comment on column public.orders.secret is 'Whoever knows it may read and pay this order. Never in analytics, reports or logs.';
comment on column public.orders.outcome is
  'What became of a paid_late order; under_review: a charge came that does not fit, and a person decides before anything more is paid.';
comment on column public.orders.total_cents is 'Sum of the lines. GST is contained.';
comment on column public.orders.gst_rate_basis_points is 'As it was when the parent agreed; null before.';
comment on column public.orders.client_hash is 'private.fingerprint of the network address, for the cap on live holds.';
comment on column public.orders.consents_at is 'When terms and activity consent were given; both are required.';
comment on column public.orders.attempt is 'Number of the current payment attempt; 0 before the first.';
comment on column public.orders.family_id is 'Set by the payment.';
create index orders_live_by_client on public.orders (client_hash) where status in ('held', 'awaiting_payment');
create index orders_open on public.orders (created_at) where status in ('held', 'awaiting_payment');
create index orders_family_id on public.orders (family_id);

create table public.order_lines (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  position integer not null check (position >= 0),
  offer_id text not null references public.offers (id) on delete restrict,
  session_id uuid references public.sessions (id) on delete restrict,
  title text not null,
  price_cents integer not null check (price_cents > 0),
  seen_price_cents integer check (seen_price_cents >= 0),
  sessions integer not null check (sessions > 0),
  validity_days integer check (validity_days > 0),
  cancellation text,
  revision text not null,
  child_name text check (length(child_name) between 1 and 120),
  child_dob date,
  unique (order_id, position)
);
comment on table public.order_lines is 'What is bought, as it was at the sale: title, price and rules are copies of the offer.';
comment on column public.order_lines.position is 'From 0, as the browser sent them.';
comment on column public.order_lines.seen_price_cents is 'What the page showed, or what the parent agreed to since.';
comment on column public.order_lines.session_id is 'The session that the first credit books.';
comment on column public.order_lines.revision is 'Revision of the offer that was sold.';
create index order_lines_offer_id on public.order_lines (offer_id);
create index order_lines_session_id on public.order_lines (session_id);

create table public.holds (
  order_line_id uuid primary key references public.order_lines (id) on delete cascade,
  order_id uuid not null references public.orders (id) on delete cascade,
  session_id uuid not null references public.sessions (id) on delete restrict,
  expires_at timestamptz not null
);
comment on table public.holds is
  'A seat kept for an order line until expires_at. A row past it counts for nothing; rows go when the order is paid, released or lapsed.';
create index holds_session_id on public.holds (session_id, expires_at);
create index holds_order_id on public.holds (order_id);
create index holds_expires_at on public.holds (expires_at);

create table public.checkout_attempts (
  order_id uuid not null references public.orders (id) on delete cascade,
  attempt integer not null check (attempt > 0),
  params jsonb not null,
  terms jsonb not null,
  session_id text unique,
  expires_at timestamptz,
  superseded_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (order_id, attempt)
);
comment on table public.checkout_attempts is
  'Attempts to pay. The parameters are stored before the payment provider is called, so that a lost answer is asked for again with the same ones under the idempotency key order:attempt.';
comment on column public.checkout_attempts.terms is 'private.order_terms at the start: what this attempt would charge for.';
comment on column public.checkout_attempts.session_id is 'The provider''s session; null until it is recorded.';
comment on column public.checkout_attempts.superseded_at is
  'Set when the order''s terms changed: that this session expires no longer frees the seats.';
comment on column public.checkout_attempts.closed_at is 'The provider said that this session expired.';

alter table public.orders enable row level security;
alter table public.order_lines enable row level security;
alter table public.holds enable row level security;
alter table public.checkout_attempts enable row level security;

revoke all on table public.orders, public.order_lines, public.holds, public.checkout_attempts
  from anon, authenticated, service_role;
grant select on public.orders, public.order_lines, public.holds, public.checkout_attempts to service_role;
-- Everything but the secret and the address's hash.
grant select (
  id, number, status, outcome, currency, total_cents, gst_rate_basis_points, gst_number, parent_name, parent_email,
  parent_phone, consents_at, family_id, created_at, paid_at, updated_at
) on public.orders to authenticated;
grant select on public.order_lines, public.holds to authenticated;

create policy "Parents read their own orders, admins read all" on public.orders
  for select to authenticated using (family_id = (select private.my_family_id()) or (select private.is_admin()));

create policy "Parents read the lines of their own orders, admins read all" on public.order_lines
  for select to authenticated using (
    (select private.is_admin())
    or order_id in (select id from public.orders where family_id = (select private.my_family_id()))
  );

create policy "Admins read holds" on public.holds
  for select to authenticated using ((select private.is_admin()));

create trigger touch_updated_at before update on public.orders
  for each row execute function private.touch_updated_at();
