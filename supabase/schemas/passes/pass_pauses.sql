-- A family pauses a pass while a child is ill or away, and siblings may share its credits
-- (docs/decisions "Pausing a pass"). pausing.sql and moved_credits.sql change them.

create table public.pass_pauses (
  id uuid primary key default gen_random_uuid(),
  pass_id uuid not null references public.passes (id) on delete restrict,
  first_day date not null,
  last_day date not null,
  by_staff boolean not null,
  note text,
  requested_by uuid references public.profiles (id) on delete set null,
  cancelled_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  check (last_day >= first_day),
  check (note is null or by_staff)
);
comment on table public.pass_pauses is
  'The days on which a pass is paused. No session of these days can be booked with it, and its last day is later by as '
  'many days.';
comment on column public.pass_pauses.last_day is
  'The last paused day in Singapore. A pause that is ended early gets an earlier last day.';
comment on column public.pass_pauses.by_staff is
  'Whether staff paused it. Such a pause does not count towards what the family may pause.';
comment on column public.pass_pauses.note is 'The reason that staff gave. It may be removed.';
comment on column public.pass_pauses.requested_by is
  'The parent or member of staff. Null if the account no longer exists.';
comment on column public.pass_pauses.cancelled_at is 'When it was ended before it began. It then has no effect.';
create index pass_pauses_pass_id on public.pass_pauses (pass_id);
create index pass_pauses_requested_by on public.pass_pauses (requested_by);

alter table public.pass_pauses enable row level security;
revoke all on table public.pass_pauses from anon, authenticated, service_role;
grant select (id, pass_id, first_day, last_day, by_staff, cancelled_at, created_at) on public.pass_pauses to authenticated;
grant select on public.pass_pauses to service_role;
create policy "Parents read the pauses of their own passes, admins read all" on public.pass_pauses
  for select to authenticated using (
    (select private.is_admin())
    or pass_id in (select id from public.passes where family_id = (select private.my_family_id()))
  );
create trigger audit after insert or update on public.pass_pauses
  for each row execute function private.audit('id', 'pass_id', 'first_day', 'last_day', 'cancelled_at');

create function private.is_paused(p_pass_id uuid, p_day date)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return exists (
    select from public.pass_pauses
    where pass_id = p_pass_id and cancelled_at is null and p_day between first_day and last_day);
end;
$$;
comment on function private.is_paused(uuid, date) is 'Returns whether a pass is paused on a day.';

create function private.paused_days(p_pass_id uuid)
returns integer
language plpgsql
stable
set search_path = ''
as $$
begin
  return coalesce((
    select sum(last_day - first_day + 1) from public.pass_pauses where pass_id = p_pass_id and cancelled_at is null), 0);
end;
$$;
comment on function private.paused_days(uuid) is
  'Returns by how many days the pauses of a pass have moved its last day.';

create function private.sold_pass(p_line_id uuid)
returns public.passes
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select p from public.passes p where p.order_line_id = p_line_id and p.moved_from_id is null);
end;
$$;
comment on function private.sold_pass(uuid) is
  'Returns the pass that a line sold to its child, not those with credits that were moved to a sibling.';

create function private.passes_of_sale(p_pass public.passes)
returns setof public.passes
language plpgsql
stable
set search_path = ''
as $$
begin
  return query select p.* from public.passes p where p.id = p_pass.id or p.order_line_id = p_pass.order_line_id;
end;
$$;
comment on function private.passes_of_sale(public.passes) is
  'Returns a pass and the passes of siblings that share its credits, because one line sold them.';

create function private.credits_by_pass(p_line_id uuid)
returns table (pass_id uuid, valid_until date, credits integer, ahead integer)
language plpgsql
volatile
set search_path = ''
as $$
begin
  return query
  select p.id, p.valid_until,
    (select coalesce(sum(k.delta), 0)::integer from public.credit_ledger k where k.pass_id = p.id),
    (select count(*)::integer from private.pass_bookings(p_line_id) b where b.pass_id = p.id and not b.is_spent)
  from public.passes p where p.order_line_id = p_line_id;
end;
$$;
comment on function private.credits_by_pass(uuid) is
  'Returns the passes of a line, with the credits that are left and the number of booked sessions that are ahead.';

create function private.export_family_pauses(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('pass_pauses', (
    select coalesce(jsonb_agg(to_jsonb(a) - 'requested_by' order by a.created_at, a.id), '[]')
    from public.pass_pauses a join public.passes p on p.id = a.pass_id where p.family_id = p_family_id))
$$;
comment on function private.export_family_pauses(uuid, text[], text[]) is
  'Returns the pauses of the family''s passes for its data export.';

create function private.erase_family_pauses(p_family_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$
  update public.pass_pauses a set note = null
  from public.passes p where p.id = a.pass_id and p.family_id = p_family_id and a.note is not null
$$;
comment on function private.erase_family_pauses(uuid) is
  'Deletes the reasons that staff gave, because they may be about health. The days stay, as the passes do.';
