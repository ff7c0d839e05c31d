-- A checkout first holds its places. places.sql explains how places are locked, hold_limits.sql how many one client may
-- hold.

create function private.check_sales_of(p_order jsonb, p_live_order_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_started_places uuid[];
begin
  if private.sales_notice() is null then return; end if;
  -- The list must have no nulls, because a comparison with "any" returns null if the list contains one.
  v_started_places := array(
    select coalesce(l.session_id, l.camp_id) from public.order_lines l
    where l.order_id = p_live_order_id and coalesce(l.session_id, l.camp_id) is not null
    union all
    select coalesce(o.session_id, o.camp_id)
    from public.waitlist_entries e join public.waitlist_offers o on o.entry_id = e.id
    where e.secret = (nullif(p_order ->> 'waitlist_secret', ''))::uuid and o.status in ('open', 'accepted'));
  if exists (
    select from jsonb_array_elements(p_order -> 'lines') n (line),
      lateral (select (coalesce(line ->> 'session_id', line ->> 'camp_id'))::uuid as place) p
    where not case when p.place is not null then p.place = any (v_started_places)
      else exists (
        select from public.order_lines l where l.order_id = p_live_order_id and l.offer_id = line ->> 'offer_id') end) then
    perform private.check_sales();
  end if;
end;
$$;
comment on function private.check_sales_of(jsonb, uuid) is
  'While sales are stopped, refuses an order with a place or a pass that is neither in the caller''s live order nor '
  'in a waitlist offer. Fails with sales_stopped.';

create function public.hold_order(p_order jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  v_settings constant public.settings := private.settings();
  v_client_hash constant text := private.fingerprint(private.client_address());
  v_network_hash constant text := private.fingerprint(private.network_of(private.client_address()));
  v_family_id constant uuid := private.my_family_id();
  v_order_id constant uuid := gen_random_uuid();
  v_secret uuid;
  v_number text;
  v_order jsonb;
  v_session_ids uuid[];
  v_camp_ids uuid[];
  v_previous public.orders;
  v_old_session_ids uuid[] := '{}';
  v_old_camp_ids uuid[] := '{}';
  v_is_live boolean := false;
  v_is_continued boolean := false;
  v_opened_at timestamptz;
  v_is_over boolean := false;
  v_now timestamptz;
  v_held_order uuid;
  v_price jsonb;
  v_left_out jsonb := '[]';
begin
  -- This commit does not wait for the disk, because everybody who wants one of the places waits for it. A power failure
  -- loses only the hold. Money is written in later transactions, which wait for the disk.
  perform set_config('synchronous_commit', 'off', true);
  perform private.check_quote_request(p_order);
  if jsonb_typeof(coalesce(p_order -> 'split', 'false')) <> 'boolean' then perform private.fail('invalid_input', 'split'); end if;
  if coalesce(p_order -> 'waitlist_secret', 'null') <> 'null' and not private.is_uuid(p_order -> 'waitlist_secret') then
    perform private.fail('invalid_input', 'waitlist_secret');
  end if;
  if coalesce(p_order ->> 'language', 'en') not in ('en', 'zh') then perform private.fail('invalid_input', 'language'); end if;
  -- The secret must be a random UUID (version 4), so that it cannot be guessed.
  if coalesce(p_order -> 'secret', 'null') <> 'null'
    and (not private.is_uuid(p_order -> 'secret') or substr(p_order ->> 'secret', 15, 1) <> '4') then
    perform private.fail('invalid_input', 'secret');
  end if;
  v_secret := coalesce((p_order ->> 'secret')::uuid, gen_random_uuid());
  -- If the browser did not get the first answer, it repeats the call with the same secret and gets the same order.
  if exists (select from public.orders where secret = v_secret) then
    return private.with_collectors(private.order_view(o.id), o.id) || '{"left_out": []}'
    from public.orders o where o.secret = v_secret;
  end if;
  perform private.check_maintenance();
  if jsonb_array_length(coalesce(nullif(p_order -> 'children', 'null'), '[]')) + (
    select count(*) from jsonb_array_elements(p_order -> 'lines') l where coalesce(l -> 'child', 'null') = 'null') > 8 then
    perform private.fail('invalid_input', 'children');
  end if;
  -- Only a verified address counts. Otherwise a code would reveal whether the owner of another address has bought here.
  v_order := p_order || jsonb_build_object('email', private.verified_email((select auth.uid())));
  v_session_ids := array(
    select (l ->> 'session_id')::uuid from jsonb_array_elements(p_order -> 'lines') l where l ->> 'session_id' is not null);
  v_camp_ids := array(
    select (l ->> 'camp_id')::uuid from jsonb_array_elements(p_order -> 'lines') l where l ->> 'camp_id' is not null);
  -- If a payment was started for the previous order, its places are kept until release-order has made sure that it can
  -- no longer be paid (keep_order).
  if p_order ->> 'previous_secret' is not null then
    select * into v_previous from public.orders
    where secret = (p_order ->> 'previous_secret')::uuid and status = 'held'
    for no key update;
    v_old_session_ids := array(
      select session_id from public.order_lines where order_id = v_previous.id and session_id is not null);
    v_old_camp_ids := array(select camp_id from public.order_lines where order_id = v_previous.id and camp_id is not null);
  end if;
  perform private.check_admitted(p_order, v_camp_ids);

  v_number := private.order_number();
  perform private.check_hold_cap(v_client_hash, v_network_hash, v_session_ids, v_camp_ids, v_previous.id);
  perform private.lock_places(v_session_ids || v_old_session_ids, v_camp_ids || v_old_camp_ids);
  -- Places whose holds have expired are offered to the waitlist first, but not the places that this browser still
  -- holds.
  perform private.offer_all(v_session_ids, v_camp_ids);
  v_now := clock_timestamp();
  if v_previous.id is not null then
    -- The new order keeps the time of the previous one. Otherwise somebody could keep a place for ever by changing a
    -- line.
    v_is_live := private.is_live_order(v_previous, v_now);
    v_is_over := v_previous.opened_at + make_interval(mins => v_settings.hold_total_minutes) <= v_now;
    -- Only a payment page can last longer than hold_total_minutes. Who comes back from it later gets new time, because
    -- otherwise a change would give the places away, but only once. Then its renewals are above hold_renewals_max.
    v_is_continued := v_is_live and (v_session_ids && v_old_session_ids or v_camp_ids && v_old_camp_ids)
      and not (v_is_over and v_previous.renewals > v_settings.hold_renewals_max);
    perform private.free_seats(v_previous.id, 'released');
    if v_is_live and v_is_over and not v_is_continued then perform private.offer_all(v_session_ids, v_camp_ids); end if;
    -- Places that the new order keeps do not count as released. Places that it drops do.
    if v_is_continued then perform private.note_continued(v_previous.id, v_session_ids || v_camp_ids); end if;
  end if;
  if p_order ->> 'waitlist_secret' is not null then
    perform private.accept_offer((p_order ->> 'waitlist_secret')::uuid, p_order, v_order_id, v_previous.id);
  end if;
  -- A checkout that was open before sales were stopped may go on, and a waitlist offer is a promise.
  perform private.check_sales_of(p_order, case when v_is_live then v_previous.id end);
  v_held_order := case when v_is_continued then v_previous.id end;
  v_price := private.price_order(v_order, v_now, p_held_order => v_held_order);
  if p_order -> 'split' = 'true' then
    select coalesce(jsonb_agg(l -> 'position'), '[]') into v_left_out
    from jsonb_array_elements(v_price -> 'lines') l where l ->> 'problem' in ('session_full', 'camp_full');
    -- If no line fits, the order is refused in the same way as without splitting.
    if jsonb_array_length(v_left_out) between 1 and jsonb_array_length(v_order -> 'lines') - 1 then
      v_order := private.without_full_lines(v_order, v_price);
      v_price := private.price_order(v_order, v_now, p_held_order => v_held_order);
    end if;
  end if;
  perform private.refuse_first(v_price -> 'refusals');

  v_opened_at := case when v_is_continued and not v_is_over then v_previous.opened_at else v_now end;
  loop
    insert into public.orders (
      id, secret, number, currency, total_cents, client_hash, network_hash, code, split_allowed, family_id, user_id, opened_at,
      renewals, created_at, language)
    values (
      v_order_id, v_secret, v_number, v_settings.currency, (v_price ->> 'total_cents')::integer, v_client_hash,
      v_network_hash, v_price ->> 'code', coalesce((p_order ->> 'split')::boolean, false), v_family_id, (select auth.uid()),
      v_opened_at, case when not v_is_continued then 0 when v_is_over then v_settings.hold_renewals_max + 1 else v_previous.renewals end, v_now,
      coalesce(p_order ->> 'language', 'en'))
    on conflict (number) do nothing;
    exit when found;
    -- Another order took the number while this call waited for its places.
    v_number := private.order_number();
  end loop;
  perform private.write_lines(v_order_id, v_order, v_price);
  if p_order ->> 'previous_secret' is not null then
    perform private.transfer_collectors((p_order ->> 'previous_secret')::uuid, v_order_id);
  end if;
  insert into public.holds (order_line_id, order_id, session_id, camp_id, rung_id, sibling_rebate, expires_at)
  select id, order_id, session_id, camp_id, rung_id, sibling_rebate, least(
    v_now + make_interval(mins => v_settings.hold_minutes),
    v_opened_at + make_interval(mins => v_settings.hold_total_minutes))
  from public.order_lines where order_id = v_order_id;
  -- A family with a waitlist offer is exempt: it has waited for the place and verified an address.
  if v_client_hash is not null and p_order ->> 'waitlist_secret' is null and not private.has_paid(v_family_id) then
    perform private.check_strangers(v_order_id, v_now);
  end if;
  if v_price ->> 'code' is not null then
    perform private.use_promotion(v_order_id, v_price ->> 'code', (v_price ->> 'discount_cents')::integer, v_family_id,
      v_order ->> 'email');
  end if;
  -- Places that the previous order released, and those of a waitlist offer that this order did not need, are offered to
  -- the waitlist.
  if v_previous.id is not null or p_order ->> 'waitlist_secret' is not null then
    perform private.offer_all(v_session_ids || v_old_session_ids, v_camp_ids || v_old_camp_ids);
  end if;
  return private.with_collectors(private.order_view(v_order_id, v_price), v_order_id)
    || jsonb_build_object('left_out', v_left_out);
end;
$$;
comment on function public.hold_order(jsonb) is
  'Holds places. Takes HoldRequest and returns OrderView with left_out (contract/orders.ts). Without split it holds '
  'all lines or none. The same secret returns the same order. Fails with child_not_found, the codes of '
  'private.price_order and private.accept_offer, queue_first, too_many_holds, place_busy, sign_in_for_more, '
  'sales_stopped (docs/decisions "The hold"). Definer: visitors can hold places only through these checks.';
grant execute on function public.hold_order(jsonb) to anon, authenticated, service_role;
select private.answer_calls('public.hold_order(jsonb)', 'hold_order', 'hold', $$p_order ->> 'code'$$);

create function private.with_birth_dates(p_view jsonb, p_order_id uuid)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select p_view || jsonb_build_object('lines', (
    select jsonb_agg(
      case when l.status = 'cancelled' or c.dob is null then e.value
        else e.value || jsonb_build_object('child_dob', c.dob) end order by e.ordinality)
    from jsonb_array_elements(p_view -> 'lines') with ordinality e
    join public.order_lines l on l.id = (e.value ->> 'line_id')::uuid
    left join public.order_children c on c.order_id = l.order_id and c.position = l.child_position))
  from public.orders o
  where o.id = p_order_id and o.paid_at > clock_timestamp() - interval '1 day'
  union all select p_view
  limit 1
$$;
comment on function private.with_birth_dates(jsonb, uuid) is
  'Adds birth dates for one day after the payment, while the parent checks the confirmation (spec 2 §2). Later the '
  'link may have been passed on. Mails never contain birth dates.';

create function private.with_recipients(p_view jsonb, p_order_id uuid)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders where id = p_order_id;
  if coalesce(v_order.paid_at <= clock_timestamp() - interval '1 day', true) then return p_view; end if;
  return p_view || jsonb_build_object('mailed_to', (
    select coalesce(jsonb_agg(case
      when v_order.family_id = private.my_family_id() or lower(r.email) = lower(v_order.parent_email) then r.email
      else left(r.email, 1) || '•••' || substring(r.email from '@.*$') end order by n), '[]')
    from unnest(private.order_recipients(p_order_id)) with ordinality r (profile_id, name, email, n)));
end;
$$;
comment on function private.with_recipients(jsonb, uuid) is
  'Adds the recipients of mails for one day after the payment. A signed-in parent of the family reads all addresses in '
  'full. Anybody else reads in full only the address that was typed; of each other address they read the first letter '
  'and the domain. Fails with the codes of private.my_account.';

create function public.get_order(p_secret uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order_id constant uuid := (select id from public.orders where secret = p_secret);
begin
  if v_order_id is null then perform private.fail('order_not_found'); end if;
  return private.with_recipients(
    private.with_collectors(private.with_birth_dates(private.order_view(v_order_id), v_order_id), v_order_id), v_order_id);
end;
$$;
comment on function public.get_order(uuid) is
  'Returns OrderView, with birth dates, collectors and recipients for a limited time. Fails with order_not_found. '
  'Definer: guests have no account that a policy could check; the secret identifies them.';
grant execute on function public.get_order(uuid) to anon, authenticated, service_role;
select private.answer_calls('public.get_order(uuid)');

create function public.renew_hold(p_secret uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  v_order constant public.orders := private.open_order(p_secret);
  v_now timestamptz;
  v_until timestamptz;
begin
  perform private.lock_order_places(v_order.id);
  v_now := clock_timestamp();
  if not private.is_held(v_order.id, v_now) then perform private.fail('hold_expired'); end if;

  v_until := least(
    v_now + make_interval(mins => v_settings.hold_minutes),
    v_order.opened_at + make_interval(mins => v_settings.hold_total_minutes));
  if v_order.renewals < v_settings.hold_renewals_max
    and v_until > (select min(expires_at) from public.holds where order_id = v_order.id) then
    update public.holds set expires_at = greatest(expires_at, v_until) where order_id = v_order.id;
    update public.orders set renewals = renewals + 1 where id = v_order.id;
  end if;
  return private.with_collectors(private.order_view(v_order.id), v_order.id);
end;
$$;
comment on function public.renew_hold(uuid) is
  'Extends the hold within hold_minutes, hold_total_minutes and hold_renewals_max. Beyond them it returns the '
  'OrderView unchanged. Fails with order_not_found, order_closed, hold_expired. Definer: see get_order.';
grant execute on function public.renew_hold(uuid) to anon, authenticated, service_role;
select private.answer_calls('public.renew_hold(uuid)', 'renew_hold');
