-- A paid pass gives credits, and each booking uses one credit (spec 1 §1 and §3).

create table public.passes (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references public.families (id) on delete restrict,
  child_id uuid not null references public.children (id) on delete restrict,
  order_line_id uuid references public.order_lines (id) on delete restrict,
  offer_id text not null references public.offers (id) on delete restrict,
  title text not null,
  sessions_total integer not null check (sessions_total > 0),
  terms_id uuid not null references public.sale_terms (id) on delete restrict,
  valid_from date not null,
  valid_until date check (valid_until >= valid_from),
  moved_from_id uuid references public.passes (id) on delete restrict,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.passes is 'A pass that was sold. Its balance is the sum of its ledger.';
comment on column public.passes.order_line_id is
  'The line that sold it. A line grants one pass, however often its payment is reported. A pass with credits that were '
  'moved to a sibling belongs to the same line, so that they are refunded once and end with the line.';
comment on column public.passes.moved_from_id is
  'The pass from which the credits were moved, or null if the pass was sold.';
comment on column public.passes.terms_id is 'The sale terms, with their ages and make-ups.';
comment on column public.passes.valid_until is 'The last day in Singapore. It is null if the pass has no end.';
create unique index passes_sold_once on public.passes (order_line_id) where moved_from_id is null;
create index passes_order_line_id on public.passes (order_line_id);
create index passes_moved_from_id on public.passes (moved_from_id);
create index passes_family_id on public.passes (family_id);
create index passes_child_id on public.passes (child_id);
create index passes_terms_id on public.passes (terms_id);
create index passes_offer_id on public.passes (offer_id);
create index passes_valid_until on public.passes (valid_until);

create table public.credit_ledger (
  id uuid primary key default gen_random_uuid(),
  pass_id uuid not null references public.passes (id) on delete restrict,
  delta integer not null check (delta <> 0),
  reason text not null check (reason in ('granted', 'booked', 'returned', 'make_up', 'adjusted', 'moved')),
  booking_id uuid references public.bookings (id) on delete restrict,
  note text,
  created_at timestamptz not null default clock_timestamp(),
  check ((reason in ('booked', 'returned', 'make_up')) = (booking_id is not null))
);
comment on table public.credit_ledger is
  'Credits, counted in sessions. Entries are only added, so a wrong entry is corrected by another one. A pass''s '
  'balance is never below zero.';
comment on column public.credit_ledger.delta is 'The number of sessions: positive when granted, negative when spent.';
comment on column public.credit_ledger.reason is
  'granted means that it came with the pass. booked means that it was spent on a booking. returned means that the '
  'booking was cancelled in time. make_up means that it is for a missed session. adjusted means that staff changed the '
  'number. moved means that the family moved it to or from a sibling''s pass.';
create index credit_ledger_pass_id on public.credit_ledger (pass_id);
create index credit_ledger_booking_id on public.credit_ledger (booking_id);
create unique index credit_ledger_granted_once on public.credit_ledger (pass_id) where reason = 'granted';
create unique index credit_ledger_booked_once on public.credit_ledger (booking_id) where reason = 'booked';
create unique index credit_ledger_returned_once on public.credit_ledger (booking_id) where reason = 'returned';
create unique index credit_ledger_made_up_once on public.credit_ledger (booking_id) where reason = 'make_up';

alter table public.passes enable row level security;
alter table public.credit_ledger enable row level security;
revoke all on table public.passes, public.credit_ledger from anon, authenticated, service_role;
grant select on public.passes, public.credit_ledger to authenticated, service_role;

create policy "Parents read their own passes, admins read all" on public.passes
  for select to authenticated using (family_id = (select private.my_family_id()) or (select private.is_admin()));

create policy "Parents read the credits of their own passes, admins read all" on public.credit_ledger
  for select to authenticated using (
    (select private.is_admin())
    or pass_id in (select id from public.passes where family_id = (select private.my_family_id()))
  );

create trigger keep_terms before update of terms_id on public.passes
  for each row when (old.terms_id <> new.terms_id) execute function private.refuse_other_terms();

create function private.keep_balance()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- The lock makes two bookings of the last credit run one after the other. The second sums again after the first has
  -- committed.
  perform from public.passes where id = new.pass_id for update;
  if new.delta + coalesce((select sum(delta) from public.credit_ledger where pass_id = new.pass_id), 0) < 0 then
    raise exception 'no credit left on pass %', new.pass_id using errcode = 'check_violation';
  end if;
  return new;
end;
$$;
comment on function private.keep_balance() is 'Trigger: refuses an entry that would take a pass''s balance below zero.';
create trigger keep_balance before insert on public.credit_ledger
  for each row execute function private.keep_balance();

-- The note is free text and may be removed. Nothing else of an entry may change.
create trigger refuse_change before delete or truncate on public.credit_ledger
  for each statement execute function private.refuse_change();
create trigger refuse_rewrite before update on public.credit_ledger
  for each row when (new.note is not null or to_jsonb(new) - 'note' is distinct from to_jsonb(old) - 'note')
  execute function private.refuse_change();
create trigger audit after insert on public.credit_ledger
  for each row when (new.reason in ('adjusted', 'moved')) execute function private.audit('id', 'pass_id', 'delta');
