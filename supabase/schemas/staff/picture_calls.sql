-- Coaches upload pictures and see their own. Only admins say which children are in a picture and share it.

create function private.require_staff()
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if not (private.is_coach() or private.is_admin()) then perform private.deny(); end if;
end;
$$;
comment on function private.require_staff() is 'Fails with not_allowed for everybody but coaches and admins.';

create function private.my_picture(p_id uuid)
returns public.pictures
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_picture public.pictures;
begin
  perform private.require_staff();
  select * into v_picture from public.pictures
  where id = p_id and (private.is_admin() or uploaded_by = (select auth.uid())) for update;
  -- A coach gets the same answer for another coach's picture and for one that does not exist.
  if not found then perform private.fail('picture_not_found', 'p_id'); end if;
  return v_picture;
end;
$$;
comment on function private.my_picture(uuid) is
  'Locks and returns a picture that the caller may change. Fails with not_allowed or picture_not_found.';

create function private.picture_row(p_picture public.pictures)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('id', p_picture.id, 'name', p_picture.name, 'width', p_picture.width, 'height', p_picture.height,
    'bytes', p_picture.bytes, 'shows', p_picture.shows, 'state', private.picture_state(p_picture),
    'uploaded_by', (select coalesce(name, email) from public.profiles where id = p_picture.uploaded_by),
    'created_at', private.iso(p_picture.created_at),
    'restorable_until', private.iso(p_picture.deleted_at + (select keep from public.retention_periods where class = 'pictures')))
$$;
comment on function private.picture_row(public.pictures) is 'Returns StaffPicture (contract/pictures.ts).';

create function public.list_pictures(
  p_filter jsonb default '{}', p_sort text default 'name', p_limit integer default 100, p_offset integer default 0)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_where text;
  v_order text;
  v_count integer;
  v_rows jsonb;
begin
  perform private.require_staff();
  perform private.check_list(p_filter, '{"search": "text", "shows": ["unsaid", "nobody", "children", "deleted"]}',
    p_sort, '{name,-created}', p_limit);
  if p_offset is null or p_offset not between 0 and 1000000 then perform private.fail('invalid_input', 'p_offset'); end if;
  v_where := concat_ws(' and ',
    case p_filter ->> 'shows' when 'deleted' then 'p.deleted_at is not null' else 'p.deleted_at is null' end,
    case when p_filter ->> 'shows' <> 'deleted' then format('p.shows = %L', p_filter ->> 'shows') end,
    case when not private.is_admin() then format('p.uploaded_by = %L', (select auth.uid())) end,
    (select string_agg(format('p.search_text like %L', w), ' and ')
    from unnest(private.search_patterns(p_filter ->> 'search')) w));
  v_order := case p_sort when 'name' then 'lower(p.name), p.id' else 'p.created_at desc, p.id desc' end;
  execute format('select count(*) from (select from public.pictures p where %s limit %s) p', v_where, private.count_limit() + 1) into v_count;
  execute format('select coalesce(jsonb_agg(private.picture_row(p) order by %2$s), ''[]'')
    from public.pictures p
    where p.id = any (array(select p.id from public.pictures p where %1$s order by %2$s limit %3$s offset %4$s))', v_where, v_order, p_limit, p_offset)
  into v_rows;
  return jsonb_build_object('rows', v_rows, 'count', least(v_count, private.count_limit()),
    'more', v_count > private.count_limit());
end;
$$;
comment on function public.list_pictures(jsonb, text, integer, integer) is
  'For staff. Returns StaffPictures (contract/pictures.ts). Coaches get only their own. p_filter is {search?, shows?}. '
  'shows is unsaid, nobody, children or deleted. p_sort is name or -created (spec 1 §3). The rows have no URLs. The '
  'function pictures signs them. Definer: the table has no policy.';
grant execute on function public.list_pictures(jsonb, text, integer, integer) to authenticated;

create function public.get_picture(p_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_picture constant public.pictures := private.my_picture(p_id);
begin
  return private.picture_row(v_picture) || jsonb_build_object('children', (
    select coalesce(jsonb_agg(jsonb_build_object('child_id', c.id, 'name', c.name, 'family', f.contact_name,
      'may_show', private.may_show(c.id)) order by c.name, c.id), '[]')
    from public.picture_children k join public.children c on c.id = k.child_id join public.families f on f.id = c.family_id
    where k.picture_id = v_picture.id and private.is_admin()));
end;
$$;
comment on function public.get_picture(uuid) is
  'For staff. Returns PictureDetails (contract/pictures.ts). Coaches do not get the children in it. Fails with '
  'picture_not_found (also for another coach''s). Definer: see list_pictures.';
grant execute on function public.get_picture(uuid) to authenticated;

create function public.get_picture_paths(p_ids jsonb, p_use text default 'view')
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_ids uuid[];
  v_pictures jsonb;
begin
  perform private.require_staff();
  if p_use is null or p_use not in ('view', 'share') then perform private.fail('invalid_input', 'p_use'); end if;
  if p_use = 'share' and not private.is_admin() then perform private.deny(); end if;
  if jsonb_typeof(p_ids) is distinct from 'array' or jsonb_array_length(p_ids) > 100
    or exists (select from jsonb_array_elements(p_ids) i where not private.is_uuid(i)) then
    perform private.fail('invalid_input', 'id');
  end if;
  v_ids := array(select i::uuid from jsonb_array_elements_text(p_ids) i);
  if p_use = 'share' and exists (
    select from public.pictures p where p.id = any (v_ids) and private.picture_state(p) <> 'open') then
    perform private.fail('picture_not_allowed', 'id');
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'path', p.path)), '[]') into v_pictures
  from public.pictures p where p.id = any (v_ids) and (private.is_admin() or p.uploaded_by = (select auth.uid()));
  if jsonb_array_length(v_pictures) <> cardinality(array(select distinct unnest(v_ids))) then
    perform private.fail('picture_not_found', 'id');
  end if;
  return jsonb_build_object('user_id', (select auth.uid()), 'pictures', v_pictures);
