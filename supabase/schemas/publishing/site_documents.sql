-- Stores the documents that the build found in the finished pages. Studio says "Live" for a revision only if it is
-- among them.

create table public.site_documents (
  document_id text primary key check (length(document_id) between 1 and 100),
  revision text not null check (length(revision) between 1 and 100),
  pages text[] not null check (cardinality(pages) <= 500)
);
comment on table public.site_documents is
  'The documents that the live build read, whether or not a page shows them. A build that reports them replaces all '
  'rows.';
comment on column public.site_documents.pages is
  'Paths of the files that contain a text of the document, e.g. /about. It is empty if no page shows it.';
alter table public.site_documents enable row level security;
revoke all on table public.site_documents from anon, authenticated, service_role;
grant select on public.site_documents to authenticated, service_role;
create policy "Admins read what the site shows" on public.site_documents
  for select to authenticated using ((select private.is_admin()));

create function private.save_site_documents(p_build text, p_documents jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if jsonb_typeof(p_documents) is distinct from 'array' or jsonb_array_length(p_documents) > 20000 then
    perform private.fail('invalid_input', 'documents');
  end if;
  -- If a build ends late, it must not replace the documents of a newer build.
  if exists (
    select from public.site_builds newer, public.site_builds this
    where this.build = p_build and newer.state = 'built' and newer.id > this.id) then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('site_documents', 0));
  delete from public.site_documents where true;
  insert into public.site_documents (document_id, revision, pages)
  select n.id, n.revision, n.pages
  from jsonb_to_recordset(p_documents) as n (id text, revision text, pages text[])
  on conflict (document_id) do nothing;
end;
$$;
comment on function private.save_site_documents(text, jsonb) is
  'Replaces site_documents by those of a finished build. p_documents is [{id, revision, pages}]. Fails with '
  'invalid_input (documents).';

create function public.report_build(
  p_build text, p_state text, p_reason text default null, p_documents jsonb default null, p_site_url text default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_is_new boolean;
begin
  if p_build is null or length(p_build) not between 1 and 100 then perform private.fail('invalid_input', 'build'); end if;
  if p_state is null or p_state not in ('building', 'built', 'failed') then perform private.fail('invalid_input', 'state'); end if;
  insert into public.site_builds as b (build, state, reason, finished_at, site_url)
  values (p_build, p_state,
    case when p_state = 'failed' then left(coalesce(nullif(trim(p_reason), ''), 'The builder gave no reason.'), 2000) end,
    case when p_state <> 'building' then clock_timestamp() end,
    case when p_site_url ~ '^https?://' and length(p_site_url) <= 200 then p_site_url end)
  on conflict (build) do update set
    state = excluded.state, reason = excluded.reason, finished_at = excluded.finished_at, site_url = excluded.site_url
  -- Reports may arrive out of order. So a report that a build has started is ignored if the build has finished.
  where b.state = 'building';
  v_is_new := found;
  -- Nothing else would start another build: the publication, the approval or the planned moment is done.
  if v_is_new and p_state = 'failed' and p_reason like 'The checkout did not say%' then
    perform public.end_rebuild_claim(0, false);
  end if;
  if v_is_new and p_state = 'built' and p_documents is not null then
    perform private.save_site_documents(p_build, p_documents);
  end if;
  delete from public.site_builds where id in (select id from public.site_builds order by id desc offset 50);
  return jsonb_build_object('reported', true);
end;
$$;
comment on function public.report_build(text, text, text, jsonb, text) is
  'Records the state of a build. p_state is building, built or failed. A failed one has p_reason. p_documents is '
  '[{id, revision, pages}]. A build that could not read the prices of the checkout is requested again. The builder '
  'reports building before it reads the content. Otherwise a later publication would seem to be in the build. '
  'Returns {reported}. Definer: only the service role may call it.';
grant execute on function public.report_build(text, text, text, jsonb, text) to service_role;

create function private.site_of(p_publication public.publications, p_document_id text, p_revision text)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  v_latest public.site_builds;
  -- If nobody reported this revision, no build is known to contain it.
  v_since constant timestamptz := case when p_publication.revision = p_revision then p_publication.published_at else 'infinity' end;
  -- If the builder was stopped, or its hook does not work, no end is ever reported.
  v_timeout constant interval := interval '20 minutes';
begin
  if exists (select from public.site_documents where document_id = p_document_id and revision = p_revision) then return 'built'; end if;
  select * into v_latest from public.site_builds order by started_at desc, id desc limit 1;
  if v_latest.id is null then return 'none'; end if;
  -- If a builder does not report its documents, only its time tells what it contains.
  if not exists (select from public.site_documents)
    and exists (select from public.site_builds where state = 'built' and started_at >= v_since) then return 'built'; end if;
  return case
    when v_latest.started_at >= v_since and v_latest.state = 'failed' then 'failed'
    when greatest(v_since, v_latest.started_at) < clock_timestamp() - v_timeout then 'late'
    else 'building' end;
end;
$$;
comment on function private.site_of(public.publications, text, text) is
  'Returns the state of this revision on the live site. It is built, building, failed, late (no build has ended for 20 '
  'minutes) or none (no build was ever reported).';

create function private.builds_with(p_publication public.publications, p_document_id text, p_revision text)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(b.build order by b.id desc), '[]')
  from public.site_builds b
  where b.state = 'built' and case
    -- The documents are those of the newest build that is finished. Of an older one, only its time is known.
    when b.id = (select max(id) from public.site_builds where state = 'built') and exists (select from public.site_documents)
      then exists (select from public.site_documents where document_id = p_document_id and revision = p_revision)
    else p_publication.revision = p_revision and b.started_at >= p_publication.published_at end
