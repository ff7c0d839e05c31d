-- A payment in time keeps every place that we can still give (docs/decisions "One basket").

create function private.lost_lines(p_order_id uuid)
returns uuid[]
language plpgsql
volatile
set search_path = ''
as $$
begin
  return array(
    select l.id from public.order_lines l
    left join public.sessions s on s.id = l.session_id
    left join public.camp_weeks c on c.id = l.camp_id
    where l.order_id = p_order_id and l.status <> 'cancelled'
      and (s.status <> 'scheduled' or c.cancelled_at is not null or private.is_enrolled(l))
    order by l.position);
end;
$$;
comment on function private.lost_lines(uuid) is
  'Returns the lines whose session or camp we cancelled, or whose child already has a place there. Even a live hold '
  'cannot give them what they bought.';

create function private.has_enrolled_line(p_order_id uuid)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return exists (
    select from public.order_lines l where l.order_id = p_order_id and l.status <> 'cancelled' and private.is_enrolled(l));
end;
$$;
comment on function private.has_enrolled_line(uuid) is
  'Returns whether another order has already given a child of this order one of its places.';

create function private.enrol_kept_lines(p_order_id uuid, p_lost_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  update public.order_lines set status = 'needs_choice'
  where order_id = p_order_id and status <> 'cancelled' and id = any (coalesce(p_lost_ids, array[id]));
  if exists (select from public.order_lines where order_id = p_order_id and status = 'open') then
    perform private.enrol(p_order_id, '{open}');
  end if;
  delete from public.holds where order_id = p_order_id;
end;
$$;
comment on function private.enrol_kept_lines(uuid, uuid[]) is
  'Marks the lost lines of a paid order as waiting for a choice, and enrols the others, whose holds are live. If '
  'p_lost_ids is null, the payment came too late and every line waits. The caller has locked the order and its places.';
