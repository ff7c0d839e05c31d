-- Coaches send photos of their camp. The function camp-photos stores the bytes between start_camp_photo and
-- finish_camp_photo. Nothing here returns a photo to staff.

create function private.check_photo_ids(p_ids jsonb, p_field text, p_least integer)
returns uuid[]
language plpgsql
volatile
set search_path = ''
as $$
declare
  -- No camp has more children than this.
  c_most constant integer := 100;
begin
  if jsonb_typeof(p_ids) is distinct from 'array' then perform private.fail('invalid_input', p_field); end if;
  if jsonb_array_length(p_ids) not between p_least and c_most
    or exists (select from jsonb_array_elements(p_ids) i where not private.is_uuid(i)) then
    perform private.fail('invalid_input', p_field);
  end if;
  return array(select distinct i::uuid from jsonb_array_elements_text(p_ids) i);
end;
$$;
comment on function private.check_photo_ids(jsonb, text, integer) is
  'Returns a list of ids with p_least to 100 entries. Fails with invalid_input, and names the field.';

create function private.was_camp_photo(p_photo_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from public.audit_log
    where table_name = 'camp_photos' and row_key = p_photo_id::text and action = 'delete' and before ->> 'uploaded_at' is not null)
$$;
comment on function private.was_camp_photo(uuid) is
  'Returns whether a photo with this id was stored and has been erased since, as the audit log remembers.';