$$;
comment on function private.builds_with(public.publications, text, text) is
  'Returns the ids of the known builds that contain this revision, as [build]. The newest comes first.';

create function public.get_publication_status(p_document_id text, p_revision text)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_publication public.publications;
  v_built public.site_builds;
  v_latest public.site_builds;
  v_site text;
begin
  select * into v_publication from public.publications where document_id = p_document_id;
  select * into v_built from public.site_builds where state = 'built' order by started_at desc limit 1;
  select * into v_latest from public.site_builds order by started_at desc, id desc limit 1;
  v_site := private.site_of(v_publication, p_document_id, p_revision);
  return jsonb_build_object(
    'reported', coalesce(v_publication.revision = p_revision, false),
    'reported_at', case when v_publication.revision = p_revision then private.iso(v_publication.published_at) end,
    'found_by_sweep', coalesce(v_publication.revision = p_revision and v_publication.found_by_sweep, false),
    'swept_at', (select private.iso(done_at) from public.sweeps where name = 'revisions'),
    'checkout', case
      when v_publication.document_id is null then 'unknown'
      when v_publication.revision is distinct from p_revision then 'older'
      when v_publication.checkout = 'not_sold' then 'unknown'
      when v_publication.checkout in ('refused', 'earlier_version') then v_publication.checkout
      else 'known' end,
    'on_sale', coalesce(v_publication.revision = p_revision and v_publication.checkout in ('on_sale', 'earlier_version'), false),
    'has_offer', exists (select from public.offers where id = p_document_id and active),
    'problem', case when v_publication.revision = p_revision then v_publication.problem end,
    'site', case v_site when 'late' then 'failed' else v_site end,
    'reason', case v_site when 'failed' then v_latest.reason when 'late' then 'No build has ended since it was published.' end,
    'pages', (select to_jsonb(d.pages) from public.site_documents d where d.document_id = p_document_id and d.revision = p_revision),
    'has_account', case when v_publication.type = 'coach'
      then exists (select from public.coaches k where k.page_id = p_document_id and k.user_id is not null) end,
    'site_url', v_built.site_url,
    'newest_build', v_built.build,
    'builds', private.builds_with(v_publication, p_document_id, p_revision),
    'building_since', case when v_latest.state = 'building' then private.iso(v_latest.started_at) end,
    'built_at', private.iso(v_built.finished_at));
end;
$$;
comment on function public.get_publication_status(text, text) is
  'Returns PublicationStatus of Studio. found_by_sweep is true if the sweep found the revision before the webhook '
  'reported it. checkout is older if the revision was not reported yet. site is built if the live build contains '
  'exactly this revision. builds lists the builds that contain it, and newest_build is the last one: Studio asks the '
  'live site which one it is. has_offer is true if the checkout sells any version of it. pages is null if unknown. '
  'Definer: reads tables that callers cannot read; it describes published content.';
grant execute on function public.get_publication_status(text, text) to anon, authenticated, service_role;
