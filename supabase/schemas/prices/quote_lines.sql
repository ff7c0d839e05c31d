-- These functions lock and write nothing. For display, their answer is a snapshot. After the locks of a sale, it is a
-- decision (docs/decisions "Selling rules").

create function private.check_quote_request(p_order jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_children constant jsonb := coalesce(nullif(p_order -> 'children', 'null'), '[]');
  v_item jsonb;
  v_field text;
begin
  perform private.check_object(p_order, 'p_order', 20000);
  if jsonb_typeof(p_order -> 'lines') is distinct from 'array' or jsonb_array_length(p_order -> 'lines') not between 1 and 8 then
    perform private.fail('invalid_input', 'lines');
  end if;
  if jsonb_typeof(v_children) <> 'array' or jsonb_array_length(v_children) > 8 then
    perform private.fail('invalid_input', 'children');
  end if;
  if jsonb_typeof(coalesce(p_order -> 'code', 'null')) not in ('null', 'string') or length(p_order ->> 'code') > 60 then
    perform private.fail('invalid_input', 'code');
  end if;
  if coalesce(p_order -> 'previous_secret', 'null') <> 'null' and not private.is_uuid(p_order -> 'previous_secret') then
    perform private.fail('invalid_input', 'previous_secret');
  end if;
  for v_at in 0..jsonb_array_length(v_children) - 1 loop
    v_item := v_children -> v_at;
    v_field := format('children[%s]', v_at);
    if jsonb_typeof(v_item) <> 'object' then perform private.fail('invalid_input', v_field); end if;
    if private.is_given(v_item -> 'id') and not private.is_uuid(v_item -> 'id') then
      perform private.fail('invalid_input', v_field || '.id');
    end if;
    if private.is_given(v_item -> 'dob') and not private.fits(v_item -> 'dob', '"date"') then
      perform private.fail('invalid_input', v_field || '.dob');
    end if;
  end loop;
  for v_at in 0..jsonb_array_length(p_order -> 'lines') - 1 loop
    perform private.check_quote_line(
      p_order -> 'lines' -> v_at, format('lines[%s]', v_at), jsonb_array_length(v_children));
  end loop;
end;
$$;
comment on function private.check_quote_request(jsonb) is
  'Checks a QuoteRequest (contract/quotes.ts). Ignores unknown keys. Fails with invalid_input, and names the field.';

create function private.check_quote_line(p_line jsonb, p_field text, p_children integer)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_key text;
begin
  if jsonb_typeof(p_line) <> 'object' then perform private.fail('invalid_input', p_field); end if;
  if jsonb_typeof(p_line -> 'offer_id') is distinct from 'string' or length(p_line ->> 'offer_id') not between 1 and 100 then
    perform private.fail('invalid_input', p_field || '.offer_id');
  end if;
  foreach v_key in array array['session_id', 'camp_id'] loop
    if coalesce(p_line -> v_key, 'null') <> 'null' and not private.is_uuid(p_line -> v_key) then
      perform private.fail('invalid_input', p_field || '.' || v_key);
    end if;
  end loop;
  if coalesce(p_line -> 'child', 'null') <> 'null' and not private.is_whole(p_line -> 'child', 0, p_children - 1) then
    perform private.fail('invalid_input', p_field || '.child');
  end if;
  if coalesce(p_line -> 'transport', 'null') <> 'null' and not private.is_slug(p_line -> 'transport') then
    perform private.fail('invalid_input', p_field || '.transport');
  end if;
  if coalesce(p_line -> 'expected_price_cents', 'null') <> 'null'
    and not private.is_whole(p_line -> 'expected_price_cents', 0, 100000000) then
    perform private.fail('invalid_input', p_field || '.expected_price_cents');
  end if;
end;
$$;
comment on function private.check_quote_line(jsonb, text, integer) is
  'Checks a line of a QuoteRequest. Fails with invalid_input, and names the field.';

create function private.quote_children(p_order jsonb, p_except_order uuid)
returns table (child integer, child_id uuid, dob date)
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_child record;
begin
  if not p_order @? '$.children[*].id ? (@ != null && @ != "")' then
    return query
    select (ordinality - 1)::integer, null::uuid, nullif(value ->> 'dob', '')::date
    from jsonb_array_elements(coalesce(nullif(p_order -> 'children', 'null'), '[]')) with ordinality;
    return;
  end if;
  for v_child in
    select (n.ordinality - 1)::integer as child, nullif(n.value ->> 'id', '')::uuid as requested_id,
      nullif(n.value ->> 'dob', '')::date as dob, c.id as child_id, c.dob as known_dob
    from jsonb_array_elements(coalesce(nullif(p_order -> 'children', 'null'), '[]')) with ordinality n
    -- The child must belong to the caller's family, or to the family of the order.
    left join public.children c on c.id = nullif(n.value ->> 'id', '')::uuid
      and c.family_id in ((select private.my_family_id()), (select family_id from public.orders where id = p_except_order))
  loop
    if v_child.requested_id is not null and v_child.child_id is null then
      perform private.fail('child_not_found', format('children[%s].id', v_child.child));
    end if;
    child := v_child.child;
    child_id := v_child.child_id;
    dob := coalesce(v_child.known_dob, v_child.dob);
    return next;
  end loop;
end;
$$;
comment on function private.quote_children(jsonb, uuid) is
  'Returns the children of a QuoteRequest. Known children are found by id, and others have the date of birth that was '
  'typed. Fails with child_not_found for a child of another family.';

create function private.has_place(p_child_id uuid, p_session_id uuid, p_camp_id uuid)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_child_id is null then return false; end if;
  if p_session_id is not null then
    return exists (select from public.bookings
      where child_id = p_child_id and session_id = p_session_id and status = 'booked');
  end if;
  return p_camp_id is not null and exists (select from public.camp_enrollments
    where child_id = p_child_id and camp_id = p_camp_id and status = 'enrolled');
end;
$$;
comment on function private.has_place(uuid, uuid, uuid) is
  'Returns whether a known child has a place in the session or camp.';

create function private.ages_of_sale(p_line public.order_lines, p_offer public.offers)
returns jsonb
language sql
stable
set search_path = ''
as $$
  -- Another tier is another programme, so its current ages apply.
  select coalesce(
    (select to_jsonb(t) from public.sale_terms t where t.id = p_line.terms_id and t.offer_id = p_offer.id), p_offer.details)
$$;
comment on function private.ages_of_sale(public.order_lines, public.offers) is
  'Returns the ages that apply to a line on a place of this offer. These are the ages of the sale. If the line was '
  'sold with another offer, they are the published ones.';

create function private.found_lines(
  p_order jsonb, p_at timestamptz, p_except_order uuid, p_moved_line public.order_lines default null,
  p_held_order uuid default null)
returns table (
  "position" integer, child integer, request jsonb, offer public.offers, camp public.camp_weeks, session public.sessions,
  age integer, transport_cents integer, held_since timestamptz, problem text, overlaps integer)
language plpgsql
volatile
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  with requested as (
    select (n.ordinality - 1)::integer as "position", n.value as line,
      (n.value ->> 'child')::numeric::integer as child, offer.o, camp.c, session.s, k.child_id, k.dob, t.price_cents as transport_cents, h.since,
      coalesce(k.child_id::text, n.value ->> 'child') as who
    from (
      select e.value, e.ordinality, row_number() over (
        partition by e.value ->> 'offer_id', (e.value ->> 'session_id')::uuid, (e.value ->> 'camp_id')::uuid
        order by e.ordinality)::integer as nth
      from jsonb_array_elements(p_order -> 'lines') with ordinality e) n
    cross join lateral (select private.line_held_since(p_held_order, n.value, n.nth) as since) h
    -- Each row is looked up by its key, because a plan for hundreds of lines would read whole tables for a single line.
    left join lateral (
      select f as o from public.offers f
      where f.id = n.value ->> 'offer_id' and (private.is_on_sale(f, p_at) or h.since is not null and private.is_on_sale(f, h.since))
        and f.currency = (select currency from public.settings) limit 1
    ) offer on true
    left join lateral (select w as c from public.camp_weeks w where w.id = (n.value ->> 'camp_id')::uuid limit 1) camp on true
    left join lateral (select x as s from public.sessions x where x.id = (n.value ->> 'session_id')::uuid limit 1) session on true
    left join private.quote_children(p_order, p_except_order) k on k.child = (n.value ->> 'child')::numeric::integer
    left join lateral (
      select (r.value ->> 'price_cents')::numeric::integer as price_cents
      from jsonb_array_elements(case when (offer.o).kind = 'camp_tier' then (offer.o).details -> 'transport' else '[]' end) r
      where r.value ->> 'id' = n.value ->> 'transport'
    ) t on true
  ),
  with_age as (
    select a.*, case when p_moved_line.id is null then (a.o).details else private.ages_of_sale(p_moved_line, a.o) end as ages, private.age_on(a.dob,
        coalesce((a.c).start_date, (a.s).session_date, (p_at at time zone private.time_zone())::date)) as age,
      row_number() over (
        partition by coalesce(a.who, 'line ' || a."position"), (a.c).id, (a.s).id order by a."position") as same_again,
      row_number() over (
        partition by coalesce(a.who, 'line ' || a."position"), (a.o).details -> 'once_per_child' = 'true'
        order by a."position") as once_again,
      jsonb_object_agg(a."position", coalesce((a.c).id, (a.s).id)) over (
        partition by coalesce(a.who, 'line ' || a."position") order by a."position"
        rows between unbounded preceding and 1 preceding) as earlier
    from requested a
  )
  select "position", child, line, o, c, s, age, transport_cents, since, case
    when (o).id is null or ((o).kind = 'camp_tier') <> (line ->> 'camp_id' is not null)
      or ((o).kind not in ('pass', 'team_pass') and line ->> 'session_id' is not null) then 'offer_not_available'
    when line ->> 'camp_id' is not null and ((c).id is null or not private.is_camp_on_sale(c)) then 'camp_not_found'
    -- The offer must be that of the camp's own tier, because it decides the price.
    when (c).id is not null and (private.tier_offer((c).tier, p_at)).id is distinct from (o).id
      and (since is null or (private.tier_offer((c).tier, since)).id is distinct from (o).id) then 'offer_not_available'
    when (c).starts_at <= private.calendar_now() then 'camp_started'
    when line ->> 'session_id' is not null and ((s).id is null or (s).status <> 'scheduled') then 'session_not_found'
    when (s).starts_at <= private.calendar_now() then 'session_started'
    -- The pass starts on the day of payment, so its first session must be within its validity.
    when (s).session_date > private.calendar_today() + ((o).details ->> 'validity_days')::numeric::integer then 'pass_expired'
    when line ->> 'transport' is not null and transport_cents is null then 'transport_not_available'
    when age < (ages ->> 'min_age')::numeric or age > (ages ->> 'max_age')::numeric then 'age_not_allowed'
    when ((c).id is not null or (s).id is not null) and same_again > 1
      or private.has_place(a.child_id, (s).id, (c).id) then 'already_booked'
    when (o).details -> 'once_per_child' = 'true' and (once_again > 1 or a.child_id is not null
      and private.has_trial(a.child_id, p_at, p_except_order)) then 'try_out_used'
    when n.overlapped is not null then 'times_overlap'
  end, n.overlapped
  from with_age a
  cross join lateral (select private.overlapping_line(coalesce((a.c).id, (a.s).id), a.earlier) as overlapped) n;
end;
$$;
comment on function private.found_lines(jsonb, timestamptz, uuid, public.order_lines, uuid) is
  'Returns why a line is not available, apart from places. The age on the first day counts. For a sold line that '
  'moves (p_moved_line), the ages of its sale apply. overlaps is the position of the other line of times_overlap.';

create function private.quote_lines(
  p_order jsonb, p_at timestamptz, p_except_order uuid, p_moved_line public.order_lines default null,
  p_held_order uuid default null)
returns table (
  "position" integer, child integer, offer_id text, kind text, tier text, title text, session_id uuid, camp_id uuid,
  rung_id text, list_cents integer, price_cents integer, sibling_rebate boolean, rebate_cents integer,
  transport_cents integer, expected_price_cents integer, problem text, age integer, min_age integer, max_age integer,
  held_since timestamptz, overlaps integer)
language plpgsql
volatile
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  with numbered as (
    select f.*, row_number() over (partition by f.problem is null, (f.camp).id, (f.session).id order by f."position")::integer as nth
    from private.found_lines(p_order, p_at, p_except_order, p_moved_line, p_held_order) f
  ),
  with_seats as (
    select n.*, case
      when n.problem is not null then n.problem
      when (n.camp).id is not null then case
        when n.nth > (n.camp).capacity - private.camp_seats_taken((n.camp).id, p_at, p_except_order) then 'camp_full' end
      when (n.session).id is not null then case
        when n.nth > (n.session).max_capacity - private.seats_taken((n.session).id, p_at, p_except_order)
          then 'session_full' end
    end as outcome
    from numbered n
  )
  select s."position", s.child, s.request ->> 'offer_id', (s.offer).kind,
    case when (s.offer).kind = 'camp_tier' then (s.offer).details ->> 'tier' end, (s.offer).title,
    (s.session).id, (s.camp).id, r.rung_id, n.listed_cents, coalesce(r.price_cents, n.listed_cents),
    b.given, case when b.given then b.cents else 0 end, coalesce(s.transport_cents, 0),
    (s.request ->> 'expected_price_cents')::numeric::integer, s.outcome, s.age,
    ((s.offer).details ->> 'min_age')::numeric::integer, ((s.offer).details ->> 'max_age')::numeric::integer,
    coalesce(s.held_since, p_at), s.overlaps
  from with_seats s
  left join private.camp_rung((s.camp).id, p_at, p_except_order, s.nth, s.offer, s.held_since) r
    on s.outcome is null and (s.offer).kind = 'camp_tier'
  cross join lateral (
    select least(private.price_at(s.offer, p_at), private.price_at(s.offer, s.held_since)) as listed_cents) n
  cross join lateral (
    select (d.value ->> 'cents')::numeric::integer as cents, coalesce(
      s.outcome is null and (s.camp).id is not null and s.nth > 1 and d.value <> 'null'
      and (d.value ->> 'places' is null or s.nth - 1 <= (d.value ->> 'places')::numeric
        - private.camp_lines_taken((s.camp).id, null, p_at, p_except_order)), false) as given
    from (select coalesce((s.offer).details -> 'sibling_rebate', 'null') as value) d
  ) b
  order by s."position";
end;
$$;
comment on function private.quote_lines(jsonb, timestamptz, uuid, public.order_lines, uuid) is
  'Prices the lines of an order. If several children of the order are on one camp, they count one after the other for '
  'rungs, places and sibling rebate. p_held_order may have held the place of a line before a planned price or end of '
  'sale took effect. Such a plan neither raises the price of that line nor ends its sale.';
