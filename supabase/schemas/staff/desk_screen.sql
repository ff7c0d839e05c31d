-- These functions serve the screen for sales at the desk (orders/desk.sql; docs/decisions "/sales").

create function public.get_desk_access()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not (private.is_admin() or private.is_coach()) then perform private.deny(); end if;
  return jsonb_build_object('sells', private.sells_at_desk(), 'spends_balance', private.is_admin(), 'uen', (private.settings()).uen,
    'discount', private.desk_discount_limits());
end;
$$;
comment on function public.get_desk_access() is
  'For staff. Returns DeskAccess (contract/desk.ts): whether the caller sells, the UEN that PayNow pays, and the '
  'largest discount by hand. Definer: reads the settings.';
grant execute on function public.get_desk_access() to authenticated;
select private.answer_calls('public.get_desk_access()');

create function private.find_family_by_contact(p_search text)
returns uuid[]
language plpgsql
volatile
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  v_address constant text := lower(btrim(p_search));
  v_number constant text := regexp_replace(btrim(p_search), '[ ().-]', '', 'g');
  v_is_number constant boolean := v_number ~ '^\+?[0-9]{8,15}$';
  v_pattern constant text := (private.search_patterns(p_search))[1];
begin
  if not (v_is_number or private.is_email(v_address)) then perform private.fail('invalid_input', 'p_search'); end if;
  return array(
    select id from public.families where lower(contact_email) = v_address and erased_at is null
    union
    select f.id from public.profiles p join public.families f on f.primary_parent_id = p.id and f.erased_at is null
    where lower(p.email) = v_address
    union
    -- A number may be given without its country code, which has at most two digits.
    select f.id from public.families f left join public.profiles p on p.id = f.primary_parent_id
    cross join lateral (values (coalesce(f.contact_phone, p.phone))) n (phone)
    where v_is_number and f.erased_at is null and (f.search_text like v_pattern or p.search_text like v_pattern)
      and n.phone like '%' || v_number and length(n.phone) - length(v_number) <= 3);
end;
$$;
comment on function private.find_family_by_contact(text) is
  'Returns the families whose parent or contact has exactly this e-mail address or phone number. Fails with '
  'invalid_input (p_search) if the text is neither.';

create function public.find_desk_families(p_search text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
-- The best plan depends on the search text.
set plan_cache_mode = force_custom_plan
as $$
declare
  c_most constant integer := 8;
  v_patterns text[];
  v_ids uuid[];
begin
  if not private.sells_at_desk() then perform private.deny(); end if;
  v_patterns := private.search_patterns(private.check_text(to_jsonb(p_search), 'p_search', 120));
  -- A single letter matches almost every family.
  if v_patterns is null or length(btrim(p_search)) < 2 then perform private.fail('invalid_input', 'p_search'); end if;
  if not private.is_admin() then
    -- A coach sells to a parent who is present and gives an address or number. So coaches cannot browse families.
    v_ids := private.find_family_by_contact(p_search);
  elsif private.is_uuid(to_jsonb(p_search)) then
    -- The search of the office links to the desk with the id of a family.
    v_ids := array(select id from public.families where id = p_search::uuid and erased_at is null);
  else
    v_ids := array(
      (select f.id from public.families f
       where f.erased_at is null
         and f.search_text like v_patterns[1] and f.search_text like all (v_patterns)
       limit c_most + 1)
      union
      (select c.family_id from public.children c join public.families f on f.id = c.family_id and f.erased_at is null
       where c.search_text like v_patterns[1] and c.search_text like all (v_patterns) limit c_most + 1));
  end if;
  if not private.is_admin() then
    -- The limit stops somebody who tries one number after another. Every family sees who found it.
    if not private.count_hit(concat_ws(' ', 'desk_contact', (select auth.uid())), 60, 600) then
      perform private.fail('rate_limited');
    end if;
    insert into public.access_log (user_id, accessed_table, access_type, family_id)
    select (select auth.uid()), 'families', 'desk', i from unnest(v_ids[:c_most]) i;
  end if;
  return jsonb_build_object(
    'more', cardinality(v_ids) > c_most,
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'family_id', f.id, 'name', m.name, 'email', m.email, 'phone', coalesce(f.contact_phone, p.phone),
        'children', (
          select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'dob', c.dob) order by c.dob, c.id), '[]')
          from public.children c where c.family_id = f.id)) order by m.name, f.id), '[]')
      from (select unnest(v_ids[:c_most]) as id) n
      join public.families f on f.id = n.id
      left join public.profiles p on p.id = f.primary_parent_id
      cross join lateral private.mail_contact(f.id) m));
