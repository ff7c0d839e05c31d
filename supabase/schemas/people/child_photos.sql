-- The path of a photo in the storage begins with the child's id. A parent sees a photo by an address that is signed for
-- some minutes (function child-photo).

create table public.dropped_photos (
  path text primary key,
  bucket text not null default 'child-photos' check (bucket in ('child-photos', 'pictures', 'camp-photos')),
  dropped_at timestamptz not null default clock_timestamp(),
  retry_at timestamptz not null default clock_timestamp()
);
comment on table public.dropped_photos is
  'Storage objects that nothing refers to any more: photos of children and camps that were replaced, removed or '
  'erased, and pictures that were purged. A scheduled job removes them from the storage and then deletes the row. '
  'Service only.';
comment on column public.dropped_photos.retry_at is
  'No attempt is made before this time. After a failed attempt it is some minutes later, so that one object that '
  'cannot be removed does not hold up the others.';
create index dropped_photos_retry_at on public.dropped_photos (retry_at, path);

alter table public.dropped_photos enable row level security;
revoke all on table public.dropped_photos from anon, authenticated, service_role;

do $$
begin
  if to_regclass('storage.buckets') is null then return; end if;
  insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values ('child-photos', 'child-photos', false, 1048576, '{image/jpeg}')
  on conflict (id) do nothing;
end
$$;

create function private.drop_photo()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.dropped_photos (path) values (old.photo) on conflict do nothing;
  return null;
end;
$$;
comment on function private.drop_photo() is
  'Trigger on children: lists a photo that the child no longer has for removal. Definer: the table is written only by '
  'such triggers.';
create trigger drop_photo after update of photo on public.children
  for each row when (old.photo is distinct from new.photo and old.photo is not null) execute function private.drop_photo();
create trigger drop_photo_with_child after delete on public.children
  for each row when (old.photo is not null) execute function private.drop_photo();

create function public.get_child_photos(p_child_ids jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_family_id constant uuid := private.my_family_id();
  v_ids uuid[];
begin
  if jsonb_typeof(p_child_ids) is distinct from 'array' then perform private.fail('invalid_input', 'child_id'); end if;
  if jsonb_array_length(p_child_ids) not between 1 and 20
    or exists (select from jsonb_array_elements(p_child_ids) i where not private.is_uuid(i)) then
    perform private.fail('invalid_input', 'child_id');
  end if;
  v_ids := array(select i::uuid from jsonb_array_elements_text(p_child_ids) i);
  if exists (
    select from unnest(v_ids) i (id)
    where not exists (select from public.children c where c.id = i.id and c.family_id = v_family_id)) then
    perform private.fail('child_not_found', 'child_id');
  end if;
  return jsonb_build_object('user_id', (select auth.uid()), 'photos', (
    select coalesce(jsonb_agg(jsonb_build_object('child_id', c.id, 'path', c.photo) order by c.name, c.id), '[]')
    from public.children c where c.id = any (v_ids) and c.photo is not null));
end;
$$;
comment on function public.get_child_photos(jsonb) is
  'Returns photos of the signed-in family''s children: {user_id, photos: [{child_id, path}]}. A path gives no access '
  'by itself. Fails with child_not_found (also for another family''s child). Definer: reads only the family of the '
  'token''s user.';
grant execute on function public.get_child_photos(jsonb) to authenticated;
select private.answer_calls('public.get_child_photos(jsonb)', 'get_child_photos');

create function public.set_child_photo(p_user_id uuid, p_child_id uuid, p_path text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_old text;
begin
  if p_path is not null and not starts_with(p_path, p_child_id || '/') then perform private.fail('invalid_input', 'p_path'); end if;
  -- The sender is checked again, because they may have been removed from the family since the upload began.
  select c.photo into v_old from public.children c join public.profiles p on p.family_id = c.family_id
  where c.id = p_child_id and p.id = p_user_id for update of c;
  if not found then perform private.fail('child_not_found', 'child_id'); end if;
  update public.children set photo = p_path where id = p_child_id and photo is distinct from p_path;
  return jsonb_build_object('replaced', v_old);
end;
$$;
comment on function public.set_child_photo(uuid, uuid, text) is
  'Sets a child''s photo, or removes it if p_path is null. Returns {replaced: the previous path, which the caller '
  'removes}. Fails with child_not_found. Definer: only the service role may call, after storing the object.';
grant execute on function public.set_child_photo(uuid, uuid, text) to service_role;

create function public.list_dropped_photos()
returns jsonb
language sql
volatile
security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('bucket', d.bucket, 'path', d.path)), '[]')
  from (
    select bucket, path from public.dropped_photos where retry_at <= clock_timestamp() order by retry_at, path limit 100) d
$$;
comment on function public.list_dropped_photos() is
  'Returns up to 100 objects to remove from the storage: [{bucket, path}]. Definer: only the service role may call.';
grant execute on function public.list_dropped_photos() to service_role;

create function public.postpone_dropped_photos(p_paths jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_pause constant interval := '10 minutes';
  v_count integer;
begin
  update public.dropped_photos set retry_at = clock_timestamp() + c_pause
  where path in (select jsonb_array_elements_text(p_paths));
  get diagnostics v_count = row_count;
  return jsonb_build_object('postponed', v_count);
end;
$$;
comment on function public.postpone_dropped_photos(jsonb) is
  'Puts off objects that the storage could not remove for ten minutes. Returns {postponed}. Definer: only the service '
  'role may call.';
grant execute on function public.postpone_dropped_photos(jsonb) to service_role;

create function public.forget_dropped_photos(p_paths jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.dropped_photos where path in (select jsonb_array_elements_text(p_paths));
  get diagnostics v_count = row_count;
  return jsonb_build_object('forgotten', v_count);
end;
$$;
comment on function public.forget_dropped_photos(jsonb) is
  'Deletes the rows of objects that the storage has removed. Returns {forgotten}. Definer: only the service role may '
  'call.';
grant execute on function public.forget_dropped_photos(jsonb) to service_role;
