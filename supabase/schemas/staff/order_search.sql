-- A search looks up orders, families and children by their indexes and merges the results.

-- Trigram indexes also find text within a word. Unpaid orders are not indexed, so that holding a place stays fast. The
-- text is stored, because computing it for 100,000 rows takes half a second.
create index orders_searched on public.orders using gin (search_text extensions.gin_trgm_ops) where paid_at is not null;
create index families_searched on public.families using gin (search_text extensions.gin_trgm_ops);
create index children_searched on public.children using gin (search_text extensions.gin_trgm_ops);
create index orders_by_creation on public.orders (created_at, id);
create index orders_by_total on public.orders (total_cents, id);
create index orders_unpaid on public.orders (created_at, id) where paid_at is null;

create function private.search_patterns(p_search text)
returns text[]
language sql
immutable
set search_path = ''
as $$
  select array_agg(case when length(w) < 3 then '% ' else '%' end
    || replace(replace(replace(w, '\', '\\'), '%', '\%'), '_', '\_') || '%' order by length(w) desc)
  from (
    select regexp_split_to_table(btrim(case when s.folded ~ '^[+0-9 ().-]+$'
      then regexp_replace(s.folded, '[ ().-]', '', 'g') else s.folded end), '\s+') as w
    from (select private.folded(p_search) as folded) s
    limit 8) words
  where w <> ''
$$;
comment on function private.search_patterns(text) is
  'Returns the words of a search text as LIKE patterns, the longest first. A text must match all of them. Returns null '
  'if the search text is empty.';

create function private.is_common_text(p_patterns text[])
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  -- If there are fewer matches than this, a sample would not be reliable, and the index reads few rows anyway.
  c_least constant integer := 300;
  c_share constant numeric := 0.3;
begin
  return (
    select count(*) >= c_least and count(*) filter (where search_text like all (p_patterns)) > c_share * count(*)
    from public.orders tablesample system (1) repeatable (1) where paid_at is not null)
  or (
    select count(*) >= c_least and count(*) filter (where search_text like all (p_patterns)) > c_share * count(*)
    from public.children tablesample system (2) repeatable (1));
end;
$$;
comment on function private.is_common_text(text[]) is
  'Returns whether, by a sample, nearly a third or more of the paid orders or of the children match these patterns. '
  'An index would then read all of them, while reading the list in its order finds a page of them at once.';

create function private.find_orders(p_search text, p_max integer)
returns uuid[]
language plpgsql
volatile
set search_path = ''
-- The best plan depends on the search text.
set plan_cache_mode = force_custom_plan
as $$
declare
  v_patterns constant text[] := private.search_patterns(p_search);
  -- The trigram index cannot serve "like all", so the first two patterns are also given singly. The longest pattern
  -- alone may be very common, for example "gmail.com".
  v_pattern constant text := v_patterns[1];
  v_second_pattern constant text := coalesce(v_patterns[2], v_patterns[1]);
  v_name constant text := btrim(p_search);
  v_number constant text := upper(v_name);
  v_offers text[];
  v_camps uuid[];
  v_matches uuid[];
  v_order_ids uuid[];
begin
  v_order_ids := array(
    select id from public.orders where number in (v_number, (private.settings()).order_prefix || '-' || v_number)
    union all
    select order_id from public.payments where order_id is not null
      and (payment_intent = v_name or session_id = v_name or invoice_id = v_name
        or reference = regexp_replace(v_number, '\s', '', 'g'))
    union all
    select order_id from public.invoices where reference = v_number
    union all
    select order_id from public.checkout_attempts where session_id = v_name
    union all
    select order_id from public.refunds where provider_refund_id = v_name and order_id is not null
    union all
    select p.order_id from public.payment_disputes d join public.payments p on p.id = d.payment_id
    where d.provider_dispute_id = v_name and p.order_id is not null);

  if private.is_common_text(v_patterns) then return null; end if;
  v_matches := array(
    select id from public.orders
    where paid_at is not null
      and search_text like v_pattern and search_text like v_second_pattern and search_text like all (v_patterns)
    limit p_max + 1);
  if cardinality(v_matches) > p_max then return null; end if;
  v_order_ids := v_order_ids || v_matches;

  v_matches := array(
    select n.order_id from public.children c join public.order_children n on n.child_id = c.id
    where c.search_text like v_pattern and c.search_text like v_second_pattern and c.search_text like all (v_patterns) limit p_max + 1);
  if cardinality(v_matches) > p_max then return null; end if;
  v_order_ids := v_order_ids || v_matches;

  -- The personal data of an order is erased before its family's, so the family is searched, too.
  v_matches := array(
    select o.id from public.families f join public.orders o on o.family_id = f.id
    where f.search_text like v_pattern and f.search_text like v_second_pattern and f.search_text like all (v_patterns)
    limit p_max + 1);
  if cardinality(v_matches) > p_max then return null; end if;
  v_order_ids := v_order_ids || v_matches;

  -- The personal data of an unpaid order is stored with the order only.
  v_matches := array(
    select o.id from public.orders o
    where o.paid_at is null and (o.parent_email is not null or o.status in ('held', 'awaiting_payment')) and (
      o.search_text like all (v_patterns)
      or exists (select from public.order_children n where n.order_id = o.id and private.search_text(n.name) like all (v_patterns)))
    limit p_max + 1);
  if cardinality(v_matches) > p_max then return null; end if;
  v_order_ids := v_order_ids || v_matches;

  v_offers := array(select id from public.offers where private.search_text(title) like all (v_patterns));
  v_camps := array(select id from public.camp_weeks where private.search_text(name) like all (v_patterns));
  if v_offers <> '{}' or v_camps <> '{}' then
    v_matches := array(
      select order_id from public.order_lines where offer_id = any (v_offers) or camp_id = any (v_camps) limit p_max + 1);
    if cardinality(v_matches) > p_max then return null; end if;
    v_order_ids := v_order_ids || v_matches;
  end if;
  return array(select distinct unnest(v_order_ids));
end;
$$;
comment on function private.find_orders(text, integer) is
  'Finds orders by number, by words of people and purchases, or by the whole number of an invoice, a credit or refund '
  'note, a PayNow payment or anything at Stripe. Returns null for a text that very many orders have '
  '(private.is_common_text), or if one source finds more than p_max, because a page of matches is then found soon by '
  'reading the list in its order.';

create function private.order_search_condition()
returns text
language sql
immutable
set search_path = ''
as $$
  -- Each source is a scalar subquery with a limit. The planner would answer "exists" by hashing the whole table, and a
  -- page needs the rows of only a thousand orders.
  select $where$(
    o.search_text like all ($2)
    or (select true from public.order_children n left join public.children c on c.id = n.child_id
      where n.order_id = o.id and coalesce(c.search_text, private.search_text(n.name)) like all ($2) limit 1)
    or (select true from public.families f where f.id = o.family_id and f.search_text like all ($2))
    or (select true from public.order_lines l where l.order_id = o.id and (
      l.offer_id in (select f.id from public.offers f where private.search_text(f.title) like all ($2))
      or l.camp_id in (select w.id from public.camp_weeks w where private.search_text(w.name) like all ($2))) limit 1))$where$
$$;
comment on function private.order_search_condition() is
  'Returns the SQL condition that an order o matches a search text as in private.find_orders, except by number and '
  'Stripe''s id. $2 is private.search_patterns.';
