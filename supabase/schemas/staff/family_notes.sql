-- What staff note about a family or a child, for colleagues: who and when, nothing of health (decisions
-- "/management/families"). The family has it in its copy.

create table public.family_notes (
  id uuid primary key,
  family_id uuid not null references public.families (id) on delete cascade,
  child_id uuid,
  note text not null check (length(note) between 1 and 1000 and private.is_text(note)),
  written_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  -- The child is this family's own, also when both become another's.
  foreign key (child_id, family_id) references public.children (id, family_id) on update cascade on delete cascade
);
comment on table public.family_notes is
  'Staff''s notes about families and children. Written once; taken away by a press, which the audit log says without '
  'the words.';
comment on column public.family_notes.id is 'Made by the browser: the same note sent twice is one.';
comment on column public.family_notes.child_id is 'Null: about the family.';
create index family_notes_family_id on public.family_notes (family_id, created_at);
create index family_notes_child_id on public.family_notes (child_id, family_id);
create index family_notes_written_by on public.family_notes (written_by);
create index family_notes_created_at on public.family_notes (created_at);
alter table public.family_notes enable row level security;
revoke all on table public.family_notes from anon, authenticated, service_role;
create trigger audit after insert or delete on public.family_notes
  for each row execute function private.audit('id', 'family_id', 'child_id');

create function private.notes_of(p_family_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', n.id, 'child_id', n.child_id, 'note', n.note, 'at', private.iso(n.created_at), 'who', private.staff_name(n.written_by))
    order by n.created_at desc, n.id), '[]')
  from public.family_notes n where n.family_id = p_family_id
$$;
comment on function private.notes_of(uuid) is 'StaffNote[] of contract/management-families.ts, the newest first.';

create function public.write_family_note(p_id uuid, p_family_id uuid, p_child_id uuid, p_note text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_note constant text := btrim(p_note, E' \t\r\n');
begin
  if not private.is_admin() then perform private.deny(); end if;
  if p_id is null then perform private.fail('invalid_input', 'p_id'); end if;
  if coalesce(length(v_note), 0) not between 1 and 1000 or not private.is_text(v_note) then perform private.fail('invalid_input', 'p_note'); end if;
  perform from public.families where id = p_family_id and erased_at is null for share;
  if not found then perform private.fail('family_not_found', 'p_family_id'); end if;
  if p_child_id is not null and not exists (select from public.children where id = p_child_id and family_id = p_family_id) then
    perform private.fail('child_not_found', 'p_child_id');
  end if;
  insert into public.family_notes (id, family_id, child_id, note, written_by)
  values (p_id, p_family_id, p_child_id, v_note, (select auth.uid())) on conflict (id) do nothing;
  return jsonb_build_object('notes', private.notes_of(p_family_id));
end;
$$;
comment on function public.write_family_note(uuid, uuid, uuid, text) is
  'For admins: notes something about a family, or with p_child_id about a child of it, in 1 to 1000 characters; p_id '
  'is the browser''s own, so that it is written once -> {notes: StaffNote[]}. Refuses not_allowed, invalid_input '
  '(field), family_not_found, child_not_found, rate_limited. Definer: nobody writes notes otherwise.';
grant execute on function public.write_family_note(uuid, uuid, uuid, text) to authenticated;
select private.answer_calls('public.write_family_note(uuid, uuid, uuid, text)', 'management');

create function public.remove_family_note(p_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_family_id uuid;
begin
  if not private.is_admin() then perform private.deny(); end if;
  delete from public.family_notes where id = p_id returning family_id into v_family_id;
  return jsonb_build_object('removed', v_family_id is not null);
end;
$$;
comment on function public.remove_family_note(uuid) is
  'For admins: takes a note away for good: {removed}, false when it is gone already. Refuses not_allowed, '
  'rate_limited. Definer: see write_family_note.';
grant execute on function public.remove_family_note(uuid) to authenticated;
select private.answer_calls('public.remove_family_note(uuid)', 'management');

-- Family data --------------------------------------------------------------------------------------------------

create function private.export_family_staff_notes(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('staff_notes', (
    select coalesce(jsonb_agg(to_jsonb(n) - 'written_by' order by n.created_at, n.id), '[]')
    from public.family_notes n where n.family_id = p_family_id))
$$;
comment on function private.export_family_staff_notes(uuid, text[], text[]) is 'What staff noted about the family.';

create function private.erase_family_staff_notes(p_family_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$ delete from public.family_notes where family_id = p_family_id $$;
comment on function private.erase_family_staff_notes(uuid) is 'A note is all words: it goes.';

create function private.purge_family_notes()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.family_notes where id = any (array(
    select id from public.family_notes where created_at < private.expiry('family_notes')
    order by created_at limit 5000 for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_family_notes() is 'Deletes notes of long ago: notes.';
