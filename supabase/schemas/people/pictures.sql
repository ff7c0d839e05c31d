-- Whether a picture may be shown is not stored, but computed from the families' current consents (docs/decisions
-- "/image-repository").

create table public.pictures (
  id uuid primary key,
  name text not null check (length(name) between 1 and 120),
  search_text text not null generated always as (private.search_text(name)) stored,
  path text not null unique check (path ~ '^[0-9a-f-]{36}\.jpg$'),
  width integer not null check (width between 1 and 4000),
  height integer not null check (height between 1 and 4000),
  bytes integer not null check (bytes > 0),
  shows text not null default 'unsaid' check (shows in ('unsaid', 'nobody', 'children')),
  uploaded_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz
);
comment on table public.pictures is
  'Pictures of the image repository. Before the upload they lose their metadata and become smaller.';
comment on column public.pictures.id is 'Chosen by the browser that sent it, so that a repeated upload is stored once.';
comment on column public.pictures.path is
  'The object in the private bucket pictures. A smaller copy for lists has the same name with -small.jpg.';
comment on column public.pictures.shows is
  'Who can be recognised. unsaid means that nobody has answered yet, so the picture is private. nobody means that no '
  'child can be recognised. children means exactly the children in picture_children.';
comment on column public.pictures.deleted_at is
  'When it was hidden. It can be restored until the purge deletes it with its object.';
-- This index has all columns that paging through the list needs.
create index pictures_by_name on public.pictures (lower(name), id) include (name) where deleted_at is null;
create index pictures_by_creation on public.pictures (created_at, id) where deleted_at is null;
create index pictures_searched on public.pictures using gin (search_text extensions.gin_trgm_ops);
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

-- The bucket has no policies. Only the service key opens it, and signs only what the database allowed.
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
comment on function private.drop_picture() is 'Trigger on pictures: lists the objects of a purged picture for removal '
  'from the storage. Definer: the table is written only here and by drop_photo.';
create trigger drop_picture after delete on public.pictures for each row execute function private.drop_picture();

create function private.may_show(p_child_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  -- An erased family can no longer consent.
  select exists (
    select from public.children c join public.families f on f.id = c.family_id
    where c.id = p_child_id and f.erased_at is null and private.has_consent(c.family_id, c.id, 'photo'))
$$;
comment on function private.may_show(uuid) is
  'Returns whether this child''s family currently allows its photos to be shown.';

create function private.allows_camp_photos(p_child_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from public.children c join public.families f on f.id = c.family_id
    where c.id = p_child_id and f.erased_at is null and private.camp_photo_answer(c.family_id, c.id) = 'yes')
$$;
comment on function private.allows_camp_photos(uuid) is
  'Returns whether this child''s family currently allows coaches to take photos of a camp''s day.';

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
    -- If the rows of the marked children were deleted, nobody can say who is in the picture.
    when not exists (select from public.picture_children where picture_id = p_picture.id) then 'private'
    when exists (
      select from public.picture_children k where k.picture_id = p_picture.id and not private.may_show(k.child_id)) then 'refused'
    else 'open' end
$$;
comment on function private.picture_state(public.pictures) is
  'Returns open if it may be shared, because no child can be recognised or all their families consent. Returns '
  'refused if a family does not consent, private if it is not known who is in it, and deleted.';

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
comment on function private.purge_pictures() is 'Deletes pictures whose time for restoring is over. Returns how many.';

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
  'Returns the pictures in which the family''s children can be recognised, by id only, because they also show other '
  'families'' children.';
