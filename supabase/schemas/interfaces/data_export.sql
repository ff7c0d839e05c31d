-- Business admins copy all data, topic by topic, so that the business can leave with it (docs/decisions "Open
-- interfaces"). Health, behaviour and pick-up details are not in it: a family's own copy has them.
-- Nor are secrets of links, guests of parties, or the name of a child that another family named for a waitlist.

create function private.export_query(p_topic text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case p_topic
    when 'orders' then 'select id, number, status, outcome, channel, currency, total_cents, balance_cents, gst_rate_basis_points,
      code, family_id, parent_name, parent_email, parent_phone, private.iso(created_at) as created_at, private.iso(paid_at) as paid_at
      from public.orders'
    when 'order_lines' then 'select l.id, l.order_id, l.position, l.status, l.title, o.currency, l.price_cents, l.rebate_cents,
      l.discount_cents, l.transport_cents, l.transferred_cents, l.total_cents, l.session_id, l.camp_id, c.child_id
      from public.order_lines l join public.orders o on o.id = l.order_id
      left join public.order_children c on c.order_id = l.order_id and c.position = l.child_position'
    when 'payments' then 'select id, order_id, provider, method, currency, amount_cents, result, payment_intent, reference,
      private.iso(created_at) as created_at from public.payments'
    when 'refunds' then 'select id, order_id, payment_id, currency, amount_cents, reason, status, to_balance, provider_refund_id,
      private.iso(created_at) as created_at, private.iso(settled_at) as settled_at from public.refunds'
    when 'invoices' then 'select md5(i.reference)::uuid as id, i.reference, i.kind, i.order_id, i.refund_id, o.currency,
      i.amount_cents, private.iso(i.issued_at) as issued_at from public.invoices i join public.orders o on o.id = i.order_id'
    when 'sessions' then 'select s.id, t.name as class, l.name as location, k.name as coach, private.iso(s.starts_at) as starts_at,
      private.iso(s.ends_at) as ends_at, s.max_capacity as capacity, s.status from public.sessions s
      join public.class_types t on t.id = s.class_type_id join public.locations l on l.id = s.location_id
      left join public.coaches k on k.id = s.coach_id'
    when 'camps' then 'select w.id, w.name, w.tier, l.name as location, w.start_date as first_day, w.end_date as last_day,
      w.capacity, w.is_active, private.iso(w.cancelled_at) as cancelled_at
      from public.camp_weeks w join public.locations l on l.id = w.location_id'
    when 'bookings' then 'select id, session_id, session_date as day, child_id, family_id, status, attended,
      private.iso(created_at) as created_at from public.bookings'
    when 'camp_places' then 'select id, camp_id, child_id, family_id, order_line_id, rung_id, status,
      private.iso(created_at) as created_at from public.camp_enrollments'
    when 'passes' then 'select id, family_id, child_id, order_line_id, title, sessions_total, valid_from, valid_until,
      private.iso(created_at) as created_at from public.passes'
    when 'credits' then 'select id, pass_id, delta, reason, booking_id, private.iso(created_at) as created_at
      from public.credit_ledger'
    when 'families' then 'select id, contact_name, contact_email, contact_phone, private.iso(created_at) as created_at,
      private.iso(erased_at) as erased_at from public.families'
    when 'children' then 'select id, family_id, name, dob as birth_date, current_level as level, private.iso(created_at) as created_at
      from public.children where status = ''own'''
    when 'waitlists' then 'select id, session_id, camp_id, status, places, offer_id, family_id, parent_name, parent_email,
      parent_phone, private.iso(joined_at) as joined_at, private.iso(updated_at) as updated_at from public.waitlist_entries'
    when 'waitlist_children' then 'select md5(c.entry_id || '':'' || c.position)::uuid as id, c.entry_id as waitlist_id,
      e.family_id, c.position, c.child_id, c.is_friend, case when not c.is_friend then c.name end as name,
      case when not c.is_friend then c.dob end as birth_date
      from public.waitlist_children c join public.waitlist_entries e on e.id = c.entry_id'
    when 'parties' then 'select id, title, status, place, offer_id, head_count, family_id, host_name, host_email, host_phone, lead_id,
      private.iso(starts_at) as starts_at, private.iso(ends_at) as ends_at, private.iso(created_at) as created_at from public.parties'
    when 'gift_vouchers' then 'select id, last_four, currency, amount_cents, reason, payment_id, buyer_name, buyer_email,
      recipient_name, valid_until, private.iso(issued_at) as issued_at, private.iso(redeemed_at) as redeemed_at,
      private.iso(cancelled_at) as cancelled_at from public.gift_vouchers'
    when 'balances' then 'select id, family_id, kind, (private.settings()).currency as currency, amount_cents, voucher_id, refund_id,
      payment_id, disputed_payment_id, method, private.iso(created_at) as created_at from public.family_balance_entries'
    when 'leads' then 'select id, name, email, phone_number as phone, source, status, private.iso(created_at) as created_at
      from public.leads'
  end
$$;
comment on function private.export_query(text) is
  'Returns the SQL query of a topic, with a unique id, or null if there is no such topic. Moments are ISO 8601 in UTC, '
  'days are in Singapore, money is in cents beside its currency, numbers are E.164.';

create function public.export_data(p_topic text, p_after uuid, p_limit integer)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_query constant text := private.export_query(p_topic);
  v_rows json[];
begin
  if not private.has_any_role('business_admin') then perform private.deny(); end if;
  perform private.check_fresh();
  if v_query is null then perform private.fail('invalid_input', 'p_topic'); end if;
  if p_limit is null or p_limit not between 1 and 1000 then perform private.fail('invalid_input', 'p_limit'); end if;
  -- The query is one of ours, never a caller's text.
  execute format('select array(select row_to_json(t) from (%s) t where $1 is null or t.id > $1 order by t.id limit $2)', v_query)
  into v_rows using p_after, p_limit + 1;
  -- A caller may begin anywhere. The pages of one file count as one copy.
  insert into public.audit_log (user_id, actor, action, table_name, row_key)
  select (select auth.uid()), coalesce(nullif(current_setting('role', true), 'none'), session_user), 'ask', 'data_export', p_topic
  where p_after is null or not exists (
    select from public.audit_log a
    where a.user_id = (select auth.uid()) and a.created_at > clock_timestamp() - interval '10 minutes'
      and a.table_name = 'data_export' and a.row_key = p_topic);
  if p_topic in ('orders', 'families', 'children', 'waitlists', 'waitlist_children', 'parties') then
    insert into public.access_log (user_id, accessed_table, access_type, family_id)
    select (select auth.uid()), 'families', 'owner_copy', f.id
    from (select distinct (r ->> case when p_topic = 'families' then 'id' else 'family_id' end)::uuid as id from unnest(v_rows[:p_limit]) r) f
    where f.id is not null;
  end if;
  return jsonb_build_object(
    'columns', (select coalesce(jsonb_agg(k.name order by k.n), '[]') from json_object_keys(v_rows[1]) with ordinality k (name, n)),
    'rows', (select coalesce(jsonb_agg(r.item order by r.n), '[]') from unnest(v_rows[:p_limit]) with ordinality r (item, n)),
    'next', case when cardinality(v_rows) > p_limit then v_rows[p_limit] ->> 'id' end);
end;
$$;
comment on function public.export_data(text, uuid, integer) is
  'For business admins. Returns a page of a topic, at most 1000 rows, as ExportPage (contract/data-export.ts). The '
  'audit log records the copy, and each family reads in its privacy receipt that its details were copied. Fails with '
  'invalid_input (p_topic, p_limit) and the codes of private.check_fresh. Definer: reads past the policies, after '
  'checking for a business admin.';
grant execute on function public.export_data(text, uuid, integer) to authenticated;
select private.answer_calls('public.export_data(text, uuid, integer)', 'list_orders');
