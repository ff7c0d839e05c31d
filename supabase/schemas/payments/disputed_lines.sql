-- These functions say which lines a disputed charge paid for, and which passes no longer give access.

create function private.lines_paid_by(p_payment_id uuid)
returns setof public.order_lines
language sql
volatile
set search_path = ''
as $$
  with recursive transferred as (
    -- A second or mismatched charge paid for nothing.
    select l.id from public.payments p join public.order_lines l on l.order_id = p.order_id
    where p.id = p_payment_id and private.paid_for_order(p.result)
    union
    select l.id from transferred c
    join public.order_lines l on l.moves_line_id = c.id
    join public.orders o on o.id = l.order_id and o.paid_at is not null
  )
  select l.* from transferred c join public.order_lines l on l.id = c.id order by l.order_id, l.position
$$;
comment on function private.lines_paid_by(uuid) is
  'Returns the lines that a charge paid for: those of its order, and those to which they were moved for a difference.';

create function private.gives_access(p_line public.order_lines)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select p_line.status = 'credit'
    or (p_line.status = 'placed' and p_line.camp_id is null and p_line.sessions is null)
    or exists (
      select from public.camp_enrollments e join public.camp_weeks c on c.id = e.camp_id
      where e.order_line_id = p_line.id and e.status = 'enrolled' and c.end_date >= private.calendar_today())
    or exists (
      select from public.passes p
      where p.order_line_id = p_line.id and coalesce(p.valid_until >= private.calendar_today(), true)
        and ((select sum(k.delta) from public.credit_ledger k where k.pass_id = p.id) > 0
          or exists (select from private.pass_bookings(p_line.id) b where not b.is_spent)))
$$;
comment on function private.gives_access(public.order_lines) is
  'Returns whether the line still gives something: a place on a camp that is not over, credits or future bookings of '
  'a valid pass, a place to be chosen, or a package.';

create function private.is_over(p_line public.order_lines)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select p_line.status = 'placed' and not private.gives_access(p_line)
    -- A used pass could get a credit back while it is valid, for a make-up or for a class that we cancel.
    and not exists (
      select from public.passes
      where order_line_id = p_line.id and coalesce(valid_until >= private.calendar_today(), true))
$$;
comment on function private.is_over(public.order_lines) is
  'Returns whether the line gives nothing any more, and never will again.';

create function private.is_taken_back(p_pass_id uuid)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select exists (
    select from public.passes p
    join public.order_lines l on l.id = p.order_line_id and l.status = 'cancelled'
    cross join lateral private.line_charges(l.id) c
    join public.payment_decisions d on d.payment_id = c.payment_id and d.kind = 'disputed' and d.resolution = 'ended'
    where p.id = p_pass_id)
$$;
comment on function private.is_taken_back(uuid) is
  'Returns whether staff ended the pass because the bank returned its charge. Then no credit returns to it.';
