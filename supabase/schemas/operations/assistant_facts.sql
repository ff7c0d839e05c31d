-- A language model gets the current offers, camps and sessions to copy from. Visitors can read all of them on the site.

create function private.dollars(p_cents integer)
returns text
language sql
immutable
set search_path = ''
as $$ select 'S$' || regexp_replace(to_char(p_cents / 100.0, 'FM999,999,990.00'), '\.00$', '') $$;
comment on function private.dollars(integer) is
  'Returns an amount in cents as visitors read it, for example S$1,290 or S$16.70.';

create function private.offer_fact(p_offer public.offers)
returns text
language sql
stable
set search_path = ''
as $$
  select concat_ws('. ',
    p_offer.title || case when p_offer.kind = 'camp_tier' then ': the listed price is ' else ' costs ' end
      || private.dollars(private.price_at(p_offer, clock_timestamp())) || case when p_offer.kind <> 'camp_tier' then ' today' else '' end,
    'Ages ' || (p_offer.details ->> 'min_age') || ' to ' || (p_offer.details ->> 'max_age'),
    (p_offer.details ->> 'sessions') || ' session' || case when p_offer.details ->> 'sessions' <> '1' then 's' else '' end,
    'To use within ' || (p_offer.details ->> 'validity_days') || ' days',
    (p_offer.details ->> 'guests') || ' guests, ' || (p_offer.details ->> 'minutes') || ' minutes',
    -- passEnd (contract/pass-end.ts) has the same wording.
    case when p_offer.details ->> 'renews' = 'true'
      then format('Renews every 4 weeks, %s, stop any time', private.dollars(private.price_at(p_offer, clock_timestamp()))) end,
    case when p_offer.details ->> 'once_per_child' = 'true' then 'Once for each child' end,
    private.dollars((p_offer.details #>> '{sibling_rebate,cents}')::integer) || ' off for the second child at the same camp',
    (select string_agg((t ->> 'title') || ' costs ' || private.dollars((t ->> 'price_cents')::integer), ', ')
      from jsonb_array_elements(case jsonb_typeof(p_offer.details -> 'transport')
        when 'array' then p_offer.details -> 'transport' else '[]' end) t),
    p_offer.cancellation)
$$;
comment on function private.offer_fact(public.offers) is
  'Describes an offer in one line, with everything that visitors may know of it.';

create function public.get_assistant_facts(p_part text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  return coalesce(case p_part
    when 'offers' then (
      select jsonb_agg(private.offer_fact(o) order by o.price_cents, o.id)
      from (
        select * from public.offers f where private.is_on_sale(f, clock_timestamp()) order by price_cents, id limit 30) o)
    when 'camps' then (
      select jsonb_agg(concat_ws(', ', c.name, to_char(c.start_date, 'FMDy FMDD Mon') || ' to ' || to_char(c.end_date, 'FMDy FMDD Mon YYYY'),
        c.location, to_char(c.session_time_start, 'FMHH12:MI am') || ' to ' || to_char(c.session_time_end, 'FMHH12:MI am'),
        private.dollars(c.price_cents) || ' today',
        greatest(0, c.capacity - c.current_enrollments) || ' of ' || c.capacity || ' spots free') order by c.start_date, c.id)
      from (
        select * from public.camps
        where is_active and cancelled_at is null and price_cents is not null and end_date >= private.calendar_today()
        order by start_date, id limit 30) c)
    when 'sessions' then (
      select jsonb_agg(concat_ws(', ', t.class_type, to_char(t.session_date, 'FMDy FMDD Mon YYYY'),
        to_char(t.session_time, 'FMHH12:MI am'), t.location_name,
        greatest(0, t.available_spots) || ' spots free') order by t.session_date, t.session_time, t.class_type)
      from (select * from public.get_session_availability_with_enrollments() order by session_date, session_time limit 40) t)
    end, '[]');
end;
$$;
comment on function public.get_assistant_facts(text) is
  'Returns up to 40 lines of text that a model may copy. p_part is offers, camps or sessions. Definer: only what '
  'visitors may read, nothing about people. Only the service role may call.';
grant execute on function public.get_assistant_facts(text) to service_role;
