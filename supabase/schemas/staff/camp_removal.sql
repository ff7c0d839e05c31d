-- Admins delete a camp that nothing refers to, except orders that ended without a payment.

create function private.ended_unpaid(p_order public.orders)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select p_order.status in ('released', 'expired') and not private.has_money(p_order.id)
    -- The money of a PayNow sale at the desk may still arrive (desk_paynow.sql).
    and not (p_order.channel = 'desk' and p_order.kept_at is null)
    -- A Stripe session lasts a day. If the answer of the call was lost, there may be one that we do not know yet.
    and not exists (
      select from public.checkout_attempts a
      where a.order_id = p_order.id and a.closed_at is null
        and (a.session_id is not null or a.created_at > clock_timestamp() - interval '2 days'))
$$;
comment on function private.ended_unpaid(public.orders) is
  'Returns whether an order ended without a payment, decision or consent, and can no longer be paid. '
  'private.purge_lapsed_orders deletes such orders later.';

create function private.camp_uses(p_camp_id uuid)
returns text[]
language plpgsql
volatile
set search_path = ''
as $$
begin
  return array_remove(array[
    case when exists (select from public.camp_enrollments where camp_id = p_camp_id) then 'children' end,
    case when exists (
      select from public.order_lines l join public.orders o on o.id = l.order_id
      where l.camp_id = p_camp_id and not private.ended_unpaid(o)) then 'orders' end,
    case when exists (select from public.holds where camp_id = p_camp_id) then 'holds' end,
    case when exists (select from public.waitlist_entries where camp_id = p_camp_id) then 'waitlist' end,
    case when exists (select from public.waitlist_offers where camp_id = p_camp_id) then 'offers' end,
    case when exists (select from public.first_aid_log where camp_id = p_camp_id) then 'first_aid' end], null);
end;
$$;
comment on function private.camp_uses(uuid) is
  'Returns CampUse (contract/management-schedule.ts). Cancelled bookings, orders that can still be paid and expired '
  'holds count, too, because they name the camp.';

create function private.lock_camp_to_remove(p_camp_id uuid)
returns public.camp_weeks
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_camp public.camp_weeks;
begin
  -- The lock order is that of save_camp. Selling or holding a place and joining the waitlist lock the camp first.
  perform pg_advisory_xact_lock(hashtextextended('camp_weeks', 0));
  select * into v_camp from public.camp_weeks where id = p_camp_id for update;
  return v_camp;
end;
$$;
comment on function private.lock_camp_to_remove(uuid) is
  'Locks and returns a camp, or a row of nulls if there is none. Its places cannot change until the transaction ends.';

create function public.remove_camp(p_camp_id uuid, p_expected jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_camp public.camp_weeks;
  v_uses text[];
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.check_object(p_expected, 'p_expected', 4000);
  -- The lock order is that of places.sql: orders before places.
  perform from public.orders where id in (select order_id from public.order_lines where camp_id = p_camp_id) order by id for update;
  v_camp := private.lock_camp_to_remove(p_camp_id);
  if v_camp.id is null then return jsonb_build_object('removed', false); end if;
  perform private.check_expected(p_expected, private.camp_fields(v_camp));
  v_uses := private.camp_uses(p_camp_id);
  if v_uses <> '{}' then perform private.fail('camp_in_use', 'p_camp_id', array_to_string(v_uses, ',')); end if;
  -- Only orders that ended unpaid are left. The purge would delete them later.
  delete from public.orders where id in (select order_id from public.order_lines where camp_id = p_camp_id);
  delete from public.camp_weeks where id = p_camp_id;
  return jsonb_build_object('removed', true);
end;
$$;
comment on function public.remove_camp(uuid, jsonb) is
  'For admins. Deletes a camp that nothing refers to, with orders that ended unpaid. p_expected is CampFields as the '
  'caller saw them. Returns {removed}. Fails with changed_meanwhile, camp_in_use (detail: what refers to '
  'it). Definer: see create_camp.';
grant execute on function public.remove_camp(uuid, jsonb) to authenticated;
select private.answer_calls('public.remove_camp(uuid, jsonb)', 'management');
