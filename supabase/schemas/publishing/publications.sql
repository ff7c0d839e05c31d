-- The result of the last publish of each document, at the checkout and on the site, for Studio and staff. Sales do not
-- depend on it.

create table public.publications (
  document_id text primary key check (length(document_id) between 1 and 100),
  revision text not null check (length(revision) between 1 and 100),
  title text not null default '' check (length(title) <= 200),
  checkout text not null default 'not_sold' check (checkout in ('not_sold', 'on_sale', 'off_sale', 'refused', 'earlier_version')),
  problem text check (length(problem) between 1 and 2000),
  updated_at timestamptz not null,
  published_at timestamptz not null default clock_timestamp(),
  check ((checkout in ('refused', 'earlier_version')) = (problem is not null))
);
comment on table public.publications is
  'One row per published document that the webhook reported: its newest revision and the checkout''s result.';
comment on column public.publications.checkout is
  'not_sold: not an offer. on_sale, off_sale: accepted. refused: not accepted, and not sold. earlier_version: the '
  'checkout continues with the earlier version until somebody confirms. For the last two problem says why.';
comment on column public.publications.problem is 'Sentences for the person who edits the document.';
comment on column public.publications.updated_at is
  'The document''s own time; an older version never replaces a newer one.';
comment on column public.publications.published_at is
  'When this revision was first reported to us; a build that began later contains it.';

create table public.site_builds (
  id bigint generated always as identity primary key,
  build text not null unique check (length(build) between 1 and 100),
  state text not null check (state in ('building', 'built', 'failed')),
  reason text check (length(reason) between 1 and 2000),
  started_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  check ((state = 'failed') = (reason is not null)),
  check ((state = 'building') = (finished_at is null))
);
comment on table public.site_builds is
  'The last builds of the site as their builder reported them; the newest 50 are retained.';
comment on column public.site_builds.build is 'The builder''s own id; a later report updates the row.';
comment on column public.site_builds.reason is
  'Why it failed, for the person who edits the content: the document and its problem.';
comment on column public.site_builds.started_at is 'When it was first reported, before it reads the content.';
create index site_builds_state on public.site_builds (state, started_at desc);

alter table public.publications enable row level security;
alter table public.site_builds enable row level security;
revoke all on table public.publications, public.site_builds from anon, authenticated, service_role;
grant select on public.publications, public.site_builds to authenticated, service_role;
create policy "Admins read what became of publishes" on public.publications
  for select to authenticated using ((select private.is_admin()));
create policy "Admins read builds of the site" on public.site_builds
  for select to authenticated using ((select private.is_admin()));

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
  foreach v_key in array array['title', 'checkout', 'problem'] loop
    if jsonb_typeof(coalesce(p_document -> v_key, 'null')) not in ('null', 'string') then
      perform private.fail('invalid_input', p_field || '.' || v_key);
    end if;
  end loop;
  if coalesce(p_document ->> 'checkout', 'not_sold') not in ('not_sold', 'on_sale', 'off_sale', 'refused', 'earlier_version') then
    perform private.fail('invalid_input', p_field || '.checkout');
  end if;
  if (coalesce(p_document ->> 'checkout', '') in ('refused', 'earlier_version')) <> (p_document ->> 'problem' is not null) or p_document ->> 'problem' = '' then
    perform private.fail('invalid_input', p_field || '.problem');
  end if;
end;
$$;
comment on function private.check_publication(jsonb, text) is
  'Checks a document of record_publications; otherwise refuses with invalid_input and the field under p_field.';

create function public.record_publications(p_documents jsonb, p_snapshot_at timestamptz)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_last timestamptz;
  v_document record;
  v_changed integer;
begin
  if jsonb_typeof(p_documents) is distinct from 'array' then perform private.fail('invalid_input', 'p_documents'); end if;
  if p_snapshot_at is null then perform private.fail('invalid_input', 'p_snapshot_at'); end if;
  for v_document in select value, ordinality - 1 as i from jsonb_array_elements(p_documents) with ordinality loop
    perform private.check_publication(v_document.value, format('p_documents[%s]', v_document.i));
  end loop;
  if (select count(distinct value ->> 'id') from jsonb_array_elements(p_documents)) <> jsonb_array_length(p_documents) then
    perform private.fail('invalid_input', 'p_documents');
  end if;
  -- The lock of publishing, as in publish_offers.
  select offers_snapshot_at into v_last from public.settings for update;

  insert into public.publications as p (document_id, revision, title, checkout, problem, updated_at, published_at)
  select n.id, n.revision, left(coalesce(n.title, ''), 200), coalesce(n.checkout, 'not_sold'), left(n.problem, 2000),
    n.updated_at, clock_timestamp()
  from jsonb_to_recordset(p_documents) as n (
    id text, revision text, title text, checkout text, problem text, updated_at timestamptz)
  on conflict (document_id) do update set
    revision = excluded.revision, title = excluded.title, checkout = excluded.checkout, problem = excluded.problem,
    updated_at = excluded.updated_at,
    published_at = case when p.revision = excluded.revision then p.published_at else excluded.published_at end
  where excluded.updated_at > p.updated_at
    -- The same version may get another result, because another document has changed.
    or (excluded.updated_at = p.updated_at and p_snapshot_at >= v_last
      and (p.revision, p.checkout, p.problem) is distinct from (excluded.revision, excluded.checkout, excluded.problem));
  get diagnostics v_changed = row_count;

  if p_snapshot_at >= v_last then
    delete from public.publications
    where checkout <> 'not_sold' and updated_at < p_snapshot_at
      and document_id not in (select value ->> 'id' from jsonb_array_elements(p_documents));
  end if;
  return jsonb_build_object('changed', v_changed);
