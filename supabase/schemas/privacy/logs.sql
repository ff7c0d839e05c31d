-- The access log and the audit log contain ids and codes, never names or texts, because a log must not become a second
-- store of personal data. Accounts have no foreign key, so that an entry stays when its account is deleted.

create table public.access_log (
  id bigint generated always as identity primary key,
  user_id uuid,
  accessed_table text not null check (accessed_table ~ '^[a-z_]{1,60}$'),
  access_type text not null check (access_type ~ '^[a-z_]{1,40}$'),
  child_id uuid,
  family_id uuid,
  user_context jsonb not null default '{}' check (jsonb_typeof(user_context) = 'object'),
  reported boolean not null default false,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.access_log is
  'Reads of personal data. Staff''s reads of health, behaviour, pick-up details and attendance over time are written '
  'by the function that served them. The log also has every code that was checked at pick-up (code, code_wrong), every '
  'attempt to sign in to the management pages (admin_access.sql), and what browsers report through '
  'log_security_access. Entries are only added until their retention period ends.';
comment on column public.access_log.user_id is 'The account that read. It is null for the service key.';
comment on column public.access_log.user_context is
  'More about the read. A report by a browser has the page, action and role, which were checked. An attempt to sign in '
  'to the management pages has its id and the fingerprint of the address. A right code has the person''s id. A roster '
  'has its session or camp, its day, and when it was viewed.';
comment on column public.access_log.reported is
  'True if a browser reported the entry. It is false if the function that served the data wrote it.';
create index access_log_family_id on public.access_log (family_id, created_at);
create index access_log_created_at on public.access_log (created_at, id);

create table public.audit_log (
  id bigint generated always as identity primary key,
  user_id uuid,
  actor text not null,
  action text not null check (action in ('insert', 'update', 'delete', 'erase', 'merge', 'ask', 'correct')),
  table_name text not null,
  row_key text not null,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.audit_log is
  'Changes of roles, levels of children, consents and settings, and erasures. Entries are only added until their '
  'retention period ends.';
comment on column public.audit_log.user_id is
  'The account that made the request. It is null for the service key and for work inside the database.';
comment on column public.audit_log.actor is
  'The role of the request: authenticated, service_role, or the database user.';
comment on column public.audit_log.row_key is 'The key of the changed row.';
comment on column public.audit_log.before is 'The watched columns that changed, with their previous values.';
create index audit_log_row on public.audit_log (table_name, row_key);
create index audit_log_created_at on public.audit_log (created_at, id);

alter table public.access_log enable row level security;
alter table public.audit_log enable row level security;
revoke all on table public.access_log, public.audit_log from anon, authenticated, service_role;
grant select on public.access_log, public.audit_log to authenticated, service_role;

create policy "Admins read the access log" on public.access_log
  for select to authenticated using ((select private.is_admin()));

create policy "Admins read the audit log" on public.audit_log
  for select to authenticated using ((select private.is_admin()));

create trigger refuse_change before update or truncate on public.access_log
  for each statement execute function private.refuse_change();
create trigger refuse_change before update or truncate on public.audit_log
  for each statement execute function private.refuse_change();
-- The triggers in retention.sql allow entries to be deleted once their period is over.

create function private.log_access(
  p_table text, p_type text, p_family_id uuid, p_child_id uuid default null, p_context jsonb default '{}')
returns void
language sql
volatile
set search_path = ''
as $$
  insert into public.access_log (user_id, accessed_table, access_type, family_id, child_id, user_context)
  values ((select auth.uid()), p_table, p_type, p_family_id, p_child_id, p_context)
$$;
comment on function private.log_access(text, text, uuid, uuid, jsonb) is
  'Records one read. p_context has the ids of what else it was about. The functions that serve personal details call '
  'it.';

create function private.has_roster_view(p_place_id uuid, p_day date, p_child_id uuid, p_family_id uuid, p_type text)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from public.access_log
    where family_id = p_family_id and user_id = (select auth.uid())
      and created_at >= least(p_day::timestamptz, clock_timestamp()) - interval '2 days'
      and accessed_table = 'child_health' and access_type = p_type and child_id = p_child_id
      and user_context ->> 'place_id' is not distinct from p_place_id::text and user_context ->> 'day' = p_day::text)
$$;
comment on function private.has_roster_view(uuid, date, uuid, uuid, text) is
  'Returns whether the log has an entry that the caller saw this child on the roster of this session or camp and day.';

create function public.log_security_access(accessed_table text, access_type text, user_context jsonb default '{}')
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_user_id constant uuid := (select auth.uid());
begin
  if v_user_id is null then perform private.deny(); end if;
  if coalesce(accessed_table, '') !~ '^[a-z_]{1,60}$' then perform private.fail('invalid_input', 'accessed_table'); end if;
  if coalesce(access_type, '') !~ '^[a-z_]{1,40}$' then perform private.fail('invalid_input', 'access_type'); end if;
  if jsonb_typeof(coalesce(user_context, '{}')) <> 'object' then perform private.fail('invalid_input', 'user_context'); end if;
  -- The limit keeps a page in a loop, or an attacker, from filling the log.
  if not private.within_rate('log_security_access') then
    return jsonb_build_object('logged', false);
  end if;
  insert into public.access_log (user_id, accessed_table, access_type, user_context, reported)
  select v_user_id, log_security_access.accessed_table, log_security_access.access_type,
    coalesce(jsonb_object_agg(c.key, c.value), '{}'), true
  from jsonb_each(coalesce(log_security_access.user_context, '{}')) c
  where jsonb_typeof(c.value) = 'string' and c.value #>> '{}' ~ case c.key
    when 'page' then '^/[a-z0-9/-]{0,100}$'
    when 'action' then '^[a-z_]{1,40}$'
    when 'role' then '^(customer|coach|admin|business_admin)$' end;
  return jsonb_build_object('logged', true);
end;
$$;
comment on function public.log_security_access(text, text, jsonb) is
  'Records a read that a browser reports (spec 1 §7). Of user_context only page, action and role are stored. Returns '
  '{logged}, which is false beyond the daily limit. Fails with not_allowed if the caller has no account. Definer: the '
  'entry is the caller''s own and marked as reported.';
grant execute on function public.log_security_access(text, text, jsonb) to authenticated;

create function private.audit()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_old constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_new constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  v_before jsonb;
  v_after jsonb;
begin
  -- The trigger named audit_staff records only changes by staff, because families make the same changes themselves.
  if tg_name = 'audit_staff' and ((select auth.uid()) is null or not private.has_any_role('marketer', 'coach', 'admin', 'business_admin')) then
    return null;
  end if;
  select jsonb_object_agg(c, v_old -> c) filter (where v_old is not null),
    jsonb_object_agg(c, v_new -> c) filter (where v_new is not null)
  into v_before, v_after
  from jsonb_object_keys(coalesce(v_new, v_old)) c
  where case when tg_argv[1] = '*' then c <> all (tg_argv[2:]) else c = any (tg_argv[1:]) end
    and v_old -> c is distinct from v_new -> c;
  if v_before is not null or v_after is not null then
    insert into public.audit_log (user_id, actor, action, table_name, row_key, before, after)
    values (
      (select auth.uid()), coalesce(nullif(current_setting('role', true), 'none'), session_user),
      lower(tg_op), tg_table_name, coalesce(v_new, v_old) ->> tg_argv[0], v_before, v_after);
  end if;
  return null;
end;
$$;
comment on function private.audit() is
  'Trigger: records changes in the audit log. Its arguments are the key column, then the columns to watch, or * and '
  'the columns to leave out. No watched column may hold personal data. A trigger named audit_staff records only '
  'changes by staff. Definer: the caller may not write the log.';

create trigger audit after insert or update or delete on public.user_roles
  for each row execute function private.audit('user_id', 'role');
create trigger audit after update of current_level, agreed_teams on public.children
  for each row execute function private.audit('id', 'current_level', 'agreed_teams');
-- The salt is left out, and so is offers_snapshot_at, which changes with every publication.
create trigger audit after insert or update or delete on public.settings
  for each row execute function private.audit('id', '*', 'address_salt', 'offers_snapshot_at', 'updated_at');

create function private.kindest_setting(p_name text, p_since timestamptz)
returns integer
language plpgsql
stable
set search_path = ''
as $$
declare
  v_now constant integer := to_jsonb(private.settings()) ->> p_name;
  -- The first change after p_since contains the value that applied at that time.
  v_earlier_value constant integer := coalesce((
    select (g.before ->> p_name)::integer from public.audit_log g
    where g.table_name = 'settings' and g.row_key = 'true' and g.action = 'update' and g.created_at > p_since
      and g.before ? p_name
    order by g.id limit 1), v_now);
begin
  return case when p_name like '%\_days' then greatest(v_earlier_value, v_now) else least(v_earlier_value, v_now) end;
end;
$$;
comment on function private.kindest_setting(text, timestamptz) is
  'Returns the value of a setting at p_since or now, whichever is better for the family. So a change never takes '
  'anything from what was sold or booked before it.';

create function private.log_numbers(p_family_ids uuid[], p_about jsonb)
returns void
language sql
volatile
set search_path = ''
as $$
  insert into public.access_log (user_id, accessed_table, access_type, family_id, user_context)
  select (select auth.uid()), 'families', 'numbers', f.id, p_about
  from (select distinct unnest(p_family_ids) as id) f
  where f.id is not null and not exists (
    select from public.access_log a
    where a.family_id = f.id and a.user_id = (select auth.uid()) and a.created_at > clock_timestamp() - interval '2 days'
      and a.access_type = 'numbers' and a.user_context = p_about)
$$;
comment on function private.log_numbers(uuid[], jsonb) is
  'Logs that the caller was shown phone numbers of these families, once for each family and p_about, which contains '
  'the day.';
