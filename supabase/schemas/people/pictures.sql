-- The image repository: pictures that staff took, each a private object of the storage, and which children can be seen
-- in it. Whether one may be shown is never kept but asked anew, of what the families say now (decisions
-- "/image-repository").

create table public.pictures (
  id uuid primary key,
  name text not null check (length(name) between 1 and 120),
  path text not null unique check (path ~ '^[0-9a-f-]{36}\.jpg$'),
  width integer not null check (width between 1 and 4000),
  height integer not null check (height between 1 and 4000),
  bytes integer not null check (bytes > 0),
  shows text not null default 'unsaid' check (shows in ('unsaid', 'nobody', 'children')),
  uploaded_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz
);
comment on table public.pictures is 'Pictures of the image repository: cleaned and made smaller before they came here.';
comment on column public.pictures.id is 'Named by the browser that sent it, so that it is kept once.';
comment on column public.pictures.path is
  'Object of the private bucket pictures; beside it one of the same name that ends in -small.jpg, for lists.';
comment on column public.pictures.shows is
  'Who can be recognised: unsaid (as it came, private), nobody (no child), children (those of picture_children, all of '
  'them).';
comment on column public.pictures.deleted_at is 'Out of sight; restored until the purge takes it with its object.';
-- The way to a page far down is read of the index alone.
create index pictures_by_name on public.pictures (lower(name), id) include (name) where deleted_at is null;
create index pictures_by_creation on public.pictures (created_at, id) where deleted_at is null;
create index pictures_searched on public.pictures using gin ((lower(' ' || name)) extensions.gin_trgm_ops);
create index pictures_deleted_at on public.pictures (deleted_at) where deleted_at is not null;
create index pictures_uploaded_by on public.pictures (uploaded_by);

create table public.picture_children (
  picture_id uuid not null references public.pictures (id) on delete cascade,
  child_id uuid not null references public.children (id) on delete cascade,
  primary key (picture_id, child_id)
);
comment on table public.picture_children is 'Which children can be recognised in a picture.';
create index picture_children_child_id on public.picture_children (child_id);

alter table public.pictures enable row level security;
alter table public.picture_children enable row level security;
revoke all on table public.pictures, public.picture_children from anon, authenticated, service_role;

-- Nobody has a policy there: only the service key opens the bucket, and what it signs the database allowed before.
do $$
begin
  if to_regclass('storage.buckets') is null then return; end if;
  insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values ('pictures', 'pictures', false, 3145728, '{image/jpeg}')
  on conflict (id) do nothing;
end
$$;

create trigger audit after insert or update or delete on public.pictures
  for each row execute function private.audit('id', 'shows', 'deleted_at', 'uploaded_by');
create trigger audit after insert or delete on public.picture_children
  for each row execute function private.audit('picture_id', 'child_id');

create function private.drop_picture()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.dropped_photos (bucket, path) values
    ('pictures', old.path), ('pictures', replace(old.path, '.jpg', '-small.jpg'))
  on conflict do nothing;
  return null;
end;
$$;
comment on function private.drop_picture() is
  'Trigger on pictures: what is purged goes from the storage too. Definer: the table is written only here and by '
  'drop_photo.';
create trigger drop_picture after delete on public.pictures for each row execute function private.drop_picture();

create function private.may_show(p_child_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  -- Of a family that was erased nobody can be asked any more.
  select exists (
    select from public.children c join public.families f on f.id = c.family_id
    where c.id = p_child_id and f.erased_at is null and private.has_consent(c.family_id, c.id, 'photo'))
$$;
comment on function private.may_show(uuid) is 'Does this child''s family allow its photos to be shown, as of now?';

create function private.picture_state(p_picture public.pictures)
returns text
language sql
stable
set search_path = ''
as $$
  select case
    when p_picture.deleted_at is not null then 'deleted'
    when p_picture.shows = 'nobody' then 'open'
    when p_picture.shows = 'unsaid' then 'private'
    -- Nobody marked any more (a child's row is gone): nobody can say who is in it.
    when not exists (select from public.picture_children where picture_id = p_picture.id) then 'private'
    when exists (
      select from public.picture_children k where k.picture_id = p_picture.id and not private.may_show(k.child_id)) then 'refused'
    else 'open' end
$$;
comment on function private.picture_state(public.pictures) is
  'open: may be shared, as nobody can be recognised or all families of who can agree now; refused: a family does not; '
  'private: nobody has said who is in it; deleted.';

create function private.purge_pictures()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.pictures where id = any (array(
    select id from public.pictures where deleted_at < private.expiry('pictures')
    order by deleted_at limit 1000 for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_pictures() is
  'Takes pictures that were deleted, and can be restored no longer: pictures.';

create function private.export_family_pictures(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('pictures', (
    select coalesce(jsonb_agg(jsonb_build_object('child_id', k.child_id, 'picture_id', p.id, 'taken_in', private.iso(p.created_at))
      order by p.created_at, p.id), '[]')
    from public.picture_children k join public.children c on c.id = k.child_id join public.pictures p on p.id = k.picture_id
    where c.family_id = p_family_id))
$$;
comment on function private.export_family_pictures(uuid, text[], text[]) is
  'In which pictures of ours the family''s children can be recognised; the pictures themselves show other families'' '
  'too.';
