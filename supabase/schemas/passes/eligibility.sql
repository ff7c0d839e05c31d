-- Pages show whether a pass may be bought (spec 2 §5, §7 and §8). At the sale private.price_order decides.

create function private.pass_offer(p_offer_id text, p_pass_type text)
returns public.offers
language sql
stable
set search_path = ''
as $$
  select o from public.offers o
  where private.is_on_sale(o, clock_timestamp()) and o.kind in ('pass', 'team_pass') and case when p_offer_id is not null then o.id = p_offer_id
    else p_pass_type in (o.id, o.details ->> 'pass_id', o.details ->> 'checkout_type') end
  -- A pass is preferred to team passes with the same checkout.
  order by o.kind, o.id limit 1
$$;
comment on function private.pass_offer(text, text) is
  'Returns a pass on sale by its offer''s id, its name in content (tryout, flexi, halfyear, annual) or its checkout '
  'type (spec 2 §3).';

create function private.has_pass(p_child_id uuid, p_offer_id text)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select exists (
    select from public.passes p
    where p.child_id = p_child_id and p.offer_id = p_offer_id and p.moved_from_id is null and private.credits_left(p.id) > 0
      and coalesce(p.valid_until, 'infinity') >= (select private.calendar_today()))
  or exists (
    select from public.pass_subscriptions s
    where s.child_id = p_child_id and s.offer_id = p_offer_id and s.status in ('active', 'past_due'))
$$;
comment on function private.has_pass(uuid, text) is
  'Returns whether the child has a valid pass of this offer with credit left, or one that renews.';

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
  v_children integer;
  v_of_right_age integer;
  v_without_pass integer;
begin
  if p_offer_id is null and p_pass_type is null then perform private.fail('invalid_input', 'p_pass_type'); end if;
  v_offer := private.pass_offer(p_offer_id, p_pass_type);
  if v_offer.id is null then
    perform private.fail('offer_not_available', case when p_offer_id is null then 'p_pass_type' else 'p_offer_id' end);
  end if;
  -- Visitors always get the same answer, so that it reveals nothing.
  if private.my_account() is null then
    return '{"isEligible": false, "requiresAuth": true, "reason": "Please sign in to buy this pass"}';
  end if;

  v_family_id := case when p_child_id is not null then private.own_child(p_child_id, 'p_child_id') else private.my_family_id() end;
  select count(*), count(*) filter (where f.fits), count(*) filter (where f.fits and not f.has)
  into v_children, v_of_right_age, v_without_pass
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
    -- A family without children may buy for a child that it adds later.
    'isEligible', v_children = 0 or v_without_pass > 0,
    'requiresAuth', false,
    'reason', case
      when v_children = 0 or v_without_pass > 0 then null
      when v_of_right_age > 0 then c_have
      when v_offer.details ->> 'min_age' is null then format('This pass is for ages up to %s', v_offer.details ->> 'max_age')
      when v_offer.details ->> 'max_age' is null then format('This pass is for ages %s and up', v_offer.details ->> 'min_age')
      else format('This pass is for ages %s to %s', v_offer.details ->> 'min_age', v_offer.details ->> 'max_age') end);
end;
$$;
comment on function public.check_pass_eligibility(text, text, uuid) is
  'Returns {isEligible, requiresAuth, reason} (spec 2 §7). A child is not eligible if it has a valid pass of this '
  'offer with credits left, has a renewal, has used the trial, or is too young or too old. Visitors get requiresAuth. '
  'Fails with offer_not_available, child_not_found. Definer: only for the token''s own family.';
grant execute on function public.check_pass_eligibility(text, text, uuid) to anon, authenticated, service_role;
select private.answer_calls('public.check_pass_eligibility(text, text, uuid)', 'check_pass_eligibility');
