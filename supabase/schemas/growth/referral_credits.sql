-- A chore gives the credit for a friend who booked and came, and takes it back after a refund (docs/decisions "A friend
-- booked").

create function private.referral_lines(p_order_id uuid)
returns setof public.order_lines
language sql
volatile
set search_path = ''
as $$
  with recursive lines as (
    select l.id, l.moved_to_line_id from public.order_lines l where l.order_id = p_order_id
    union
    select n.id, n.moved_to_line_id from lines l join public.order_lines n on n.id = l.moved_to_line_id
  )
  select l.* from public.order_lines l join lines n on n.id = l.id
$$;
comment on function private.referral_lines(uuid) is 'Returns the lines of an order and their later moves.';

create function private.referral_earned(p_order_id uuid, p_credit_cents integer)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_today constant date := private.calendar_today();
  v_order_ids constant uuid[] := array(select distinct order_id from private.referral_lines(p_order_id)) || p_order_id;
  v_paid_cents integer;
  v_kept_cents integer;
  v_has_come boolean;
begin
  -- While a bank or staff decide about the money, nothing is given and nothing is taken back.
  if exists (
      select from public.payments p join public.payment_disputes d on d.payment_id = p.id
      where p.order_id = any (v_order_ids) and d.outcome is null)
    or exists (select from public.payment_decisions where order_id = any (v_order_ids) and status = 'open')
    or exists (select from public.order_instalments where order_id = any (v_order_ids) and status = 'due') then
    return 'later';
  end if;
  select coalesce(sum(p.amount_cents), 0), coalesce(sum(p.amount_cents - private.taken_by_bank(p)), 0) - coalesce((
    select sum(r.amount_cents) from public.refunds r where r.order_id = any (v_order_ids) and r.status <> 'failed'), 0)
  into v_paid_cents, v_kept_cents
  from public.payments p where p.order_id = any (v_order_ids) and private.paid_for_order(p.result);
  if v_paid_cents < p_credit_cents then return 'too_little'; end if;
  if v_kept_cents < p_credit_cents then return 'no'; end if;
  v_has_come := exists (
    select from private.referral_lines(p_order_id) l
    join public.camp_enrollments e on e.order_line_id = l.id and e.status = 'enrolled'
    join public.camp_weeks w on w.id = e.camp_id and w.cancelled_at is null
    where l.status = 'placed' and w.end_date < v_today
    union all
    select from private.referral_lines(p_order_id) l
    join public.passes p on p.order_line_id = l.id
    join public.credit_ledger c on c.pass_id = p.id and c.reason = 'booked'
    join public.bookings b on b.id = c.booking_id and b.status = 'booked'
    join public.sessions s on s.id = b.session_id and s.status = 'scheduled'
    where l.status <> 'cancelled' and s.session_date < v_today);
  if v_has_come then return 'yes'; end if;
  return case when not exists (select from private.referral_lines(p_order_id) l where l.status <> 'cancelled')
      or exists (select from public.orders where id = p_order_id and paid_at < clock_timestamp() - interval '1 year')
    then 'no' else 'later' end;
end;
$$;
comment on function private.referral_earned(uuid, integer) is
  'Returns yes if a camp or class of the order is over, was not cancelled, and we keep at least the credit of what was '
  'paid. Returns too_little if less than the credit was paid, no if it cannot come to that any more (all cancelled or '
  'refunded, or a year has passed), and later if it still may, or if a dispute, a decision or an instalment is open.';

create function private.referral_doubt(p_family_id uuid, p_order public.orders)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_contacts constant text[] := private.contacts_of(p_order.user_id, p_order.family_id);
begin
  if v_contacts && private.contacts_of(null, p_family_id) or exists (
    select from public.orders o
    where o.paid_at is not null and o.family_id is distinct from p_order.family_id
      and (lower(btrim(o.parent_email)) = any (v_contacts) or btrim(o.parent_phone) = any (v_contacts))) then
    return 'contact';
  end if;
  if exists (
    select from public.children c
    join public.children k on k.dob = c.dob and private.name_key(k.name) = private.name_key(c.name) and k.family_id <> c.family_id
    where c.family_id = p_order.family_id and (k.family_id = p_family_id or private.has_paid(k.family_id))) then
    return 'child';
  end if;
  return null;
end;
$$;
comment on function private.referral_doubt(uuid, public.orders) is
  'Returns contact if the friend shares an address or number with the family of the code, or with a family that bought '
  'here; child if a child has the same name and birth date as one of theirs. Both may only be typed, so staff decide. '
  'Returns null without a doubt.';

create function private.referral_verdict(p_referral public.referrals, out state text, out reason text)
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_order public.orders;
  v_earned text;
begin
  select * into v_order from public.orders where id = p_referral.order_id;
  if v_order.paid_at is null then
    state := 'open';
    return;
  end if;
  reason := case
    when not exists (select from public.families where id = p_referral.family_id and erased_at is null) then 'family_gone'
    when v_order.family_id = p_referral.family_id then 'same_family'
    when exists (select from public.user_roles where user_id = v_order.user_id and role <> 'customer') then 'staff'
    when exists (
      select from public.orders o
      where o.family_id = v_order.family_id and o.paid_at is not null and (o.paid_at, o.id) < (v_order.paid_at, v_order.id)) then 'not_new'
  end;
  if reason is null then
    v_earned := private.referral_earned(v_order.id, p_referral.credit_cents);
    reason := case v_earned when 'no' then 'not_earned' when 'too_little' then 'too_little' end;
  end if;
  if reason is not null then
    state := 'refused';
  elsif v_earned = 'later' then
    state := 'waiting';
  elsif (
    select count(*) from public.referrals r
    where r.family_id = p_referral.family_id and r.state = 'given' and r.id <> p_referral.id
      and date_trunc('year', r.decided_at at time zone private.time_zone())
        = date_trunc('year', clock_timestamp() at time zone private.time_zone())) >= p_referral.per_year_max then
    state := 'refused';
    reason := 'year_limit';
  else
    reason := private.referral_doubt(p_referral.family_id, v_order);
    state := case when reason is null then 'given' else 'review' end;
  end if;
end;
$$;
comment on function private.referral_verdict(public.referrals) is
  'Returns what the rules say about a referral: its state and, unless it is open, waiting or given, the reason. The '
  'caller has locked the family of the code, because its credits of the year are counted.';

create function private.lock_referral(p_id uuid)
returns public.referrals
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_families uuid[];
  v_referral public.referrals;
begin
  -- A merge locks families first, too. If one of them changes while this waits, the next run of the chore decides.
  select array[r.family_id, o.family_id] into v_families
  from public.referrals r join public.orders o on o.id = r.order_id where r.id = p_id;
  perform from public.families where id = any (v_families) order by id for no key update;
  select r.* into v_referral
  from public.referrals r join public.orders o on o.id = r.order_id
  where r.id = p_id and array[r.family_id, o.family_id] is not distinct from v_families for update of r;
  return v_referral;
end;
$$;
comment on function private.lock_referral(uuid) is
  'Locks the family of the code, the friend''s family and the referral. Returns the referral, or a row of nulls if a '
  'family changed meanwhile.';

create function private.give_referral(p_referral public.referrals, p_reason text, p_by uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  update public.referrals set state = 'given', reason = p_reason, decided_at = clock_timestamp(), decided_by = p_by
  where id = p_referral.id;
  perform private.post_balance(p_referral.family_id, 'referral', p_referral.credit_cents, p_referral.order_id);
  perform private.queue_family_mails('friend_booked', format('friend_booked:%s:%s', p_referral.family_id, p_referral.id),
    jsonb_build_object('credit_cents', p_referral.credit_cents), p_referral.family_id);
end;
$$;
comment on function private.give_referral(public.referrals, text, uuid) is
  'Adds the credit to the balance and mails the family, without a word about the friend. The caller has locked the '
  'referral (private.lock_referral).';

create function private.take_back_referral(p_referral public.referrals, p_reason text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_cents constant integer := least(p_referral.credit_cents, greatest(0, private.balance_of(p_referral.family_id)));
begin
  -- A checkout that is open may give back what it reserved, so the next run of the chore takes it.
  if v_cents < p_referral.credit_cents and private.reserved_balance(p_referral.family_id) > 0 then return; end if;
  if v_cents > 0 then
    perform private.post_balance(p_referral.family_id, 'referral', -v_cents, p_referral.order_id);
  end if;
  update public.referrals set state = 'taken_back', reason = p_reason, taken_cents = v_cents, decided_at = clock_timestamp()
  where id = p_referral.id;
end;
$$;
comment on function private.take_back_referral(public.referrals, text) is
  'Takes back what the family can still spend of its credit, or nothing yet while a checkout reserves some of it. What '
  'is spent stays spent, so no balance becomes negative. The caller has locked the referral.';

create function private.settle_referral(p_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_referral constant public.referrals := private.lock_referral(p_id);
  v_verdict record;
begin
  if v_referral.id is null or v_referral.state not in ('open', 'waiting', 'given') then return; end if;
  update public.referrals set checked_at = clock_timestamp() where id = v_referral.id;
  select * into v_verdict from private.referral_verdict(v_referral);
  if v_referral.state = 'given' then
    -- The limit and the doubts were decided when the credit was given.
    if v_verdict.state = 'refused' and v_verdict.reason in ('same_family', 'not_earned', 'too_little') then
      perform private.take_back_referral(v_referral, v_verdict.reason);
    end if;
  elsif v_verdict.state = 'given' then
    perform private.give_referral(v_referral, null, null);
  elsif v_verdict.state <> v_referral.state then
    update public.referrals set state = v_verdict.state, reason = v_verdict.reason,
      decided_at = case when v_verdict.state = 'refused' then clock_timestamp() end
    where id = v_referral.id;
    if v_verdict.state = 'review' then
      insert into public.tasks (id, kind, title, order_id)
      values (v_referral.id, 'todo', 'Decide on the credit for a friend’s booking (Referrals)', v_referral.order_id)
      on conflict (id) do nothing;
    end if;
  end if;
end;
$$;
comment on function private.settle_referral(uuid) is
  'Applies the rules to one referral. A second call, or one at the same moment, changes nothing more. What staff have '
  'to decide becomes a task with the id of the referral.';

create function public.settle_referrals()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_ids constant uuid[] := array(
    select r.id from public.referrals r join public.orders o on o.id = r.order_id
    where r.state in ('open', 'waiting', 'given') and o.paid_at is not null
      and r.checked_at < clock_timestamp() - interval '1 hour'
      -- Banks accept disputes for some months. A year is more than that.
      and (r.state <> 'given' or r.decided_at > clock_timestamp() - interval '1 year')
    order by r.checked_at, r.id limit 50);
begin
  -- All families are locked at once and in order, so that this does not deadlock with a merge or with itself.
  perform from public.families where id in (
    select unnest(array[r.family_id, o.family_id])
    from public.referrals r join public.orders o on o.id = r.order_id where r.id = any (v_ids)) order by id for no key update;
  perform private.settle_referral(id) from unnest(v_ids) with ordinality n (id, nth) order by nth;
  return jsonb_build_object('checked', cardinality(v_ids));
end;
$$;
comment on function public.settle_referrals() is
  'Gives credits for friends who have come, and takes them back after refunds. Looks at each referral once an hour. '
  'Returns {checked}. Definer: only the service role may call.';
grant execute on function public.settle_referrals() to service_role;
