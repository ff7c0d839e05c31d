-- Prices an order: lines, rebates, discount code and GST.

create function private.least_charge_cents()
returns integer
language sql
immutable
set search_path = ''
as $$ select 50 $$;
comment on function private.least_charge_cents() is
  'Returns the smallest charge of Stripe, which is fifty cents. A discount must leave this much to pay.';

create function private.camp_view(p_camp_id uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  if p_camp_id is null then return null; end if;
  return (select jsonb_build_object(
    'camp_id', c.id, 'name', c.name, 'tier', c.tier, 'start_date', c.start_date, 'end_date', c.end_date,
    'session_time_start', c.session_time_start, 'session_time_end', c.session_time_end,
    'starts_at', private.iso(c.starts_at),
    'ends_at', private.iso((c.start_date + c.session_time_end) at time zone private.time_zone()),
    'location_name', l.name, 'location_address', l.address,
    -- The extended day is also read when the tier is no longer on sale, because places that were sold with it still
    -- have it.
    'extended_day', (
      select o.details -> 'extended_day' from public.offers o
      where o.kind = 'camp_tier' and o.details ->> 'tier' = c.tier
      order by o.active desc, o.updated_at desc, o.id limit 1))
  from public.camp_weeks c join public.locations l on l.id = c.location_id
  where c.id = p_camp_id);
end;
$$;
comment on function private.camp_view(uuid) is 'Returns QuoteCamp (contract/places.ts).';

create function private.problem_view(
  p_code text, p_field text, p_age integer, p_min_age integer, p_max_age integer, p_overlaps integer)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_build_object('code', p_code, 'field', p_field || case
      when p_code = 'offer_not_available' then '.offer_id'
      when p_code like 'camp%' then '.camp_id'
      when p_code like 'session%' or p_code = 'pass_expired' then '.session_id'
      when p_code = 'transport_not_available' then '.transport'
      else '.child' end)
    || case p_code
      when 'age_not_allowed' then jsonb_build_object('age', p_age, 'min_age', p_min_age, 'max_age', p_max_age)
      when 'times_overlap' then jsonb_build_object('overlaps', p_overlaps)
      else '{}' end
  where p_code is not null
$$;
comment on function private.problem_view(text, text, integer, integer, integer, integer) is
  'Returns QuoteRefusal (contract/quotes.ts), or null without a problem.';

create function private.quote_promotion(
  p_promotion public.promotion_codes, p_lines jsonb, p_at timestamptz, p_except_order uuid, p_email text)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_family_id constant uuid := coalesce(
    private.my_family_id(), (select family_id from public.orders where id = p_except_order));
  v_problem text := private.promotion_problem(p_promotion, p_at, p_except_order, v_family_id, p_email);
  v_base integer;
  v_total integer;
begin
  select coalesce(sum((l ->> 'base_cents')::integer) filter (where private.applies(p_promotion, l)), 0),
    coalesce(sum((l ->> 'base_cents')::integer + (l ->> 'transport_cents')::integer), 0)
  into v_base, v_total
  from jsonb_array_elements(p_lines) l where l -> 'problem' = 'null';
  if v_problem is null then
    v_problem := case when v_base = 0 then 'code_not_applicable' when v_base < p_promotion.minimum_cents then 'code_minimum' end;
  end if;
  return jsonb_build_object(
    'problem', v_problem,
    'minimum_cents', case when v_problem = 'code_minimum' then p_promotion.minimum_cents end,
    'base_cents', v_base,
    'discount_cents', case when v_problem is not null then 0 else greatest(0, least(
      -- Half a cent is rounded in favour of the parent.
      coalesce(p_promotion.cents, round(v_base::numeric * p_promotion.percent / 100)::integer),
      v_base, v_total - private.least_charge_cents())) end);
end;
$$;
comment on function private.quote_promotion(public.promotion_codes, jsonb, timestamptz, uuid, text) is
  'Returns the discount of a code on these lines as {problem, minimum_cents, base_cents, discount_cents}. base_cents '
  'is the sum to which the code applies. Transport is not discounted.';

create function private.applies(p_promotion public.promotion_codes, p_line jsonb)
returns boolean
language sql
stable
set search_path = ''
as $$
  select (p_promotion.kinds is null or p_line ->> 'kind' = any (p_promotion.kinds))
    and (p_promotion.tiers is null or coalesce(p_line ->> 'tier' = any (p_promotion.tiers), false))
    and (p_promotion.offers is null or coalesce(p_line ->> 'offer_id' = any (p_promotion.offers), false))
    and (p_promotion.locations is null or exists (
      select from public.camp_weeks c
      where c.id = (p_line ->> 'camp_id')::uuid and c.location_id = any (p_promotion.locations)
      union all
      select from public.sessions s
      where s.id = (p_line ->> 'session_id')::uuid and s.location_id = any (p_promotion.locations)))
$$;
comment on function private.applies(public.promotion_codes, jsonb) is
  'Returns whether a code applies to a line of this kind, tier, product and location.';

create function private.price_order(
  p_order jsonb, p_at timestamptz, p_except_order uuid default null, p_moved_line public.order_lines default null,
  p_held_order uuid default null)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_code constant text := nullif(upper(trim(p_order ->> 'code')), '');
  v_held_order constant uuid := coalesce(
    p_held_order, case when private.held_since(p_except_order, p_at) is not null then p_except_order end);
  v_promotion public.promotion_codes;
  v_promotion_quote jsonb := '{"problem": null, "base_cents": 0, "discount_cents": 0}';
  v_lines jsonb;
  v_refusals jsonb;
begin
  select jsonb_agg(to_jsonb(l) || jsonb_build_object('base_cents', l.price_cents - l.rebate_cents, 'discount_cents', 0)
    order by l."position")
  into v_lines
  from private.quote_lines(p_order, p_at, p_except_order, p_moved_line, v_held_order) l;
  if v_code is not null then
    v_promotion := private.promotion_for(v_code, p_except_order, p_at);
    if v_promotion.id is null and private.is_referral_code(v_code, p_except_order) then
      -- An upgrade costs the difference only, and follows an order that used the code.
      if p_moved_line.id is null then
        v_promotion_quote := v_promotion_quote || private.quote_referral(v_code, p_except_order, v_lines);
      end if;
    else
      v_promotion_quote := private.quote_promotion(v_promotion, v_lines, p_at, p_except_order, p_order ->> 'email');
    end if;
    v_lines := private.share_discount(
      v_lines, v_promotion, (v_promotion_quote ->> 'base_cents')::integer, (v_promotion_quote ->> 'discount_cents')::integer);
  end if;

  if v_promotion_quote ->> 'problem' is not null or v_lines @? '$[*] ? (@.problem != null)' then
    select jsonb_agg(r.refusal order by r.n) into v_refusals from (
      select (l ->> 'position')::integer as n, private.problem_view(
        l ->> 'problem', format('lines[%s]', l ->> 'position'),
        (l ->> 'age')::integer, (l ->> 'min_age')::integer, (l ->> 'max_age')::integer, (l ->> 'overlaps')::integer) as refusal
      from jsonb_array_elements(v_lines) l where l -> 'problem' <> 'null'
      union all
      select 1000, jsonb_build_object('code', v_promotion_quote ->> 'problem', 'field', 'code')
        || jsonb_strip_nulls(jsonb_build_object('minimum_cents', v_promotion_quote -> 'minimum_cents'))
      where v_promotion_quote ->> 'problem' is not null
    ) r where r.refusal is not null;
  end if;

  return jsonb_build_object(
    'lines', v_lines,
    'code', case when v_code is not null and v_promotion_quote ->> 'problem' is null then coalesce(v_promotion.code, v_code) end,
    'discount_cents', (v_promotion_quote ->> 'discount_cents')::integer,
    'total_cents', (
      select coalesce(sum((l ->> 'base_cents')::integer - (l ->> 'discount_cents')::integer + (l ->> 'transport_cents')::integer), 0)
      from jsonb_array_elements(v_lines) l where l -> 'problem' = 'null'),
    'refusals', coalesce(v_refusals, '[]'));
end;
$$;
comment on function private.price_order(jsonb, timestamptz, uuid, public.order_lines, uuid) is
  'Prices an order at p_at. Returns {lines, code, discount_cents, total_cents, refusals}. Ignores the holds of '
  'p_except_order. To sell, a caller locks sessions and camps, reads the clock, calls this, and sells only if '
  'refusals is empty. p_held_order is the order that held the places until now. Raises only child_not_found (field).';

create function private.quote(
  p_order jsonb, p_at timestamptz, p_except_order uuid default null, p_price jsonb default null)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  v_price jsonb;
  v_totals record;
begin
  perform private.check_quote_request(p_order);
  v_price := coalesce(p_price, private.price_order(p_order, p_at, p_except_order));
  select coalesce(sum(price_cents), 0)::integer as price, coalesce(sum(rebate_cents), 0)::integer as rebate,
    coalesce(sum(discount_cents), 0)::integer as discount, coalesce(sum(transport_cents), 0)::integer as transport
  into v_totals
  from jsonb_to_recordset(v_price -> 'lines') as l (
    price_cents integer, rebate_cents integer, discount_cents integer, transport_cents integer, problem text)
  where problem is null;

  return jsonb_build_object(
    'currency', v_settings.currency,
    'lines', (select jsonb_agg(private.quote_line_view(l) order by l -> 'position') from jsonb_array_elements(v_price -> 'lines') l),
    'code', v_price -> 'code',
    'subtotal_cents', v_totals.price,
    'rebate_cents', v_totals.rebate,
    'discount_cents', v_totals.discount,
    'transport_cents', v_totals.transport,
    'total_cents', v_price -> 'total_cents',
    'gst', private.gst_view((v_price ->> 'total_cents')::integer, v_settings.gst_rate_basis_points, v_settings.gst_number),
    'price_changed', (
      select bool_or((l ->> 'expected_price_cents')::integer <> (l ->> 'price_cents')::integer) is true
      from jsonb_array_elements(v_price -> 'lines') l where l -> 'problem' = 'null'),
    'refusals', v_price -> 'refusals',
    'server_time', private.iso(p_at));
end;
$$;
comment on function private.quote(jsonb, timestamptz, uuid, jsonb) is
  'Takes QuoteRequest and returns Quote (contract/quotes.ts) at p_at. p_price is the result of private.price_order, '
  'if the caller has it. Totals include only lines without a refusal. Raises only invalid_input and child_not_found.';

create function private.share_discount(p_lines jsonb, p_promotion public.promotion_codes, p_base_cents integer, p_discount_cents integer)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_agg(s.l || jsonb_build_object('discount_cents', case when s.base = 0 then 0 else
    -- Each share is the difference of a rounded running sum, so that the shares add up to the discount, and none
    -- exceeds its line.
    round(p_discount_cents::numeric * s.so_far / p_base_cents) - round(p_discount_cents::numeric * (s.so_far - s.base) / p_base_cents)
    end) order by s.l -> 'position')
  from (
    select e.l, e.base, sum(e.base) over (order by e.l -> 'position') as so_far
    from (
      select l, case when l -> 'problem' = 'null' and p_discount_cents > 0 and private.applies(p_promotion, l)
        then (l ->> 'base_cents')::integer else 0 end as base
      from jsonb_array_elements(p_lines) l
    ) e
  ) s
$$;
comment on function private.share_discount(jsonb, public.promotion_codes, integer, integer) is
  'Gives each line its share of the discount, so that a single line can be refunded at its price.';

create function private.quote_line_view(p_line jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select p_line - array['position', 'problem', 'age', 'min_age', 'max_age', 'base_cents', 'session_id', 'camp_id', 'expected_price_cents', 'held_since', 'overlaps']
    || jsonb_build_object(
      'session', private.session_view((p_line ->> 'session_id')::uuid),
      'camp', private.camp_view((p_line ->> 'camp_id')::uuid),
      'total_cents', case when p_line -> 'problem' = 'null' then (p_line ->> 'base_cents')::integer
        - (p_line ->> 'discount_cents')::integer + (p_line ->> 'transport_cents')::integer else 0 end,
      'refusal', private.problem_view(
        p_line ->> 'problem', format('lines[%s]', p_line ->> 'position'),
        (p_line ->> 'age')::integer, (p_line ->> 'min_age')::integer, (p_line ->> 'max_age')::integer, (p_line ->> 'overlaps')::integer))
$$;
comment on function private.quote_line_view(jsonb) is 'Returns QuoteLine (contract/quotes.ts).';

create function public.quote_order(p_order jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_except_order uuid;
  v_quote jsonb;
begin
  perform private.check_quote_request(p_order);
  -- The browser's own holds do not count against it.
  select id into v_except_order from public.orders
  where secret = (p_order ->> 'previous_secret')::uuid and status in ('held', 'awaiting_payment');
  -- Only a verified address counts. Otherwise a code would reveal whether the owner of another address has bought here.
  v_quote := private.quote(
    p_order || jsonb_build_object('email', private.verified_email((select auth.uid()))), clock_timestamp(), v_except_order);
  -- The answer is no error, but an invalid code still counts as a guess.
  if v_quote @? '$.refusals[*] ? (@.code == "code_invalid")' then perform private.note_guess('code', p_order ->> 'code'); end if;
  return v_quote;
end;
$$;
comment on function public.quote_order(jsonb) is
  'Prices an order without locks and writes. Takes QuoteRequest and returns Quote (contract/quotes.ts). Raises '
  'child_not_found (field). Definer: visitors may read prices and places left, but not who has taken places.';
grant execute on function public.quote_order(jsonb) to anon, authenticated, service_role;
select private.answer_calls('public.quote_order(jsonb)', 'quote_order', p_code => $$p_order ->> 'code'$$);