end;
$$;
comment on function public.find_desk_families(text) is
  'For sellers. Returns up to eight families, as DeskFamilies (contract/desk.ts). Admins also find one by its id. '
  'Coaches find them only by a whole address or number. What a coach finds is logged for the family, and limited to '
  '60 searches in ten minutes. Definer: reads families past their policies, after checking the caller.';
grant execute on function public.find_desk_families(text) to authenticated;
select private.answer_calls('public.find_desk_families(text)', 'desk');

create function public.quote_at_desk(p_sale jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order_id constant uuid := gen_random_uuid();
  v_family_id uuid;
  v_unknown_child integer;
  v_sale jsonb;
  v_price jsonb;
  v_quote jsonb;
begin
  if not private.sells_at_desk() then perform private.deny(); end if;
  perform private.check_object(p_sale, 'p_sale', 40000);
  if private.is_given(p_sale -> 'family_id') and not private.is_uuid(p_sale -> 'family_id') then
    perform private.fail('invalid_input', 'family_id');
  end if;
  perform private.check_quote_request(p_sale - 'previous_secret');
  perform private.check_desk_discount(p_sale);
  v_family_id := (nullif(p_sale ->> 'family_id', ''))::uuid;
  if jsonb_typeof(coalesce(p_sale -> 'parent', 'null')) not in ('null', 'object') then perform private.fail('invalid_input', 'parent'); end if;
  v_unknown_child := private.unknown_child(p_sale, v_family_id);
  if v_unknown_child is not null then perform private.fail('child_not_found', format('children[%s].id', v_unknown_child)); end if;
  v_sale := p_sale - 'previous_secret' || jsonb_build_object('email', private.sale_parent(p_sale) -> 'email');
  -- The quote reads the family from an order, so an order is inserted, quoted and rolled back.
  begin
    insert into public.orders (id, number, currency, total_cents, channel, family_id)
    values (v_order_id, private.order_number(), (private.settings()).currency, 1, 'desk', v_family_id);
    perform private.accept_desk_offers(v_family_id, private.sale_places(v_sale), v_order_id);
    v_price := private.price_at_desk(v_sale, clock_timestamp(), v_order_id);
    v_quote := private.quote(v_sale, clock_timestamp(), v_order_id, v_price) || jsonb_build_object('instalments',
      private.instalment_options((
        select jsonb_agg(jsonb_build_object('camp_id', s.value -> 'camp_id', 'cents', case when p.value -> 'problem' = 'null' then
          (p.value ->> 'base_cents')::integer - (p.value ->> 'discount_cents')::integer + (p.value ->> 'transport_cents')::integer end))
        from jsonb_array_elements(v_sale -> 'lines') with ordinality s
        left join jsonb_array_elements(v_price -> 'lines') p on (p.value ->> 'position')::integer = s.ordinality - 1),
        private.calendar_today()));
    raise exception using errcode = 'DESK1';
  exception when sqlstate 'DESK1' then null;
  end;
  return v_quote;
end;
$$;
comment on function public.quote_at_desk(jsonb) is
  'Takes DeskSale (contract/passes.ts) and returns DeskQuote (contract/desk.ts), which is what the sale would cost '
  'now, as sell_at_desk would charge it. Writes nothing. Fails with family_not_found, child_not_found. Definer: see '
  'quote_order.';
grant execute on function public.quote_at_desk(jsonb) to authenticated;
select private.answer_calls('public.quote_at_desk(jsonb)', 'desk', p_code => $$p_sale ->> 'code'$$);
