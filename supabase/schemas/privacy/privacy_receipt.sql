-- A family reads who read its data, and how long each kind of data is kept.

create function private.privacy_reads(p_family_id uuid, p_max integer)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object(
      'at', private.iso(r.at), 'times', r.times, 'topic', r.accessed_table, 'how', r.access_type,
      'child_id', r.child_id, 'child_name', (select name from public.children where id = r.child_id),
      'name', private.staff_name(r.user_id),
      'role', (
        select u.role from public.user_roles u where u.user_id = r.user_id and u.role <> 'customer'
        order by array_position('{business_admin,admin,coach,marketer}'::public.app_role[], u.role) limit 1))
      order by r.at desc, r.child_id), '[]')
  from (
    select user_id, accessed_table, access_type, child_id, max(created_at) as at, count(*) as times
    from public.access_log
    -- Entries of the type changed_after_sale are no reads. The family itself made these changes by a booking's link.
    where family_id = p_family_id and not reported and access_type <> 'changed_after_sale'
    group by user_id, accessed_table, access_type, child_id, (created_at at time zone private.time_zone())::date
    order by at desc limit p_max
  ) r);
end;
$$;
comment on function private.privacy_reads(uuid, integer) is
  'Returns PrivacyRead[] (contract/family-privacy.ts), the latest reads by staff, grouped by person, topic, child and '
  'day.';

create function public.get_privacy_receipt()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  c_classes constant text[] := '{child_details,parent_details,level_notes,day_notes,first_aid,growth_reports,camp_reviews,camp_photos,family_notes,tasks,gift_vouchers,referrals,proposals,invitations,waitlists,order_links,sent_messages,phone_messages,payment_parameters,lapsed_orders,paid_orders,idle_families,access_log,audit_log,form_responses,leads}';
  v_family public.families;
  v_today constant date := private.calendar_today();
begin
  if (select auth.uid()) is null then perform private.deny(); end if;
  select * into v_family from public.families where id = (select private.my_family_id());
  return jsonb_build_object(
    'reads', private.privacy_reads(v_family.id, 200),
    'retention', (
      select jsonb_agg(jsonb_build_object(
        'topic', p.class, 'days', round(extract(epoch from p.keep) / 86400)::integer, 'action', p.action, 'reason', p.why) order by k.n)
      from unnest(c_classes) with ordinality k (class, n) join public.retention_periods p on p.class = k.class),
    'erasing', jsonb_build_object(
      'stays', jsonb_build_object(
        'orders', (select count(*) from public.orders where family_id = v_family.id and paid_at is not null),
        'payments', (
          select count(*) from public.payments y join public.orders o on o.id = y.order_id where o.family_id = v_family.id),
        'passes', (select count(*) from public.passes where family_id = v_family.id),
        'bookings', (select count(*) from public.bookings where family_id = v_family.id),
        'consents', (
          select count(*) from public.consents
          where family_id = v_family.id or (v_family.id is null and family_id is null and user_id = (select auth.uid())))),
      'ahead', jsonb_build_object(
        'bookings', (
          select count(*) from public.bookings where family_id = v_family.id and status = 'booked' and session_date >= v_today),
        'camps', (
          select count(*) from public.camp_enrollments e join public.camp_weeks c on c.id = e.camp_id
          where e.family_id = v_family.id and e.status = 'enrolled' and c.end_date >= v_today),
        'open_orders', (
          select count(*) from public.orders
          where status in ('held', 'awaiting_payment')
            and (family_id = v_family.id or (v_family.id is null and user_id = (select auth.uid())))),
        'renewals', (
          select count(*) from public.pass_subscriptions where family_id = v_family.id and status in ('active', 'past_due')),
        'second_parent', v_family.secondary_parent_id is not null),
      'outstanding', private.family_outstanding(v_family.id),
      'may', case when v_family.id is null then private.is_account_alone((select auth.uid()))
        else coalesce(v_family.primary_parent_id = (select auth.uid()), false) end),
    'calendar_link', (
      select jsonb_build_object('made_at', private.iso(c.made_at), 'last_read_at', private.iso(c.last_read_at))
      from public.family_calendars c where c.family_id = v_family.id));
end;
$$;
comment on function public.get_privacy_receipt() is
  'Returns PrivacyReceipt (contract/family-privacy.ts). Definer: the access log is read without its policy, only for '
  'the family of the token''s user.';
grant execute on function public.get_privacy_receipt() to authenticated;
