-- Copies the offers that Sanity has published into the database, where they are checked and priced.

create function public.publish_offers(
  p_offers jsonb, p_brand jsonb, p_snapshot_at timestamptz, p_off_sale jsonb default '[]')
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_last_snapshot timestamptz;
  v_offer record;
  v_missing jsonb := '[]';
  v_price_jumps jsonb;
  v_below_floor jsonb;
  v_changed integer;
  v_deactivated integer := 0;
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
  -- Two documents for one tier would give its camps two prices.
  for v_offer in
    select t.i from (
      select ordinality - 1 as i, row_number() over (partition by value #> '{details,tier}' order by ordinality) as n
      from jsonb_array_elements(p_offers) with ordinality where value ->> 'kind' = 'camp_tier'
    ) t where t.n > 1 limit 1
  loop
    perform private.fail('invalid_input', format('p_offers[%s].details.tier', v_offer.i));
  end loop;

  -- Every publication locks the settings row, so that publications run one after the other.
  select offers_snapshot_at into v_last_snapshot from public.settings for update;

  -- A truncated list is refused as a whole. Otherwise the offers that it lacks would go off sale.
  if p_snapshot_at >= v_last_snapshot then
    v_missing := private.find_missing_offers(p_offers, p_off_sale, p_snapshot_at);
    if private.is_cut_off(jsonb_array_length(v_missing), (select count(*)::integer from public.offers where active)) then
      perform private.notify_staff_of_offers('missing:' || clock_timestamp()::date, 'missing', v_missing);
      return jsonb_build_object('changed', 0, 'accepted', false, 'missing', v_missing, 'price_jumps', '[]'::jsonb, 'below_floor', '[]'::jsonb);
    end if;
  end if;
  v_price_jumps := private.find_price_jumps(p_offers);
  -- A price jump that was not confirmed in Studio may be a mistake, so nobody is asked to approve it yet.
  v_below_floor := private.note_prices_below_floor((
    select coalesce(jsonb_agg(value), '[]') from jsonb_array_elements(p_offers)
    where not v_price_jumps @> jsonb_build_array(jsonb_build_object('id', value -> 'id'))), p_snapshot_at >= v_last_snapshot);

  insert into public.offers as o
    (id, kind, title, price_cents, currency, revision, details, cancellation, active, updated_at, reference_cents)
  select n.id, n.kind, n.title, n.price_cents::integer, n.currency, n.revision, n.details, n.cancellation, true, n.updated_at,
    -- A new offer gets the reference that it was compared with, so that a series of new documents does not lower the
    -- floor.
    private.reference_for(n.id, n.kind, n.details)
  from jsonb_to_recordset(p_offers) as n (
    id text, kind text, title text, price_cents numeric, currency text, revision text, details jsonb,
    cancellation text, updated_at timestamptz
  )
  -- A late snapshot may still add something new, but it must not restore what was removed since.
  where (p_snapshot_at >= v_last_snapshot or n.updated_at > v_last_snapshot or exists (select from public.offers where id = n.id))
    and not v_price_jumps || v_below_floor @> jsonb_build_array(jsonb_build_object('id', n.id))
  on conflict (id) do update set
    kind = excluded.kind, title = excluded.title, price_cents = excluded.price_cents, currency = excluded.currency,
    revision = excluded.revision, details = excluded.details, cancellation = excluded.cancellation,
    active = true, updated_at = excluded.updated_at,
    reference_cents = greatest(o.reference_cents, excluded.reference_cents)
  where excluded.updated_at > o.updated_at
    or (excluded.updated_at = o.updated_at and p_snapshot_at >= v_last_snapshot
      and (not o.active or o.revision <> excluded.revision));
  get diagnostics v_changed = row_count;
  perform private.use_price_approvals(p_offers);

  if p_snapshot_at >= v_last_snapshot then
    update public.offers set active = false
    where active and updated_at < p_snapshot_at
      and id not in (select value ->> 'id' from jsonb_array_elements(p_offers));
    get diagnostics v_deactivated = row_count;
    -- Prices of an offer that is not to be sold need no approval.
    delete from public.price_approvals
    where taken_over_at is null and offer_id not in (select value ->> 'id' from jsonb_array_elements(p_offers));

    update public.settings set
      offers_snapshot_at = p_snapshot_at,
      name = coalesce(p_brand ->> 'name', name),
      product = coalesce(p_brand ->> 'product', product),
      slug = coalesce(p_brand ->> 'slug', slug),
      order_prefix = coalesce(p_brand ->> 'orderPrefix', order_prefix);
  end if;
  for v_offer in select value as o from jsonb_array_elements(v_missing) loop
    perform private.notify_staff_of_offers(
      'removed:' || (v_offer.o ->> 'id') || ':' || clock_timestamp()::date, 'removed', jsonb_build_array(v_offer.o));
  end loop;
  for v_offer in select value as o from jsonb_array_elements(v_price_jumps) loop
    perform private.notify_staff_of_offers(
      'price_jump:' || (v_offer.o ->> 'id') || ':' || (v_offer.o ->> 'revision'), 'price_jump', jsonb_build_array(v_offer.o));
  end loop;
  for v_offer in select value as o from jsonb_array_elements(v_below_floor) loop
    perform private.notify_staff_of_offers(
      'price_floor:' || (v_offer.o ->> 'id') || ':' || (v_offer.o ->> 'revision'), 'price_floor', jsonb_build_array(v_offer.o));
  end loop;
  return jsonb_build_object('changed', v_changed + v_deactivated, 'accepted', true, 'missing', v_missing, 'price_jumps', v_price_jumps,
    'below_floor', v_below_floor);
end;
$$;
comment on function public.publish_offers(jsonb, jsonb, timestamptz, jsonb) is
  'Publishes offers. p_offers is the whole set as read at p_snapshot_at. Missing offers go off sale. If too many are '
  'missing (private.is_cut_off), nothing changes. If an offer has an unconfirmed price jump, or a price below the '
  'floor, it stays unchanged. An older document or snapshot never overwrites a newer one. Returns {changed, accepted, '
  'missing, price_jumps, below_floor}. Definer: the only writer of offers. Only the service role may call it.';
grant execute on function public.publish_offers(jsonb, jsonb, timestamptz, jsonb) to service_role;