end;
$$;
comment on function public.get_picture_paths(jsonb, text) is
  'Returns paths that the function pictures signs: {user_id, pictures: [{id, path}]}. The use share is for admins, '
  'and only if no family of a child in the picture forbids it. Fails with picture_not_found, picture_not_allowed. '
  'Definer: see list_pictures.';
grant execute on function public.get_picture_paths(jsonb, text) to authenticated;

create function public.add_picture(p_user_id uuid, p_picture jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_picture public.pictures;
begin
  if not exists (select from public.user_roles where user_id = p_user_id and role in ('coach', 'admin', 'business_admin')) then
    perform private.deny();
  end if;
  insert into public.pictures (id, name, path, width, height, bytes, uploaded_by)
  values ((p_picture ->> 'id')::uuid, private.check_text(p_picture -> 'name', 'name', 120), p_picture ->> 'path',
    (p_picture ->> 'width')::integer, (p_picture ->> 'height')::integer, (p_picture ->> 'bytes')::integer, p_user_id)
  on conflict (id) do nothing;
  select * into v_picture from public.pictures where id = (p_picture ->> 'id')::uuid and uploaded_by = p_user_id;
  -- Another person's picture has this id.
  if not found then perform private.fail('invalid_input', 'id'); end if;
  return jsonb_build_object('path', v_picture.path, 'picture', private.picture_row(v_picture));
end;
$$;
comment on function public.add_picture(uuid, jsonb) is
  'Stores a picture. Takes {id, name, path, width, height, bytes} and returns {path, picture}. A repeated call keeps '
  'the first path. Definer: only the service role may call it, after it has stored the object.';
grant execute on function public.add_picture(uuid, jsonb) to service_role;

create function public.save_picture(p_id uuid, p_change jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_picture public.pictures := private.my_picture(p_id);
  v_ids uuid[] := '{}';
begin
  perform private.check_object(p_change, 'p_change', 8000);
  if p_change ? 'name' then
    update public.pictures set name = private.check_text(p_change -> 'name', 'name', 120) where id = p_id;
  end if;
  if p_change ? 'shows' then
    if not private.is_admin() then perform private.deny(); end if;
    if p_change ->> 'shows' is null or p_change ->> 'shows' not in ('unsaid', 'nobody', 'children') then
      perform private.fail('invalid_input', 'shows');
    end if;
    if p_change ->> 'shows' = 'children' then
      if jsonb_typeof(p_change -> 'children') is distinct from 'array' or jsonb_array_length(p_change -> 'children') not between 1 and 60
        or exists (select from jsonb_array_elements(p_change -> 'children') i where not private.is_uuid(i)) then
        perform private.fail('invalid_input', 'children');
      end if;
      v_ids := array(select distinct i::uuid from jsonb_array_elements_text(p_change -> 'children') i);
      if exists (select from unnest(v_ids) i (id) where not exists (select from public.children c where c.id = i.id)) then
        perform private.fail('child_not_found', 'children');
      end if;
    end if;
    delete from public.picture_children where picture_id = p_id and child_id <> all (v_ids);
    insert into public.picture_children (picture_id, child_id) select p_id, i from unnest(v_ids) i on conflict do nothing;
    update public.pictures set shows = p_change ->> 'shows' where id = p_id and shows <> p_change ->> 'shows';
  end if;
  return public.get_picture(p_id);
end;
$$;
comment on function public.save_picture(uuid, jsonb) is
  'For staff. Changes a picture by {name?, shows?, children?}. Only admins may say who is in it. Returns '
  'PictureDetails. Fails with picture_not_found, child_not_found. Definer: pictures are written by functions only.';
grant execute on function public.save_picture(uuid, jsonb) to authenticated;

create function public.delete_picture(p_id uuid, p_is_deleted boolean default true)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  perform private.my_picture(p_id);
  update public.pictures set deleted_at = case when p_is_deleted then clock_timestamp() end
  where id = p_id and (deleted_at is not null) is distinct from coalesce(p_is_deleted, false);
  return public.get_picture(p_id);
end;
$$;
comment on function public.delete_picture(uuid, boolean) is
  'For staff. Deletes a picture. If p_is_deleted is false, restores it, which is possible as long as it is kept '
  '(retention class pictures). Returns PictureDetails. Fails with picture_not_found. Definer: see save_picture.';
grant execute on function public.delete_picture(uuid, boolean) to authenticated;

create function public.find_picture_children(p_search text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.is_admin() then perform private.deny(); end if;
  if length(btrim(coalesce(p_search, ''))) not between 1 and 120 then perform private.fail('invalid_input', 'p_search'); end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('child_id', c.id, 'name', c.name, 'family', f.contact_name,
      'may_show', private.may_show(c.id)) order by c.name, c.id), '[]')
    from (
      select * from public.children c where c.search_text like all (private.search_patterns(p_search))
        and c.search_text like (private.search_patterns(p_search))[1]
      order by c.name, c.id limit 12) c
    join public.families f on f.id = c.family_id and f.erased_at is null);
end;
$$;
comment on function public.find_picture_children(text) is
  'For admins. Returns at most 12 children, found by a part of their name, as [{child_id, name, family, may_show}]. '
  'family is the family''s contact. Definer: reads consents past the policies.';
grant execute on function public.find_picture_children(text) to authenticated;

select private.answer_calls('public.list_pictures(jsonb, text, integer, integer)', 'pictures');
select private.answer_calls('public.get_picture(uuid)', 'pictures');
select private.answer_calls('public.get_picture_paths(jsonb, text)', 'pictures');
select private.answer_calls('public.save_picture(uuid, jsonb)', 'pictures');
select private.answer_calls('public.delete_picture(uuid, boolean)', 'pictures');
select private.answer_calls('public.find_picture_children(text)', 'pictures');
