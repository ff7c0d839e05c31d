-- The family decides who must never collect a child and whether it may go home alone (docs/decisions "Handing a child
-- over").

create table public.blocked_collectors (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references public.families (id) on delete cascade,
  child_id uuid,
  name text not null check (length(name) between 1 and 120 and private.is_line(name)),
  note text check (length(note) between 1 and 300 and private.is_line(note)),
  added_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  foreign key (child_id, family_id) references public.children (id, family_id) on update cascade on delete cascade
);
comment on table public.blocked_collectors is
  'People who must never collect a child, as the family decided. Staff see them on the roster as a warning.';
comment on column public.blocked_collectors.child_id is
  'It is null if the person must not collect any child of the family.';
comment on column public.blocked_collectors.note is
  'The parent''s description, which helps staff to recognise the person.';
create index blocked_collectors_family_id on public.blocked_collectors (family_id);
create index blocked_collectors_child_id on public.blocked_collectors (child_id, family_id);
create index blocked_collectors_added_by on public.blocked_collectors (added_by);

alter table public.blocked_collectors enable row level security;
revoke all on table public.blocked_collectors from anon, authenticated, service_role;
grant select on public.blocked_collectors to authenticated;

create policy "Parents read whom their own family blocked" on public.blocked_collectors
  for select to authenticated using (family_id = (select private.my_family_id()));

create trigger audit after insert or delete on public.blocked_collectors
  for each row execute function private.audit('id', 'family_id', 'child_id', 'added_by');
create trigger audit_going_alone after update of may_go_alone on public.children
  for each row execute function private.audit('id', 'may_go_alone', 'may_go_alone_by');

create function private.words_of_name(p_name text)
returns text[]
language sql
immutable
set search_path = ''
as $$
  select array_remove(regexp_split_to_array(
    regexp_replace(lower(normalize(p_name, NFKD)), '[\u0300-\u036f]', '', 'g'), '[\s.,''’‘ʼ`()/‐‒–—-]+'), '')
$$;
comment on function private.words_of_name(text) is
  'Returns the words of a name without accents, regardless of the kind of apostrophe, dash or letter width.';

create function private.may_be_same_person(p_name text, p_other_name text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select w.one <> '{}' and w.other <> '{}' and (w.one <@ w.other or w.other <@ w.one)
  from (select private.words_of_name(p_name) as one, private.words_of_name(p_other_name) as other) w
$$;
comment on function private.may_be_same_person(text, text) is
  'Returns whether all words of one name occur in the other, as in "Tan Ah Kow" and "kow tan". It is used only for '
  'warnings. The browser has the same rule: mayBeSamePerson (contract/pickup.ts).';

create function private.blocked_for(p_family_id uuid, p_child_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', b.name, 'note', b.note) order by b.created_at, b.id), '[]')
  from public.blocked_collectors b
  where b.family_id = p_family_id and (b.child_id = p_child_id or b.child_id is null)
$$;
comment on function private.blocked_for(uuid, uuid) is
  'Returns the people who must never collect this child: [{name, note}]. A caller that serves this to staff logs the '
  'read.';

create function private.parents_for_collection(p_family_id uuid)
returns table (name text, phone text, email text, profile_id uuid)
language sql
stable
set search_path = ''
as $$
  select coalesce(nullif(p.name, ''), nullif(trim(concat_ws(' ', p.first_name, p.last_name)), ''), split_part(p.email, '@', 1)),
    coalesce(p.phone, p.secondary_phone, case when p.id = f.primary_parent_id then f.contact_phone end), p.email, p.id
  from public.families f
  join public.profiles p on p.id in (f.primary_parent_id, f.secondary_parent_id)
  where f.id = p_family_id
  union all
  -- A guest's family has a contact instead of accounts.
  select f.contact_name, f.contact_phone, f.contact_email, null from public.families f
  where f.id = p_family_id and num_nonnulls(f.primary_parent_id, f.secondary_parent_id) = 0 and f.erased_at is null
$$;
comment on function private.parents_for_collection(uuid) is
  'Returns the current parents of a family with name, phone number, e-mail address and account. For a guest''s '
  'family, returns its contact, without an account.';

create function private.going_alone_answer(p_child public.children, p_day date)
returns text
language sql
stable
set search_path = ''
as $$
  select case
    when private.age_on(p_child.dob, p_day) < (private.settings()).goes_alone_from_age then 'too_young'
    when not p_child.may_go_alone then 'no_consent'
    else 'allowed' end
$$;
comment on function private.going_alone_answer(public.children, date) is
  'Returns whether the child may go home alone on this day. The answer is allowed, too_young '
  '(settings.goes_alone_from_age) or no_consent.';

create function private.collection_rules(p_family_id uuid)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select jsonb_build_object(
    'alone_from_age', (private.settings()).goes_alone_from_age,
    'children', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'child_id', c.id, 'name', c.name, 'may_go_alone', c.may_go_alone,
        'is_old_enough', private.going_alone_answer(c, private.calendar_today()) <> 'too_young',
        'decided_by', (select nullif(name, '') from public.profiles where id = c.may_go_alone_by),
        'decided_at', private.iso(c.may_go_alone_at)) order by c.name, c.id), '[]')
      from public.children c where c.family_id = p_family_id and c.status = 'own'),
    'blocked', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', b.id, 'child_id', b.child_id, 'child_name', c.name, 'name', b.name, 'note', b.note,
        'added_by', (select nullif(name, '') from public.profiles where id = b.added_by),
        'added_at', private.iso(b.created_at)) order by b.created_at, b.id), '[]')
      from public.blocked_collectors b left join public.children c on c.id = b.child_id
      where b.family_id = p_family_id))
