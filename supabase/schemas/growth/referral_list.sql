-- A family reads and renews its code for friends. Admins read what came of the codes, and decide about doubtful ones.

create function public.get_referral_code()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  v_family_id constant uuid := private.my_family_id();
begin
  -- Only a family that has bought here may tell a friend. An empty account would be a cheap way to invite oneself.
  if not v_settings.referrals_enabled or not private.has_paid(v_family_id) then return jsonb_build_object('offer', null); end if;
  return jsonb_build_object('offer', jsonb_build_object(
    'code', (select code from public.referral_codes where family_id = v_family_id),
    'credit_cents', v_settings.referral_credit_cents, 'per_year_max', v_settings.referrals_per_year_max,
    'without_credit', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'reason', r.reason, 'decided_on', (r.decided_at at time zone private.time_zone())::date,
        'minimum_cents', r.credit_cents, 'per_year_max', r.per_year_max) order by r.decided_at desc, r.id), '[]')
      from public.referrals r
      where r.family_id = v_family_id and r.state = 'refused' and r.reason in ('too_little', 'year_limit')),
    'own_booking', (
      select jsonb_build_object('minimum_cents', r.credit_cents, 'paid_cents', (
        select coalesce(sum(p.amount_cents), 0) from public.payments p
        where p.order_id = o.id and private.paid_for_order(p.result)))
      from public.referrals r join public.orders o on o.id = r.order_id
      where o.family_id = v_family_id and r.state = 'refused' and r.reason = 'too_little'
      order by r.decided_at desc, r.id limit 1)));
end;
$$;
comment on function public.get_referral_code() is
  'Returns FamilyReferral (contract/referrals.ts). offer is null if codes for friends are off, or if the family has '
  'never paid here. Of friends who booked it says only what did not count by its amount or by the limit of the year, '
  'without names and sums. Definer: the family comes from the token.';
grant execute on function public.get_referral_code() to authenticated;

create function public.renew_referral_code()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  -- Crockford's alphabet has no letter that looks like a digit. Eight of its characters are 40 bits. That is enough,
  -- because the code gives nothing to whoever guesses it.
  c_alphabet constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  v_family_id constant uuid := private.my_family_id();
  v_bytes constant bytea := extensions.gen_random_bytes(8);
  v_code constant text := 'HI-' || (
    select string_agg(substr(c_alphabet, get_byte(v_bytes, n) % 32 + 1, 1) || case when n = 3 then '-' else '' end, '' order by n)
    from generate_series(0, 7) n);
begin
  if not (private.settings()).referrals_enabled or not private.has_paid(v_family_id) then perform private.deny(); end if;
  insert into public.referral_codes (code, family_id) values (v_code, v_family_id)
  on conflict (family_id) do update set code = excluded.code, created_at = clock_timestamp();
  return public.get_referral_code();
end;
$$;
comment on function public.renew_referral_code() is
  'Makes the family''s code, or replaces it: the old code then works no longer, and orders that used it keep their '
  'terms. Returns FamilyReferral (contract/referrals.ts). Definer: codes are written only by functions.';
grant execute on function public.renew_referral_code() to authenticated;
select private.answer_calls('public.renew_referral_code()', 'referral_code');

create function private.referral_row(p_referral public.referrals)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select jsonb_build_object('id', p_referral.id, 'state', p_referral.state, 'reason', p_referral.reason,
    'credit_cents', p_referral.credit_cents, 'taken_cents', p_referral.taken_cents,
    'family_id', f.id, 'family', coalesce(nullif(p.name, ''), f.contact_name), 'friend_family_id', o.family_id, 'friend', o.parent_name,
    'order_id', o.id, 'number', o.number, 'ordered_at', private.iso(p_referral.created_at),
    'decided_at', private.iso(p_referral.decided_at), 'decided_by', private.staff_name(p_referral.decided_by))
  from public.orders o
  left join public.families f on f.id = p_referral.family_id
  left join public.profiles p on p.id = f.primary_parent_id
  where o.id = p_referral.order_id
$$;
comment on function private.referral_row(public.referrals) is 'Returns StaffReferral (contract/referrals.ts).';

create function public.list_referrals(
  p_filter jsonb default '{}', p_sort text default '-ordered', p_after uuid default null, p_limit integer default 50)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_after public.referrals;
  v_page record;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.check_list(p_filter, '{"state": ["review", "waiting", "given", "refused", "taken_back"]}', p_sort,
    '{-ordered,ordered}', p_limit);
  if p_after is not null then
    select * into v_after from public.referrals where id = p_after;
    if not found then perform private.fail('referral_not_found', 'p_after'); end if;
  end if;
  v_page := private.read_page('public.referrals r', case when p_filter ? 'state' then format('r.state = %L', p_filter ->> 'state')
    -- An open referral belongs to a checkout that nobody has paid.
    else 'r.state <> ''open''' end, 'r.created_at', p_sort like '-%', v_after.created_at::text, p_after, p_limit);
  return jsonb_build_object('rows', (
      select coalesce(jsonb_agg(private.referral_row(r) order by n.ordinality), '[]')
      from unnest(v_page.ids[:p_limit]) with ordinality n (id, ordinality) join public.referrals r on r.id = n.id))
    || private.page_end(v_page.ids, v_page.counted, p_limit);
