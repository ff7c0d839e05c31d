-- An offer is something that is sold at a price, as published from the content (docs/decisions "Who owns what").

create table public.offers (
  id text primary key check (length(id) between 1 and 100),
  kind text not null check (kind in ('pass', 'team_pass', 'camp_tier', 'holiday_package', 'birthday_package')),
  title text not null check (length(title) between 1 and 200),
  price_cents integer not null check (price_cents between 1 and 100000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  revision text not null,
  details jsonb not null check (jsonb_typeof(details) = 'object'),
  cancellation text,
  terms_id uuid not null references public.sale_terms (id) on delete restrict,
  active boolean not null default true,
  reference_cents integer not null check (reference_cents > 0),
  updated_at timestamptz not null,
  check (private.terms_problem(details) is null),
  check (kind <> 'camp_tier'
    or coalesce(private.rung_problem(details -> 'rungs', price_cents), private.tier_problem(details, price_cents)) is null)
);
comment on table public.offers is
  'One row per offer, written only by publish_offers. Pages show the same document. The price that is charged comes '
  'from here.';
comment on column public.offers.id is 'The content document''s id, e.g. pass-term.';
comment on column public.offers.revision is
  'The revision of the document. With it a page can tell that it was built from another revision.';
comment on column public.offers.price_cents is
  'The price until the first planned price. private.price_at returns the price at a moment. For a camp_tier it is the '
  'listed price, which applies after its last early-bird rung.';
comment on column public.offers.details is
  'What is sold, by kind. A pass or team_pass has {pass_id, sessions, validity_days, checkout_type, min_age?, '
  'max_age?} in numbers of sessions, days and years. A camp_tier has {tier: a short name, days, level, teams: '
  '[white | red | black | x], min_age, max_age, rungs: [{id, price_cents, places | null, from | null, deadline | '
  'null, closed}], sibling_rebate: {cents, places | null} | null, transport: [{id, title, price_cents}], bases: '
  '[locations.base], extended_day: {start, end} | null}. A holiday_package has {days?}. A birthday_package has '
  '{guests?, minutes?, extra_guest_cents?}. All of them may have the terms of private.terms_problem. They may have '
  'sale_time {from | null, until | null}, when the offer may be bought. They may have planned_prices [{from, '
  'price_cents}], each of which replaces price_cents from its moment on (private.price_at).';
comment on column public.offers.reference_cents is
  'The floor (settings.offer_price_floor_percent) is a share of this price. It is the highest that the offer''s '
  'lowest price has been since two people last approved a lower price. So many small reductions reach the floor like '
  'one large reduction.';
comment on column public.offers.cancellation is
  'The refund rules in words. Lines keep the rules of their sale (terms_id).';
comment on column public.offers.terms_id is 'The terms of new sales, kept up to date by a trigger.';
create index offers_terms_id on public.offers (terms_id);
comment on column public.offers.updated_at is
  'When the document was last changed. An older version never replaces a newer one.';

alter table public.offers enable row level security;
revoke all on table public.offers from anon, authenticated, service_role;
grant select on public.offers to anon, authenticated, service_role;

create policy "Anyone reads the offers on sale, admins read all" on public.offers
  for select to anon, authenticated using (active or (select private.is_admin()));
grant execute on function private.has_any_role(public.app_role[]) to anon;

create function private.prices_of(p_price_cents integer, p_details jsonb, p_at timestamptz)
returns table (id text, cents integer)
language sql
immutable
set search_path = ''
as $$
  with planned as (
    select p ->> 'from' as since, (p ->> 'from')::timestamptz as at, (p ->> 'price_cents')::numeric::integer as cents
    from jsonb_array_elements(coalesce(nullif(p_details -> 'planned_prices', 'null'), '[]')) p
  )
  select 'listed', coalesce((select n.cents from planned n where n.at <= p_at order by n.at desc limit 1), p_price_cents)
  union all
  select r ->> 'id', (r ->> 'price_cents')::numeric::integer
  from jsonb_array_elements(coalesce(nullif(p_details -> 'rungs', 'null'), '[]')) r
  union all
  select 'from ' || n.since, n.cents from planned n where n.at > p_at
$$;
comment on function private.prices_of(integer, jsonb, timestamptz) is
  'Returns all prices at which an offer may sell from p_at on: the listed price at p_at, the prices of its rungs, and '
  'later planned prices. from is the moment of a planned price.';

create function private.prices_to_guard(p_price_cents integer, p_details jsonb, p_at timestamptz)
returns table (id text, cents integer)
language sql
immutable
set search_path = ''
as $$
  with priced as (select p.id, p.cents from private.prices_of(p_price_cents, p_details, p_at) p)
  select p.id, p.cents from priced p
  union all
  select 'for siblings', min(p.cents) - (p_details #>> '{sibling_rebate,cents}')::numeric::integer from priced p
  having p_details #>> '{sibling_rebate,cents}' is not null
$$;
comment on function private.prices_to_guard(integer, jsonb, timestamptz) is
  'Returns private.prices_of and the lowest price of a sibling, because a rebate lowers a price just like a rung.';

create function private.sells_the_same(p_offer public.offers, p_kind text, p_details jsonb)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select p_offer.active and p_offer.kind = p_kind and p_offer.details -> 'tier' is not distinct from p_details -> 'tier'
    and coalesce((p_details ->> 'sessions')::numeric <= (p_offer.details ->> 'sessions')::numeric, true)
$$;
comment on function private.sells_the_same(public.offers, text, jsonb) is
  'Returns whether a document with this content still sells what the offer sells now, which means the same kind and '
  'tier, and no more sessions. An offer that returns to sale is judged like a new document.';

create function private.reference_for(p_id text, p_kind text, p_details jsonb)
returns integer
language sql
stable
set search_path = ''
as $$
  with this_offer as (
    select o.reference_cents, private.sells_the_same(o, p_kind, p_details) as is_same from public.offers o where o.id = p_id
  ), comparable as (
    -- The nearest offers are of the same kind and on sale. Next come those of the same kind, then those of the other
    -- kind of pass.
    select f.reference_cents as cents, (f.details ->> 'sessions')::numeric as sessions,
      dense_rank() over (order by f.kind <> p_kind, not f.active) as nearness
    from public.offers f
    where f.kind = p_kind or f.kind in ('pass', 'team_pass') and p_kind in ('pass', 'team_pass')
  ), compared as (
    select coalesce(
      (select max(f.reference_cents) from public.offers f
       where f.kind = 'camp_tier' and p_kind = 'camp_tier' and f.details -> 'tier' = p_details -> 'tier'),
      greatest(min(n.cents),
        case when p_details ->> 'sessions' is not null and min(n.sessions) is not null then
          least(min(n.cents / n.sessions) * (p_details ->> 'sessions')::numeric, 100000000)::integer end)
    ) as cents
    from comparable n where n.nearness = 1
  )
  select case when (select is_same from this_offer) then (select reference_cents from this_offer)
    else greatest((select reference_cents from this_offer), (select cents from compared)) end
$$;
comment on function private.reference_for(text, text, jsonb) is
  'Returns the price of which the floor of an offer is a share. This is the offer''s own reference. If the offer is '
  'new or sells something else, it is at least the reference of its tier, or of the cheapest offer of its kind (for a '
  'pass, per session). Returns null if there is nothing to compare with.';

create function private.keep_offer_terms()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.terms_id := private.save_sale_terms(new.id, new.details, new.cancellation);
  -- Only publish_offers sets another reference, after two people have approved it.
  if tg_op = 'INSERT' or new.reference_cents = old.reference_cents then
    new.reference_cents := greatest(
      (select min(p.cents) from private.prices_of(new.price_cents, new.details, clock_timestamp()) p), new.reference_cents);
  end if;
  return new;
end;
$$;
comment on function private.keep_offer_terms() is
  'Trigger on offers. Stores the published terms as a row, to which all sales refer, and raises the reference for the '
  'floor.';
create trigger keep_offer_terms before insert or update on public.offers
  for each row execute function private.keep_offer_terms();

create function private.offer_contents(p_offer public.offers)
returns table (sessions integer, validity_days integer, renews boolean, once_per_child boolean)
language plpgsql
immutable
set search_path = ''
as $$
begin
  return query select
    case when p_offer.kind in ('pass', 'team_pass') then (p_offer.details ->> 'sessions')::numeric::integer end,
    (p_offer.details ->> 'validity_days')::numeric::integer,
    coalesce((p_offer.details ->> 'renews')::boolean, false),
    coalesce((p_offer.details ->> 'once_per_child')::boolean, false);
end;
$$;
comment on function private.offer_contents(public.offers) is
  'Returns what buying this offer gives: the number of sessions and their validity in days, whether it renews, and '
  'whether each child can buy it only once.';

create function private.details_problem(p_kind text, p_details jsonb, p_price_cents integer)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_optional text;
  v_position integer;
begin
  if p_kind not in ('pass', 'team_pass', 'camp_tier', 'holiday_package', 'birthday_package') then return 'kind'; end if;
  if private.terms_problem(p_details) is not null then return 'details.' || private.terms_problem(p_details); end if;
  if p_kind = 'camp_tier' then
    return 'details.' || coalesce(
      private.rung_problem(p_details -> 'rungs', p_price_cents), private.tier_problem(p_details, p_price_cents));
  end if;
  if p_kind in ('pass', 'team_pass') and not private.is_whole(p_details -> 'sessions', 1, 1000) then
    return 'details.sessions';
  end if;
  -- A package has no start, so a rule with hours before the start would apply for ever.
  if p_kind in ('holiday_package', 'birthday_package') then
    select min(ordinality) - 1 into v_position
    from jsonb_array_elements(coalesce(nullif(p_details -> 'refund_rules', 'null'), '[]')) with ordinality
    where value ->> 'days_after_purchase' is null;
    if v_position is not null then return format('details.refund_rules[%s].days_after_purchase', v_position); end if;
  end if;
  foreach v_optional in array case
    when p_kind in ('pass', 'team_pass') then array['validity_days', 'min_age', 'max_age']
    when p_kind = 'holiday_package' then array['days']
    else array['guests', 'minutes'] end
  loop
    if coalesce(p_details -> v_optional, 'null') <> 'null' and not private.is_whole(p_details -> v_optional, 1, 3660) then
      return 'details.' || v_optional;
    end if;
  end loop;
  if p_kind = 'birthday_package' and coalesce(p_details -> 'extra_guest_cents', 'null') <> 'null'
    and not private.is_whole(p_details -> 'extra_guest_cents', 1, 100000000) then return 'details.extra_guest_cents'; end if;
  return null;
end;
$$;
comment on function private.details_problem(text, jsonb, integer) is
  'Returns the field of the first error in an offer''s kind and details, or null. Packages have no date, so their '
  'refund rules must count days after the purchase.';

create function private.check_offer(p_offer jsonb, p_field text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_details constant jsonb := p_offer -> 'details';
  v_problem text;
  v_key text;
begin
  foreach v_key in array array['id', 'kind', 'title', 'currency', 'revision', 'updated_at'] loop
    if jsonb_typeof(p_offer -> v_key) is distinct from 'string'
      or length(p_offer ->> v_key) not between 1 and (case v_key when 'title' then 200 else 100 end) then
      perform private.fail('invalid_input', p_field || '.' || v_key);
    end if;
  end loop;
  if jsonb_typeof(coalesce(p_offer -> 'cancellation', 'null')) not in ('null', 'string') then
    perform private.fail('invalid_input', p_field || '.cancellation');
  end if;
  if not private.is_whole(p_offer -> 'price_cents', 1, 100000000) then
    perform private.fail('invalid_input', p_field || '.price_cents');
  end if;
  if p_offer ->> 'currency' <> (private.settings()).currency then
    perform private.fail('invalid_input', p_field || '.currency');
  end if;
  if not pg_input_is_valid(p_offer ->> 'updated_at', 'timestamptz') then
    perform private.fail('invalid_input', p_field || '.updated_at');
  end if;
  if jsonb_typeof(v_details) is distinct from 'object' then
    perform private.fail('invalid_input', p_field || '.details');
  end if;
  v_problem := private.details_problem(p_offer ->> 'kind', v_details, (p_offer ->> 'price_cents')::numeric::integer);
  if v_problem is not null then
    perform private.fail('invalid_input', p_field || '.' || v_problem);
  end if;
end;
$$;
comment on function private.check_offer(jsonb, text) is
  'Refuses an offer that could not be sold. Fails with invalid_input, and names the field under p_field.';

create function private.check_brand(p_brand jsonb)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_key text;
begin
  if jsonb_typeof(coalesce(p_brand, '{}')) <> 'object' then perform private.fail('invalid_input', 'p_brand'); end if;
  foreach v_key in array array['name', 'product', 'slug', 'orderPrefix'] loop
    if coalesce(p_brand -> v_key, 'null') <> 'null' and (jsonb_typeof(p_brand -> v_key) <> 'string'
      or p_brand ->> v_key !~ case v_key when 'orderPrefix' then '^[A-Z]{1,4}$' else '^.{1,100}$' end) then
      perform private.fail('invalid_input', 'p_brand.' || v_key);
    end if;
  end loop;
end;
$$;
comment on function private.check_brand(jsonb) is
  'Checks the brand module''s {name, product, slug, orderPrefix}, each if it is given. Fails with invalid_input, and '
  'names the field.';