$$;
comment on function private.collection_rules(uuid) is 'Returns CollectionRules (contract/pickup.ts).';

create function public.get_collection_rules()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  return private.collection_rules(private.my_family_id());
end;
$$;
comment on function public.get_collection_rules() is
  'Returns CollectionRules (contract/pickup.ts). Definer: the family comes from the token. Names of the other parent '
  'are read without their policy.';
grant execute on function public.get_collection_rules() to authenticated;

create function public.set_going_alone(p_child_id uuid, p_allowed boolean)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_family_id constant uuid := private.my_family_id();
begin
  if p_allowed is null then perform private.fail('invalid_input', 'p_allowed'); end if;
  if p_allowed and not exists (
    select from public.children where id = p_child_id and family_id = v_family_id and may_go_alone) then
    perform private.check_fresh();
  end if;
  update public.children
  set may_go_alone = p_allowed, may_go_alone_by = (select auth.uid()), may_go_alone_at = clock_timestamp()
  where id = p_child_id and family_id = v_family_id and status = 'own';
  if not found then perform private.fail('child_not_found', 'p_child_id'); end if;
  return private.collection_rules(v_family_id);
end;
$$;
comment on function public.set_going_alone(uuid, boolean) is
  'Sets whether a child may go home alone from settings.goes_alone_from_age on. Returns CollectionRules '
  '(contract/pickup.ts). The call is recorded in the audit log. Fails with child_not_found; for a new permission also '
  'with the codes of private.check_fresh. Definer: the family comes from the token.';
grant execute on function public.set_going_alone(uuid, boolean) to authenticated;
select private.answer_calls('public.set_going_alone(uuid, boolean)', 'collection_rules');

create function public.block_collector(p_name text, p_child_id uuid default null, p_note text default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_most constant integer := 20;
  v_name constant text := private.check_text(to_jsonb(p_name), 'p_name', 120);
  v_note constant text := case when coalesce(p_note, '') <> '' then private.check_text(to_jsonb(p_note), 'p_note', 300) end;
  v_family_id uuid;
begin
  v_family_id := private.ensure_family();
  if p_child_id is not null
    and not exists (select from public.children where id = p_child_id and family_id = v_family_id) then
    perform private.fail('child_not_found', 'p_child_id');
  end if;
  -- A parent cannot block the other parent here. The list of parents changes only when one of them leaves or is
  -- removed.
  if exists (
    select from private.parents_for_collection(v_family_id) p where private.name_key(p.name) = private.name_key(v_name)) then
    perform private.fail('collector_is_parent', 'p_name');
  end if;
  if (select count(*) from public.blocked_collectors where family_id = v_family_id) >= c_most then
    perform private.fail('list_full', 'p_name');
  end if;
  -- A repeated entry is stored once.
  if not exists (
    select from public.blocked_collectors
    where family_id = v_family_id and child_id is not distinct from p_child_id
      and private.name_key(name) = private.name_key(v_name) and note is not distinct from v_note) then
    insert into public.blocked_collectors (family_id, child_id, name, note, added_by)
    values (v_family_id, p_child_id, v_name, v_note, (select auth.uid()));
  end if;
  return private.collection_rules(v_family_id);
end;
$$;
comment on function public.block_collector(text, uuid, text) is
  'Adds a person who must never collect one child, or any child if p_child_id is null. Returns CollectionRules '
  '(contract/pickup.ts). The call is recorded in the audit log, without the name. Fails with child_not_found, '
  'collector_is_parent, list_full (20). Definer: the family comes from the token. The table has no write grant.';
grant execute on function public.block_collector(text, uuid, text) to authenticated;
select private.answer_calls('public.block_collector(text, uuid, text)', 'collection_rules');

create function public.unblock_collector(p_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_family_id constant uuid := private.my_family_id();
begin
  perform private.check_fresh();
  delete from public.blocked_collectors where id = p_id and family_id = v_family_id;
  if not found then perform private.fail('collector_not_found', 'p_id'); end if;
  return private.collection_rules(v_family_id);
end;
$$;
comment on function public.unblock_collector(uuid) is
  'Removes a person from those who must never collect a child. Returns CollectionRules (contract/pickup.ts). The call '
  'is recorded in the audit log. Fails with collector_not_found, and with the codes of private.check_fresh. Definer: '
  'see block_collector.';
grant execute on function public.unblock_collector(uuid) to authenticated;
select private.answer_calls('public.unblock_collector(uuid)', 'collection_rules');

create function private.export_family_collection(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('blocked_collectors', (
    select coalesce(jsonb_agg(to_jsonb(b) order by b.created_at, b.id), '[]')
    from public.blocked_collectors b where b.family_id = p_family_id))
$$;
comment on function private.export_family_collection(uuid, text[], text[]) is
  'Returns the people who must never collect the family''s children.';

create function private.erase_family_collection(p_family_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  delete from public.blocked_collectors where family_id = p_family_id;
  update public.children set may_go_alone = false, may_go_alone_by = null, may_go_alone_at = null
  where family_id = p_family_id and may_go_alone_at is not null;
end;
$$;
comment on function private.erase_family_collection(uuid) is
  'Deletes the people who must never collect a child, and withdraws the permissions to go home alone.';
