-- Locations are where sessions and camps take place. publish_bases copies them from the published content
-- (docs/decisions "Bases").

create table public.locations (
  id uuid primary key default gen_random_uuid(),
  name text not null unique,
  address text,
  base text unique check (base ~ '^[a-z][a-z0-9-]{0,39}$'),
  created_at timestamptz not null default now(),
  slug text unique check (slug ~ '^[a-z][a-z0-9-]{0,39}$'),
  map_url text check (map_url ~ '^https://' and length(map_url) <= 2000),
  is_offered boolean not null default true,
  content_updated_at timestamptz
);
comment on table public.locations is 'Where sessions and camps take place.';
comment on column public.locations.name is 'A short name, as the session card shows it, for example "Somerset".';
comment on column public.locations.address is 'The address for mails and calendar entries.';
comment on column public.locations.slug is
  'The system name of the location in the published content. It is null if the content does not have the location.';
comment on column public.locations.map_url is 'The map of the location, from the published content.';
comment on column public.locations.is_offered is
  'False if the published content no longer has the location. Nothing new is planned there then, but what was sold '
  'stays.';
comment on column public.locations.content_updated_at is
  'The time of the published document. An older document never replaces a newer one.';
comment on column public.locations.base is
  'The name of a camp base in the published content, for example east-coast. It is null if no camp takes place here.';
