-- These triggers record in the audit log what staff do, with the person who did it, also on the page of their own
-- family. What families do themselves is not recorded (private.audit; docs/decisions "/management/system").

create trigger audit after insert on public.orders
  for each row when (new.channel = 'desk') execute function private.audit('id', 'channel', 'total_cents', 'sold_by', 'code');
-- A seller may take out the second part of a payment that the parent has made, and keep the money. So this is recorded.
create trigger audit_staff after update of split_method, split_cents on public.orders
  for each row execute function private.audit('id', 'split_method', 'split_cents');
create trigger audit_staff after update of session_id, camp_id, status on public.order_lines
  for each row execute function private.audit('id', 'session_id', 'camp_id', 'status');

create trigger audit_staff after update of status on public.payment_decisions
  for each row execute function private.audit('id', 'status', 'resolution');

-- If a spot on a camp was not sold by this system, no order line records its changes.
create trigger audit_staff after insert or update of status on public.camp_enrollments
  for each row when (new.order_line_id is null) execute function private.audit('id', 'camp_id', 'status', 'rung_id');

-- Bookings and cancellations of classes by staff are recorded.
create trigger audit_staff after insert or update of status on public.bookings
  for each row execute function private.audit('id', 'session_id', 'status');

create trigger audit_staff after insert on public.sessions
  for each row execute function private.audit('id', 'class_type_id', 'location_id', 'coach_id', 'session_date', 'session_time',
    'duration_minutes', 'max_capacity');
