-- A published list is checked before it replaces the offers. It may be truncated, or its prices may be mistyped.

create function private.find_missing_offers(p_offers jsonb, p_off_sale jsonb, p_snapshot_at timestamptz)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'title', o.title) order by o.id), '[]')
  from public.offers o
  where o.active and o.updated_at < p_snapshot_at
    and o.id not in (select value ->> 'id' from jsonb_array_elements(p_offers))
    and not p_off_sale ? o.id
$$;
comment on function private.find_missing_offers(jsonb, jsonb, timestamptz) is
  'Returns offers on sale that are neither in p_offers nor named in p_off_sale, as [{id, title}]. The caller holds '
  'the lock of publishing.';

create function private.is_cut_off(p_missing integer, p_on_sale integer)
returns boolean
language sql
stable
set search_path = ''
as $$
  select p_missing > 0 and (p_missing = p_on_sale
    or p_missing > 1 and p_missing * 100 > p_on_sale * (private.settings()).offers_missing_max_percent)
$$;
comment on function private.is_cut_off(integer, integer) is
  'Returns whether so many of the offers on sale are missing from a list, without being named as off sale, that the '
  'list is probably truncated.';

create function private.prices_to_confirm(p_price_cents integer, p_details jsonb, p_at timestamptz)
returns table (id text, cents integer)
language sql
immutable
set search_path = ''
as $$
  select p.id, p.cents from private.prices_to_guard(p_price_cents, p_details, p_at) p
  union all
  select 'transport ' || (t ->> 'id'), (t ->> 'price_cents')::numeric::integer
  from jsonb_array_elements(coalesce(nullif(p_details -> 'transport', 'null'), '[]')) t
  union all
  select 'extra guest', (p_details ->> 'extra_guest_cents')::numeric::integer
  where p_details ->> 'extra_guest_cents' is not null
$$;
comment on function private.prices_to_confirm(integer, jsonb, timestamptz) is
  'Returns private.prices_to_guard and what is paid in addition: for each transport, and for each further guest of a '
  'party. A large change of them is confirmed in Studio too. They have no floor, because the floor is a share of the '
  'price of the offer itself.';

create function private.find_price_jumps(p_offers jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', n.id, 'title', n.title, 'revision', n.revision, 'from_cents', j.from_cents, 'to_cents', j.to_cents,
    'is_new', not o.active) order by n.id), '[]')
  from jsonb_to_recordset(p_offers) as n (
    id text, title text, revision text, price_cents numeric, details jsonb, updated_at timestamptz, confirmed boolean)
  join public.offers o on o.id = n.id and o.updated_at <= n.updated_at and o.revision <> n.revision
  cross join lateral (
    -- A new rung is compared with the lowest price so far, a planned price with the price that it replaces, and a new
    -- transport with the cheapest one so far. A first one of these has nothing to be compared with.
    select b.cents as from_cents, new.cents as to_cents
    from private.prices_to_confirm(n.price_cents::integer, n.details, clock_timestamp()) new
    left join private.prices_to_confirm(o.price_cents, o.details, clock_timestamp()) old on old.id = new.id
    cross join (
      select min(p.cents) as cents from private.prices_to_guard(o.price_cents, o.details, clock_timestamp()) p) least_old
    cross join lateral (select coalesce(old.cents, case
      when new.id like 'from %' then private.price_at(o, clock_timestamp())
      when new.id = 'extra guest' then null
      when new.id like 'transport %' then (
        select min(p.cents) from private.prices_to_confirm(o.price_cents, o.details, clock_timestamp()) p where p.id like 'transport %')
      else least_old.cents end) as cents) b
    -- When a rung ends, the price for siblings rises with the others. That is no price jump.
    where (new.id <> 'for siblings' or new.cents < b.cents) and abs(new.cents - b.cents)::bigint * 100 > b.cents::bigint * (private.settings()).offer_price_jump_percent
    order by new.cents limit 1
  ) j
  where n.confirmed is not true
