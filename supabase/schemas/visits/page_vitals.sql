-- Measures how fast public pages are for visitors who allowed statistics. Only counts per day are stored, and nothing
-- about a visitor (docs/decisions "Web vitals of visitors").

create table public.page_vitals (
  measured_on date not null,
  page text not null check (page ~ '^/[a-z0-9/-]{0,80}$'),
  device text not null check (device in ('phone', 'desktop')),
  metric text not null check (metric in ('lcp', 'inp', 'cls')),
  at_most integer not null check (at_most > 0),
  samples integer not null default 1 check (samples > 0),
  primary key (measured_on, page, device, metric, at_most)
);
comment on table public.page_vitals is
  'A histogram of web vitals per day, page, device and metric. It stores no visit, no address and no time of day.';
comment on column public.page_vitals.metric is
  'lcp is the largest contentful paint in ms, inp the interaction to next paint in ms, and cls the layout shift in '
  'thousandths.';
comment on column public.page_vitals.at_most is
  'The upper bound of the bucket, one of private.vital_bounds. The limit of each metric is one of them.';

alter table public.page_vitals enable row level security;
revoke all on table public.page_vitals from anon, authenticated, service_role;
grant select on public.page_vitals to authenticated, service_role;
create policy "Admins read web vitals" on public.page_vitals
  for select to authenticated using ((select private.is_admin()));

create function private.vital_bounds(p_metric text)
returns integer[]
language sql
immutable
set search_path = ''
as $$
  select case p_metric
    when 'lcp' then '{200,300,400,500,600,700,800,900,1000,1100,1200,1300,1400,1600,1800,2000,2250,2500,3000,4000,5000,7500,10000,60000}'::integer[]
    when 'inp' then '{25,50,75,100,125,150,175,200,250,300,400,500,750,1000,2000,60000}'::integer[]
    when 'cls' then '{5,10,20,40,60,80,100,125,150,200,250,500,1000,10000}'::integer[] end
$$;
comment on function private.vital_bounds(text) is
  'Returns the upper bounds of a metric''s buckets, in its unit (page_vitals.metric). Larger values are refused.';

create function private.vital_limit(p_metric text)
returns integer
language sql
immutable
set search_path = ''
as $$ select case p_metric when 'lcp' then 1100 when 'inp' then 200 when 'cls' then 100 end $$;
comment on function private.vital_limit(text) is
  'Returns the value that 75 of 100 visits should not exceed, in the metric''s unit. It is one of '
  'private.vital_bounds.';

create function private.least_samples()
returns integer
language sql
immutable
set search_path = ''
as $$ select 50 $$;
comment on function private.least_samples() is 'Returns how many samples are needed to judge a page.';

create function private.public_pages()
returns text[]
language sql
immutable
set search_path = ''
as $$
  -- A test compares these paths with src/config/pages.ts.
  select '{/,/about,/auth,/birthday-rsvp,/birthdays,/camps,/camps-new,/camps/book,/camps/epic,/checkout,/passes,/privacy-policy,/reviews,/team-passes,/terms-and-conditions,/terms-of-service,/try-out-checkout,/try-out-otter-for-campers,/try-out-otter-for-kids}'::text[]
$$;
comment on function private.public_pages() is 'Returns the paths of the public pages that exist in every build.';

create function private.measuring_day()
returns date
language sql
stable
set search_path = ''
as $$ select (clock_timestamp() at time zone private.time_zone())::date $$;
comment on function private.measuring_day() is
  'Returns the day in Singapore by the real clock, to which measurements belong.';

create function private.measured_page(p_path text)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  v_path constant text := coalesce(nullif(rtrim(regexp_replace(p_path, '^/zh(?=/|$)', ''), '/'), ''), '/');
begin
  if p_path is null or v_path !~ '^/[a-z0-9/-]{0,80}$' then return null; end if;
  if v_path = any (private.public_pages()) then return v_path; end if;
  if v_path like '/checkout/%' then return '/checkout'; end if;
  if v_path in ('/birthdays-rsvp', '/dynamic-form') then return '/birthday-rsvp'; end if;
  if v_path = '/holiday-camps-singapore-campers' then return '/camps'; end if;
  -- Marketing makes further pages from blocks. The last build reported which of them exist.
  if v_path ~ '^/[a-z0-9-]+$' and exists (
    select from public.site_documents d join public.publications p on p.document_id = d.document_id
    where p.type = 'page' and v_path = any (d.pages)) then return v_path; end if;
  return null;
end;
$$;
comment on function private.measured_page(text) is
  'Returns the public page at a path, which is the same in every language. Returns null if there is no page at the '
  'path, or if it is not public.';

