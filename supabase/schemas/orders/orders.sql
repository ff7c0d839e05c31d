-- An order is what a parent buys. It has lines, holds for their seats, and attempts to pay (README "One booking, end to
-- end").

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
  network_hash text,
  renewals integer not null default 0 check (renewals >= 0),
  code text check (length(code) between 1 and 60),
  split_allowed boolean not null default false,
  language text not null default 'en' check (language in ('en', 'zh')),
  channel text not null default 'web' check (channel in ('web', 'desk', 'renewal')),
  parent_name text check (length(parent_name) between 1 and 120 and private.is_line(parent_name)),
  parent_email text check (length(parent_email) <= 254),
  parent_phone text check (private.is_phone(parent_phone)),
  search_text text not null generated always as (private.search_text(parent_name, parent_email, parent_phone)) stored,
  consents_at timestamptz,
  consents jsonb not null default '{}' check (jsonb_typeof(consents) = 'object'),
  signature text check (length(signature) between 1 and 120),
  transport_address text check (length(transport_address) between 1 and 300),
  attempt integer not null default 0 check (attempt >= 0),
  family_id uuid references public.families (id) on delete restrict,
  user_id uuid,
  opened_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  paid_at timestamptz,
  kept_at timestamptz,
  updated_at timestamptz not null default clock_timestamp(),
  sold_by uuid references public.profiles (id) on delete set null check (sold_by is null or channel = 'desk'),
  sale_digest text check (sale_digest ~ '^[0-9a-f]{64}$'),
  payable_by_link boolean not null default false,
  balance_cents integer not null default 0 check (balance_cents between 0 and total_cents),
  check (outcome is null or status = 'paid_late' or outcome = 'under_review'),
  check ((paid_at is not null) = (status in ('paid', 'paid_late'))),
  split_method text check (split_method in ('cash', 'paynow', 'card_terminal')),
  split_cents integer not null default 0 check (split_cents between 0 and total_cents and (split_cents = 0) = (split_method is null))
);
comment on table public.orders is
  'One checkout. held means that seats are held without a payment attempt, and awaiting_payment that there is one. '
  'paid_late means that it was paid after the hold expired, and released that the parent released it.';
comment on column public.orders.number is
  'The number that people read, e.g. OT-4K7M. It identifies an order but gives no access.';
comment on column public.orders.secret is
  'Gives access to read and pay this order. It must never appear in analytics, reports or logs.';
comment on column public.orders.outcome is
  'What came of a paid_late order. under_review means that a charge did not match, and staff decide about it before '
  'the order can be paid again.';
comment on column public.orders.total_cents is 'The sum of the lines, including GST.';
comment on column public.orders.gst_rate_basis_points is 'The rate when the parent agreed to pay, and null before.';
comment on column public.orders.client_hash is 'The private.fingerprint of the address.';
comment on column public.orders.network_hash is 'The private.fingerprint of the network.';
comment on column public.orders.split_allowed is
  'True if the parent accepts some of the lines without the others. Otherwise all lines are sold or none.';
comment on column public.orders.language is 'The language of the page on which it was booked (private.mail_language).';
comment on column public.orders.channel is
  'desk means that staff sold the order in person. renewal means that the charge of a subscription sold it.';
comment on column public.orders.sold_by is 'The member of staff who sold it at the desk.';
comment on column public.orders.payable_by_link is
  'True if the parent sent it to somebody else to pay. Its Stripe sessions then contain no address, and lead back to '
  'the page /pay.';
comment on column public.orders.consents is
  'The consents by purpose: {terms: {given, version}, …}. The payment records them as consents of the family.';
comment on column public.orders.signature is 'The parent''s name as typed under the consents.';
comment on column public.orders.transport_address is 'The address where we fetch the child.';
comment on column public.orders.opened_at is
  'When this browser first opened a checkout for these places. An order that replaces another one keeps its time.';
