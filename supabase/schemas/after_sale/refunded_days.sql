-- What was refunded for cancelled days of a camp makes its place cheaper (docs/decisions "A cancelled day of a camp").

create function private.refund_key_of_day(p_line_id uuid, p_camp_id uuid, p_day date)
returns uuid
language sql
immutable
set search_path = ''
as $$ select md5(concat_ws(':', 'camp_day', p_line_id, p_camp_id, p_day))::uuid $$;
comment on function private.refund_key_of_day(uuid, uuid, date) is
  'Returns the request key of a refund for a cancelled day of a line''s camp. With it, a day that takes place after '
  'all and is cancelled again is refunded once.';

create function private.refunded_for_days(p_line_id uuid)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
begin
  return (
    select coalesce(-sum(k.amount_cents), 0)::integer
    from public.line_ledger k
    join public.refunds r on r.id = k.refund_id
    join public.order_lines l on l.id = k.order_line_id
    join public.camp_weeks c on c.id = l.camp_id
    where k.order_line_id = p_line_id and k.entry = 'refunded' and k.reason = 'cancelled_day'
      and exists (
        select from generate_series(0, c.end_date - c.start_date) n
        where r.request_key = private.refund_key_of_day(l.id, c.id, c.start_date + n)));
end;
$$;
comment on function private.refunded_for_days(uuid) is
  'Returns what was refunded for cancelled days of the camp that a line has now, in cents. The price in '
  'private.line_balance is less by this amount (docs/decisions "A cancelled day of a camp").';

create function private.refuse_refunded_days(p_line public.order_lines, p_field text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if private.refunded_for_days(p_line.id) > 0 then perform private.fail('day_refunded', p_field); end if;
end;
$$;
comment on function private.refuse_refunded_days(public.order_lines, text) is
  'Fails with day_refunded if a day of the line''s camp was refunded. Functions call it before they give the line '
  'another camp without a payment.';
