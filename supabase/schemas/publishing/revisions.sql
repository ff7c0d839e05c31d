-- Every minute the published documents are compared with those that the webhook reported. So a lost, wrong or missing
-- webhook is found (docs/decisions "Sweeps").

create function private.unreported(p_documents jsonb, p_snapshot_at timestamptz)
returns table (document_id text, is_deleted boolean)
language sql
stable
set search_path = ''
as $$
  select n.id, false
  from jsonb_to_recordset(p_documents) as n (id text, revision text, updated_at timestamptz)
  left join public.publications p on p.document_id = n.id
  -- If the revision is older than the reported one, it was read before, and never replaces it.
  where p.document_id is null or (p.revision <> n.revision and n.updated_at >= p.updated_at)
  union all
  select p.document_id, true
  from public.publications p
  where p.updated_at < p_snapshot_at and p.published_at < p_snapshot_at
    and p.document_id not in (select value ->> 'id' from jsonb_array_elements(p_documents))
$$;
comment on function private.unreported(jsonb, timestamptz) is
  'Returns documents whose published revision was not reported, and reported ones that are not published any more.';

create function private.check_revisions(p_documents jsonb, p_snapshot_at timestamptz)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_document record;
begin
  -- An empty list is more likely a failed read than a site without content.
  if jsonb_typeof(p_documents) is distinct from 'array' or jsonb_array_length(p_documents) = 0 then
    perform private.fail('invalid_input', 'p_documents');
  end if;
  if p_snapshot_at is null then perform private.fail('invalid_input', 'p_snapshot_at'); end if;
  for v_document in select value, ordinality - 1 as i from jsonb_array_elements(p_documents) with ordinality loop
    perform private.check_publication(v_document.value, format('p_documents[%s]', v_document.i));
  end loop;
end;
$$;
comment on function private.check_revisions(jsonb, timestamptz) is
  'Checks the arguments of compare_revisions. Fails with invalid_input, and names the field.';

create function public.compare_revisions(p_documents jsonb, p_snapshot_at timestamptz)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  perform private.check_revisions(p_documents, p_snapshot_at);
  return jsonb_build_object('unreported', case
    when exists (select from public.sweeps where name = 'revisions' and done_at is not null)
      then (select count(*) from private.unreported(p_documents, p_snapshot_at))
    else 0 end);
end;
$$;
comment on function public.compare_revisions(jsonb, timestamptz) is
  'Compares the published documents with the reported ones. p_documents is all that is published at p_snapshot_at. '
  'The caller publishes what is sold, then calls record_revisions. Returns {unreported}, which is 0 at the first '
  'comparison. Definer: only the service role may call it.';
grant execute on function public.compare_revisions(jsonb, timestamptz) to service_role;

create function public.record_revisions(p_documents jsonb, p_snapshot_at timestamptz)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_is_first constant boolean := not exists (select from public.sweeps where name = 'revisions' and done_at is not null);
  v_unreported integer;
begin
  perform private.check_revisions(p_documents, p_snapshot_at);
  -- This is the lock of publishing, as in record_publications.
  perform from public.settings for update;
  select count(*) into v_unreported from private.unreported(p_documents, p_snapshot_at);
  insert into public.publications as p (document_id, revision, title, type, updated_at, found_by_sweep)
  select n.id, n.revision, left(coalesce(n.title, ''), 200), left(coalesce(n.type, ''), 100), n.updated_at, not v_is_first
  from jsonb_to_recordset(p_documents) as n (id text, revision text, title text, type text, updated_at timestamptz)
  where n.id in (select u.document_id from private.unreported(p_documents, p_snapshot_at) u where not u.is_deleted)
  on conflict (document_id) do update set
    revision = excluded.revision, title = excluded.title, type = excluded.type, updated_at = excluded.updated_at,
    published_at = clock_timestamp(), found_by_sweep = excluded.found_by_sweep, checkout = 'not_sold', problem = null;
  delete from public.publications where document_id in (
    select u.document_id from private.unreported(p_documents, p_snapshot_at) u where u.is_deleted);
  insert into public.sweeps (name, done_at) values ('revisions', clock_timestamp())
  on conflict (name) do update set done_at = excluded.done_at;
  return jsonb_build_object('recorded', case when v_is_first then 0 else v_unreported end);
end;
$$;
comment on function public.record_revisions(jsonb, timestamptz) is
  'Records documents that compare_revisions found and that are not sold. Returns {recorded}, which is 0 at the first '
  'comparison. Definer: only the service role may call it.';
grant execute on function public.record_revisions(jsonb, timestamptz) to service_role;
