-- Marketers and admins save, end and start promotion codes. Marketers have limits (docs/decisions "Discounts").

create function private.check_choice(p_value jsonb, p_field text, p_choices jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if coalesce(p_value, 'null') <> 'null' and not (
    jsonb_typeof(p_value) = 'array' and jsonb_array_length(p_value) > 0 and p_value <@ p_choices) then
    perform private.fail('invalid_input', p_field);
  end if;
end;
$$;
comment on function private.check_choice(jsonb, text, jsonb) is
  'Checks that the value is a list of some of the choices, or null. Fails with invalid_input, and names the field.';

create function private.check_promotion_limits(p_promotion public.promotion_codes)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_settings public.settings;
begin
  if private.is_admin() or private.is_service() then return; end if;
  v_settings := private.settings();
  if p_promotion.percent > v_settings.marketer_discount_percent then perform private.fail('discount_too_high', 'percent'); end if;
  if p_promotion.cents > v_settings.marketer_discount_cents then perform private.fail('discount_too_high', 'cents'); end if;
end;
$$;
comment on function private.check_promotion_limits(public.promotion_codes) is
  'Checks a code that a marketer saved or started again. Fails with discount_too_high (percent, cents) above the '
  'limits of the settings, whoever made the code. Admins have no limit.';

create function public.save_promotion_code(p_promotion jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_code text;
  v_key text;
  v_seen timestamptz;
  v_promotion public.promotion_codes;
begin
  if not (private.may_promote() or private.is_service()) then perform private.deny(); end if;
  perform private.check_object(p_promotion, 'p_promotion', 4000);
  v_code := upper(private.check_text(p_promotion -> 'code', 'code', 30));
  if v_code !~ '^[A-Z0-9][A-Z0-9-]{2,29}$' then perform private.fail('invalid_input', 'code'); end if;
  if (coalesce(p_promotion -> 'percent', 'null') = 'null') = (coalesce(p_promotion -> 'cents', 'null') = 'null') then
    perform private.fail('invalid_input', 'percent');
  end if;
  foreach v_key in array array['percent', 'cents', 'uses_max', 'uses_per_family_max', 'minimum_cents'] loop
    if coalesce(p_promotion -> v_key, 'null') <> 'null' and not private.is_whole(
      p_promotion -> v_key, case v_key when 'minimum_cents' then 0 else 1 end, case v_key when 'percent' then 100 else 1000000 end)
    then
      perform private.fail('invalid_input', v_key);
    end if;
  end loop;
  foreach v_key in array array['valid_from', 'valid_until'] loop
    if coalesce(p_promotion -> v_key, 'null') <> 'null' then
      perform private.check_moment(p_promotion -> v_key, v_key);
    end if;
  end loop;
  if (p_promotion ->> 'valid_until')::timestamptz <= (p_promotion ->> 'valid_from')::timestamptz then
    perform private.fail('invalid_input', 'valid_until');
  end if;
  perform private.check_choice(p_promotion -> 'kinds', 'kinds',
    '["pass", "team_pass", "camp_tier", "holiday_package", "birthday_package"]');
  perform private.check_choice(p_promotion -> 'tiers', 'tiers', (
    select coalesce(jsonb_agg(distinct details -> 'tier'), '[]') from public.offers where kind = 'camp_tier'));
  perform private.check_choice(p_promotion -> 'offers', 'offers', (select coalesce(jsonb_agg(id), '[]') from public.offers));
  perform private.check_choice(p_promotion -> 'locations', 'locations', (select coalesce(jsonb_agg(id), '[]') from public.locations));
  -- A code that names a product and not its kind or tier would apply to nothing.
  if exists (
    select from public.offers o
    where p_promotion -> 'offers' @> to_jsonb(o.id) and (
      (p_promotion -> 'kinds' <> 'null' and not p_promotion -> 'kinds' @> to_jsonb(o.kind))
      or (p_promotion -> 'tiers' <> 'null' and not p_promotion -> 'tiers' @> coalesce(o.details -> 'tier', 'null')))) then
    perform private.fail('invalid_input', 'offers');
  end if;
  if jsonb_typeof(coalesce(p_promotion -> 'active', 'true')) <> 'boolean' then perform private.fail('invalid_input', 'active'); end if;
  if coalesce(p_promotion -> 'campaign', 'null') <> 'null' then perform private.check_text(p_promotion -> 'campaign', 'campaign', 80); end if;
  if p_promotion ? 'seen' then
    -- If two people make the same code at once, the lock keeps them from changing each other's.
    perform pg_advisory_xact_lock(hashtextextended('promotion code ' || v_code, 0));
    select updated_at into v_seen from public.promotion_codes where code = v_code for update;
    if found and p_promotion -> 'seen' = 'null' then perform private.fail('promotion_exists', 'code'); end if;
    if to_jsonb(v_seen) is distinct from nullif(p_promotion -> 'seen', 'null') then perform private.fail('changed_meanwhile'); end if;
  end if;

  insert into public.promotion_codes as c (
    code, percent, cents, valid_from, valid_until, uses_max, uses_per_family_max, kinds, tiers, offers, locations, minimum_cents,
    active, campaign, created_by, changed_by)
  select v_code, n.percent, n.cents, coalesce(n.valid_from, '-infinity'), coalesce(n.valid_until, 'infinity'), n.uses_max,
    n.uses_per_family_max, n.kinds, n.tiers, n.offers, n.locations, coalesce(n.minimum_cents, 0), coalesce(n.active, true), btrim(n.campaign),
    (select p.id from public.profiles p where p.id = (select auth.uid())), (select auth.uid())
  from jsonb_to_record(p_promotion) as n (
    percent numeric, cents numeric, valid_from timestamptz, valid_until timestamptz, uses_max numeric,
    uses_per_family_max numeric, kinds text[], tiers text[], offers text[], locations uuid[], minimum_cents numeric, active boolean, campaign text)
  on conflict (code) do update set
    percent = excluded.percent, cents = excluded.cents, valid_from = excluded.valid_from,
    valid_until = excluded.valid_until, uses_max = excluded.uses_max,
    uses_per_family_max = excluded.uses_per_family_max, kinds = excluded.kinds, tiers = excluded.tiers,
    offers = excluded.offers, locations = excluded.locations, minimum_cents = excluded.minimum_cents, active = excluded.active, campaign = excluded.campaign,
    changed_by = excluded.changed_by
  returning c.* into v_promotion;
  perform private.check_promotion_limits(v_promotion);
  return jsonb_build_object('promotion_id', v_promotion.id);
end;
$$;
comment on function public.save_promotion_code(jsonb) is
  'For marketers and admins. Creates a code or replaces its terms. Takes {code, percent | cents, valid_from?, '
  'valid_until?, uses_max?, uses_per_family_max?, kinds?, tiers?, offers?, locations?, minimum_cents?, active?, '
  'campaign?, seen?} and returns {promotion_id}. seen is updated_at of the code that staff saw, or null for a new '
  'code. If it is missing, an existing code is replaced. Earlier uses still count, and orders that hold places or are '
  'paid keep their terms. Fails with not_allowed, invalid_input (field), promotion_exists (code), changed_meanwhile, '
  'discount_too_high (percent, cents; for marketers), rate_limited. Definer: codes are written only by functions, '
  'which check the caller.';
grant execute on function public.save_promotion_code(jsonb) to authenticated, service_role;
select private.answer_calls('public.save_promotion_code(jsonb)', 'management');

create function public.end_promotion_code(p_promotion_id uuid, p_ended boolean default true)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_promotion public.promotion_codes;
begin
  if not private.may_promote() then perform private.deny(); end if;
  if p_ended is null then perform private.fail('invalid_input', 'p_ended'); end if;
  -- Ending a code twice changes nothing, so that it is in the log only once.
  update public.promotion_codes
  set active = not p_ended, changed_by = case when p_ended then changed_by else (select auth.uid()) end
  where id = p_promotion_id and active = p_ended;
  select * into v_promotion from public.promotion_codes where id = p_promotion_id;
  if not found then perform private.fail('promotion_not_found', 'p_promotion_id'); end if;
  if not p_ended then perform private.check_promotion_limits(v_promotion); end if;
  return jsonb_build_object('state', private.promotion_state(v_promotion));
end;
$$;
comment on function public.end_promotion_code(uuid, boolean) is
  'For marketers and admins. Ends a code at once, or starts it again if p_ended is false. Orders that hold places '
  'with it keep its discount. Returns {state}. Fails with not_allowed, invalid_input (field), promotion_not_found, '
  'discount_too_high (for marketers), rate_limited. Definer: codes are written only by functions, which check the '
  'caller.';
grant execute on function public.end_promotion_code(uuid, boolean) to authenticated;
select private.answer_calls('public.end_promotion_code(uuid, boolean)', 'management');
