-- This report shows what is still to be paid for bookings that were sold by instalments (docs/decisions "Deposits and
-- instalments").

create function private.report_instalments()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('months', coalesce(jsonb_agg(jsonb_build_object(
    'month', m.month, 'parts', m.parts, 'cents', m.cents, 'late', m.late, 'late_cents', m.late_cents) order by m.month), '[]'))
  from (
    select to_char(i.due_on, 'YYYY-MM') as month, count(*) as parts, sum(i.cents) as cents,
      count(*) filter (where i.due_on < private.calendar_today()) as late,
      coalesce(sum(i.cents) filter (where i.due_on < private.calendar_today()), 0) as late_cents
    from public.order_instalments i join public.orders o on o.id = i.order_id and o.paid_at is not null
    where i.status = 'due' and i.position > 0
    group by 1) m
$$;
comment on function private.report_instalments() is
  'Returns InstalmentsReport (contract/management-reports.ts): the open instalments of all orders by the month in '
  'which they are due, and how many of them are late. It shows the state of today, whatever the period.';
