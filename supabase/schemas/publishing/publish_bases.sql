-- Locations from the published content are stored as locations here, and found by their system name (docs/decisions
-- "Bases").

create function private.check_base(p_base jsonb, p_field text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform private.check_object(p_base, p_field, 4000);
  if coalesce(p_base ->> 'slug', '') !~ '^[a-z][a-z0-9-]{0,39}$' then perform private.fail('invalid_input', p_field || '.slug'); end if;
  if private.is_line(p_base ->> 'name') is not true or length(p_base ->> 'name') not between 1 and 60 then
    perform private.fail('invalid_input', p_field || '.name');
  end if;
  if length(coalesce(p_base ->> 'address', '')) not between 1 and 200 then perform private.fail('invalid_input', p_field || '.address'); end if;
  if p_base ->> 'map_url' is not null and (p_base ->> 'map_url' !~ '^https://' or length(p_base ->> 'map_url') > 2000) then
    perform private.fail('invalid_input', p_field || '.map_url');
  end if;
  if jsonb_typeof(p_base -> 'for_camps') is distinct from 'boolean' then perform private.fail('invalid_input', p_field || '.for_camps'); end if;
  if not pg_input_is_valid(coalesce(p_base ->> 'updated_at', ''), 'timestamptz') then
    perform private.fail('invalid_input', p_field || '.updated_at');
  end if;
end;
$$;
comment on function private.check_base(jsonb, text) is
  'Checks a location of publish_bases. Fails with invalid_input, and names the field under p_field.';

create function public.publish_bases(p_bases jsonb, p_snapshot_at timestamptz, p_is_whole boolean default true)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_base record;
  v_old public.locations;
  v_last_snapshot timestamptz;
  v_changed integer := 0;
  v_withdrawn integer := 0;
  v_skipped text[] := '{}';
begin
  if jsonb_typeof(p_bases) is distinct from 'array' then perform private.fail('invalid_input', 'p_bases'); end if;
  if p_snapshot_at is null then perform private.fail('invalid_input', 'p_snapshot_at'); end if;
  for v_base in select value, ordinality - 1 as i from jsonb_array_elements(p_bases) with ordinality loop
    perform private.check_base(v_base.value, format('p_bases[%s]', v_base.i));
  end loop;
  if (select count(distinct value ->> 'slug') from jsonb_array_elements(p_bases)) <> jsonb_array_length(p_bases) then
    perform private.fail('invalid_input', 'p_bases');
  end if;
  -- This is the lock of publishing, as in publish_offers, which has stored its own snapshot before.
  select offers_snapshot_at into v_last_snapshot from public.settings for update;
  for v_base in
    select n.* from jsonb_to_recordset(p_bases) as n (
      slug text, name text, address text, map_url text, for_camps boolean, updated_at timestamptz)
  loop
    -- If a location has no slug, its system name is in its column base.
    select * into v_old from public.locations l where l.slug = v_base.slug or (l.slug is null and l.base = v_base.slug) for update;
    if not found and p_snapshot_at < v_last_snapshot then continue; end if;
    -- Two locations must not have the same name, and the name never decides which location is meant.
    if exists (select from public.locations l where l.name = v_base.name and l.id is distinct from v_old.id) then
      v_skipped := v_skipped || v_base.slug;
    elsif v_old.id is null then
      insert into public.locations (name, address, base, slug, map_url, content_updated_at)
      values (v_base.name, v_base.address, case when v_base.for_camps then v_base.slug end, v_base.slug, v_base.map_url, v_base.updated_at);
      v_changed := v_changed + 1;
    elsif v_old.content_updated_at is null or v_base.updated_at > v_old.content_updated_at
      or (v_base.updated_at = v_old.content_updated_at and not v_old.is_offered and p_snapshot_at >= v_last_snapshot) then
      update public.locations set
        slug = v_base.slug, map_url = v_base.map_url, content_updated_at = v_base.updated_at, is_offered = true,
        -- If staff made the location before the content had it, its name and address stay until somebody edits them in
        -- Studio.
        name = case when v_old.content_updated_at is null then name else v_base.name end,
        address = case when v_old.content_updated_at is null then coalesce(address, v_base.address) else v_base.address end,
        -- Camps that were sold there keep their base.
        base = coalesce(base, case when v_base.for_camps then v_base.slug end)
      where id = v_old.id;
      v_changed := v_changed + 1;
    end if;
  end loop;
  -- An empty list is more likely a failed read than a programme without locations.
  if p_is_whole and p_snapshot_at >= v_last_snapshot and jsonb_array_length(p_bases) > 0 then
    update public.locations set is_offered = false
    where is_offered and content_updated_at < p_snapshot_at
      and slug not in (select value ->> 'slug' from jsonb_array_elements(p_bases));
    get diagnostics v_withdrawn = row_count;
  end if;
  return jsonb_build_object('changed', v_changed + v_withdrawn, 'skipped', v_skipped);
end;
$$;
comment on function public.publish_bases(jsonb, timestamptz, boolean) is
  'Publishes locations. p_bases is the whole set as read at p_snapshot_at. A location that is missing stays, but '
  'nothing new is planned there. If p_is_whole is false, p_bases is not the whole set, and missing locations do not '
  'change. Returns {changed, skipped}. skipped lists the slugs whose name another location has. Definer: locations '
  'have no write grant. Only the service role may call it.';
grant execute on function public.publish_bases(jsonb, timestamptz, boolean) to service_role;
