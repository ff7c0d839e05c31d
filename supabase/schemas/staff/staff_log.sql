-- With the person who did it, also on a family's own page. What families do themselves is not recorded: see
-- private.audit (decisions "/management/system").

create trigger audit after insert on public.orders
  for each row when (new.channel = 'desk') execute function private.audit('id', 'channel', 'total_cents', 'sold_by', 'code');
create trigger audit_staff after update of session_id, camp_id, status on public.order_lines
  for each row execute function private.audit('id', 'session_id', 'camp_id', 'status');

create trigger audit_staff after update of status on public.payment_decisions
  for each row execute function private.audit('id', 'status', 'resolution');

-- Spots on camps that were not sold here, so that no line tells of them.
create trigger audit_staff after insert or update of status on public.camp_enrollments
  for each row when (new.order_line_id is null) execute function private.audit('id', 'camp_id', 'status');

-- Bookings and cancellations of classes by staff.
create trigger audit_staff after insert or update of status on public.bookings
  for each row execute function private.audit('id', 'session_id', 'status');

create trigger audit_staff after insert on public.sessions
  for each row execute function private.audit('id', 'class_type_id', 'location_id', 'coach_id', 'session_date', 'session_time',
    'duration_minutes', 'max_capacity');
