-- A child may get a place on a camp after staff cancelled one of its days: a parent was paying meanwhile, or staff
-- added or moved the child (docs/decisions "A cancelled day of a camp").

create function private.tell_of_cancelled_days()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_camp public.camp_weeks;
  v_order public.orders;
  v_days record;
begin
  -- Nearly no camp has such a day, and this runs in every confirmation.
  if not exists (select from public.cancelled_camp_days c where c.camp_id = new.camp_id and c.day >= private.calendar_today()) then
    return null;
  end if;
  select w.* into v_camp from public.camp_enrollments e join public.camp_weeks w on w.id = e.camp_id
  where e.id = new.id and e.status = 'enrolled' and w.cancelled_at is null;
  if v_camp.id is null then return null; end if;
  select o.* into v_order from public.order_lines l join public.orders o on o.id = l.order_id where l.id = new.order_line_id;
  for v_days in
    select c.money, c.reason, c.instead, array_agg(c.day order by c.day) as days from public.cancelled_camp_days c
    where c.camp_id = v_camp.id and c.day >= private.calendar_today() group by c.money, c.reason, c.instead order by min(c.day)
  loop
    if v_days.money <> 'other' and v_order.id is not null then
      perform private.refund_camp_days(v_camp, v_days.days, v_days.money, v_order.id);
    end if;
    -- Brothers and sisters who come with one order are in one mail.
    perform private.notify_of_camp_days(v_camp, v_days.days, 'cancelled', v_days.reason, v_days.instead,
      md5(concat_ws(':', pg_current_xact_id(), v_camp.id, v_days.days))::uuid, new.family_id);
  end loop;
  return null;
end;
$$;
comment on function private.tell_of_cancelled_days() is
  'Trigger on camp_enrollments: gives a family that comes later what the others got for the cancelled days ahead, and '
  'tells it. Staff get a task if an order can''t be refunded by itself. Runs at the end of the transaction, after the '
  'payment. Definer: by then, the definer function that gave the place has ended.';
create constraint trigger tell_of_cancelled_days after insert on public.camp_enrollments
  deferrable initially deferred
  for each row execute function private.tell_of_cancelled_days();
