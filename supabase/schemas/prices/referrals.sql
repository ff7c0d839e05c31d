-- A family has a code that it tells to friends. A new family that books with it gets no discount. The family that told
-- it gets a credit on its balance once the friend has come (growth/referral_credits.sql; docs/decisions "A friend
-- booked"; settings.sql has the columns of settings).

comment on column public.settings.referrals_enabled is
  'True if families have a code for friends (prices/referrals.sql). Orders that used one keep their terms.';
comment on column public.settings.referral_credit_cents is
  'What a family gets on its balance when a friend has booked and come. It is stored with the friend''s order.';
comment on column public.settings.referrals_per_year_max is
  'For how many friends in a calendar year a family gets the credit. It is stored with the friend''s order.';

create table public.referral_codes (
  code text primary key check (code ~ '^HI-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$'),
  family_id uuid not null unique references public.families (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.referral_codes is
  'The codes that families tell to friends. A code says nothing about its family. A renewed code replaces the old one.';

create table public.referrals (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null unique references public.orders (id) on delete cascade,
  family_id uuid references public.families (id) on delete set null,
  credit_cents integer not null check (credit_cents > 0),
  per_year_max integer not null check (per_year_max > 0),
  state text not null default 'open' check (state in ('open', 'waiting', 'review', 'given', 'refused', 'taken_back')),
  reason text check (reason in (
    'same_family', 'staff', 'not_new', 'not_earned', 'too_little', 'year_limit', 'family_gone', 'by_staff', 'contact', 'child')),
  taken_cents integer not null default 0 check (taken_cents between 0 and credit_cents),
  decided_at timestamptz,
  decided_by uuid,
  checked_at timestamptz not null default '-infinity',
  created_at timestamptz not null default clock_timestamp(),
  check ((decided_at is not null) = (state in ('given', 'refused', 'taken_back'))),
  check (taken_cents = 0 or state = 'taken_back'),
  check ((reason is not null) = (state in ('review', 'refused', 'taken_back')) or (state = 'given' and reason is not null))
);
comment on table public.referrals is
  'Orders that used the code of another family, and what came of the credit. There is at most one row for an order.';
comment on column public.referrals.family_id is
  'The family whose code it was. The friend''s family is the one of the order, so that merges change both.';
comment on column public.referrals.credit_cents is 'The credit as settings said when the order was placed.';
comment on column public.referrals.per_year_max is 'The limit of a year as settings said when the order was placed.';
comment on column public.referrals.state is
  'open: the order is not paid. waiting: the friend has not come yet. review: staff decide. taken_back: the friend''s '
  'payment was refunded after the credit was given.';
comment on column public.referrals.reason is
  'Why it gives nothing, or why staff have to decide. It stays if staff decide for the credit.';
comment on column public.referrals.taken_cents is 'How much was taken back. The rest had been spent.';
comment on column public.referrals.decided_by is
  'The admin who decided. It is null if the rules decided. There is no foreign key, as in consents.';
create index referrals_family_id on public.referrals (family_id, decided_at);
create index referrals_checked_at on public.referrals (checked_at) where state in ('open', 'waiting', 'given');
create index referrals_created_at on public.referrals (created_at, id);
create index referrals_decided_at on public.referrals (decided_at);

alter table public.referral_codes enable row level security;
alter table public.referrals enable row level security;
revoke all on table public.referral_codes, public.referrals from anon, authenticated, service_role;
grant select on public.referrals to authenticated, service_role;
create policy "Admins read referrals" on public.referrals
  for select to authenticated using ((select private.is_admin()));
create trigger audit after update of state on public.referrals
  for each row execute function private.audit('id', 'order_id', 'state', 'reason', 'credit_cents', 'taken_cents', 'decided_by');

create function private.is_referral_code(p_code text, p_order_id uuid)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  return exists (
      select from public.referrals r join public.orders o on o.id = r.order_id
      where r.order_id = p_order_id and o.code = upper(trim(p_code)))
    or ((private.settings()).referrals_enabled and exists (
      select from public.referral_codes where code = upper(trim(p_code))));
end;
$$;
comment on function private.is_referral_code(text, uuid) is
  'Returns whether this is the code of a family. An order that used a code may keep it, even if the code was renewed '
  'or codes for friends were switched off meanwhile.';

create function private.referral_problem(p_code text, p_order_id uuid)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_user_id constant uuid := (select auth.uid());
  v_family_id uuid;
begin
  if exists (
    select from public.referrals r join public.orders o on o.id = r.order_id
    where r.order_id = p_order_id and o.code = upper(trim(p_code))) then
    return null;
  end if;
  -- A seller at the desk is staff, so this refuses them, too. Otherwise sellers could type a friend's code for every
  -- new family.
  if exists (select from public.user_roles where user_id = v_user_id and role <> 'customer') then return 'code_not_applicable'; end if;
  if private.verified_email(v_user_id) is null then return 'code_sign_in'; end if;
  v_family_id := private.my_family_id();
  -- These are facts about the caller, so the answer reveals nothing about the family of the code.
  if private.has_paid(v_family_id)
    or exists (select from public.referral_codes where code = upper(trim(p_code)) and family_id = v_family_id) then
    return 'code_not_applicable';
  end if;
  return null;
end;
$$;
comment on function private.referral_problem(text, uuid) is
  'Returns why the caller cannot use the code of a family: code_sign_in (no account with a verified address) or '
  'code_not_applicable (the own code, a family that has paid here before, or staff). Returns null if it can be used.';

create function private.quote_referral(p_code text, p_order_id uuid, p_lines jsonb)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_problem text := private.referral_problem(p_code, p_order_id);
  v_minimum_cents constant integer := coalesce(
    (select r.credit_cents from public.referrals r join public.orders o on o.id = r.order_id
      where r.order_id = p_order_id and o.code = upper(trim(p_code))),
    (private.settings()).referral_credit_cents);
  v_total_cents integer;
begin
  select coalesce(sum((l ->> 'base_cents')::integer + (l ->> 'transport_cents')::integer), 0) into v_total_cents
  from jsonb_array_elements(p_lines) l where l -> 'problem' = 'null';
  if v_problem is null and v_total_cents < v_minimum_cents then v_problem := 'code_minimum'; end if;
  return jsonb_build_object(
    'problem', v_problem, 'minimum_cents', case when v_problem = 'code_minimum' then v_minimum_cents end);
end;
$$;
comment on function private.quote_referral(text, uuid, jsonb) is
  'Returns why the code of a family does not apply to these lines as {problem, minimum_cents}. An order below the '
  'credit would earn nothing, so the friend reads the minimum before paying, while something can be added.';

create function private.note_referral(p_order_id uuid, p_code text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
begin
  if not v_settings.referrals_enabled then return; end if;
  insert into public.referrals (order_id, family_id, credit_cents, per_year_max)
  select p_order_id, c.family_id, v_settings.referral_credit_cents, v_settings.referrals_per_year_max
  from public.referral_codes c
  where c.code = upper(trim(p_code)) and not exists (select from public.promotion_codes where code = c.code)
  on conflict (order_id) do nothing;
end;
$$;
comment on function private.note_referral(uuid, text) is
  'Records that an order used the code of a family, with the credit that settings promise. A second call changes '
  'nothing, so the promise keeps its terms. Any other code is ignored.';
