-- A family reads, removes and reports the photos of its own children. One mail in the evening says that there are new
-- ones.

create function private.photo_evening(p_day date)
returns timestamptz
language sql
stable
set search_path = ''
as $$ select (p_day + time '18:30') at time zone private.time_zone() $$;
comment on function private.photo_evening(date) is
  'Returns when families can see the photos of a day, and when the mail about them may go out: 6.30 in the evening.';

create function public.get_family_camp_photos(p_child_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not exists (
    select from public.children where id = p_child_id and family_id = (select private.my_family_id())) then
    perform private.fail('child_not_found', 'p_child_id');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', p.id, 'path', p.path, 'camp', p.name, 'day', p.day, 'taken_by', private.staff_name(p.taken_by),
      'gone_on', (p.expires_at at time zone private.time_zone())::date, 'width', p.width, 'height', p.height)
      order by p.day desc, p.uploaded_at, p.id), '[]')
    from (
      select p.*, w.name
      from public.camp_photo_tags t
      join public.camp_photos p on p.id = t.photo_id
      join public.camp_weeks w on w.id = p.camp_id
      where t.child_id = p_child_id and p.uploaded_at is not null and p.expires_at > private.calendar_now()
        and private.photo_evening(p.day) <= private.calendar_now()
        and private.allows_camp_photos(p_child_id)
        -- A withdrawal already erases its photos (private.drop_photos_without_consent). Each read checks the consent
        -- anyway.
        and not exists (
          select from public.camp_photo_tags o where o.photo_id = p.id and not private.allows_camp_photos(o.child_id))
      order by p.day desc, p.uploaded_at desc limit 500) p);
end;
$$;
comment on function public.get_family_camp_photos(uuid) is
  'Returns the camp photos of a child, those of today from 6.30 in the evening: [{id, path, camp, day, taken_by, '
  'gone_on, width, height}], and nothing about other children. A path gives no access by itself. Fails with '
  'child_not_found. Definer: reads only the family of the token''s user.';
grant execute on function public.get_family_camp_photos(uuid) to authenticated;
select private.answer_calls('public.get_family_camp_photos(uuid)', 'get_child_photos');

create function private.check_own_photo(p_photo_id uuid, p_child_id uuid)
returns public.camp_photos
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_photo public.camp_photos;
begin
  select p.* into v_photo
  from public.camp_photos p
  join public.camp_photo_tags t on t.photo_id = p.id
  join public.children c on c.id = t.child_id
  where p.id = p_photo_id and c.id = p_child_id and c.family_id = (select private.my_family_id())
  for update of p;
  if not found then perform private.fail('photo_not_found', 'p_photo_id'); end if;
  return v_photo;
end;
$$;
comment on function private.check_own_photo(uuid, uuid) is
  'Locks and returns a photo in which a child of the caller''s family is tagged. Fails with photo_not_found.';

create function public.remove_camp_photo(p_photo_id uuid, p_child_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  perform private.check_own_photo(p_photo_id, p_child_id);
  delete from public.camp_photo_tags where photo_id = p_photo_id and child_id = p_child_id;
  return jsonb_build_object('removed', true);
end;
$$;
comment on function public.remove_camp_photo(uuid, uuid) is
  'Removes a child from a photo, so that its family no longer reads it there. If no child is left, the photo is '
  'erased. Returns {removed}. Fails with photo_not_found. Definer: changes only photos of the own family''s child.';
grant execute on function public.remove_camp_photo(uuid, uuid) to authenticated;
select private.answer_calls('public.remove_camp_photo(uuid, uuid)', 'change_camp_photos');

create function public.report_camp_photo(p_photo_id uuid, p_child_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_photo constant public.camp_photos := private.check_own_photo(p_photo_id, p_child_id);
begin
  delete from public.camp_photos where id = p_photo_id;
  insert into public.tasks (id, kind, title, note, due_on, camp_id)
  values (gen_random_uuid(), 'todo', 'A parent reported a photo of this camp',
    format('The photo of %s, sent by %s, was erased for all families. Please ask the coach what it showed.',
      to_char(v_photo.day, 'FMDD Mon YYYY'), coalesce(private.staff_name(v_photo.taken_by), 'a former coach')),
    private.calendar_today(), v_photo.camp_id);
  return jsonb_build_object('removed', true);
end;
$$;
comment on function public.report_camp_photo(uuid, uuid) is
  'Erases a photo for all families at once, because a parent says that it should not exist, and writes a task for '
  'admins. Nobody on the team looks at it. Returns {removed}. Fails with photo_not_found. Definer: erases only a photo '
  'of the own family''s child.';
grant execute on function public.report_camp_photo(uuid, uuid) to authenticated;
select private.answer_calls('public.report_camp_photo(uuid, uuid)', 'change_camp_photos');

create function public.queue_photo_mails()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_most constant integer := 500;
  v_today constant date := private.calendar_today();
  v_begin constant timestamptz := private.photo_evening(v_today);
  v_family record;
  v_count integer := 0;
begin
  if private.calendar_now() not between v_begin and v_begin + interval '3 hours' then return jsonb_build_object('queued', 0); end if;
  for v_family in
    with due as (
      select c.family_id from public.camp_photo_tags t
      join public.camp_photos p on p.id = t.photo_id
      join public.children c on c.id = t.child_id
      where t.mailed_at is null and p.uploaded_at is not null and p.expires_at > private.calendar_now()
        and not exists (select from public.outbox o where o.key = format('camp_photos:%s:%s', c.family_id, v_today))
      group by c.family_id order by c.family_id limit c_most),
    -- The mail counts exactly these photos. A photo that arrives during this call is counted on the next evening.
    counted as (
      update public.camp_photo_tags t set mailed_at = clock_timestamp()
      from public.camp_photos p, public.children c, due d
      where p.id = t.photo_id and c.id = t.child_id and d.family_id = c.family_id
        and t.mailed_at is null and p.uploaded_at is not null and p.expires_at > private.calendar_now()
      returning c.family_id, t.child_id, p.camp_id, p.day)
    select n.family_id, jsonb_agg(jsonb_build_object(
      'child_id', n.child_id, 'child_name', private.child_name(n.child_id), 'title', w.name, 'location', l.name,
      'day', n.day, 'photos', n.photos) order by n.child_id, n.day, w.name) as days
    from (
      select family_id, child_id, camp_id, day, count(*) as photos
      from counted where private.allows_camp_photos(child_id) group by family_id, child_id, camp_id, day) n
    join public.camp_weeks w on w.id = n.camp_id
    join public.locations l on l.id = w.location_id
    group by n.family_id
  loop
    -- Nobody has to get this mail, and a guest could not open the page.
    v_count := v_count + private.queue_mails('camp_photos', format('camp_photos:%s:%s', v_family.family_id, v_today),
      jsonb_build_object('days', v_family.days), array(
        select r from private.mail_recipients(v_family.family_id) r
        join public.profiles p on p.id = r.profile_id and p.booking_mails));
  end loop;
  return jsonb_build_object('queued', v_count);
end;
$$;
comment on function public.queue_photo_mails() is
  'Between 6.30 and 9.30 in the evening, queues a mail to each family with photos that no mail has counted yet, once '
  'per family and day. A photo that arrives later is counted on the next evening. Returns {queued}. Definer: only the '
  'service role may call.';
grant execute on function public.queue_photo_mails() to service_role;
