-- Locks camps, counts their taken places, and finds the offer of a camp's tier.

create function private.lock_camps(p_camp_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform from public.camp_weeks where id = any (p_camp_ids) order by id for update;
end;
$$;
comment on function private.lock_camps(uuid[]) is
  'Locks camps in order of id, before places are taken or held. In the lock order (places.sql), camps come after '
  'sessions and before promotion codes and passes.';

create function private.camp_seats_taken(p_camp_id uuid, p_at timestamptz, p_except_order uuid default null)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
begin
  return (
    (select count(*) from public.camp_enrollments where camp_id = p_camp_id and status = 'enrolled')
    + (select count(*) from public.holds
       where camp_id = p_camp_id and expires_at > p_at and order_id is distinct from p_except_order)
    + private.places_offered(null, p_camp_id, p_at)
  )::integer;
end;
$$;
comment on function private.camp_seats_taken(uuid, timestamptz, uuid) is
  'Counts the places of a camp that are paid, held or offered to the waitlist at p_at. Leaves out the holds of one '
  'order. No other function counts them.';

create function private.camp_lines_taken(p_camp_id uuid, p_rung_id text, p_at timestamptz, p_except_order uuid)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
begin
  -- If p_rung_id is null, places with a sibling rebate are counted, at any rung.
  return (
    (select count(*) from public.camp_enrollments
     where camp_id = p_camp_id and status = 'enrolled'
       and case when p_rung_id is null then sibling_rebate else rung_id = p_rung_id end)
    + (select count(*) from public.holds
       where camp_id = p_camp_id and expires_at > p_at and order_id is distinct from p_except_order
         and case when p_rung_id is null then sibling_rebate else rung_id = p_rung_id end)
  )::integer;
end;
$$;
comment on function private.camp_lines_taken(uuid, text, timestamptz, uuid) is
  'Counts the places of a camp at one early-bird rung that are paid or held at p_at. If p_rung_id is null, counts the '
  'places with a sibling rebate. No other function counts them.';

create function private.tier_offer(p_tier text, p_at timestamptz default clock_timestamp())
returns public.offers
language plpgsql
stable
set search_path = ''
as $$
declare
  v_offer public.offers;
begin
  -- Publishing refuses two documents for one tier, but an old one may remain active for a moment.
  select o.* into v_offer from public.offers o
  where o.kind = 'camp_tier' and private.is_on_sale(o, p_at) and o.details ->> 'tier' = p_tier
    and o.currency = (select currency from public.settings)
  order by o.updated_at desc, o.id limit 1;
  return v_offer;
end;
$$;
comment on function private.tier_offer(text, timestamptz) is
  'Returns the offer that sells a tier at p_at, or a row of nulls if there is none. If p_at is null, the offer may be '
  'outside its planned time.';

create function private.camp_offer(p_camp_id uuid, p_since timestamptz default null)
returns public.offers
language plpgsql
stable
set search_path = ''
as $$
declare
  v_tier constant text := (select tier from public.camp_weeks where id = p_camp_id);
  v_offer public.offers;
begin
  if p_since is not null then v_offer := private.tier_offer(v_tier, p_since); end if;
  return case when v_offer.id is not null then v_offer else private.tier_offer(v_tier) end;
end;
$$;
comment on function private.camp_offer(uuid, timestamptz) is
  'Returns the offer that sells places on a camp, or a row of nulls if there is none. If a place has been held since '
  'p_since, the offer of that time is preferred.';

create function private.camp_day(p_camp public.camp_weeks)
returns table (begins_at time, ends_at time)
language plpgsql
stable
set search_path = ''
as $$
declare
  v_extended constant jsonb := (private.tier_offer(p_camp.tier, null)).details -> 'extended_day';
begin
  begins_at := coalesce((v_extended ->> 'start')::time, p_camp.session_time_start);
  ends_at := coalesce((v_extended ->> 'end')::time, p_camp.session_time_end);
  return next;
end;
$$;
comment on function private.camp_day(public.camp_weeks) is
  'Returns when a day of a camp begins and ends. These are the hours of its tier''s extended day or, if it has none, '
  'of its programme (contract/camp-day.ts).';