$$;
comment on function private.find_price_jumps(jsonb) is
  'Returns [{id, title, revision, from_cents, to_cents, is_new}]. For each offer this is the lowest price that '
  'changes by more than offer_price_jump_percent. is_new is true if nobody can buy it now. Older versions are ignored.';

create function private.notify_staff_of_offers(p_key text, p_kind text, p_offers jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_staff constant text := private.staff_address('prices');
begin
  if v_staff is null then return; end if;
  insert into public.outbox (key, template, recipient, payload)
  values ('offers_notice:' || p_key, 'offers_notice', v_staff, jsonb_build_object('what', p_kind, 'offers', p_offers))
  on conflict (key) do nothing;
end;
$$;
comment on function private.notify_staff_of_offers(text, text, jsonb) is
  'Queues a mail to staff, once per key. p_payload is {what: missing | removed | price_jump | price_floor, offers: '
  '[{id, title, from_cents?, to_cents?}]}. Without a staff address no mail is queued.';

create function private.check_off_sale(p_off_sale jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if jsonb_typeof(p_off_sale) is distinct from 'array'
    or exists (select from jsonb_array_elements(p_off_sale) where jsonb_typeof(value) <> 'string') then
    perform private.fail('invalid_input', 'p_off_sale');
  end if;
end;
$$;
comment on function private.check_off_sale(jsonb) is
  'Checks that the value is a list of ids. Fails with invalid_input (p_off_sale).';

create function public.get_offer_use(p_document_id text, p_kind text default null, p_sessions integer default null)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_offer public.offers;
  v_tier text;
  v_reference integer;
begin
  select * into v_offer from public.offers where id = p_document_id;
  v_tier := case when v_offer.kind = 'camp_tier' then v_offer.details ->> 'tier' end;
  -- A new product is compared with similar ones, as when it is published.
  if coalesce(v_offer.active, false) then v_reference := v_offer.reference_cents;
  elsif p_kind is not null then
    v_reference := private.reference_for(p_document_id, p_kind, jsonb_build_object(
      'sessions', case when p_sessions between 1 and 1000 then p_sessions end));
  end if;
  return jsonb_build_object(
    'on_sale', coalesce(v_offer.active, false),
    'prices', (
      select coalesce(jsonb_object_agg(p.id, p.cents), '{}')
      from private.prices_to_confirm(v_offer.price_cents, v_offer.details, clock_timestamp()) p where v_offer.id is not null),
    'price_jump_percent', (private.settings()).offer_price_jump_percent,
    'floor_cents', private.floor_cents(v_reference),
    'waits_for_approval', exists (
      select from public.price_approvals a where a.offer_id = p_document_id and a.taken_over_at is null),
    'coming_camps', (
      select count(*) from public.camp_weeks c
      where c.tier = v_tier and c.is_active and c.starts_at > clock_timestamp()),
    'places', (
      select jsonb_build_object('taken', coalesce(sum(c.capacity - p.spots_left), 0), 'open', coalesce(sum(p.spots_left), 0))
      from public.camp_weeks c join public.get_camp_prices() p on p.camp_id = c.id
      where c.tier = v_tier and c.starts_at > clock_timestamp()),
    'in_checkout', exists (
      select from public.holds h join public.order_lines l on l.id = h.order_line_id
      where l.offer_id = p_document_id and h.expires_at > clock_timestamp()),
    'renews', exists (
      select from public.pass_subscriptions s where s.offer_id = p_document_id and s.status <> 'ended'));
end;
$$;
comment on function public.get_offer_use(text, text, integer) is
  'Studio calls this for a document of an offer. p_kind and p_sessions say what a product that is not on sale sells, '
  'for its floor. Returns {on_sale, prices, price_jump_percent, floor_cents, waits_for_approval, coming_camps, places, '
  'in_checkout, renews}. prices maps listed, each rung, "from" with each planned moment, "for siblings", "transport" '
  'with each short name, and "extra guest" to cents. Anybody may call it, because in_checkout and renews only say '
  'whether there is an order or a renewal. Definer: callers may not read orders.';
grant execute on function public.get_offer_use(text, text, integer) to anon, authenticated, service_role;
