-- Studio and staff see what was published and whether it is live. Sales do not depend on it.

create table public.publications (
  document_id text primary key check (length(document_id) between 1 and 100),
  revision text not null check (length(revision) between 1 and 100),
  title text not null default '' check (length(title) <= 200),
  type text not null default '' check (length(type) <= 100),
  checkout text not null default 'not_sold' check (checkout in ('not_sold', 'accepted', 'on_sale', 'off_sale', 'refused', 'earlier_version')),
  problem text check (length(problem) between 1 and 2000),
  updated_at timestamptz not null,
  published_at timestamptz not null default clock_timestamp(),
  found_by_sweep boolean not null default false,
  check ((checkout in ('refused', 'earlier_version')) = (problem is not null))
);
comment on table public.publications is
  'One row per published document that the webhook reported, with its newest revision and the checkout''s result.';
comment on column public.publications.type is
  'The type in Studio''s schema, e.g. coach. It is empty if it was not reported.';
comment on column public.publications.checkout is
  'not_sold means that the document is no offer. accepted means that it is an offer on sale, or a location where '
  'something can be planned. refused means that it is not sold. earlier_version means that the checkout waits for a '
  'confirmation. For the last two, problem says why.';
comment on column public.publications.problem is
  'Says what is wrong, in sentences for the person who edits the document.';
comment on column public.publications.updated_at is
  'The document''s own time. An older version never replaces a newer one.';
comment on column public.publications.published_at is
  'When this revision was first reported to us. A build that began later contains it.';

comment on column public.publications.found_by_sweep is
  'True if the webhook has not reported this revision, and the sweep that runs every minute found it '
  '(record_revisions).';

create table public.site_builds (
  id bigint generated always as identity primary key,
  build text not null unique check (length(build) between 1 and 100),
  state text not null check (state in ('building', 'built', 'failed')),
  reason text check (length(reason) between 1 and 2000),
  started_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  site_url text check (site_url ~ '^https?://' and length(site_url) <= 200),
  check ((state = 'failed') = (reason is not null)),
  check ((state = 'building') = (finished_at is null))
);
comment on table public.site_builds is
  'The last builds of the site, as their builder reported them. The newest 50 are kept.';
comment on column public.site_builds.build is 'The id that the builder gave. A later report updates the row.';
comment on column public.site_builds.reason is
  'Why the build failed, for the person who edits the content. It names the document and its problem.';
comment on column public.site_builds.started_at is 'When the build was first reported, before it reads the content.';
comment on column public.site_builds.site_url is
  'The address for which the build was made. It is null if it was not reported.';
create index site_builds_state on public.site_builds (state, started_at desc);

alter table public.publications enable row level security;
alter table public.site_builds enable row level security;
revoke all on table public.publications, public.site_builds from anon, authenticated, service_role;
grant select on public.publications, public.site_builds to authenticated, service_role;
create policy "Admins read what became of publishes" on public.publications
  for select to authenticated using ((select private.is_admin()));
create policy "Admins read builds of the site" on public.site_builds
  for select to authenticated using ((select private.is_admin()));

create table public.deleted_documents (
  document_id text primary key check (length(document_id) between 1 and 100),
  type text not null,
  title text not null,
  deleted_at timestamptz not null default clock_timestamp()
);
comment on table public.deleted_documents is
  'Documents that were deleted or unpublished lately, for Studio''s list of changes. A title may be a coach''s name, '
  'so they have a retention period.';
create index deleted_documents_deleted_at on public.deleted_documents (deleted_at);
alter table public.deleted_documents enable row level security;
revoke all on table public.deleted_documents from anon, authenticated, service_role;
grant select on public.deleted_documents to authenticated, service_role;
create policy "Admins read what was deleted" on public.deleted_documents
  for select to authenticated using ((select private.is_admin()));

create function private.note_deletion()
returns trigger
language plpgsql
volatile
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    delete from public.deleted_documents where document_id = new.document_id;
    return null;
  end if;
  insert into public.deleted_documents (document_id, type, title) values (old.document_id, old.type, old.title)
  on conflict (document_id) do update set type = excluded.type, title = excluded.title, deleted_at = excluded.deleted_at;
  return null;
end;
$$;
comment on function private.note_deletion() is
  'Trigger on publications: remembers a document that is not published any more, until it is published again.';
create trigger note_deletion after insert or delete on public.publications
  for each row execute function private.note_deletion();

