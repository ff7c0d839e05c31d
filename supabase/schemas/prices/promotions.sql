-- A code with a limit per family needs a sign-in. Counting a typed address would reveal whether its owner has bought
-- here, and another address would avoid the limit (docs/decisions "Discounts").

create table public.promotion_codes (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[A-Z0-9][A-Z0-9-]{2,29}$'),
  percent integer check (percent between 1 and 100),
  cents integer check (cents between 1 and 1000000),
  valid_from timestamptz not null default '-infinity',
  valid_until timestamptz not null default 'infinity' check (valid_until > valid_from),
  uses_max integer check (uses_max > 0),
  uses_per_family_max integer check (uses_per_family_max > 0),
  kinds text[] check (
    kinds <@ array['pass', 'team_pass', 'camp_tier', 'holiday_package', 'birthday_package'] and cardinality(kinds) > 0),
  tiers text[] check (tiers is null or private.are_names(to_jsonb(tiers))),
  offers text[] check (cardinality(offers) > 0),
  locations uuid[] check (cardinality(locations) > 0),
  minimum_cents integer not null default 0 check (minimum_cents >= 0),
  active boolean not null default true,
  campaign text check (length(campaign) between 1 and 80),
  created_by uuid references public.profiles (id) on delete set null,
  changed_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  check (num_nonnulls(percent, cents) = 1)
);
comment on table public.promotion_codes is
  'Codes that parents type. The code''s row is locked while its uses are counted (private.use_promotion).';
comment on column public.promotion_codes.code is 'The code in upper case. Parents may type it in any case.';
comment on column public.promotion_codes.percent is
  'The percentage that is taken off the lines to which the code applies. It is null if the code takes off cents once '
  'per order.';
comment on column public.promotion_codes.valid_until is 'The first moment at which it is no longer valid.';
comment on column public.promotion_codes.uses_max is 'The maximum number of orders. It is null if there is no limit.';
comment on column public.promotion_codes.uses_per_family_max is
  'The maximum number of orders per family or verified e-mail address. It is null if there is no limit. Then guests '
  'may use the code.';
comment on column public.promotion_codes.kinds is
  'The kinds of offer to which it applies. It is null if it applies to all kinds.';
comment on column public.promotion_codes.tiers is
  'The tiers of camps to which it applies. It is null if kinds is the only restriction.';
comment on column public.promotion_codes.offers is
  'The single products to which it applies, e.g. only one pass. It is null if it is not limited to single products.';
comment on column public.promotion_codes.locations is
  'The locations of the camps and classes to which it applies. It is null if it applies at every location. A pass that '
  'is bought without a class has no location.';
comment on column public.promotion_codes.minimum_cents is
  'The minimum total of the lines to which it applies, after rebates.';
comment on column public.promotion_codes.campaign is 'What it was made for. Only staff read it; families never see it.';
comment on column public.promotion_codes.changed_by is
  'Who last set its terms. The code is refused for this person''s own family. It is null for the service role. There '
  'is no foreign key, as in consents.';
create index promotion_codes_created_by on public.promotion_codes (created_by);