create function private.check_photo_children(p_child_ids uuid[], p_without_ids uuid[], p_camp_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if exists (
    select from unnest(p_child_ids) i (id)
    where not exists (
      select from public.camp_enrollments e
      where e.camp_id = p_camp_id and e.child_id = i.id and e.status = 'enrolled')) then
    perform private.fail('child_not_found', 'p_child_ids');
  end if;
  -- A missing answer counts as a refusal.
  if exists (select from unnest(p_child_ids) i (id) where not private.allows_camp_photos(i.id)) then
    perform private.fail('photo_consent_missing', 'p_child_ids');
  end if;
  -- The coach confirmed the photo before a list of names. A consent may have been withdrawn while the photo waited.
  if exists (
    select from public.camp_enrollments e
    where e.camp_id = p_camp_id and e.status = 'enrolled' and e.child_id <> all (p_without_ids)
      and not private.allows_camp_photos(e.child_id)) then
    perform private.fail('photo_consent_missing', 'p_without_ids');
  end if;
end;
$$;
comment on function private.check_photo_children(uuid[], uuid[], uuid) is
  'Checks the tagged children, and that the screen named all children of the camp without photo consent. Fails with '
  'child_not_found for a child who is not on the camp''s roster, and with photo_consent_missing.';

create function public.start_camp_photo(
  p_photo_id uuid, p_camp_id uuid, p_day date, p_child_ids jsonb, p_without_ids jsonb, p_others text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_most constant integer := 120;
  c_keep constant integer := 30;
  v_today constant date := private.calendar_today();
  v_path constant text := encode(extensions.gen_random_bytes(16), 'hex') || '.jpg';
  v_ids constant uuid[] := private.check_photo_ids(p_child_ids, 'p_child_ids', 1);
  v_photo public.camp_photos;
begin
  if not private.coaches_place(p_camp_id) then perform private.deny(); end if;
  if p_photo_id is null then perform private.fail('invalid_input', 'p_photo_id'); end if;
  if coalesce(p_others, '') not in ('none', 'blurred') then perform private.fail('invalid_input', 'p_others'); end if;
  -- A photo may wait for a network until the end of the next day.
  if p_day is null or p_day not in (v_today, v_today - 1) then perform private.deny(); end if;
  if not exists (
    select from public.camp_weeks where id = p_camp_id and p_day between start_date and end_date and cancelled_at is null
      and not private.is_day_cancelled(id, p_day)) then
    perform private.fail('place_not_found', 'p_camp_id');
  end if;
  perform private.lock_camps(array[p_camp_id]);
  select * into v_photo from public.camp_photos where id = p_photo_id for update;
  if found and (v_photo.taken_by is distinct from (select auth.uid()) or v_photo.camp_id <> p_camp_id or v_photo.day <> p_day) then
    perform private.deny();
  end if;
  -- The photo is already stored, but the device missed the answer. A photo that a parent has reported or deleted since
  -- then must not come back.
  if v_photo.uploaded_at is not null or private.was_camp_photo(p_photo_id) then return jsonb_build_object('path', null); end if;
  perform private.check_photo_children(v_ids, private.check_photo_ids(p_without_ids, 'p_without_ids', 0), p_camp_id);
  if v_photo.id is null and (select count(*) from public.camp_photos where camp_id = p_camp_id and day = p_day) >= c_most then
    perform private.fail('list_full', 'p_camp_id');
  end if;
  insert into public.camp_photos (id, camp_id, day, taken_by, path, others, expires_at)
  values (p_photo_id, p_camp_id, p_day, (select auth.uid()), v_path, p_others, private.midnight_of(p_day + c_keep))
  on conflict (id) do update set path = excluded.path, others = excluded.others, started_at = clock_timestamp();
  insert into public.camp_photo_tags (photo_id, child_id, enrollment_id)
  select p_photo_id, e.child_id, e.id from public.camp_enrollments e
  where e.camp_id = p_camp_id and e.child_id = any (v_ids) and e.status = 'enrolled'
  on conflict (photo_id, child_id) do nothing;
  delete from public.camp_photo_tags where photo_id = p_photo_id and child_id <> all (v_ids);
  return jsonb_build_object('path', v_path);
end;
$$;
comment on function public.start_camp_photo(uuid, uuid, date, jsonb, jsonb, text) is
  'For coaches of the camp, on the day of the photo and the day after. Returns {path: where to store it, or null if '
  'the photo is stored already, or was and has been erased since}. p_without_ids are the children whom the screen '
  'named as without photo consent. p_others is explained at camp_photos.others. Fails with place_not_found, '
  'child_not_found, photo_consent_missing, list_full (120 photos per camp and day). Definer: checks for a coach of '
  'the camp itself.';
grant execute on function public.start_camp_photo(uuid, uuid, date, jsonb, jsonb, text) to authenticated;
select private.answer_calls('public.start_camp_photo(uuid, uuid, date, jsonb, jsonb, text)', 'camp_photos');

create function public.finish_camp_photo(
  p_photo_id uuid, p_path text, p_width integer, p_height integer, p_bytes integer, p_small_bytes integer)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_photo public.camp_photos;
begin
  select * into v_photo from public.camp_photos where id = p_photo_id and path = p_path for update;
  if not found then perform private.fail('photo_not_found', 'p_photo_id'); end if;
  -- A parent may have withdrawn the consent while the photo was on its way.
  if exists (select from public.camp_photo_tags t where t.photo_id = p_photo_id and not private.allows_camp_photos(t.child_id)) then
    delete from public.camp_photos where id = p_photo_id;
    return jsonb_build_object('stored', false);
  end if;
  update public.camp_photos set width = p_width, height = p_height, bytes = p_bytes, small_bytes = p_small_bytes,
    uploaded_at = clock_timestamp()
  where id = p_photo_id;
  return jsonb_build_object('stored', true);
end;
$$;
comment on function public.finish_camp_photo(uuid, text, integer, integer, integer, integer) is
  'Lets families read a photo whose objects are stored. Returns {stored}, which is false if a child''s consent was '
  'withdrawn since the upload began. The photo is then erased. Fails with photo_not_found if another attempt to '
  'upload it has begun. Definer: only the service role may call.';
grant execute on function public.finish_camp_photo(uuid, text, integer, integer, integer, integer) to service_role;

create function public.get_camp_photo_counts(p_day date)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_places uuid[];
begin
  perform private.check_roster_day(p_day);
  v_places := private.my_places(p_day);
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'camp_id', w.id,
      'photos', (select count(*) from public.camp_photos p where p.camp_id = w.id and p.day = p_day and p.uploaded_at is not null),
      'children', k.children, 'tagged', k.tagged, 'without_consent', k.without_consent,
      'without_photo', k.without_photo) order by w.id), '[]')
    from public.camp_weeks w
    cross join lateral (
      select count(*) as children, count(*) filter (where d.is_tagged) as tagged,
        count(*) filter (where not d.allowed) as without_consent,
        coalesce(jsonb_agg(d.child_id order by d.child_id) filter (where d.allowed and not d.is_tagged), '[]') as without_photo
      from (
        select e.child_id, private.allows_camp_photos(e.child_id) as allowed, exists (
          select from public.camp_photo_tags t join public.camp_photos p on p.id = t.photo_id
          where t.child_id = e.child_id and p.camp_id = w.id and p.day = p_day and p.uploaded_at is not null) as is_tagged
        from public.camp_enrollments e where e.camp_id = w.id and e.status = 'enrolled') d) k
    where p_day between w.start_date and w.end_date and w.cancelled_at is null and not private.is_day_cancelled(w.id, p_day)
      and (v_places is null or w.id = any (v_places)));
end;
$$;
comment on function public.get_camp_photo_counts(date) is
  'For staff, on the days of get_roster. Returns CampPhotoCount[] (contract/camp-photos.ts). Coaches get only the '
  'camps that they coach. Staff read these counts and never a photo. Definer: checks for staff itself.';
grant execute on function public.get_camp_photo_counts(date) to authenticated;
select private.answer_calls('public.get_camp_photo_counts(date)', 'roster');
