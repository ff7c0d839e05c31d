-- Staff can add a child on the sheet of a session or camp in three ways. They give a free spot, use the family's
-- credit, or offer a spot that the family pays for (docs/decisions "Adding a child").

create function private.spot_worth(p_session_id uuid, p_camp_id uuid)
returns integer
language sql
volatile
set search_path = ''
as $$
  select case when p_camp_id is not null then coalesce(
      (select r.price_cents from private.camp_rung(p_camp_id, clock_timestamp()) r),
      private.price_at(private.camp_offer(p_camp_id), clock_timestamp()))
    else (
      select max(ceil(private.price_at(o, clock_timestamp())::numeric / t.sessions))::integer
      from public.offers o cross join lateral private.offer_contents(o) t
      where private.is_on_sale(o, clock_timestamp()) and o.kind in ('pass', 'team_pass') and t.sessions > 0
        and p_session_id is not null) end
$$;
comment on function private.spot_worth(uuid, uuid) is
  'Returns what a spot costs now, in cents. For a camp this is its price. For a session it is the highest price per '
  'session of any pass on sale. Returns null if nothing sells the spot.';

create function private.free_spots_given_today(p_user_id uuid)
returns integer
language sql
volatile
set search_path = ''
as $$
  select coalesce(sum(private.spot_worth((a.after ->> 'session_id')::uuid, (a.after ->> 'camp_id')::uuid)), 0)::integer
  from public.audit_log a
  where a.user_id = p_user_id and a.action = 'insert'
    and a.created_at >= date_trunc('day', clock_timestamp(), private.time_zone())
    -- Only spots that were given today count. A spot that was moved gets its rung or its status after the insert
    -- (private.move_unpaid), and a class booked with a credit has an entry in the ledger.
    and (a.table_name = 'camp_enrollments' and a.after ->> 'rung_id' = 'free'
      or a.table_name = 'bookings' and a.after ->> 'status' = 'booked' and not exists (select from public.credit_ledger l where l.booking_id = a.row_key::uuid))
$$;
comment on function private.free_spots_given_today(uuid) is
  'Returns what the free spots that this account gave today are worth, in cents. Removed ones count, too, '
  'and one that was moved counts once.';

create function private.gift_left_today(p_user_id uuid)
returns integer
language sql
volatile
set search_path = ''
as $$
  select (private.desk_discount_limits() ->> 'cents')::integer - private.free_spots_given_today(p_user_id) - (
    select coalesce(sum(amount_cents), 0)::integer from public.family_balance_entries
    where kind = 'given' and made_by = p_user_id
      and created_at >= date_trunc('day', clock_timestamp(), private.time_zone()))
$$;
comment on function private.gift_left_today(uuid) is
  'Returns how many cents the calling admin may still give away today, as balance or as free spots.';

create function private.check_free_spot(p_family_id uuid, p_worth_cents integer)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_left_cents integer;
begin
  perform private.refuse_own_family(p_family_id, 'p_child_id');
  if p_worth_cents is null then perform private.fail('offer_not_available', 'p_place_id'); end if;
  if private.has_any_role('business_admin') then return; end if;
  -- private.check_balance_change takes the same lock, so that two gifts at once are added up.
  perform pg_advisory_xact_lock(hashtextextended('balance-given:' || (select auth.uid()), 0));
  v_left_cents := private.gift_left_today((select auth.uid()));
  if p_worth_cents > v_left_cents then
    perform private.fail('free_spot_too_high', 'p_way', greatest(0, v_left_cents)::text);
  end if;
end;
$$;
comment on function private.check_free_spot(uuid, integer) is
  'Fails with own_balance if this is the caller''s own family, and with offer_not_available if nothing says what the '
  'spot is worth. An admin who is no business admin may also get free_spot_too_high (detail: the cents left today).';

create function private.age_problem(p_child_id uuid, p_session_id uuid, p_camp_id uuid)
returns table (code text, detail text)
language sql
volatile
set search_path = ''
as $$
  select s.problem, s.detail
  from public.sessions e
  join public.class_types t on t.id = e.class_type_id
  cross join lateral private.team_standings(p_child_id, array[e.session_date]) s
  where e.id = p_session_id and s.team = t.team and s.problem is not null
  union all
  select 'age_not_allowed', private.ages_text(f.details)
  from public.camp_weeks w
  join public.children c on c.id = p_child_id
  cross join lateral (select (private.tier_offer(w.tier, null)).details) f
  cross join lateral (select private.age_on(c.dob, w.start_date) as years) a
  where w.id = p_camp_id and (a.years < (f.details ->> 'min_age')::numeric or a.years > (f.details ->> 'max_age')::numeric)