comment on column public.orders.consents_at is 'When the consents to terms and activity were given. Both are required.';
comment on column public.orders.attempt is 'The number of the current payment attempt. It is 0 before the first.';
comment on column public.orders.user_id is
  'The account that was signed in when the checkout opened. The consents to terms and news belong to it. It is null '
  'for a guest. There is no foreign key, as in consents.';
comment on column public.orders.kept_at is
  'When the purge kept this closed order because it has payments. Its personal data is deleted, and the order stays '
  'for the books.';
comment on column public.orders.family_id is
  'The family of the signed-in parent, from the opening on. For a guest, the payment creates the family.';
-- The index starts with the network. If another index did not, Postgres might choose that one for the hold limit if it
-- made its plan while both were empty.
create index orders_open on public.orders (network_hash, created_at) where status in ('held', 'awaiting_payment');
-- Recently released places count towards the limit of an address.
create index orders_let_go on public.orders (network_hash, updated_at) where status in ('released', 'expired');
create index orders_family_id on public.orders (family_id);
create index orders_sold_by on public.orders (sold_by);
-- The purges read these two indexes, which contain only the orders that are still to be processed.
create index orders_lapsed on public.orders (updated_at) where status in ('released', 'expired') and kept_at is null;
create index orders_with_people on public.orders (paid_at) where parent_email is not null or client_hash is not null;
create index orders_paid_at on public.orders (paid_at desc) where paid_at is not null;
create index orders_parent_email on public.orders (lower(parent_email)) where paid_at is not null;

create table public.order_children (
  order_id uuid not null references public.orders (id) on delete cascade,
  position integer not null check (position between 0 and 7),
  child_id uuid references public.children (id) on delete restrict,
  name text check (length(name) between 1 and 120 and private.is_line(name)),
  dob date check (dob between '1990-01-02' and '2100-12-31'),
  experience_level text check (length(experience_level) between 1 and 40),
  overnight boolean,
  primary key (order_id, position)
);
comment on table public.order_children is 'The children of an order. Several lines may be for one child.';
comment on column public.order_children.child_id is
  'A child of the signed-in family. For a guest''s order, the child that the payment created.';
comment on column public.order_children.experience_level is
  'The parent''s own estimate (experienceLevels of contract/orders.ts). The payment writes it to the child.';
comment on column public.order_children.overnight is
  'True if the child would like to stay the night of EPIC Camp (spec 2 §2). It is null if the form did not ask.';
comment on column public.order_children.dob is 'The birth date. The age is checked on the first day of the place.';
create index order_children_child_id on public.order_children (child_id);

create table public.order_lines (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  position integer not null check (position >= 0),
  status text not null default 'open' check (status in ('open', 'placed', 'needs_choice', 'credit', 'cancelled')),
  child_position integer,
  offer_id text not null references public.offers (id) on delete restrict,
  session_id uuid references public.sessions (id) on delete restrict,
  title text not null,
  price_cents integer not null check (price_cents > 0),
  rebate_cents integer not null default 0 check (rebate_cents >= 0),
  discount_cents integer not null default 0 check (discount_cents >= 0),
  transport jsonb check (jsonb_typeof(transport) = 'object'),
  transport_cents integer not null default 0 check (transport_cents >= 0),
  transferred_cents integer not null default 0 check (transferred_cents >= 0),
  total_cents integer not null generated always as (
    price_cents - rebate_cents - discount_cents + transport_cents - transferred_cents) stored check (total_cents >= 0),
  expected_price_cents integer check (expected_price_cents >= 0),
  sessions integer check (sessions > 0),
  validity_days integer check (validity_days > 0),
  renews boolean not null default false,
  once_per_child boolean not null default false,
  terms_id uuid not null references public.sale_terms (id) on delete restrict,
  revision text not null,
  moves_line_id uuid references public.order_lines (id) on delete set null,
  moved_to_line_id uuid references public.order_lines (id) on delete set null,
  camp_id uuid references public.camp_weeks (id) on delete restrict,
  rung_id text,
  sibling_rebate boolean not null default false,
  continued boolean not null default false,
  refund_starts_at timestamptz,
  subscription_id uuid,
  had_before boolean not null default false,
  held_since timestamptz,
  unique (order_id, position),
  check (moved_to_line_id is null or status = 'cancelled'),
  check (not had_before or status = 'cancelled'),
  foreign key (order_id, child_position) references public.order_children (order_id, position),
  check (camp_id is null or (session_id is null and sessions is null and rung_id is not null))
);
comment on table public.order_lines is
  'What was bought, as it was at that time. Title and prices are copied from the offer, and sale_terms has the terms.';
