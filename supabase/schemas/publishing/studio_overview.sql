-- Studio's overview shows what is sold at which price. The content store adds drafts and changes.

create function private.overview_prices()
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
begin
  return coalesce((
    with camp as materialized (select * from public.get_camp_prices()),
    coming as (
      select c.tier, min(n.price_cents) as lowest, max(n.price_cents) as highest, sum(n.spots_left) as places_left, count(*) as camps
      from camp n join public.camp_weeks c on c.id = n.camp_id
      where c.is_active and c.starts_at > private.calendar_now() group by c.tier
    ),
    sold as (
      select l.offer_id, count(*) as total, count(*) filter (where o.created_at > clock_timestamp() - interval '30 days') as lately
      from public.order_lines l join public.orders o on o.id = l.order_id
      where l.status = 'placed' group by l.offer_id
    ),
    held as (
      select l.offer_id, count(*) as held
      from public.holds h join public.order_lines l on l.id = h.order_line_id
      where h.expires_at > clock_timestamp() group by l.offer_id
    ),
    in_use as (
      select p.offer_id, count(*) as passes from public.passes p
      where p.valid_until is null or p.valid_until >= (private.calendar_now() at time zone private.time_zone())::date
      group by p.offer_id
    ),
    renewing as (
      select r.offer_id, count(*) as passes from public.pass_subscriptions r where r.status <> 'ended' group by r.offer_id
    )
    select jsonb_agg(jsonb_build_object(
      'id', o.id, 'kind', o.kind, 'title', o.title, 'listed_cents', o.price_cents,
      'live_cents', case when o.kind = 'camp_tier' then c.lowest else o.price_cents end,
      'live_to_cents', case when o.kind = 'camp_tier' then c.highest else o.price_cents end,
      'sold', coalesce(s.total, 0), 'sold_lately', coalesce(s.lately, 0),
      'left', c.places_left, 'camps', c.camps,
      'held', coalesce(h.held, 0), 'in_use', coalesce(u.passes, 0), 'renewing', coalesce(r.passes, 0)) order by o.kind, o.price_cents, o.id)
    from public.offers o
    left join coming c on o.kind = 'camp_tier' and c.tier = o.details ->> 'tier'
    left join sold s on s.offer_id = o.id
    left join held h on h.offer_id = o.id
    left join in_use u on u.offer_id = o.id
    left join renewing r on r.offer_id = o.id
    where o.active), '[]');
end;
$$;
comment on function private.overview_prices() is
  'Returns the prices and sales of each offer, as [{id, kind, title, listed_cents, live_cents, live_to_cents, sold, '
  'sold_lately, left, camps, held, in_use, renewing}]. live_cents to live_to_cents is the range that the next child '
  'pays. sold_lately counts 30 days. held is the number of lines that somebody is buying now. in_use is the number of '
  'passes that have not ended, and renewing the number of passes that renew.';

create function private.overview_soon(p_until timestamptz)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_agg(to_jsonb(n) - 'moment' || jsonb_build_object('at', private.iso(n.moment)) order by n.moment, n.title)
    from (
      select * from (
        select 'price_ends' as what, o.title, r ->> 'id' as detail, (r ->> 'deadline')::timestamptz as moment
        from public.offers o cross join jsonb_array_elements(coalesce(nullif(o.details -> 'rungs', 'null'), '[]')) r
        where o.active and o.kind = 'camp_tier' and r ->> 'deadline' is not null and (r ->> 'closed')::boolean is not true
        union all
        select 'price_starts', o.title, r ->> 'id', (r ->> 'from')::timestamptz
        from public.offers o cross join jsonb_array_elements(coalesce(nullif(o.details -> 'rungs', 'null'), '[]')) r
        where o.active and o.kind = 'camp_tier' and r ->> 'from' is not null and (r ->> 'closed')::boolean is not true
        union all
        select 'price_changes', o.title, p ->> 'price_cents', (p ->> 'from')::timestamptz
        from public.offers o cross join jsonb_array_elements(coalesce(nullif(o.details -> 'planned_prices', 'null'), '[]')) p
        where o.active
        union all
        select s.what, o.title, null, s.moment
        from public.offers o cross join lateral (values
          ('sale_starts', (o.details -> 'sale_time' ->> 'from')::timestamptz),
          ('sale_ends', (o.details -> 'sale_time' ->> 'until')::timestamptz)) s (what, moment)
        where o.active and s.moment is not null
        union all
        select 'camp_starts', c.name, l.name, c.starts_at
        from public.camp_weeks c join public.locations l on l.id = c.location_id
        where c.is_active and c.cancelled_at is null
        union all
        select 'code_starts', p.code, p.campaign, p.valid_from from public.promotion_codes p where p.active and isfinite(p.valid_from)
        union all
        select 'code_ends', p.code, p.campaign, p.valid_until from public.promotion_codes p where p.active and isfinite(p.valid_until)) every_one
      where moment > private.calendar_now() and moment <= p_until) n), '[]');
end;
$$;
comment on function private.overview_soon(timestamptz) is
  'Returns the events until p_until, as [{what, title, detail, at}]. what is price_starts, price_ends, '
  'price_changes, sale_starts, sale_ends, camp_starts, code_starts or code_ends. detail is the rung, the price in '
  'cents, the location or the campaign.';

