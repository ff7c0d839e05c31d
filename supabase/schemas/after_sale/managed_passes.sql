-- Returns the pass of a paid line with its bookings, for the page of an order (managed_order.sql).

create function private.managed_pass(p_line public.order_lines)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_now constant timestamptz := private.calendar_now();
  v_pass public.passes;
begin
  v_pass := private.sold_pass(p_line.id);
  if v_pass.id is null then return null; end if;
  return jsonb_build_object(
    'credits', private.credits_left(v_pass.id),
    'sessions_total', v_pass.sessions_total,
    'moved_credits', (
      select coalesce(sum(u.credits + u.ahead), 0)::integer from private.credits_by_pass(p_line.id) u where u.pass_id <> v_pass.id),
    'valid_until', v_pass.valid_until,
    'is_over', coalesce(v_pass.valid_until < private.calendar_today(), false),
    'bookings', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'booking_id', b.id,
        'session', private.session_view(s.id),
        'status', case
          when b.status <> 'booked' then 'cancelled'
          when s.status <> 'scheduled' then 'cancelled_by_us'
          when b.attended is not null then case when b.attended then 'attended' else 'missed' end
          when s.starts_at <= v_now then 'begun'
          else 'ahead' end,
        'returns_credit', b.status = 'booked' and b.attended is null and (s.status <> 'scheduled'
          or v_now <= private.credit_returns_until(s.starts_at, b.created_at)),
        'credit_returns_until', private.iso(private.credit_returns_until(s.starts_at, b.created_at)))
        order by s.starts_at, b.id), '[]')
      from private.pass_bookings(p_line.id) k
      join public.bookings b on b.id = k.booking_id
      join public.sessions s on s.id = b.session_id
      where k.pass_id = v_pass.id));
end;
$$;
comment on function private.managed_pass(public.order_lines) is
  'Returns ManagedPass (contract/after-sale.ts): the credits that are left and what the others were spent on, without '
  'those that were returned. Returns null for a line without a pass.';