comment on column public.order_lines.position is 'The position counts from 0, as the browser sent the lines.';
comment on column public.order_lines.status is
  'It is open until it is paid. placed means that it has what it bought. If the place was no longer free, it is '
  'needs_choice. If the place is chosen later, it is credit. cancelled means that it was refunded by its rules.';
comment on column public.order_lines.child_position is 'The child of the line, or null until the parent chooses one.';
comment on column public.order_lines.price_cents is 'The price before rebate, discount and transport.';
comment on column public.order_lines.transport is '{id, title}. It is null if the parents bring the child.';
comment on column public.order_lines.total_cents is
  'The amount that the order charges for the line. A refund of the line is based on this and on transferred_cents.';
comment on column public.order_lines.transferred_cents is
  'For a move that costs more (hold_upgrade), what an earlier order paid for the original place. That money stays on '
  'the earlier order''s charge.';
comment on column public.order_lines.moves_line_id is 'The paid line whose place this line replaces.';
comment on column public.order_lines.moved_to_line_id is
  'The paid line to which the payment for this line was transferred. Refunds no longer go through this line.';
comment on column public.order_lines.expected_price_cents is
  'The price that the page showed, or that the parent has agreed to since.';
comment on column public.order_lines.session_id is
  'The session that the line''s pass booked first or, if that booking was moved, the session to which it was moved. It '
  'is null if the line has no session, and after the booking was cancelled (private.line_follows).';
comment on column public.order_lines.sessions is 'The number of sessions of the pass, if any.';
comment on column public.order_lines.renews is 'True if the pass renews itself by card.';
comment on column public.order_lines.once_per_child is 'True if it is a try-out (private.claim_trial).';
comment on column public.order_lines.terms_id is
  'The terms that were shown when the place was held. The line is sold with them. If the line moves another line, it '
  'has the terms of that line.';
comment on column public.order_lines.rung_id is
  'The early-bird rung of the camp''s tier at which the line is priced. A hold takes one place on it.';
comment on column public.order_lines.sibling_rebate is 'True if it takes a camp''s place with rebate.';
comment on column public.order_lines.continued is
  'True if the order that replaced this unpaid one kept the place, so that it does not count as released.';
comment on column public.order_lines.refund_starts_at is
  'The earliest start of any place that the line has had. It is set once the line was moved or a session of its pass '
  'was cancelled. The refund rules count from it, so that neither leads to a better refund.';
comment on column public.order_lines.subscription_id is
  'The subscription to which a renewal belongs. It is null for other lines, including the first of a subscription. A '
  'child may have several subscriptions of one offer.';
comment on column public.order_lines.had_before is
  'True if it is a try-out and the child had already had one when it was paid. It was then not booked, and its price '
  'was refunded at once.';
create index order_lines_terms_id on public.order_lines (terms_id);
create index order_lines_offer_id on public.order_lines (offer_id);
create index order_lines_session_id on public.order_lines (session_id);
create index order_lines_moves_line_id on public.order_lines (moves_line_id);
create index order_lines_moved_to_line_id on public.order_lines (moved_to_line_id);
create index order_lines_child on public.order_lines (order_id, child_position);
create index order_lines_camp_id on public.order_lines (camp_id);
create index order_lines_subscription_id on public.order_lines (subscription_id);
create index order_lines_renewing on public.order_lines (order_id) where renews;