end;
$$;
comment on function public.record_publications(jsonb, timestamptz) is
  'Records the checkout''s results for all sellable documents, and for the document that was published: {changed}. '
  'p_documents: [{id, revision, title, checkout, problem, updated_at}], read at p_snapshot_at, which publish_offers '
  'has processed before; sellable documents that are missing are deleted. An older version never replaces a newer one. '
  'Refuses invalid_input with the field, e.g. p_documents[0].id. Definer: the only writer of publications; only the '
  'service role may call it.';
grant execute on function public.record_publications(jsonb, timestamptz) to service_role;

create function public.report_build(p_build text, p_state text, p_reason text default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if p_build is null or length(p_build) not between 1 and 100 then perform private.fail('invalid_input', 'build'); end if;
  if p_state is null or p_state not in ('building', 'built', 'failed') then perform private.fail('invalid_input', 'state'); end if;
  insert into public.site_builds as b (build, state, reason, finished_at)
  values (p_build, p_state,
    case when p_state = 'failed' then left(coalesce(nullif(trim(p_reason), ''), 'The builder gave no reason.'), 2000) end,
    case when p_state <> 'building' then clock_timestamp() end)
  on conflict (build) do update set
    state = excluded.state, reason = excluded.reason, finished_at = excluded.finished_at
  -- Reports may arrive out of order: a finished build does not start again.
  where b.state = 'building';
  delete from public.site_builds where id in (select id from public.site_builds order by id desc offset 50);
  return jsonb_build_object('reported', true);
end;
$$;
comment on function public.report_build(text, text, text) is
  'Records that a build has begun or how it ended: {reported}. p_build: the builder''s own id; p_state: building, '
  'built or failed, then with p_reason. Call it before the content is read; otherwise a later publish would seem to be '
  'in the build. Refuses invalid_input (build, state). Definer: the only writer of site_builds; only the service role '
  'may call it.';
grant execute on function public.report_build(text, text, text) to service_role;

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
  v_latest_build public.site_builds;
  v_since timestamptz;
  v_site text;
  -- A builder that was stopped, or a hook that does not work, never reports an end.
  v_timeout constant interval := interval '20 minutes';
begin
  select * into v_publication from public.publications where document_id = p_document_id;
  select * into v_built from public.site_builds where state = 'built' order by started_at desc limit 1;
  select * into v_latest_build from public.site_builds order by started_at desc, id desc limit 1;
  -- Every build contains a document that was published before publishes were reported; no build contains a revision
  -- that is not reported yet.
  v_since := case when v_publication.document_id is null then '-infinity'
    when v_publication.revision = p_revision then v_publication.published_at
    else 'infinity' end;
  v_site := case
    when v_built.started_at >= v_since then 'built'
    when v_latest_build.started_at >= v_since and v_latest_build.state = 'failed' then 'failed'
    when greatest(v_since, v_latest_build.started_at) < clock_timestamp() - v_timeout then 'late'
    else 'building' end;
  return jsonb_build_object(
    'checkout', case
      when v_publication.document_id is null then 'unknown'
      when v_publication.revision is distinct from p_revision then 'older'
      when v_publication.checkout = 'not_sold' then 'unknown'
      when v_publication.checkout in ('refused', 'earlier_version') then v_publication.checkout
      else 'known' end,
    'on_sale', coalesce(v_publication.revision = p_revision and v_publication.checkout in ('on_sale', 'earlier_version'), false),
    'problem', case when v_publication.revision = p_revision then v_publication.problem end,
    'site', case v_site when 'late' then 'failed' else v_site end,
    'reason', case v_site when 'failed' then v_latest_build.reason when 'late' then 'No build has ended since it was published.' end,
    'built_at', private.iso(v_built.finished_at));
end;
$$;
comment on function public.get_publication_status(text, text) is
  'For Studio''s badge: whether this revision of a document has reached checkout and site: {checkout: known | older | '
  'unknown | refused | earlier_version, on_sale, problem, site: built | building | failed, reason, built_at}. '
  'unknown: not an offer, or never reported. older: the webhook has not reported this revision yet. site compares '
  'when the revision was reported with when the last builds began; built_at: ISO time of the current site, or null. '
  'It contains no secrets, because it describes published content. Definer: reads two tables that callers cannot '
  'read.';
grant execute on function public.get_publication_status(text, text) to anon, authenticated, service_role;