create function public.record_page_vitals(p_page text, p_device text, p_values jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_most_per_day constant integer := 2000;
  v_rule constant public.rate_rules := private.rate_rule('record_page_vitals');
  v_today constant date := private.measuring_day();
  v_page text;
  v_recorded integer;
begin
  -- These calls are counted by network only, because more accounts must not give one network a larger share.
  if not private.count_hit(v_rule.endpoint || ' network ' || coalesce(private.network_of(private.client_address()), 'unknown'),
    v_rule.most, v_rule.seconds) then
    return jsonb_build_object('recorded', 0);
  end if;
  v_page := private.measured_page(p_page);
  if v_page is null or coalesce(p_device, '') not in ('phone', 'desktop') or jsonb_typeof(p_values) is distinct from 'object' then
    return jsonb_build_object('recorded', 0);
  end if;
  insert into public.page_vitals as v (measured_on, page, device, metric, at_most)
  select v_today, v_page, p_device, m.metric, b.at_most
  from (values ('cls', 1000), ('inp', 1), ('lcp', 1)) m (metric, scale)
  cross join lateral (
    select min(bound) as at_most from unnest(private.vital_bounds(m.metric)) bound
    where jsonb_typeof(p_values -> m.metric) = 'number'
      -- The bound is divided, because multiplying the largest numbers would fail.
      and case when jsonb_typeof(p_values -> m.metric) = 'number' then (p_values ->> m.metric)::numeric end
        between 0 and bound::numeric / m.scale) b
  where b.at_most is not null and c_most_per_day > (
    select coalesce(sum(d.samples), 0) from public.page_vitals d
    where d.measured_on = v_today and d.page = v_page and d.device = p_device and d.metric = m.metric)
  order by m.metric
  on conflict (measured_on, page, device, metric, at_most) do update set samples = v.samples + 1;
  get diagnostics v_recorded = row_count;
  return jsonb_build_object('recorded', v_recorded);
end;
$$;
comment on function public.record_page_vitals(text, text, jsonb) is
  'Counts one visit''s web vitals of a page, {lcp?, inp?, cls?}. lcp and inp are in ms, and cls is the score. Returns '
  '{recorded}, the number of values that were counted. Never refuses, but leaves out unknown pages and impossible '
  'values. Definer: visitors write only through this filter.';
grant execute on function public.record_page_vitals(text, text, jsonb) to anon, authenticated, service_role;

create function private.vitals_since(p_first date)
returns table (page text, device text, metric text, samples bigint, p75 integer)
language plpgsql
stable
set search_path = ''
as $$
begin
  return query
  with buckets as (
    select v.page, v.device, v.metric, v.at_most, sum(v.samples) as n
    from public.page_vitals v where v.measured_on >= p_first group by v.page, v.device, v.metric, v.at_most
  ), shares as (
    select b.*, sum(b.n) over (partition by b.page, b.device, b.metric order by b.at_most) as so_far,
      sum(b.n) over (partition by b.page, b.device, b.metric) as total
    from buckets b
  )
  select s.page, s.device, s.metric, max(s.total)::bigint,
    case when max(s.total) >= private.least_samples() then min(s.at_most) filter (where s.so_far >= 0.75 * s.total) end
  from shares s group by s.page, s.device, s.metric;
end;
$$;
comment on function private.vitals_since(date) is
  'Returns how many samples each page, device and metric has since a day, and p75, the 75th percentile. p75 is the '
  'upper bound of its bucket, or null if there are fewer samples than private.least_samples().';

create function private.slow_pages()
returns bigint
language sql
stable
set search_path = ''
as $$
  select count(distinct page) from private.vitals_since(private.measuring_day() - 27) where p75 > private.vital_limit(metric)
$$;
comment on function private.slow_pages() is
  'Returns how many pages are above a limit for visitors of the last 28 days.';

create function public.get_page_vitals()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_first constant date := private.measuring_day() - 27;
begin
  if not private.is_admin() then perform private.deny(); end if;
  return jsonb_build_object('from', v_first, 'until', v_first + 27, 'least', private.least_samples(),
    'limits', (select jsonb_object_agg(m, private.vital_limit(m)) from unnest('{lcp,inp,cls}'::text[]) m),
    'pages', (
      select coalesce(jsonb_agg(jsonb_build_object('page', p.page, 'device', p.device, 'vitals', p.vitals) order by p.page, p.device desc), '[]')
      from (
        select s.page, s.device, jsonb_object_agg(s.metric, jsonb_build_object('samples', s.samples, 'p75', s.p75)) as vitals
        from private.vitals_since(v_first) s group by s.page, s.device) p));
end;
$$;
comment on function public.get_page_vitals() is
  'For admins. Returns PageVitals (contract/page-vitals.ts) of the last 28 days. Definer: reads past the policies, '
  'after checking for an admin.';
grant execute on function public.get_page_vitals() to authenticated;
select private.answer_calls('public.get_page_vitals()', 'get_system_health');

create function private.purge_page_vitals()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  -- Rows are selected by ctid, because the key has five columns. A locked row's ctid does not change.
  delete from public.page_vitals where ctid = any (array(
    select ctid from public.page_vitals where measured_on < (private.expiry('page_vitals') at time zone private.time_zone())::date
    order by measured_on limit 20000 for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_page_vitals() is
  'Deletes days past their retention period. Returns the number of rows.';