create table public.promotion_uses (
  order_id uuid primary key references public.orders (id) on delete cascade,
  promotion_code_id uuid not null references public.promotion_codes (id) on delete restrict,
  family_id uuid references public.families (id) on delete set null,
  email_hash text,
  discount_cents integer not null check (discount_cents > 0),
  terms jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.promotion_uses is
  'Which order uses which code. A use counts while the order is paid, is being paid or still holds its places '
  '(private.promotion_uses_count).';
comment on column public.promotion_uses.terms is
  'The code''s terms when the order used it. While the order holds its places, these terms apply instead of the '
  'code''s present ones. After the payment they apply for good (private.promotion_for).';
comment on column public.promotion_uses.family_id is 'The signed-in parent''s family. It is null for a guest.';
comment on column public.promotion_uses.email_hash is
  'The private.fingerprint of the address in lower case. This is the verified address of the buyer''s account, or the '
  'one given at the desk.';
create index promotion_uses_promotion_code_id on public.promotion_uses (promotion_code_id);
create index promotion_uses_family_id on public.promotion_uses (family_id);

alter table public.promotion_codes enable row level security;
alter table public.promotion_uses enable row level security;
revoke all on table public.promotion_codes, public.promotion_uses from anon, authenticated, service_role;
grant select on public.promotion_codes to authenticated, service_role;
grant select (order_id, promotion_code_id, family_id, discount_cents, created_at)
  on public.promotion_uses to authenticated, service_role;

create policy "Admins read promotion codes" on public.promotion_codes
  for select to authenticated using ((select private.is_admin()));

create policy "Admins read uses of promotion codes" on public.promotion_uses
  for select to authenticated using ((select private.is_admin()));

create trigger touch_updated_at before update on public.promotion_codes
  for each row execute function private.touch_updated_at();
create trigger audit after insert or update or delete on public.promotion_codes
  for each row execute function private.audit('id', '*', 'created_by', 'changed_by', 'created_at', 'updated_at');

create function private.verified_email(p_user_id uuid)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  if p_user_id is null then return null; end if;
  return (select lower(email) from auth.users where id = p_user_id and email_confirmed_at is not null);
end;
$$;
comment on function private.verified_email(uuid) is
  'Returns the verified address of an account, in lower case. Returns null for a guest.';

create function private.promotion_uses_count(
  p_promotion_code_id uuid, p_at timestamptz, p_except_order uuid, p_family_id uuid default null, p_email text default null)
returns integer
language sql
volatile
set search_path = ''
as $$
  select count(*)::integer
  from public.promotion_uses u join public.orders o on o.id = u.order_id
  where u.promotion_code_id = p_promotion_code_id
    and u.order_id is distinct from p_except_order
    and ((p_family_id is null and p_email is null)
      -- A guest's order gets its family only at the payment.
      or p_family_id in (u.family_id, o.family_id)
      or u.email_hash = private.fingerprint(lower(trim(p_email))))
    and private.is_live_order(o, p_at)
    -- An order without a place can be opened without limit. So it uses up a code only from the payment attempt on.
    and (o.status <> 'held' or exists (
      select from public.holds h where h.order_id = o.id and num_nonnulls(h.session_id, h.camp_id) = 1))
$$;
comment on function private.promotion_uses_count(uuid, timestamptz, uuid, uuid, text) is
  'Returns how many orders use a code at p_at, except p_except_order. An order uses it if it is paid, being paid, or '
  'holding a place. Counts the orders of one family or address, or of everybody if both are null. No other function '
  'counts uses.';

create function private.promotion_problem(
  p_promotion public.promotion_codes, p_at timestamptz, p_except_order uuid, p_family_id uuid, p_email text)
returns text
language sql
volatile
set search_path = ''
as $$
  select case
    -- A code that is not valid yet counts as unknown, so that it cannot be found by guessing.
    when p_promotion.id is null or not p_promotion.active or p_at < p_promotion.valid_from then 'code_invalid'
    when p_at >= p_promotion.valid_until then 'code_expired'
    when private.promotion_uses_count(p_promotion.id, p_at, p_except_order) >= p_promotion.uses_max
      then 'code_used_up'
    -- Nobody may set terms for their own family. As for the uses, only a verified address counts.
    when private.is_family_of(p_promotion.changed_by, p_family_id)
      or lower(p_email) = any (private.contacts_of(p_promotion.changed_by, null)) then 'code_own'
    when p_promotion.uses_per_family_max is not null and coalesce(p_family_id::text, p_email) is null then 'code_sign_in'
    when private.promotion_uses_count(p_promotion.id, p_at, p_except_order, p_family_id, p_email)
      >= p_promotion.uses_per_family_max then 'code_used_up'
  end
$$;
comment on function private.promotion_problem(public.promotion_codes, timestamptz, uuid, uuid, text) is
  'Returns why a code cannot be used at p_at: code_invalid, code_expired, code_used_up, code_sign_in, code_own (the '
  'family of the person who set its terms). Returns null if it can be used. The address is verified or null. For a '
  'sale, the result is reliable only under the code''s lock.';

create function private.promotion_for(p_code text, p_order_id uuid, p_at timestamptz)
returns public.promotion_codes
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_promotion public.promotion_codes;
  v_terms jsonb;
begin
  select * into v_promotion from public.promotion_codes where code = upper(trim(p_code));
  select u.terms into v_terms
  from public.promotion_uses u join public.orders o on o.id = u.order_id
  where u.order_id = p_order_id and u.promotion_code_id = v_promotion.id and private.is_live_order(o, p_at);
  return jsonb_populate_record(v_promotion, coalesce(v_terms, '{}'));
end;
$$;
comment on function private.promotion_for(text, uuid, timestamptz) is
  'Returns the code with the terms that apply to an order (null for a new order). An order that holds its places or '
  'is paid keeps the earlier terms, so changing or ending a code does not change what the order was promised.';

create function private.use_promotion(
  p_order_id uuid, p_code text, p_discount_cents integer, p_family_id uuid default null, p_email text default null)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_promotion public.promotion_codes;
  v_problem text;
begin
  -- If the order already costs no more than the minimum, the code gives no discount and is not used up. The code of a
  -- family gives no discount either.
  if p_discount_cents = 0 then
    perform private.note_referral(p_order_id, p_code);
    return;
  end if;
  perform from public.promotion_codes where code = upper(trim(p_code)) for update;
  v_promotion := private.promotion_for(p_code, p_order_id, clock_timestamp());
  v_problem := private.promotion_problem(v_promotion, clock_timestamp(), p_order_id, p_family_id, p_email);
  if v_problem is not null then perform private.fail(v_problem, 'code'); end if;
  insert into public.promotion_uses (order_id, promotion_code_id, family_id, email_hash, discount_cents, terms)
  values (p_order_id, v_promotion.id, p_family_id, private.fingerprint(lower(trim(p_email))), p_discount_cents,
    to_jsonb(v_promotion) - '{id,code,campaign,created_by,changed_by,created_at,updated_at}'::text[])
  on conflict (order_id) do update set
    promotion_code_id = excluded.promotion_code_id, family_id = coalesce(excluded.family_id, promotion_uses.family_id),
    email_hash = coalesce(excluded.email_hash, promotion_uses.email_hash), discount_cents = excluded.discount_cents,
    terms = excluded.terms;
end;
$$;
comment on function private.use_promotion(uuid, text, integer, uuid, text) is
  'Records that an order uses a code. A second call for the order replaces the entry. Locks the code, then counts. '
  'Fails with the codes of private.promotion_problem (field code). Functions that extend such an order (renewal, '
  'payment page) call it again, because an expired hold has released its use.';
