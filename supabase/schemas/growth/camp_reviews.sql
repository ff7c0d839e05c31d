-- After a camp its family is asked for a rating. The team reads every review. Other parents read those that the family
-- lets us publish, once an admin has read them (docs/decisions "Reviews of camps").

create table public.camp_reviews (
  id uuid primary key default gen_random_uuid(),
  camp_id uuid not null references public.camp_weeks (id) on delete restrict,
  family_id uuid not null references public.families (id) on delete restrict,
  rating integer not null check (rating between 1 and 5),
  words text check (length(words) between 1 and 600 and private.is_line(words)),
  shown_name text check (length(shown_name) between 1 and 40 and private.is_line(shown_name)),
  version integer not null default 1,
  written_by uuid references public.profiles (id) on delete set null,
  released_by uuid references public.profiles (id) on delete set null,
  released_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  unique (camp_id, family_id),
  check (shown_name is null or words is not null),
  check (released_at is null or shown_name is not null)
);
comment on table public.camp_reviews is
  'One review for each family and camp. A family whose child was at the camp writes it, changes it and deletes it.';
comment on column public.camp_reviews.rating is 'From 1 to 5 stars.';
comment on column public.camp_reviews.shown_name is
  'The name under which the family lets us publish the words. It is null if only the team may read them.';
comment on column public.camp_reviews.version is
  'The number of changes. A release names the version that was read, so that nobody publishes other words.';
comment on column public.camp_reviews.released_at is
  'When an admin published it. Each change by the family ends the publication.';
create index camp_reviews_family_id on public.camp_reviews (family_id);
create index camp_reviews_created_at on public.camp_reviews (created_at);
create index camp_reviews_written_by on public.camp_reviews (written_by);
create index camp_reviews_released_by on public.camp_reviews (released_by);

alter table public.camp_reviews enable row level security;
revoke all on table public.camp_reviews from anon, authenticated, service_role;
grant select on public.camp_reviews to authenticated, service_role;
create policy "Parents read their own reviews, admins read all" on public.camp_reviews
  for select to authenticated using (
    (select private.is_admin()) or family_id = (select private.my_family_id()));

create trigger touch_updated_at before update on public.camp_reviews
  for each row execute function private.touch_updated_at();
-- The log has no words of a family.
create trigger audit after update of released_at on public.camp_reviews
  for each row execute function private.audit('id', 'released_at', 'version');
-- Pages show what is published, so they are built again when it changes.
create trigger request_rebuild after update of released_at on public.camp_reviews
  for each row when (old.released_at is distinct from new.released_at) execute function private.request_rebuild();
create trigger request_rebuild_after_delete after delete on public.camp_reviews
  for each row when (old.released_at is not null) execute function private.request_rebuild();

create function private.camps_to_review(p_family_id uuid)
returns table (camp_id uuid, can_write boolean)
language sql
stable
set search_path = ''
as $$
  select e.camp_id, private.calendar_today() <= w.end_date + 60
  from public.camp_enrollments e join public.camp_weeks w on w.id = e.camp_id
  where e.family_id = p_family_id and e.status = 'enrolled' and w.cancelled_at is null
    and w.end_date < private.calendar_today()
    -- Only who was there can say how it was.
    and exists (
      select from public.camp_attendance a
      where a.enrollment_id = e.id and a.attended and a.day between w.start_date and w.end_date)
  group by e.camp_id, w.end_date
$$;
comment on function private.camps_to_review(uuid) is
  'Returns the camps that are over and at which a child of the family was, and whether the family may still write: for '
  '60 days after the last day.';

create function private.review_view(p_review public.camp_reviews)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select case when p_review.id is not null then jsonb_build_object('id', p_review.id, 'version', p_review.version,
    'rating', p_review.rating, 'words', p_review.words, 'shown_name', p_review.shown_name,
    'state', case when p_review.shown_name is null then 'private'
      when p_review.released_at is null then 'waiting' else 'public' end) end
$$;
comment on function private.review_view(public.camp_reviews) is
  'Returns a review as CampReview (contract/camp-reviews.ts), or null for no review.';

create function public.get_family_reviews()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_family_id constant uuid := private.my_family_id();
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'camp_id', w.id, 'title', w.name, 'location', l.name, 'first_day', w.start_date, 'last_day', w.end_date,
      'children', private.children_at(v_family_id, null, w.id), 'can_write', c.can_write,
      'review', private.review_view(r)) order by w.end_date desc, w.id), '[]')
    from private.camps_to_review(v_family_id) c
    join public.camp_weeks w on w.id = c.camp_id
    join public.locations l on l.id = w.location_id
    left join public.camp_reviews r on r.camp_id = w.id and r.family_id = v_family_id
    where c.can_write or r.id is not null);
end;
$$;
comment on function public.get_family_reviews() is
  'Returns FamilyReviews (contract/camp-reviews.ts): the camps that the family can review or has reviewed, the latest '
  'first. Definer: the family comes from the token.';
grant execute on function public.get_family_reviews() to authenticated;