create table public.holds (
  order_line_id uuid primary key references public.order_lines (id) on delete cascade,
  order_id uuid not null references public.orders (id) on delete cascade,
  session_id uuid references public.sessions (id) on delete restrict,
  expires_at timestamptz not null,
  camp_id uuid references public.camp_weeks (id) on delete restrict,
  rung_id text,
  sibling_rebate boolean not null default false,
  check (num_nonnulls(session_id, camp_id) <= 1)
);
comment on table public.holds is
  'A seat that is held for an order line until expires_at. For a line without a place, such as a pass, this is only '
  'the time in which it can be paid. An expired row counts for nothing. Rows are deleted when the order is paid or '
  'released, or when it lapses.';
comment on column public.holds.camp_id is 'The camp of the hold. A hold has a session, a camp or neither.';
comment on column public.holds.rung_id is
  'A copy of the line''s rung, kept up to date by triggers, because every buyer of a place on a camp counts its rungs '
  'under its lock.';
comment on column public.holds.sibling_rebate is 'A copy of the line''s sibling_rebate, which is kept like rung_id.';
create index holds_session_id on public.holds (session_id, expires_at);
-- The index has the time, so that finding the end of an order's hold reads one entry, however many are live.
create index holds_order_id on public.holds (order_id, expires_at);
create index holds_expires_at on public.holds (expires_at);
create index holds_camp_id on public.holds (camp_id, expires_at);

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
  url text,
  primary key (order_id, attempt)
);
comment on table public.checkout_attempts is
  'Attempts to pay. The parameters are stored before Stripe is called. After a lost answer the call is repeated with '
  'the same parameters and the idempotency key order:attempt.';
comment on column public.checkout_attempts.terms is
  'The private.order_terms when the attempt began, which say what it would charge for.';
comment on column public.checkout_attempts.session_id is 'The id of the Stripe session, or null until it is recorded.';
comment on column public.checkout_attempts.superseded_at is
  'When the order''s terms changed. If this session expires later, the seats are not released.';
comment on column public.checkout_attempts.url is 'Stripe''s page. It is null unless the order is payable by link.';
comment on column public.checkout_attempts.closed_at is 'When Stripe reported that this session has expired.';
create index checkout_attempts_filled on public.checkout_attempts (created_at) where params <> '{}' or terms ? 'email';

alter table public.orders enable row level security;
alter table public.order_children enable row level security;
alter table public.order_lines enable row level security;
alter table public.holds enable row level security;
alter table public.checkout_attempts enable row level security;

revoke all on table public.orders, public.order_children, public.order_lines, public.holds,
  public.checkout_attempts from anon, authenticated, service_role;
grant select on public.orders, public.order_children, public.order_lines, public.holds, public.checkout_attempts
  to service_role;
grant select (
  id, number, status, outcome, currency, total_cents, gst_rate_basis_points, gst_number, parent_name, parent_email,
  parent_phone, consents_at, family_id, code, split_allowed, channel, consents, signature, transport_address,
  opened_at, created_at, paid_at, updated_at
) on public.orders to authenticated;
grant select on public.order_children, public.order_lines, public.holds to authenticated;

create policy "Parents read their own orders, admins read all" on public.orders
  for select to authenticated using (family_id = (select private.my_family_id()) or (select private.is_admin()));

create policy "Parents read the lines of their own orders, admins read all" on public.order_lines
  for select to authenticated using (
    (select private.is_admin())
    or order_id in (select id from public.orders where family_id = (select private.my_family_id()))
  );

create policy "Parents read the children of their own orders, admins read all" on public.order_children
  for select to authenticated using (
    (select private.is_admin())
    or order_id in (select id from public.orders where family_id = (select private.my_family_id()))
  );

create policy "Admins read holds" on public.holds
  for select to authenticated using ((select private.is_admin()));

create trigger touch_updated_at before update on public.orders
  for each row execute function private.touch_updated_at();

create trigger keep_terms before update of terms_id on public.order_lines
  for each row when (old.terms_id <> new.terms_id) execute function private.refuse_other_terms();
