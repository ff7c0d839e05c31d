-- Offers: what is sold and for how much, as published from the content (decisions "Who owns what").

create function private.is_slug(p_value jsonb)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(jsonb_typeof(p_value) = 'string' and p_value #>> '{}' ~ '^[a-z][a-z0-9-]{0,39}$', false)
$$;
comment on function private.is_slug(jsonb) is 'Is the JSON value a short name such as east-coast?';

create function private.are_names(p_value jsonb)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select case when jsonb_typeof(p_value) = 'array' then
    (select count(*) between 1 and 20 and bool_and(private.is_slug(value)) and count(*) = count(distinct value)
     from jsonb_array_elements(p_value))
  else false end
$$;
comment on function private.are_names(jsonb) is 'Is the JSON value a list of different short names, at least one?';

create function private.rung_problem(p_rungs jsonb, p_price_cents integer)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_rung record;
  v_last numeric := 0;
begin
  if jsonb_typeof(p_rungs) is distinct from 'array' or jsonb_array_length(p_rungs) > 10 then return 'rungs'; end if;
  for v_rung in
    select value as r, format('rungs[%s]', ordinality - 1) as field,
      count(*) over (partition by value -> 'id') as same_id
    from jsonb_array_elements(p_rungs) with ordinality order by ordinality
  loop
    if jsonb_typeof(v_rung.r) <> 'object' then return v_rung.field; end if;
    if not private.is_slug(v_rung.r -> 'id') or v_rung.r ->> 'id' = 'listed' or v_rung.same_id > 1 then
      return v_rung.field || '.id';
    end if;
    -- Each rung saves less than the one before it, and the last one still saves something.
    if not private.is_whole(v_rung.r -> 'price_cents', v_last + 1, p_price_cents - 1) then
      return v_rung.field || '.price_cents';
    end if;
    v_last := (v_rung.r ->> 'price_cents')::numeric;
    if coalesce(v_rung.r -> 'places', 'null') <> 'null' and not private.is_whole(v_rung.r -> 'places', 1, 1000) then
      return v_rung.field || '.places';
    end if;
    -- With its zone, so that it means the same moment to everybody.
    if coalesce(v_rung.r -> 'deadline', 'null') <> 'null' and not (
      jsonb_typeof(v_rung.r -> 'deadline') = 'string'
      and v_rung.r ->> 'deadline' ~ '^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$'
      and pg_input_is_valid(v_rung.r ->> 'deadline', 'timestamptz')) then
      return v_rung.field || '.deadline';
    end if;
    if jsonb_typeof(coalesce(v_rung.r -> 'closed', 'false')) <> 'boolean' then return v_rung.field || '.closed'; end if;
  end loop;
  return null;
end;
$$;
comment on function private.rung_problem(jsonb, integer) is
  'Field of the first fault in a tier''s rungs, or null: {id, price_cents, places or null, deadline or null, closed}, in the order in which they sell, prices rising towards the listed price and below it.';

create function private.tier_problem(p_details jsonb, p_price_cents integer)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_rebate constant jsonb := coalesce(p_details -> 'sibling_rebate', 'null');
  v_extended constant jsonb := coalesce(p_details -> 'extended_day', 'null');
  v_cheapest constant integer := coalesce((p_details #>> '{rungs,0,price_cents}')::numeric, p_price_cents);
  v_option record;
begin
  if p_details -> 'tier' is null or p_details -> 'tier' not in ('"spark"', '"ignite"', '"epic"') then return 'tier'; end if;
  if not private.is_whole(p_details -> 'days', 1, 14) then return 'days'; end if;
  if jsonb_typeof(p_details -> 'level') is distinct from 'string' or length(p_details ->> 'level') not between 1 and 60 then
    return 'level';
  end if;
  if not private.are_names(p_details -> 'teams') or p_details -> 'teams' <@ '["white", "red", "black", "x"]' is not true then
    return 'teams';
  end if;
  if not private.is_whole(p_details -> 'min_age', 1, 17) then return 'min_age'; end if;
  if not private.is_whole(p_details -> 'max_age', (p_details ->> 'min_age')::numeric, 18) then return 'max_age'; end if;
  if not private.are_names(p_details -> 'bases') then return 'bases'; end if;
  if v_rebate <> 'null' then
    if not private.is_whole(v_rebate -> 'cents', 1, v_cheapest - 1) then return 'sibling_rebate.cents'; end if;
    if coalesce(v_rebate -> 'places', 'null') <> 'null' and not private.is_whole(v_rebate -> 'places', 1, 1000) then
      return 'sibling_rebate.places';
    end if;
  end if;
  if jsonb_typeof(p_details -> 'transport') is distinct from 'array' then return 'transport'; end if;
  for v_option in
    select value as o, format('transport[%s]', ordinality - 1) as field, count(*) over (partition by value -> 'id') as same_id
    from jsonb_array_elements(p_details -> 'transport') with ordinality order by ordinality
  loop
    if not private.is_slug(v_option.o -> 'id') or v_option.same_id > 1 then return v_option.field || '.id'; end if;
    if jsonb_typeof(v_option.o -> 'title') is distinct from 'string' or v_option.o ->> 'title' = '' then
      return v_option.field || '.title';
    end if;
    if not private.is_whole(v_option.o -> 'price_cents', 0, 1000000) then return v_option.field || '.price_cents'; end if;
  end loop;
  if v_extended <> 'null' and (
    coalesce(v_extended ->> 'start', '') !~ '^([01]\d|2[0-3]):[0-5]\d$'
    or coalesce(v_extended ->> 'end', '') !~ '^([01]\d|2[0-3]):[0-5]\d$'
    or v_extended ->> 'start' >= v_extended ->> 'end') then
    return 'extended_day';
  end if;
  return null;
end;
$$;
comment on function private.tier_problem(jsonb, integer) is
  'Field of the first fault in the details of an offer of kind camp_tier, or null. Rungs are checked before: private.rung_problem.';

create function private.terms_problem(p_details jsonb)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_rules constant jsonb := coalesce(nullif(p_details -> 'refund_rules', 'null'), '[]');
  v_rule record;
  v_hours numeric;
  v_days numeric;
  v_by_days boolean;
  v_flag text;
begin
  if jsonb_typeof(v_rules) <> 'array' or jsonb_array_length(v_rules) > 10 then return 'refund_rules'; end if;
  for v_rule in
    select value as r, format('refund_rules[%s]', ordinality - 1) as field
    from jsonb_array_elements(v_rules) with ordinality order by ordinality
  loop
    -- The first rule that still holds decides: each of a kind must hold for longer than the one before.
    v_by_days := coalesce(v_rule.r -> 'days_after_purchase', 'null') <> 'null';
    if v_by_days and coalesce(v_rule.r -> 'hours_before', 'null') <> 'null'
      or v_by_days and not private.is_whole(v_rule.r -> 'days_after_purchase', coalesce(v_days + 1, 0), 366) then
      return v_rule.field || '.days_after_purchase';
    end if;
    if not v_by_days and not private.is_whole(v_rule.r -> 'hours_before', 0, coalesce(v_hours - 1, 8784)) then
      return v_rule.field || '.hours_before';
    end if;
    if not private.is_whole(v_rule.r -> 'percent', 0, 100) then return v_rule.field || '.percent'; end if;
    v_hours := coalesce((v_rule.r ->> 'hours_before')::numeric, v_hours);
    v_days := coalesce((v_rule.r ->> 'days_after_purchase')::numeric, v_days);
  end loop;
  foreach v_flag in array array['once_per_child', 'renews'] loop
    if jsonb_typeof(coalesce(nullif(p_details -> v_flag, 'null'), 'false')) <> 'boolean' then return v_flag; end if;
  end loop;
  if not private.is_whole(coalesce(nullif(p_details -> 'make_ups', 'null'), '0'), 0, 1000) then return 'make_ups'; end if;
  return null;
end;
$$;
comment on function private.terms_problem(jsonb) is
  'Field of the first fault in what details of every kind may carry, or null: refund_rules [{hours_before, percent} or {days_after_purchase, percent}] (whole hours before the start, falling; whole days after the payment, rising; percent of the price, 0 to 100), once_per_child, renews, make_ups.';

create table public.offers (
  id text primary key check (length(id) between 1 and 100),
  kind text not null check (kind in ('pass', 'team_pass', 'camp_tier', 'holiday_package', 'birthday_package')),
  title text not null check (length(title) between 1 and 200),
  price_cents integer not null check (price_cents between 1 and 100000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  revision text not null,
  details jsonb not null check (jsonb_typeof(details) = 'object'),
  cancellation text,
  active boolean not null default true,
  updated_at timestamptz not null,
  check (private.terms_problem(details) is null),
  check (kind <> 'camp_tier'
    or coalesce(private.rung_problem(details -> 'rungs', price_cents), private.tier_problem(details, price_cents)) is null)
);
comment on table public.offers is
  'One row per sellable thing, written only by publish_offers. What the page shows comes from the same document; the price charged comes from here.';
comment on column public.offers.id is 'The content document''s id, e.g. pass-term.';
comment on column public.offers.revision is 'The document''s revision: a page built from another one is recognised.';
comment on column public.offers.price_cents is 'Of a camp_tier the listed price, which sells after its last rung.';
comment on column public.offers.details is
  'pass, team_pass: {pass_id, sessions, validity_days, checkout_type, min_age?, max_age?} in days, years, numbers of sessions. camp_tier: {tier: spark | ignite | epic, days, level, teams: [white | red | black | x], min_age, max_age, rungs: [{id, price_cents, places | null, deadline | null, closed}], sibling_rebate: {cents, places | null} | null, transport: [{id, title, price_cents}], bases: [locations.base], extended_day: {start, end} | null}. holiday_package: {days?}. birthday_package: {guests?, minutes?}. All of them may have the terms of private.terms_problem.';
comment on column public.offers.cancellation is 'The rules in words, copied onto each order.';
comment on column public.offers.updated_at is 'When the document was last changed; an older version never replaces a newer.';

alter table public.offers enable row level security;
revoke all on table public.offers from anon, authenticated, service_role;
grant select on public.offers to anon, authenticated, service_role;

create policy "Anyone reads the offers on sale, admins read all" on public.offers
  for select to anon, authenticated using (active or (select private.is_admin()));
grant execute on function private.has_any_role(public.app_role[]) to anon;

create function private.offer_terms(p_offer public.offers)
returns table (
  sessions integer, validity_days integer, make_ups integer, renews boolean, once_per_child boolean, refund_rules jsonb)
language plpgsql
immutable
set search_path = ''
as $$
begin
  return query select
    case when p_offer.kind in ('pass', 'team_pass') then (p_offer.details ->> 'sessions')::numeric::integer end,
    (p_offer.details ->> 'validity_days')::numeric::integer,
    coalesce((p_offer.details ->> 'make_ups')::numeric::integer, 0),
    coalesce((p_offer.details ->> 'renews')::boolean, false),
    coalesce((p_offer.details ->> 'once_per_child')::boolean, false),
    coalesce(nullif(p_offer.details -> 'refund_rules', 'null'), '[]');
end;
$$;
comment on function private.offer_terms(public.offers) is 'What an order line copies of an offer''s details.';

create function private.details_problem(p_kind text, p_details jsonb, p_price_cents integer)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_optional text;
  v_endless integer;
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
  -- What has no date begins never: hours before its beginning would lie ahead for ever.
  if p_kind in ('holiday_package', 'birthday_package') then
    select min(ordinality) - 1 into v_endless
    from jsonb_array_elements(coalesce(nullif(p_details -> 'refund_rules', 'null'), '[]')) with ordinality
    where value ->> 'days_after_purchase' is null;
    if v_endless is not null then return format('details.refund_rules[%s].days_after_purchase', v_endless); end if;
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
  return null;
end;
$$;
comment on function private.details_problem(text, jsonb, integer) is
  'Field of the first fault in an offer''s kind and details, or null. Refund rules of packages, which have no date, count days after the purchase.';

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
  'Refuses an offer that could not be sold: invalid_input with the field under p_field.';

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
  'The brand module''s {name, product, slug, orderPrefix}, each if it is given; else invalid_input with the field.';

create function public.publish_offers(
  p_offers jsonb, p_brand jsonb, p_snapshot_at timestamptz, p_off_sale jsonb default '[]')
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_last timestamptz;
  v_offer record;
  v_missing jsonb := '[]';
  v_kept jsonb;
  v_changed integer;
  v_gone integer := 0;
begin
  if jsonb_typeof(p_offers) is distinct from 'array' then perform private.fail('invalid_input', 'p_offers'); end if;
  if p_snapshot_at is null then perform private.fail('invalid_input', 'p_snapshot_at'); end if;
  perform private.check_brand(p_brand);
  perform private.check_off_sale(p_off_sale);
  for v_offer in select value, ordinality - 1 as i from jsonb_array_elements(p_offers) with ordinality loop
    perform private.check_offer(v_offer.value, format('p_offers[%s]', v_offer.i));
  end loop;
  if (select count(distinct value ->> 'id') from jsonb_array_elements(p_offers)) <> jsonb_array_length(p_offers) then
    perform private.fail('invalid_input', 'p_offers');
  end if;
  -- A camp has one tier's price: two documents for one tier would be two prices.
  for v_offer in
    select t.i from (
      select ordinality - 1 as i, row_number() over (partition by value #> '{details,tier}' order by ordinality) as n
      from jsonb_array_elements(p_offers) with ordinality where value ->> 'kind' = 'camp_tier'
    ) t where t.n > 1 limit 1
  loop
    perform private.fail('invalid_input', format('p_offers[%s].details.tier', v_offer.i));
  end loop;

  -- The settings row is the lock of publishing: two publishes follow one another.
  select offers_snapshot_at into v_last from public.settings for update;

  -- Nothing of a list that was cut is believed: what it lacks would go off sale, and its prices say nothing of why.
  if p_snapshot_at >= v_last then
    v_missing := private.find_missing_offers(p_offers, p_off_sale, p_snapshot_at);
    if private.is_cut_off(jsonb_array_length(v_missing), (select count(*)::integer from public.offers where active)) then
      perform private.tell_staff_of_offers('missing:' || clock_timestamp()::date, 'missing', v_missing);
      return jsonb_build_object('changed', 0, 'believed', false, 'missing', v_missing, 'kept', '[]'::jsonb);
    end if;
  end if;
  v_kept := private.find_price_jumps(p_offers);

  insert into public.offers as o
    (id, kind, title, price_cents, currency, revision, details, cancellation, active, updated_at)
  select n.id, n.kind, n.title, n.price_cents::integer, n.currency, n.revision, n.details, n.cancellation, true, n.updated_at
  from jsonb_to_recordset(p_offers) as n (
    id text, kind text, title text, price_cents numeric, currency text, revision text, details jsonb,
    cancellation text, updated_at timestamptz
  )
  -- A snapshot that arrives late may still bring something new, but nothing that has been taken away since.
  where (p_snapshot_at >= v_last or n.updated_at > v_last or exists (select from public.offers where id = n.id))
    and not v_kept @> jsonb_build_array(jsonb_build_object('id', n.id))
  on conflict (id) do update set
    kind = excluded.kind, title = excluded.title, price_cents = excluded.price_cents, currency = excluded.currency,
    revision = excluded.revision, details = excluded.details, cancellation = excluded.cancellation,
    active = true, updated_at = excluded.updated_at
  where excluded.updated_at > o.updated_at
    or (excluded.updated_at = o.updated_at and p_snapshot_at >= v_last
      and (not o.active or o.revision <> excluded.revision));
  get diagnostics v_changed = row_count;

  if p_snapshot_at >= v_last then
    update public.offers set active = false
    where active and updated_at < p_snapshot_at
      and id not in (select value ->> 'id' from jsonb_array_elements(p_offers));
    get diagnostics v_gone = row_count;

    update public.settings set
      offers_snapshot_at = p_snapshot_at,
      name = coalesce(p_brand ->> 'name', name),
      product = coalesce(p_brand ->> 'product', product),
      slug = coalesce(p_brand ->> 'slug', slug),
      order_prefix = coalesce(p_brand ->> 'orderPrefix', order_prefix);
  end if;
  for v_offer in select value as o from jsonb_array_elements(v_missing) loop
    perform private.tell_staff_of_offers(
      'gone:' || (v_offer.o ->> 'id') || ':' || clock_timestamp()::date, 'gone', jsonb_build_array(v_offer.o));
  end loop;
  for v_offer in select value as o from jsonb_array_elements(v_kept) loop
    perform private.tell_staff_of_offers(
      'kept:' || (v_offer.o ->> 'id') || ':' || (v_offer.o ->> 'revision'), 'kept', jsonb_build_array(v_offer.o));
  end loop;
  return jsonb_build_object('changed', v_changed + v_gone, 'believed', true, 'missing', v_missing, 'kept', v_kept);
end;
$$;
comment on function public.publish_offers(jsonb, jsonb, timestamptz, jsonb) is
  'Takes over everything that is published: {changed, believed, missing: [{id, title}], kept: [{id, title, revision, from_cents, to_cents}]}. p_offers: [{id, kind, title, price_cents, currency, revision, details, cancellation, updated_at, confirmed?}], the whole set as read at p_snapshot_at; p_brand: {name, product, slug, orderPrefix}; p_off_sale: ids of what was read and is not on sale. What is missing and older than the snapshot goes off sale; where more is missing than may go without a word (private.is_cut_off), nothing changes and believed is false. A price that jumps and is not confirmed is kept as it was (private.find_price_jumps). Staff are told of what went missing and what was kept. An older document or snapshot never undoes a newer. Refuses invalid_input with the field, e.g. p_offers[0].title, p_brand.orderPrefix. Definer: the only writer of offers; only the service role may call.';
grant execute on function public.publish_offers(jsonb, jsonb, timestamptz, jsonb) to service_role;
