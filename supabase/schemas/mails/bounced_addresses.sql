-- A bounced address is remembered until a mail arrives there again or nobody has the address (docs/decisions "Mails
-- that come back").

create table public.bounced_addresses (
  email text primary key check (email = lower(email)),
  bounced_at timestamptz not null,
  reason text,
  handled_at timestamptz,
  handled_by uuid references public.profiles (id) on delete set null
);
comment on table public.bounced_addresses is
  'Addresses to which the last mail could not be delivered, according to the mail provider. No news is sent to them.';
comment on column public.bounced_addresses.email is
  'The address in lower case. The row is deleted with the family that has the address.';
comment on column public.bounced_addresses.handled_at is
  'When staff ticked the task to call the family. A later bounce is a new task.';
create index bounced_addresses_handled_by on public.bounced_addresses (handled_by);

alter table public.bounced_addresses enable row level security;
revoke all on table public.bounced_addresses from anon, authenticated, service_role;

create function private.families_with_address(p_email text)
returns setof public.families
language sql
stable
set search_path = ''
as $$
  select f.* from public.profiles p join public.families f on p.id in (f.primary_parent_id, f.secondary_parent_id)
  where lower(p.email) = p_email and f.erased_at is null
  union
  -- If a family has accounts, its mails go to these, whatever contact was typed first.
  select f.* from public.families f
  where lower(f.contact_email) = p_email and f.erased_at is null and num_nonnulls(f.primary_parent_id, f.secondary_parent_id) = 0
$$;
comment on function private.families_with_address(text) is
  'Returns the families that get mails at this address (in lower case), because a parent''s account has it or because '
  'guests typed it.';

create function private.bounced_mails(p_max integer)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with task as materialized (
    select b.* from public.bounced_addresses b
    where b.handled_at is null and exists (select from private.families_with_address(b.email))
  )
  select jsonb_build_object(
    'count', (select count(*) from task),
    'first', coalesce((
      select jsonb_agg(jsonb_build_object(
        'email', n.email, 'bounced_at', private.iso(n.bounced_at), 'reason', n.reason, 'family_id', f.id,
        'children', (
          select coalesce(jsonb_agg(distinct c.name), '[]')
          from private.families_with_address(n.email) a join public.children c on c.family_id = a.id),
        'name', w.name, 'phone', w.phone) order by n.bounced_at desc, n.email)
      from (select * from task order by bounced_at desc, email limit p_max) n
      -- A guest who booked several times has several families. The latest number is shown.
      cross join lateral (
        select * from private.families_with_address(n.email) a order by a.primary_parent_id is null, a.created_at desc limit 1) f
      left join lateral (
        select p.name, p.phone from private.parents_for_collection(f.id) p
        order by lower(p.email) = n.email desc limit 1) w on true), '[]'))
$$;
comment on function private.bounced_mails(integer) is
  'Returns the families to call because mails to them come back, the latest first, as {count, first: BouncedMail[] '
  '(contract/management.ts)}. A family whose address has changed is no longer among them.';

create function public.set_bounce_handled(p_email text, p_bounced_at timestamptz)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.is_admin() then perform private.deny(); end if;
  update public.bounced_addresses set handled_at = clock_timestamp(), handled_by = (select auth.uid())
  where email = lower(p_email) and handled_at is null and bounced_at < p_bounced_at + interval '1 millisecond';
  return jsonb_build_object('handled', not exists (
    select from public.bounced_addresses where email = lower(p_email) and handled_at is null));
end;
$$;
comment on function public.set_bounce_handled(text, timestamptz) is
  'For admins. Records that the family was called. Returns {handled}, which is false if another mail has come back '
  'since p_bounced_at. News stay stopped until a mail arrives at the address. Definer: writes a closed table, after '
  'checking the caller.';
grant execute on function public.set_bounce_handled(text, timestamptz) to authenticated;
select private.answer_calls('public.set_bounce_handled(text, timestamptz)', 'management');