create function private.overview_codes()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('code', p.code, 'campaign', p.campaign,
    'from', case when isfinite(p.valid_from) then private.iso(p.valid_from) end,
    'until', case when isfinite(p.valid_until) then private.iso(p.valid_until) end) order by p.code), '[]')
  from public.promotion_codes p
  where p.active and (isfinite(p.valid_from) or isfinite(p.valid_until))
    and p.valid_until > clock_timestamp() - interval '31 days'
$$;
comment on function private.overview_codes() is
  'Returns the promotion codes that begin or end, for the calendar of Studio: [{code, campaign, from, until}].';

create function private.build_cause()
returns jsonb
language sql
stable
set search_path = ''
as $$
  with builds as (
    select started_at, lead(started_at) over (order by started_at desc, id desc) as previous_at
    from public.site_builds order by started_at desc, id desc limit 1
  ),
  published as (
    select p.document_id, p.type, p.title, p.published_at
    from public.publications p join builds b on p.published_at > b.previous_at and p.published_at <= b.started_at
  )
  select jsonb_build_object(
    'published', coalesce((
      select jsonb_agg(jsonb_build_object('id', d.document_id, 'type', d.type, 'title', d.title) order by d.published_at desc)
      from (select * from published order by published_at desc limit 5) d), '[]'),
    'count', (select count(*) from published),
    'deleted', (
      select count(*) from public.deleted_documents d
      join builds b on d.deleted_at > b.previous_at and d.deleted_at <= b.started_at),
    'requested_for', coalesce((
      select jsonb_agg(c.cause order by c.requested_at desc)
      from public.rebuild_causes c join builds b on c.requested_at > b.previous_at and c.requested_at <= b.started_at), '[]'))
$$;
comment on function private.build_cause() is
  'Returns why the newest build began, as {published, count, deleted, requested_for}. published lists at most five of '
  'the documents that were published since the build before it began, as [{id, type, title}]. count is the number of '
  'all of them, and deleted is the number of documents that were deleted. requested_for lists the causes for which '
  'scheduled jobs requested a build.';

create function public.get_studio_overview()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.is_service() then perform private.deny(); end if;
  return jsonb_build_object(
    'at', private.iso(clock_timestamp()),
    'site', private.publish_state(),
    'site_url', (select site_url from public.site_builds where state = 'built' order by started_at desc limit 1),
    'newest_build', (select build from public.site_builds where state = 'built' order by started_at desc limit 1),
    'builds', (
      select coalesce(jsonb_agg(jsonb_build_object('state', b.state, 'reason', b.reason, 'started_at', private.iso(b.started_at),
        'finished_at', private.iso(b.finished_at)) order by b.started_at desc), '[]')
      from (select * from public.site_builds order by started_at desc, id desc limit 5) b),
    'build_cause', private.build_cause(),
    'codes', private.overview_codes(),
    'deleted', (
      select coalesce(jsonb_agg(jsonb_build_object('id', d.document_id, 'type', d.type, 'title', d.title,
        'at', private.iso(d.deleted_at)) order by d.deleted_at desc), '[]')
      from (
        select * from public.deleted_documents where deleted_at >= private.expiry('deleted_documents')
        order by deleted_at desc limit 500) d),
    'checkout', jsonb_build_object(
      'mode', (select case when t.maintenance then 'maintenance' when t.sales_stopped then 'stopped' else 'open' end from private.settings() t),
      'sentence', private.sales_notice(),
      'on_sale', (select count(*) from public.offers where active),
      'taken_over_at', (select case when isfinite(offers_snapshot_at) then private.iso(offers_snapshot_at) end from public.settings)),
    'webhook', jsonb_build_object(
      'swept_at', (select private.iso(done_at) from public.sweeps where name = 'revisions'),
      'lost', (
        select coalesce(jsonb_agg(jsonb_build_object('id', p.document_id, 'type', p.type, 'title', p.title, 'at', private.iso(p.published_at))
          order by p.published_at desc), '[]')
        from (select * from public.publications where found_by_sweep order by published_at desc limit 20) p),
      'lost_count', (select count(*) from public.publications where found_by_sweep)),
    'nowhere', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.document_id, 'type', p.type, 'title', p.title) order by p.type, p.title, p.document_id), '[]')
      from public.site_documents d join public.publications p on p.document_id = d.document_id and p.revision = d.revision
      where d.pages = '{}'),
    'prices', private.overview_prices(),
    'soon', private.overview_soon(private.calendar_now() + interval '14 days'),
    'checks', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', a.kind, 'began_at', private.iso(a.began_at)) order by a.began_at, a.kind), '[]')
      from public.alerts a where a.ended_at is null),
    'late_chores', private.late_chores(),
    'asked', (
      select coalesce(jsonb_agg(jsonb_build_object('question', q.question, 'times_asked', q.times_asked, 'last_on', q.last_on)
        order by q.times_asked desc, q.last_on desc, q.question), '[]')
      from (
        select * from public.assistant_questions where outcome = 'nothing'
        order by times_asked desc, last_on desc, question limit 10) q),
    'asked_count', (select count(*) from public.assistant_questions where outcome = 'nothing'));
end;
$$;
comment on function public.get_studio_overview() is
  'Returns OverviewFacts of Studio, which contains nothing about people. Studio users call it through the function '
  'studio-overview, which asks Sanity who they are. Definer: only the service role may call it.';
grant execute on function public.get_studio_overview() to service_role;
