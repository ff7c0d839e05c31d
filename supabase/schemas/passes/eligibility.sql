-- May this pass be bought? (spec 2 §5, §7 and §8). An answer for a page; the sale itself decides in
-- private.price_order.

create function private.pass_offer(p_offer_id text, p_pass_type text)
returns public.offers
language sql
stable
set search_path = ''
as $$
  select o from public.offers o
  where o.active and o.kind in ('pass', 'team_pass') and case when p_offer_id is not null then o.id = p_offer_id
    else p_pass_type in (o.id, o.details ->> 'pass_id', o.details ->> 'checkout_type') end
  -- A pass before the team passes that are bought by the same checkout.
  order by o.kind, o.id limit 1
$$;
comment on function private.pass_offer(text, text) is
  'A pass on sale by its offer''s id, or by its name in content (tryout, flexi, halfyear, annual) or checkout type '
  '(spec 2 §3).';

create function private.has_pass(p_child_id uuid, p_offer_id text)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select exists (
    select from public.passes p
    where p.child_id = p_child_id and p.offer_id = p_offer_id and private.credits_left(p.id) > 0
      and coalesce(p.valid_until, 'infinity') >= (select private.calendar_today()))
  or exists (
    select from public.pass_subscriptions s
    where s.child_id = p_child_id and s.offer_id = p_offer_id and s.status in ('active', 'past_due'))
$$;
comment on function private.has_pass(uuid, text) is
  'Has the child a pass of this offer that is valid and has credit left, or that renews itself?';

create function public.check_pass_eligibility(
  p_offer_id text default null, p_pass_type text default null, p_child_id uuid default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_have constant text := 'You already have this pass type';
  v_offer public.offers;
  v_family_id uuid;
  v_count integer;
  v_aged integer;
  v_free integer;
begin
  if p_offer_id is null and p_pass_type is null then perform private.fail('invalid_input', 'p_pass_type'); end if;
  v_offer := private.pass_offer(p_offer_id, p_pass_type);
  if v_offer.id is null then
    perform private.fail('offer_not_available', case when p_offer_id is null then 'p_pass_type' else 'p_offer_id' end);
  end if;
  -- Whoever is not signed in hears the same, whatever we know.
  if private.my_account() is null then
    return '{"isEligible": false, "requiresAuth": true, "reason": "Please sign in to buy this pass"}';
  end if;

  v_family_id := case when p_child_id is not null then private.own_child(p_child_id, 'p_child_id') else private.my_family_id() end;
  select count(*), count(*) filter (where f.fits), count(*) filter (where f.fits and not f.has)
  into v_count, v_aged, v_free
  from public.children c
  cross join lateral (select private.age_on(c.dob, private.calendar_today()) as age) a
  cross join lateral (
    select
      (a.age >= (v_offer.details ->> 'min_age')::numeric) is not false
        and (a.age <= (v_offer.details ->> 'max_age')::numeric) is not false as fits,
      private.has_pass(c.id, v_offer.id)
        or (v_offer.details -> 'once_per_child' = 'true' and private.has_trial(c.id, clock_timestamp(), null)) as has
  ) f
  where c.family_id = v_family_id and (p_child_id is null or c.id = p_child_id);

  return jsonb_build_object(
    -- A parent whose children we do not know yet may buy for one.
    'isEligible', v_count = 0 or v_free > 0,
    'requiresAuth', false,
    'reason', case
      when v_count = 0 or v_free > 0 then null
      when v_aged > 0 then c_have
      when v_offer.details ->> 'min_age' is null then format('This pass is for ages up to %s', v_offer.details ->> 'max_age')
      when v_offer.details ->> 'max_age' is null then format('This pass is for ages %s and up', v_offer.details ->> 'min_age')
      else format('This pass is for ages %s to %s', v_offer.details ->> 'min_age', v_offer.details ->> 'max_age') end);
end;
$$;
comment on function public.check_pass_eligibility(text, text, uuid) is
  'May a pass be bought, for this child or without one for any of the family''s? {isEligible, requiresAuth, reason} of '
  'spec 2 §7; the reason is a sentence for the parent, null when eligible. Not eligible: a child has a valid pass of '
  'the same offer with credit left, one that renews itself, or its one try-out; or the age does not fit. Not signed '
  'in: requiresAuth, whatever is known. Refuses invalid_input, offer_not_available, child_not_found (field), '
  'rate_limited. Definer: try-outs and subscriptions are read past their policies, for the token''s own family.';
grant execute on function public.check_pass_eligibility(text, text, uuid) to anon, authenticated, service_role;
select private.answer_calls('public.check_pass_eligibility(text, text, uuid)', 'check_pass_eligibility');
