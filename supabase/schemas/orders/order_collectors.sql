-- Collectors are the people who may collect a child. They are stored with the order when Pay is first pressed. The
-- holder of the secret can read them until one day after the payment.

create function private.order_collectors(p_order_id uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    with typed_collectors as (
      select p.value ->> 'name' as name, p.value ->> 'relationship' as relationship, p.value ->> 'phone' as phone
      from public.order_child_details d
      cross join lateral jsonb_array_elements(coalesce(d.pickup_authorizations, '[]')) p
      where d.order_id = p_order_id
      union
      -- For a child that the family already had, the secret of a guest's order shows no collectors.
      select a.name, a.relationship, null
      from public.order_children c
      join public.children k on k.id = c.child_id
      join public.pickup_authorizations a
        on a.family_id = k.family_id and (a.child_id = k.id or a.child_id is null)
      join public.orders o on o.id = c.order_id and o.paid_at is not null
      where c.order_id = p_order_id
        and (o.user_id is not null or not private.has_account(k.family_id) or (a.child_id = k.id and k.created_at >= o.created_at))
      union
      select p.value ->> 'name', p.value ->> 'relationship', null
      from public.family_proposals p where p.order_id = p_order_id and p.kind = 'pickup_authorization'
    )
    select coalesce(jsonb_agg(jsonb_build_object('name', name, 'relationship', relationship, 'phone', phone) order by name, relationship), '[]')
    from typed_collectors);
end;
$$;
comment on function private.order_collectors(uuid) is
  'Returns [{name, relationship, phone}]. Before the payment this is the typed list. Afterwards it is the family''s, '
  'without phone numbers.';

create function private.with_collectors(p_view jsonb, p_order_id uuid)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
begin
  if exists (
    select from public.orders
    where id = p_order_id
      and (status in ('held', 'awaiting_payment') or paid_at > clock_timestamp() - interval '1 day')) then
    return p_view || jsonb_build_object('collectors', private.order_collectors(p_order_id));
  end if;
  return p_view;
end;
$$;
comment on function private.with_collectors(jsonb, uuid) is
  'Adds the collectors (private.order_collectors) to an OrderView while the order is open and for one day after its '
  'payment. Later the link may have been passed on, so the names are left out.';

create function private.transfer_collectors(p_from_secret uuid, p_order_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$
  insert into public.order_child_details (order_id, position, pickup_authorizations)
  select p_order_id, c.position, d.pickup_authorizations
  from public.order_children c
  cross join lateral (
    select d.pickup_authorizations
    from public.orders o join public.order_child_details d on d.order_id = o.id
    where o.secret = p_from_secret and o.status in ('held', 'awaiting_payment', 'released', 'expired')
      and d.pickup_authorizations is not null
    order by d.position limit 1) d
  where c.order_id = p_order_id
$$;
comment on function private.transfer_collectors(uuid, uuid) is
  'Copies the collectors that were typed for a replaced order to every child of the new order, because the checkout '
  'has one list for all children.';
