-- Admins read reviews of camps, publish those that may be published, and take them back.

create function private.review_row(p_review public.camp_reviews)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select private.review_view(p_review) || jsonb_build_object('camp_id', w.id, 'title', w.name,
    'location', l.name, 'first_day', w.start_date, 'last_day', w.end_date, 'family_id', p_review.family_id,
    'children', private.children_at(p_review.family_id, null, w.id), 'written_at', private.iso(p_review.updated_at),
    'released_at', private.iso(p_review.released_at), 'released_by', private.staff_name(p_review.released_by))
  from public.camp_weeks w join public.locations l on l.id = w.location_id where w.id = p_review.camp_id
$$;
comment on function private.review_row(public.camp_reviews) is
  'Returns a review as StaffReview (contract/camp-reviews.ts).';

create function private.reviews_where(p_filter jsonb)
returns text
language sql
immutable
set search_path = ''
as $$
  select concat_ws(' and ', 'true',
    case p_filter ->> 'state' when 'private' then 'r.shown_name is null'
      when 'waiting' then 'r.shown_name is not null and r.released_at is null' when 'public' then 'r.released_at is not null' end,
    case when p_filter ? 'rating' then format('r.rating = %L::integer', p_filter ->> 'rating') end)
$$;
comment on function private.reviews_where(jsonb) is
  'Returns the SQL condition for a list of reviews r from a checked filter.';

create function public.list_camp_reviews(
  p_filter jsonb default '{}', p_sort text default '-written', p_after uuid default null, p_limit integer default 50)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_after public.camp_reviews;
  v_page record;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.check_list(p_filter,
    '{"state": ["waiting", "public", "private"], "rating": ["1", "2", "3", "4", "5"]}', p_sort, '{-written,written}', p_limit);
  if p_after is not null then
    select * into v_after from public.camp_reviews where id = p_after;
    if not found then perform private.fail('review_not_found', 'p_after'); end if;
  end if;
  v_page := private.read_page('public.camp_reviews r', private.reviews_where(p_filter), 'r.created_at', p_sort like '-%',
    v_after.created_at::text, p_after, p_limit);
  return jsonb_build_object('rows', (
      select coalesce(jsonb_agg(private.review_row(r) order by n.ordinality), '[]')
      from unnest(v_page.ids[:p_limit]) with ordinality n (id, ordinality) join public.camp_reviews r on r.id = n.id))
    || private.page_end(v_page.ids, v_page.counted, p_limit);
end;
$$;
comment on function public.list_camp_reviews(jsonb, text, uuid, integer) is
  'For admins. Returns StaffReviews (contract/camp-reviews.ts). p_filter is {state?, rating?}. p_sort is -written or '
  'written. Fails with review_not_found. Definer: see list_orders.';
grant execute on function public.list_camp_reviews(jsonb, text, uuid, integer) to authenticated;
select private.answer_calls('public.list_camp_reviews(jsonb, text, uuid, integer)', 'list_camp_reviews');

create function public.get_camp_review(p_review_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_review public.camp_reviews;
begin
  if not private.is_admin() then perform private.deny(); end if;
  select * into v_review from public.camp_reviews where id = p_review_id;
  if not found then perform private.fail('review_not_found', 'p_review_id'); end if;
  return private.review_row(v_review);
end;
$$;
comment on function public.get_camp_review(uuid) is
  'For admins. Returns a review, as StaffReview (contract/camp-reviews.ts). Fails with review_not_found. Definer: see '
  'list_orders.';
grant execute on function public.get_camp_review(uuid) to authenticated;
select private.answer_calls('public.get_camp_review(uuid)', 'management');

create function public.release_camp_review(p_review_id uuid, p_version integer, p_is_public boolean)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_review public.camp_reviews;
begin
  if not private.is_admin() then perform private.deny(); end if;
  if p_is_public is null then perform private.fail('invalid_input', 'p_is_public'); end if;
  select * into v_review from public.camp_reviews where id = p_review_id for update;
  if not found then perform private.fail('review_not_found', 'p_review_id'); end if;
  if v_review.version is distinct from p_version then perform private.fail('changed_meanwhile', 'p_version'); end if;
  if p_is_public then
    if v_review.shown_name is null then perform private.fail('review_private', 'p_review_id'); end if;
    -- Nobody publishes the praise of their own family.
    if v_review.family_id = private.my_family_id() then perform private.fail('own_review', 'p_review_id'); end if;
  end if;
  if (v_review.released_at is not null) is distinct from p_is_public then
    update public.camp_reviews set released_at = case when p_is_public then clock_timestamp() end,
      released_by = case when p_is_public then (select auth.uid()) end
    where id = v_review.id returning * into v_review;
  end if;
  return private.review_row(v_review);
end;
$$;
comment on function public.release_camp_review(uuid, integer, boolean) is
  'For admins. Publishes a review, or ends its publication. p_version is the one that was read. Returns StaffReview. '
  'Calling it twice changes nothing. Fails with review_not_found, changed_meanwhile, review_private (the family lets '
  'nobody else read it), own_review. Definer: see list_orders.';
grant execute on function public.release_camp_review(uuid, integer, boolean) to authenticated;
select private.answer_calls('public.release_camp_review(uuid, integer, boolean)', 'management');

create function private.export_family_reviews(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('camp_reviews', (
    select coalesce(jsonb_agg(to_jsonb(r) - 'written_by' - 'released_by' order by r.created_at, r.id), '[]')
    from public.camp_reviews r where r.family_id = p_family_id))
$$;
comment on function private.export_family_reviews(uuid, text[], text[]) is
  'Returns the family''s reviews of camps for its data export.';

create function private.erase_family_reviews(p_family_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$ delete from public.camp_reviews where family_id = p_family_id $$;
comment on function private.erase_family_reviews(uuid) is 'Deletes the family''s reviews of camps, published ones too.';

create function private.purge_camp_reviews()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.camp_reviews where id = any (array(
    select id from public.camp_reviews where created_at < private.expiry('camp_reviews')
    order by created_at limit 5000 for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_camp_reviews() is
  'Deletes reviews of camps older than their retention period and returns the number.';
