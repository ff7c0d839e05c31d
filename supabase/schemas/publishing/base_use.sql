-- Studio asks what still uses a location before an editor unpublishes it.

create function public.get_base_use(p_slug text)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  -- As in publish_bases, if a location has no slug, its column base contains the system name.
  v_location constant uuid := (
    select l.id from public.locations l
    where l.slug = p_slug or (l.slug is null and l.base = p_slug)
    order by l.slug is null, l.id limit 1);
begin
  return jsonb_build_object(
    'is_known', v_location is not null,
    'camps', (
      select count(*) from public.camp_weeks c
      where c.location_id = v_location and c.cancelled_at is null and c.end_date >= private.calendar_today()),
    'sessions', (
      select count(*) from public.sessions s
      where s.location_id = v_location and s.status = 'scheduled' and s.ends_at > private.calendar_now()));
end;
$$;
comment on function public.get_base_use(text) is
  'Studio calls this before a location is unpublished. Returns {is_known, camps, sessions}. camps and sessions are the '
  'numbers of those there that are not over. Anybody may call it, because the site shows the same dates. Definer: '
  'callers may not read locations of content.';
grant execute on function public.get_base_use(text) to anon, authenticated, service_role;
