-- A seller at the desk can give a discount with a reason, within the limits of their role (docs/decisions "Discounts").

create table public.desk_discounts (
  order_id uuid primary key references public.orders (id) on delete cascade,
  discount_cents integer not null check (discount_cents > 0),
  reason text check (length(reason) between 1 and 200),
  given_by uuid,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.desk_discounts is
  'The discount that a seller gave by hand. Each line has its share in order_lines.discount_cents and in the ledger.';
comment on column public.desk_discounts.reason is
  'Why the seller gave the discount, in their words. Only staff read it. The receipt has only the amount. It is null '
  'once the order''s personal data is deleted.';
comment on column public.desk_discounts.given_by is 'The seller. There is no foreign key, as in consents.';
alter table public.desk_discounts enable row level security;
revoke all on table public.desk_discounts from anon, authenticated, service_role;
grant select on public.desk_discounts to authenticated, service_role;
create policy "Admins read discounts by hand" on public.desk_discounts
  for select to authenticated using ((select private.is_admin()));

create function private.desk_discount_limits()
returns jsonb
language sql
stable
set search_path = ''
as $$
  -- If the caller has several roles, the highest counts.
  select jsonb_build_object(
    'percent', case when private.has_any_role('business_admin') then t.business_admin_discount_percent
      when private.is_admin() then t.admin_discount_percent else t.coach_discount_percent end,
    'cents', case when private.has_any_role('business_admin') then t.business_admin_discount_cents
      when private.is_admin() then t.admin_discount_cents else t.coach_discount_cents end)
  from private.settings() t
$$;
comment on function private.desk_discount_limits() is
  'Returns the largest discount that the caller may give by hand on one order: {percent, cents}. Both limits count.';

create function private.check_desk_discount(p_sale jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if not private.is_given(p_sale -> 'discount') then return; end if;
  if jsonb_typeof(p_sale -> 'discount') <> 'object' then perform private.fail('invalid_input', 'discount'); end if;
  if not private.is_whole(p_sale #> '{discount,cents}', 1, 100000000) then perform private.fail('invalid_input', 'discount.cents'); end if;
  perform private.check_text(p_sale #> '{discount,reason}', 'discount.reason', 200);
  if private.is_given(p_sale -> 'family_id') then perform private.refuse_own_family((p_sale ->> 'family_id')::uuid, 'discount.cents'); end if;
end;
$$;
comment on function private.check_desk_discount(jsonb) is
  'Checks the discount {cents, reason} of a sale, if there is one. Fails with invalid_input, which names the field, '
  'and with own_balance for the caller''s own family.';

create function private.price_at_desk(p_sale jsonb, p_at timestamptz, p_order_id uuid)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_price jsonb := private.price_order(p_sale, p_at, p_order_id);
  v_cents constant integer := (p_sale #>> '{discount,cents}')::numeric::integer;
  v_limits constant jsonb := private.desk_discount_limits();
  v_base integer;
  v_problem text;
begin
  if not private.is_given(p_sale -> 'discount') then return v_price; end if;
  select coalesce(sum((l ->> 'base_cents')::integer), 0) into v_base
  from jsonb_array_elements(v_price -> 'lines') l where l -> 'problem' = 'null';
  v_problem := case
    when v_price ->> 'code' is not null then 'discount_with_code'
    when v_cents > (v_limits ->> 'cents')::integer or v_cents * 100::bigint > v_base * (v_limits ->> 'percent')::bigint then 'discount_too_high'
    -- At least the smallest possible charge must be left to pay.
    when v_cents > (v_price ->> 'total_cents')::integer - private.least_charge_cents() then 'discount_too_high' end;
  if v_problem is not null then
    return v_price || jsonb_build_object('refusals',
      (v_price -> 'refusals') || jsonb_build_object('code', v_problem, 'field', 'discount.cents'));
  end if;
  return v_price || jsonb_build_object(
    'lines', private.share_discount(v_price -> 'lines', null, v_base, v_cents),
    'discount_cents', v_cents,
    'total_cents', (v_price ->> 'total_cents')::integer - v_cents);
end;
$$;
comment on function private.price_at_desk(jsonb, timestamptz, uuid) is
  'Returns private.price_order with the discount {cents, reason} shared over the lines, but not over their transport. '
  'Also fails with discount_with_code, discount_too_high. Only sales at the desk call it, so that nobody else can get '
  'such a discount.';

create function private.record_desk_discount(p_order_id uuid, p_sale jsonb, p_price jsonb)
returns void
language sql
volatile
set search_path = ''
as $$
  insert into public.desk_discounts (order_id, discount_cents, reason, given_by)
  select p_order_id, (p_price ->> 'discount_cents')::integer, btrim(p_sale #>> '{discount,reason}'), (select auth.uid())
  where private.is_given(p_sale -> 'discount')
$$;
comment on function private.record_desk_discount(uuid, jsonb, jsonb) is
  'Stores who gave the discount of a sale, and why.';

create function private.refuse_own_discount(p_order_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_changed_by uuid;
begin
  if exists (select from public.desk_discounts where order_id = p_order_id) then
    perform private.refuse_own_order(p_order_id, 'discount.cents');
  end if;
  select c.changed_by into v_changed_by
  from public.promotion_uses u join public.promotion_codes c on c.id = u.promotion_code_id where u.order_id = p_order_id;
  if private.is_order_of(v_changed_by, p_order_id) then perform private.fail('code_own', 'code'); end if;
end;
$$;
comment on function private.refuse_own_discount(uuid) is
  'Refuses sellers who favour their own family, for an order at the desk whose people and children are written. Fails '
  'with own_balance for a discount by hand, and with code_own for a code whose terms a parent of that family set.';