end;
$$;
comment on function public.list_referrals(jsonb, text, uuid, integer) is
  'For admins. Returns StaffReferrals (contract/referrals.ts). p_filter is {state?}. p_sort is -ordered or ordered. '
  'Fails with referral_not_found. Definer: see list_orders.';
grant execute on function public.list_referrals(jsonb, text, uuid, integer) to authenticated;
select private.answer_calls('public.list_referrals(jsonb, text, uuid, integer)', 'list_referrals');

create function public.get_staff_referral(p_referral_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_referral public.referrals;
begin
  if not private.is_admin() then perform private.deny(); end if;
  select * into v_referral from public.referrals where id = p_referral_id;
  if not found then perform private.fail('referral_not_found', 'p_referral_id'); end if;
  return private.referral_row(v_referral);
end;
$$;
comment on function public.get_staff_referral(uuid) is
  'For admins. Returns StaffReferral (contract/referrals.ts). Fails with referral_not_found. Definer: see list_orders.';
grant execute on function public.get_staff_referral(uuid) to authenticated;
select private.answer_calls('public.get_staff_referral(uuid)', 'management');

create function public.decide_referral(p_referral_id uuid, p_gives boolean)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_admin_id constant uuid := (select auth.uid());
  v_referral public.referrals;
  v_verdict record;
begin
  if not private.is_admin() then perform private.deny(); end if;
  if p_gives is null then perform private.fail('invalid_input', 'p_gives'); end if;
  if not exists (select from public.referrals where id = p_referral_id) then perform private.fail('referral_not_found', 'p_referral_id'); end if;
  v_referral := private.lock_referral(p_referral_id);
  -- If the first answer was lost, the same decision changes nothing more.
  if v_referral.decided_by = v_admin_id and v_referral.state = (case when p_gives then 'given' else 'refused' end) then
    return private.referral_row(v_referral);
  end if;
  if v_referral.state is distinct from 'review' then perform private.fail('changed_meanwhile', 'p_referral_id'); end if;
  perform private.refuse_own_family(v_referral.family_id, 'p_referral_id'), private.refuse_own_order(v_referral.order_id, 'p_referral_id');
  if p_gives then
    -- Staff decide about the doubt alone. The limit of a year, refunds and disputes are rules.
    select * into v_verdict from private.referral_verdict(v_referral);
    if v_verdict.state not in ('review', 'given') then perform private.fail('referral_not_earned', 'p_referral_id'); end if;
    perform private.give_referral(v_referral, v_referral.reason, v_admin_id);
  else
    update public.referrals set state = 'refused', reason = 'by_staff', decided_at = clock_timestamp(), decided_by = v_admin_id
    where id = v_referral.id;
  end if;
  update public.tasks set done_at = clock_timestamp(), done_by = v_admin_id where id = v_referral.id and done_at is null;
  return (select private.referral_row(r) from public.referrals r where r.id = v_referral.id);
end;
$$;
comment on function public.decide_referral(uuid, boolean) is
  'For admins. Gives or refuses a credit about which the rules are in doubt. Returns StaffReferral '
  '(contract/referrals.ts). The same decision twice counts once. Fails with referral_not_found, changed_meanwhile, '
  'own_balance (one of the families is the caller''s), referral_not_earned (the limit of a year is reached, or the '
  'order was refunded or disputed meanwhile). Definer: see list_orders.';
grant execute on function public.decide_referral(uuid, boolean) to authenticated;
select private.answer_calls('public.decide_referral(uuid, boolean)', 'management');

create function private.export_family_referrals(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'referral_code', (select code from public.referral_codes where family_id = p_family_id),
    'referrals', (
      select coalesce(jsonb_agg(jsonb_build_object('state', r.state, 'reason', case when r.state = 'refused' then r.reason end, 'credit_cents', r.credit_cents, 'taken_cents', r.taken_cents,
        'decided_at', r.decided_at) order by r.created_at, r.id), '[]')
      from public.referrals r
      where r.family_id = p_family_id and (r.state in ('given', 'taken_back') or r.reason in ('too_little', 'year_limit'))))
$$;
comment on function private.export_family_referrals(uuid, text[], text[]) is
  'Returns the family''s code, the credits that it got, and the bookings without credit of get_referral_code. It says '
  'nothing else about the friends, not even that somebody has booked but not come.';

create function private.erase_family_referrals(p_family_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$
  delete from public.referral_codes where family_id = p_family_id;
  update public.tasks set done_at = clock_timestamp()
  where done_at is null and id in (select r.id from public.referrals r where r.family_id = p_family_id and r.state = 'review');
  update public.referrals set state = 'refused', reason = 'family_gone', decided_at = clock_timestamp()
  where family_id = p_family_id and state in ('open', 'waiting', 'review')
$$;
comment on function private.erase_family_referrals(uuid) is
  'Deletes the family''s code and ends what was not decided. Credits that were given stay for the books.';

create function private.purge_referrals()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.referrals where id = any (array(
    select id from public.referrals where state = 'refused' and decided_at < private.expiry('referrals')
    order by decided_at limit 5000 for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_referrals() is
  'Deletes referrals that gave nothing, after their retention period, and returns the number.';