$$;
comment on function private.age_problem(uuid, uuid, uuid) is
  'Returns why a child is too young, too old or not good enough for a session or camp, as the code age_not_allowed or '
  'level_not_allowed and its detail. Returns no row if the child is suitable.';

create function private.check_addable(p_child_id uuid, p_session_id uuid, p_camp_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_camp public.camp_weeks;
begin
  if p_session_id is not null then
    perform private.open_session(p_session_id, 'p_place_id');
  else
    select * into v_camp from public.camp_weeks where id = p_camp_id;
    if v_camp.cancelled_at is not null then perform private.fail('camp_cancelled', 'p_place_id'); end if;
    if v_camp.starts_at <= private.calendar_now() then perform private.fail('camp_started', 'p_place_id'); end if;
    if not private.is_camp_on_sale(v_camp) then perform private.fail('camp_not_found', 'p_place_id'); end if;
  end if;
  if private.has_place(p_child_id, p_session_id, p_camp_id) then perform private.fail('already_booked', 'p_child_id'); end if;
end;
$$;
comment on function private.check_addable(uuid, uuid, uuid) is
  'Fails if a session or camp has begun, was cancelled or is not on sale (session_not_found, session_started, '
  'camp_cancelled, camp_started, camp_not_found), or if the child is booked there (already_booked). The caller has '
  'locked the session or camp.';

create function private.make_spot(p_session_id uuid, p_camp_id uuid, p_expected_capacity integer)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_capacity integer;
  v_taken integer;
  v_code constant text := case when p_camp_id is null then 'session_full' else 'camp_full' end;
begin
  select max_capacity, private.seats_taken(id, v_now) into v_capacity, v_taken from public.sessions where id = p_session_id;
  if p_camp_id is not null then
    select capacity, private.camp_seats_taken(id, v_now) into v_capacity, v_taken from public.camp_weeks where id = p_camp_id;
  end if;
  if v_taken < v_capacity then return false; end if;
  if p_expected_capacity is null then perform private.fail(v_code, 'p_place_id'); end if;
  if p_expected_capacity <> v_capacity then perform private.fail('changed_meanwhile', 'p_expected_capacity'); end if;
  if not private.add_spot_if_full(coalesce(p_session_id, p_camp_id)) then perform private.fail(v_code, 'p_place_id'); end if;
  return true;
end;
$$;
comment on function private.make_spot(uuid, uuid, integer) is
  'If a session or camp is full, adds one spot, provided that its capacity is still the one that staff saw. Returns '
  'whether it added one. Fails with changed_meanwhile, and with session_full or camp_full if no capacity was given or '
  'the largest one is reached.';

create function private.offer_to_sell(p_session_id uuid, p_child_id uuid)
returns text
language sql
volatile
set search_path = ''
as $$
  select o.id
  from public.offers o cross join lateral private.offer_contents(o) t
  where p_session_id is not null and private.is_on_sale(o, clock_timestamp()) and o.kind = 'pass' and t.sessions > 0
    and not (t.once_per_child and private.has_trial(p_child_id, clock_timestamp(), null))
  order by t.sessions, private.price_at(o, clock_timestamp()), o.id limit 1
$$;
comment on function private.offer_to_sell(uuid, uuid) is
  'Returns the smallest pass on sale that this child can buy for a session. Returns null for a camp, which is sold by '
  'the offer of its tier.';

create function private.offer_to_child(p_child_id uuid, p_family_id uuid, p_session_id uuid, p_camp_id uuid)
returns timestamptz
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_deadline constant timestamptz := private.offer_deadline(p_session_id, p_camp_id, v_now);
  v_age record;
  v_entry public.waitlist_entries;
begin
  select * into v_age from private.age_problem(p_child_id, p_session_id, p_camp_id);
  if v_age.code is not null then perform private.fail(v_age.code, 'p_child_id', v_age.detail); end if;
  if v_deadline is null then perform private.fail('waitlist_offer_over', 'p_way'); end if;
  insert into public.waitlist_entries (
    status, session_id, camp_id, offer_id, places, family_id, parent_name, parent_email, parent_phone)
  select 'waiting', p_session_id, p_camp_id, private.offer_to_sell(p_session_id, p_child_id), 1, f.id, m.name, m.email,
    coalesce(f.contact_phone, p.phone)
  from public.families f
  cross join lateral private.mail_contact(f.id) m
  left join public.profiles p on p.id = f.primary_parent_id
  where f.id = p_family_id
  returning * into v_entry;
  insert into public.waitlist_children (entry_id, position, child_id, name, dob)
  select v_entry.id, 0, c.id, c.name, c.dob from public.children c where c.id = p_child_id;
  perform private.make_offer(v_entry, '{0}', v_deadline, (select auth.uid()));
  return v_deadline;
end;
$$;
comment on function private.offer_to_child(uuid, uuid, uuid, uuid) is
  'Puts the child on the waitlist and offers it the spot, which the caller has locked and kept free for it. Returns '
  'the deadline. Fails with age_not_allowed, level_not_allowed (detail), waitlist_offer_over (too little time is '
  'left for an answer).';

create function private.queue_free_spot_mail(p_key text, p_child_id uuid, p_family_id uuid, p_session_id uuid, p_camp_id uuid, p_is_removed boolean)
returns integer
language sql
volatile
set search_path = ''
as $$
  -- The key contains the family's id, so that private.empty_mails finds the mail when the family is erased.
  select private.queue_family_mails('free_spot', concat_ws(':', 'free_spot', p_key, p_family_id, p_is_removed),
    jsonb_build_object('is_removed', p_is_removed, 'children', jsonb_build_array(private.child_name(p_child_id)),
      'session', private.session_view(p_session_id), 'camp', private.camp_view(p_camp_id))
      || case when p_is_removed then '{}' else private.asked_details(p_child_id) - 'phone' end,
    p_family_id, case when not p_is_removed then private.details_order(p_child_id) end)
$$;
comment on function private.queue_free_spot_mail(text, uuid, uuid, uuid, uuid, boolean) is
  'Queues the mail to the family about a spot without a payment that a child got or lost. It asks for what is missing, '
  'and a guest gets a link for that. Returns how many.';

create function private.queue_free_move_mail(p_spot_id uuid, p_child_id uuid, p_family_id uuid, p_from uuid, p_to uuid)
returns integer
language sql
volatile
set search_path = ''
as $$
  select private.queue_family_mails('free_spot', concat_ws(':', 'free_spot', p_family_id, 'moved', p_spot_id),
    jsonb_build_object('is_removed', false, 'children', jsonb_build_array(private.child_name(p_child_id)),
      'session', private.session_view(p_to), 'camp', private.camp_view(p_to),
      'left', jsonb_build_object('session', private.session_view(p_from), 'camp', private.camp_view(p_from)))
      || private.asked_details(p_child_id) - 'phone',
    p_family_id, private.details_order(p_child_id))
$$;
comment on function private.queue_free_move_mail(uuid, uuid, uuid, uuid, uuid) is
  'Queues the mail to the family about a free spot that staff moved. p_spot_id is the new booking or enrolment. '
  'Returns how many.';

create function private.take_free_spot(
  p_child_id uuid, p_family_id uuid, p_session_id uuid, p_camp_id uuid, p_allows_age boolean)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_age record;
  v_spot_id uuid;
begin
  select * into v_age from private.age_problem(p_child_id, p_session_id, p_camp_id);
  if v_age.code is not null and p_allows_age is not true then perform private.fail(v_age.code, 'p_child_id', v_age.detail); end if;
  perform private.check_free_spot(p_family_id, private.spot_worth(p_session_id, p_camp_id));
  if p_camp_id is not null then
    -- The enrolment has no order line and no price. So nothing can be refunded, and the spot does not count for an
    -- early-bird rung.
    insert into public.camp_enrollments (camp_id, child_id, family_id, rung_id)
    values (p_camp_id, p_child_id, p_family_id, 'free') returning id into v_spot_id;
  else
    insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
    select id, session_date, session_time, p_child_id, p_family_id from public.sessions where id = p_session_id
    returning id into v_spot_id;
  end if;
  return private.queue_free_spot_mail(v_spot_id::text, p_child_id, p_family_id, p_session_id, p_camp_id, false);
end;
$$;
comment on function private.take_free_spot(uuid, uuid, uuid, uuid, boolean) is
  'Gives a child a spot that nobody pays for. Returns the number of mails. The caller has locked the spot and kept '
  'it free. Fails with age_not_allowed, level_not_allowed and the codes of private.check_free_spot.';
