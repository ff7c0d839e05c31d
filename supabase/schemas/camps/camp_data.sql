-- Exports and erases a family's camp enrolments and its uses of promotion codes.

create function private.export_family_camps(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'camp_enrollments', (
      select coalesce(jsonb_agg(to_jsonb(e) || jsonb_build_object('camp', private.camp_view(e.camp_id))
        order by e.created_at, e.id), '[]')
      from public.camp_enrollments e where e.family_id = p_family_id),
    'promotion_uses', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'order', o.number, 'code', c.code, 'discount_cents', u.discount_cents) order by u.created_at), '[]')
      from public.promotion_uses u
      join public.orders o on o.id = u.order_id
      join public.promotion_codes c on c.id = u.promotion_code_id
      where u.order_id in (
        select order_id from public.promotion_uses where family_id = p_family_id
        union all select id from public.orders where family_id = p_family_id)))
$$;
comment on function private.export_family_camps(uuid, text[], text[]) is
  'Returns the family''s camp enrolments and the promotion codes it used, for its data export.';

create function private.erase_family_camps(p_family_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if exists (
    select from public.camp_enrollments e join public.camp_weeks c on c.id = e.camp_id
    where e.family_id = p_family_id and e.status = 'enrolled' and c.end_date >= private.calendar_today()) then
    perform private.fail('family_in_use', 'camp_enrollments');
  end if;
  update public.promotion_uses u set email_hash = null
  where u.email_hash is not null and u.order_id in (
    select order_id from public.promotion_uses where family_id = p_family_id
    union all select id from public.orders where family_id = p_family_id);
end;
$$;
comment on function private.erase_family_camps(uuid) is
  'Removes the address from the family''s uses of promotion codes. Like bookings, enrolments remain, but the child '
  'has no name any more. Fails with family_in_use while one of the family''s camps has not ended.';