create function private.purge_deleted_documents()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.deleted_documents where document_id = any (array(
    select document_id from public.deleted_documents where deleted_at < private.expiry('deleted_documents')
    order by deleted_at limit 5000 for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_deleted_documents() is
  'Deletes notes of deleted documents past their retention period. Returns the number of rows.';

create function private.check_publication(p_document jsonb, p_field text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_key text;
begin
  if jsonb_typeof(p_document) <> 'object' then perform private.fail('invalid_input', p_field); end if;
  foreach v_key in array array['id', 'revision', 'updated_at'] loop
    if jsonb_typeof(p_document -> v_key) is distinct from 'string' or length(p_document ->> v_key) not between 1 and 100 then
      perform private.fail('invalid_input', p_field || '.' || v_key);
    end if;
  end loop;
  if not pg_input_is_valid(p_document ->> 'updated_at', 'timestamptz') then
    perform private.fail('invalid_input', p_field || '.updated_at');
  end if;
  foreach v_key in array array['title', 'type', 'checkout', 'problem'] loop
    if jsonb_typeof(coalesce(p_document -> v_key, 'null')) not in ('null', 'string') then
      perform private.fail('invalid_input', p_field || '.' || v_key);
    end if;
  end loop;
  if coalesce(p_document ->> 'checkout', 'not_sold') not in ('not_sold', 'accepted', 'on_sale', 'off_sale', 'refused', 'earlier_version') then
    perform private.fail('invalid_input', p_field || '.checkout');
  end if;
  if (coalesce(p_document ->> 'checkout', '') in ('refused', 'earlier_version')) <> (p_document ->> 'problem' is not null) or p_document ->> 'problem' = '' then
    perform private.fail('invalid_input', p_field || '.problem');
  end if;
end;
$$;
comment on function private.check_publication(jsonb, text) is
  'Checks a document of record_publications. Fails with invalid_input, and names the field under p_field.';

create function public.record_publications(p_documents jsonb, p_snapshot_at timestamptz, p_reported text default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_last_snapshot timestamptz;
  v_document record;
  v_changed integer;
  -- The first comparison also finds documents from before the webhook existed. So it does not show that the webhook
  -- failed.
  v_by_sweep constant boolean := p_reported is null and exists (
    select from public.sweeps where name = 'revisions' and done_at is not null);
begin
  if jsonb_typeof(p_documents) is distinct from 'array' then perform private.fail('invalid_input', 'p_documents'); end if;
  if p_snapshot_at is null then perform private.fail('invalid_input', 'p_snapshot_at'); end if;
  for v_document in select value, ordinality - 1 as i from jsonb_array_elements(p_documents) with ordinality loop
    perform private.check_publication(v_document.value, format('p_documents[%s]', v_document.i));
  end loop;
  if (select count(distinct value ->> 'id') from jsonb_array_elements(p_documents)) <> jsonb_array_length(p_documents) then
    perform private.fail('invalid_input', 'p_documents');
  end if;
  -- This is the lock of publishing, as in publish_offers.
  select offers_snapshot_at into v_last_snapshot from public.settings for update;

  insert into public.publications as p
    (document_id, revision, title, type, checkout, problem, updated_at, published_at, found_by_sweep)
  select n.id, n.revision, left(coalesce(n.title, ''), 200), left(coalesce(n.type, ''), 100), coalesce(n.checkout, 'not_sold'), left(n.problem, 2000),
    n.updated_at, clock_timestamp(), v_by_sweep
  from jsonb_to_recordset(p_documents) as n (
    id text, revision text, title text, type text, checkout text, problem text, updated_at timestamptz)
  on conflict (document_id) do update set
    revision = excluded.revision, title = excluded.title, type = coalesce(nullif(excluded.type, ''), p.type), checkout = excluded.checkout, problem = excluded.problem,
    updated_at = excluded.updated_at,
    published_at = case when p.revision = excluded.revision then p.published_at else excluded.published_at end,
    found_by_sweep = case when p.revision = excluded.revision then p.found_by_sweep else v_by_sweep end
  where excluded.updated_at > p.updated_at
    -- The same version may get another result, because another document has changed.
    or (excluded.updated_at = p.updated_at and p_snapshot_at >= v_last_snapshot
      and (p.revision, p.checkout, p.problem) is distinct from (excluded.revision, excluded.checkout, excluded.problem));
  get diagnostics v_changed = row_count;

  update public.publications set found_by_sweep = false where document_id = p_reported and found_by_sweep;
  if p_snapshot_at >= v_last_snapshot then
    delete from public.publications
    where checkout <> 'not_sold' and updated_at < p_snapshot_at
      and document_id not in (select value ->> 'id' from jsonb_array_elements(p_documents));
  end if;
  return jsonb_build_object('changed', v_changed);
end;
$$;
comment on function public.record_publications(jsonb, timestamptz, text) is
  'Records published documents. p_documents is [{id, revision, title, type?, checkout, problem, updated_at}], after '
  'publish_offers has processed p_snapshot_at. Sellable documents that are missing from it are deleted. p_reported is '
  'the document that the webhook reported. An older version never replaces a newer one. Returns {changed}. Definer: '
  'only the service role may call it.';
grant execute on function public.record_publications(jsonb, timestamptz, text) to service_role;
