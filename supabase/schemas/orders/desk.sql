-- Staff sell at the desk with the prices, places, refusals and locks of the site, but the order is created and paid in
-- one transaction (docs/decisions "/sales").

create function private.sells_at_desk()
returns boolean
language sql
stable
set search_path = ''
as $$
  select private.is_admin() or ((private.settings()).coaches_sell and private.is_coach())
$$;
comment on function private.sells_at_desk() is
  'Returns whether the caller may sell at the desk. Admins always may, and coaches if settings.coaches_sell allows '
  'it.';

create function private.check_sale(p_sale jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform private.check_object(p_sale, 'p_sale', 40000);
  if not private.is_uuid(p_sale -> 'key') then perform private.fail('invalid_input', 'key'); end if;
  if private.is_given(p_sale -> 'family_id') and not private.is_uuid(p_sale -> 'family_id') then
    perform private.fail('invalid_input', 'family_id');
  end if;
  if jsonb_typeof(p_sale -> 'method') is distinct from 'string'
    or p_sale ->> 'method' not in ('cash', 'paynow', 'card_terminal', 'balance') then
    perform private.fail('invalid_input', 'method');
  end if;
  if not private.is_whole(p_sale -> 'expected_total_cents', 1, 2000000000) then
    perform private.fail('invalid_input', 'expected_total_cents');
  end if;
  perform private.check_balance_part(p_sale);
  perform private.check_split(p_sale);
  if jsonb_typeof(coalesce(p_sale -> 'parent', 'null')) not in ('null', 'object') then perform private.fail('invalid_input', 'parent'); end if;
  perform private.check_quote_request(p_sale - 'previous_secret');
  perform private.check_desk_discount(p_sale);
  perform private.check_sale_instalments(p_sale);
  perform private.check_consents(p_sale -> 'consents');
end;
$$;
comment on function private.check_sale(jsonb) is
  'Checks a DeskSale (contract/passes.ts). Fails with consent_text_changed, and with invalid_input, which names the '
  'field. Parent and children are checked when they are written.';

create function private.sale_parent(p_sale jsonb)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_family_parent jsonb;
begin
  if not private.is_given(p_sale -> 'family_id') then return coalesce(nullif(p_sale -> 'parent', 'null'), '{}'); end if;
  select jsonb_strip_nulls(jsonb_build_object('name', c.name, 'email', c.email, 'phone', coalesce(f.contact_phone, p.phone)))
  into v_family_parent
  from public.families f
  cross join lateral private.mail_contact(f.id) c
  left join public.profiles p on p.id = f.primary_parent_id
  where f.id = (p_sale ->> 'family_id')::uuid;
  if not found then perform private.fail('family_not_found', 'family_id'); end if;
  return v_family_parent || jsonb_strip_nulls(coalesce(nullif(p_sale -> 'parent', 'null'), '{}'));
end;
$$;
comment on function private.sale_parent(jsonb) is
  'Returns the parent of a sale as typed. What was not typed is taken from what is known of the family. Fails with '
  'family_not_found, also for an erased family.';

create function private.unknown_child(p_sale jsonb, p_family_id uuid)
returns integer
language sql
stable
set search_path = ''
as $$
  -- The family of the sale is checked. The seller may also be a parent and then has a family, too.
  select (min(n.ordinality) - 1)::integer
  from jsonb_array_elements(coalesce(nullif(p_sale -> 'children', 'null'), '[]')) with ordinality n
  where private.is_given(n.value -> 'id') and not exists (
    select from public.children where id = (n.value ->> 'id')::uuid and family_id = p_family_id)
$$;
comment on function private.unknown_child(jsonb, uuid) is
  'Returns the index of the first child given by id that does not belong to this family, or null.';

create function private.desk_answer(p_order_id uuid)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select private.order_view(o.id) - 'secret'
    || jsonb_build_object('order_id', o.id, 'family_id', o.family_id, 'method', p.method, 'received_cents', p.amount_cents,
      'split', private.split_view(o), 'balance_part_cents', private.balance_part(o.id), 'seller', private.staff_name(o.sold_by), 'provider', private.provider())
  from public.orders o
  join lateral (
    select * from public.payments where order_id = o.id and provider in ('desk', 'balance') and result is distinct from 'split'
    order by provider = 'balance', created_at limit 1) p on true
  where o.id = p_order_id
$$;
comment on function private.desk_answer(uuid) is
  'Returns DeskOrder (contract/passes.ts): an OrderView without its secret.';

create function private.sale_digest(p_sale jsonb)
returns text
language sql
immutable
set search_path = ''
as $$
  select encode(extensions.digest((p_sale - array['key', 'previous_secret', 'method', 'split', 'balance_cents', 'expected_total_cents'])::text, 'sha256'), 'hex')
$$;
comment on function private.sale_digest(jsonb) is
  'Returns a hash that identifies a repeated DeskSale. It leaves out the method and the total, because they are on '
  'the receipt that a repeated call shows.';

comment on column public.orders.sale_digest is
  'A hash of what was sold at the desk, so that its key is not reused for another sale.';

create function private.refuse_other_sale(p_order_id uuid, p_sale jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_number constant text := (
    select number from public.orders where id = p_order_id and sale_digest <> private.sale_digest(p_sale));
begin
  if v_number is not null then perform private.fail('sale_differs', 'key', v_number); end if;
end;
$$;
comment on function private.refuse_other_sale(uuid, jsonb) is
  'Fails with sale_differs (detail: the order''s number) if the order with this key was made from another DeskSale.';

create function private.sale_places(p_sale jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('child_id', p_sale #> array['children', l ->> 'child', 'id'],
    'session_id', l -> 'session_id', 'camp_id', l -> 'camp_id'))
  from jsonb_array_elements(p_sale -> 'lines') l
$$;
comment on function private.sale_places(jsonb) is
  'Returns the places of a DeskSale for private.accept_desk_offers.';

create function private.accept_desk_offers(p_family_id uuid, p_places jsonb, p_order_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_family_id is null then return; end if;
  with accepted as (
    update public.waitlist_offers o set status = 'accepted', order_id = p_order_id
    from public.waitlist_entries e
    where e.id = o.entry_id and e.family_id = p_family_id
      and o.status = 'open' and o.expires_at > clock_timestamp()
      -- An offer is accepted as a whole, so all of its children are in this sale.
      and (select count(*) from public.waitlist_children c
        where c.entry_id = e.id and c.position = any (o.positions) and exists (
          select from jsonb_array_elements(p_places) l
          where (l ->> 'session_id' = o.session_id::text or l ->> 'camp_id' = o.camp_id::text)
            and l ->> 'child_id' = c.child_id::text)) = o.places
    returning o.entry_id)
  update public.waitlist_entries set status = 'accepted' where id in (select entry_id from accepted);
end;
$$;
comment on function private.accept_desk_offers(uuid, jsonb, uuid) is
  'Accepts the open waitlist offers of a family for p_places of a sale at the desk, so that the desk sells the spots '
  'that are held for them. p_places is [{child_id, session_id, camp_id}]. The caller has locked the places, and the '
  'order exists. If it ends unpaid, the offers open again (private.reopen_desk_offers).';

create function private.write_desk_order(p_sale jsonb, p_order_id uuid)
returns timestamptz
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_family_id constant uuid := (nullif(p_sale ->> 'family_id', ''))::uuid;
  v_unknown_child constant integer := private.unknown_child(p_sale, v_family_id);
  v_session_ids uuid[];
  v_camp_ids uuid[];
  v_parent jsonb;
  v_sale jsonb;
  v_now timestamptz;
  v_price jsonb;
  v_used_positions integer[];
begin
  perform private.check_maintenance();
  v_parent := private.sale_parent(p_sale);
  if v_unknown_child is not null then perform private.fail('child_not_found', format('children[%s].id', v_unknown_child)); end if;
  v_sale := p_sale - 'previous_secret' || jsonb_build_object('email', v_parent -> 'email');
  v_session_ids := array(
    select (l ->> 'session_id')::uuid from jsonb_array_elements(p_sale -> 'lines') l where l ->> 'session_id' is not null);
  v_camp_ids := array(
    select (l ->> 'camp_id')::uuid from jsonb_array_elements(p_sale -> 'lines') l where l ->> 'camp_id' is not null);
  perform private.lock_places(v_session_ids, v_camp_ids);
  -- As on the site, places whose holds have expired are offered to the waitlist before they are sold.
  perform private.offer_all(v_session_ids, v_camp_ids);
  -- The order is written before it is priced, because pricing reads the children of the order's family.
  insert into public.orders (id, number, currency, total_cents, channel, family_id, sale_digest, sold_by, split_method, split_cents)
  values (p_order_id, private.order_number(), (private.settings()).currency,
    (p_sale ->> 'expected_total_cents')::numeric::integer, 'desk', v_family_id,
    private.sale_digest(p_sale), (select id from public.profiles where id = (select auth.uid())),
    p_sale -> 'split' ->> 'method', coalesce((p_sale -> 'split' ->> 'cents')::numeric::integer, 0));
  perform private.accept_desk_offers(v_family_id, private.sale_places(p_sale), p_order_id);
  v_now := clock_timestamp();
  v_price := private.price_at_desk(v_sale, v_now, p_order_id);
  perform private.refuse_first(v_price -> 'refusals');
  if v_price -> 'total_cents' <> p_sale -> 'expected_total_cents' then
    perform private.fail('price_changed', 'expected_total_cents', v_price ->> 'total_cents');
  end if;
  perform private.write_lines(p_order_id, v_sale, v_price);
  perform private.record_desk_discount(p_order_id, v_sale, v_price);
  perform private.write_instalments(p_order_id, v_sale);
  -- A payment at the desk leaves no card to charge again, so nothing renews. Mails and the family's page read that from
  -- the line.
  update public.order_lines set renews = false where order_id = p_order_id and renews;
  perform private.write_order_details(p_order_id, jsonb_build_object(
    'parent', v_parent, 'children', p_sale -> 'children', 'consents', p_sale -> 'consents', 'signature', p_sale -> 'signature',
    'transport_address', p_sale -> 'transport_address'));
  if v_price ->> 'code' is not null then
    update public.orders set code = v_price ->> 'code' where id = p_order_id;
    perform private.use_promotion(p_order_id, v_price ->> 'code', (v_price ->> 'discount_cents')::integer, v_family_id,
      v_parent ->> 'email');
  end if;
  perform private.refuse_own_discount(p_order_id);
  v_used_positions := private.claim_trial(p_order_id, v_now);
  if v_used_positions <> '{}' then perform private.fail('try_out_used', format('lines[%s].child', v_used_positions[1])); end if;
  update public.orders set gst_rate_basis_points = (private.settings()).gst_rate_basis_points,
    gst_number = (private.settings()).gst_number
  where id = p_order_id;
  return v_now;
end;
$$;
comment on function private.write_desk_order(jsonb, uuid) is
  'Locks the places of a checked DeskSale and writes its unpaid order with lines, details, discounts and claims. '
  'Returns the time of its price. Fails with the codes of sell_at_desk.';

create function public.sell_at_desk(p_sale jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order_id constant uuid := gen_random_uuid();
  v_charge constant text := 'desk:' || lower(p_sale ->> 'key');
  v_now timestamptz;
begin
  if not private.sells_at_desk() then perform private.deny(); end if;
  perform private.check_sale(p_sale);
  -- A second call with the same key waits for the first call and returns the same order.
  perform pg_advisory_xact_lock(hashtextextended(v_charge, 0));
  if exists (select from public.payments where payment_intent = v_charge) then
    perform private.refuse_other_sale((select order_id from public.payments where payment_intent = v_charge), p_sale);
    return (select private.desk_answer(order_id) from public.payments where payment_intent = v_charge);
  end if;
  perform private.refuse_other_sale((p_sale ->> 'key')::uuid, p_sale);
  if exists (select from public.orders where id = (p_sale ->> 'key')::uuid) then perform private.fail('order_closed', 'key'); end if;
  -- With a UEN, a PayNow payment needs the reference from the bank's message (hold_paynow_sale).
  if p_sale ->> 'method' = 'paynow' and (private.settings()).uen is not null then
    perform private.fail('invalid_input', 'method');
  end if;
  v_now := private.write_desk_order(p_sale, v_order_id);
  perform private.lock_desk_money((select auth.uid()));
  perform private.enrol(v_order_id);
  update public.orders set status = 'paid', paid_at = v_now where id = v_order_id;
  perform private.record_desk_payment(v_order_id, p_sale, v_charge);
  perform private.queue_order_mail('booking_confirmed', v_order_id);
  return private.desk_answer(v_order_id);
end;
$$;
comment on function public.sell_at_desk(jsonb) is
  'For those who sell at the desk. Sells to a walk-in family either all lines or none. Takes DeskSale and returns '
  'DeskOrder (contract/passes.ts). The key makes the call idempotent: the same key returns the first sale. With '
  'family_id, children of the family may be given by id, and missing details of the parent are taken from the '
  'family. Without it the sale creates a family. The provider of the payment is desk, the receipt mail is the same '
  'as on the site, and nothing that is sold here renews itself. Fails with not_allowed, invalid_input (field; method '
  'for PayNow with a UEN in the settings, see hold_paynow_sale), consent_text_changed, family_not_found, '
  'child_not_found, child_twice, the codes of private.price_at_desk, price_changed (detail: the total, or for the '
  'field instalments the deposit, in cents), no_instalments, balance_too_low, own_balance and code_own (a discount '
  'for the own family), try_out_used, order_closed (the sale waits for PayNow), sale_differs (the key was used for '
  'another sale), rate_limited. Definer: see hold_order.';
grant execute on function public.sell_at_desk(jsonb) to authenticated;
select private.answer_calls('public.sell_at_desk(jsonb)', 'desk', p_code => $$p_sale ->> 'code'$$);