create function public.save_camp_review(
  p_camp_id uuid, p_version integer, p_rating integer, p_words text, p_shown_name text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_family_id constant uuid := private.my_family_id();
  v_words text;
  v_name text;
  v_review public.camp_reviews;
begin
  if p_rating is null or p_rating not between 1 and 5 then perform private.fail('invalid_input', 'p_rating'); end if;
  if p_words is not null then v_words := private.check_text(to_jsonb(p_words), 'p_words', 600); end if;
  if p_shown_name is not null then
    if v_words is null then perform private.fail('invalid_input', 'p_words'); end if;
    v_name := private.check_text(to_jsonb(p_shown_name), 'p_shown_name', 40);
  end if;
  if not exists (select from private.camps_to_review(v_family_id) c where c.camp_id = p_camp_id and c.can_write) then
    perform private.fail('review_closed', 'p_camp_id');
  end if;
  -- The lock lets two parents, or two presses, write one after the other.
  perform from public.families where id = v_family_id for update;
  select * into v_review from public.camp_reviews where camp_id = p_camp_id and family_id = v_family_id for update;
  if (v_review.rating, v_review.words, v_review.shown_name) is not distinct from (p_rating, v_words, v_name) then
    return jsonb_build_object('review', private.review_view(v_review));
  end if;
  if coalesce(v_review.version, 0) is distinct from p_version then perform private.fail('changed_meanwhile', 'p_version'); end if;
  insert into public.camp_reviews as r (camp_id, family_id, rating, words, shown_name, written_by)
  values (p_camp_id, v_family_id, p_rating, v_words, v_name, (select auth.uid()))
  on conflict (camp_id, family_id) do update set rating = excluded.rating, words = excluded.words,
    shown_name = excluded.shown_name, written_by = excluded.written_by, version = r.version + 1, released_at = null,
    released_by = null
  returning * into v_review;
  return jsonb_build_object('review', private.review_view(v_review));
end;
$$;
comment on function public.save_camp_review(uuid, integer, integer, text, text) is
  'For a parent whose child was at the camp. Writes the family''s review or changes it. p_version is the one that the '
  'caller read, or 0. p_words may be null, and p_shown_name is null if nobody else may read the words. A change ends a '
  'publication. Returns SavedReview (contract/camp-reviews.ts). Fails with invalid_input (field), review_closed, '
  'changed_meanwhile. Definer: parents may not write the table.';
grant execute on function public.save_camp_review(uuid, integer, integer, text, text) to authenticated;
select private.answer_calls('public.save_camp_review(uuid, integer, integer, text, text)', 'camp_reviews');

create function public.delete_camp_review(p_camp_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  delete from public.camp_reviews where camp_id = p_camp_id and family_id = private.my_family_id();
  return jsonb_build_object('review', null);
end;
$$;
comment on function public.delete_camp_review(uuid) is
  'Deletes the review that the caller''s family wrote, at any time and also if it is published. Returns SavedReview. '
  'Calling it twice changes nothing. Definer: parents may not write the table.';
grant execute on function public.delete_camp_review(uuid) to authenticated;
select private.answer_calls('public.delete_camp_review(uuid)', 'camp_reviews');

create function public.get_public_reviews()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  -- One family's stars would say who gave them.
  c_fewest constant integer := 5;
  c_most constant integer := 60;
begin
  return (
    select jsonb_build_object(
      'count', count(*), 'stars', case when count(*) >= c_fewest then round(avg(r.rating), 1) end,
      'reviews', (
        select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'rating', p.rating, 'words', p.words, 'name', p.shown_name,
          'title', p.title, 'location', p.location, 'last_day', p.end_date) order by p.end_date desc, p.created_at desc, p.id), '[]')
        from (
          select s.id, s.rating, s.words, s.shown_name, s.created_at, w.name as title, l.name as location, w.end_date
          from public.camp_reviews s join public.camp_weeks w on w.id = s.camp_id join public.locations l on l.id = w.location_id
          where s.released_at is not null order by w.end_date desc, s.created_at desc, s.id limit c_most) p))
    from public.camp_reviews r);
end;
$$;
comment on function public.get_public_reviews() is
  'Returns PublicReviews (contract/camp-reviews.ts): what was published, the latest camp first, and the average of all '
  'reviews, even of those that only the team reads. Fewer than five have no average. Definer: visitors may not read '
  'the table.';
grant execute on function public.get_public_reviews() to anon, authenticated, service_role;

create function public.queue_review_requests()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_from constant time := '10:00';
  c_days constant integer := 7;
  c_most constant integer := 500;
  v_today constant date := private.calendar_today();
  v_count integer;
begin
  if (private.calendar_now() at time zone private.time_zone())::time < c_from then
    return jsonb_build_object('queued', 0);
  end if;
  select coalesce(sum(private.queue_family_mails('camp_review', format('camp_review:%s:%s', n.camp_id, n.family_id),
    jsonb_build_object('review_of', n.camp_id, 'children', private.children_at(n.family_id, null, n.camp_id),
      'title', n.title, 'location', n.location, 'first_day', n.start_date, 'last_day', n.end_date), n.family_id)), 0)
  into v_count
  from (
    select distinct w.id as camp_id, e.family_id, w.name as title, l.name as location, w.start_date, w.end_date
    from public.camp_weeks w
    join public.locations l on l.id = w.location_id
    join public.camp_enrollments e on e.camp_id = w.id and e.status = 'enrolled'
    cross join lateral (select from private.camps_to_review(e.family_id) c where c.camp_id = w.id and c.can_write) c
    where w.end_date between v_today - c_days and v_today - 1
      and not exists (select from public.outbox where key = format('camp_review:%s:%s', w.id, e.family_id))
      and not exists (select from public.camp_reviews r where r.camp_id = w.id and r.family_id = e.family_id)
      and exists (select from private.mail_recipients(e.family_id))
    limit c_most) n;
  return jsonb_build_object('queued', v_count);
end;
$$;
comment on function public.queue_review_requests() is
  'From 10 in the morning after a camp''s last day, asks each family whose child was there how it was, once for each '
  'camp and for a week. Returns {queued}. Definer: only the service role may call.';
grant execute on function public.queue_review_requests() to service_role;
