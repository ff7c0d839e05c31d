-- Reports how many new families came back.

create function private.report_retention(p_from timestamptz, p_until timestamptz)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_zone constant text := private.time_zone();
begin
  return (
  with first_orders as materialized (
    select distinct on (o.family_id) o.family_id, o.paid_at
    from public.orders o
    where o.paid_at >= p_from and o.paid_at < p_until and o.family_id is not null and not exists (
      select from public.orders e where e.family_id = o.family_id and e.paid_at < p_from)
    order by o.family_id, o.paid_at
  ),
  repurchases as (
    select to_char(f.paid_at at time zone v_zone, 'YYYY-MM') as month,
      (select min(n.paid_at) from public.orders n where n.family_id = f.family_id and n.paid_at > f.paid_at) - f.paid_at as after
    from first_orders f
  )
  select jsonb_build_object('months', coalesce(jsonb_agg(jsonb_build_object('month', m.month, 'families', m.families,
      'days_30', m.days_30, 'days_90', m.days_90, 'days_180', m.days_180, 'ended_at', m.ends) order by m.month), '[]'))
  from (
    select month, count(*) as families, count(*) filter (where after <= interval '30 days') as days_30,
      count(*) filter (where after <= interval '90 days') as days_90, count(*) filter (where after <= interval '180 days') as days_180,
      (to_date(month, 'YYYY-MM') + interval '1 month')::date as ends
    from repurchases group by month) m);
end;
$$;
comment on function private.report_retention(timestamptz, timestamptz) is
  'Returns RetentionReport (contract/management-reports.ts): how many bought or renewed again within 30, 90 and 180 '
  'days. Until ended_at, which is that many days after the month, a number still grows.';
