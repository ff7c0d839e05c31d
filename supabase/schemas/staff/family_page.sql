-- The page of a family for staff has no health data. Opening health data is a separate call, which is logged.

create index children_same on public.children (dob, (private.name_key(name)));

create function private.parents_of(p_family public.families)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', p.id, 'name', p.name, 'email', p.email, 'phone', p.phone, 'is_first', p.id = p_family.primary_parent_id,
    'is_verified', u.email_confirmed_at is not null, 'seen_at', private.iso(u.last_sign_in_at),
    'roles', array(select r.role from public.user_roles r where r.user_id = p.id and r.role <> 'customer' order by r.role))
    order by p.id = p_family.primary_parent_id desc), '[]')
  from public.profiles p join auth.users u on u.id = p.id
  where p.id in (p_family.primary_parent_id, p_family.secondary_parent_id)
$$;
comment on function private.parents_of(public.families) is
  'Returns StaffParent[] (contract/management-families.ts), with the first parent first.';

create function private.same_families(p_family public.families)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_emails constant text[] := array(select private.mail_key(e) from unnest(private.family_emails(p_family.id, false)) e);
  v_phones constant text[] := array(
    select p_family.contact_phone where p_family.contact_phone is not null
    union select p.phone from public.profiles p where p.family_id = p_family.id and p.phone is not null);
begin
  return (
    select coalesce(jsonb_agg(private.family_row(f) || jsonb_build_object('same', s.same) order by cardinality(s.same) desc, f.created_at, f.id), '[]')
    from (
      select t.id, array_agg(distinct t.same order by t.same) as same from (
        select id, 'email' as same from public.families where private.mail_key(contact_email) = any (v_emails)
        union all
        select family_id, 'email' from public.profiles where family_id is not null and private.mail_key(email) = any (v_emails)
        union all
        select id, 'phone' from public.families where contact_phone = any (v_phones)
        union all
        select family_id, 'phone' from public.profiles where family_id is not null and phone = any (v_phones)
        union all
        select o.family_id, 'parent' from public.profiles p
        join public.profiles o on o.family_id is not null and private.name_key(o.name) = private.name_key(p.name)
          and private.postal_code(o.address) = private.postal_code(p.address)
        where p.family_id = p_family.id and p.name <> ''
        union all
        select o.family_id, 'child' from public.children c
        join public.children o on o.dob = c.dob and private.name_key(o.name) = private.name_key(c.name)
        where c.family_id = p_family.id) t
      where t.id <> p_family.id and not private.are_distinct(t.id, p_family.id) group by t.id limit 20) s
    join public.families f on f.id = s.id and f.erased_at is null);
end;
$$;
comment on function private.same_families(public.families) is
  'Returns possible duplicates, as SameFamily[] (contract/management-families.ts). Equal details are no proof, '
  'because somebody typed them. Families that staff decided are not the same are left out.';

create function private.agreed_of(p_family_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'purpose', c.purpose, 'child_id', c.child_id, 'given', c.given, 'at', private.iso(c.created_at), 'source', c.source,
    'is_current', c.version >= private.required_consent_version(c.purpose),
    'recorded_by', private.staff_name(c.recorded_by), 'who', (select coalesce(nullif(p.name, ''), p.email) from public.profiles p where p.id = c.user_id))
    order by c.purpose, c.child_id nulls first, c.created_at desc), '[]')
  from public.current_consents c where c.family_id = p_family_id
$$;
comment on function private.agreed_of(uuid) is
  'Returns StaffConsent[] (contract/management-families.ts), which has the current answer for each purpose, for each '
  'child or the family.';

create function public.get_family_page(p_family_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_family public.families;
  v_today constant date := private.calendar_today();
begin
  if not private.is_admin() then perform private.deny(); end if;
  select * into v_family from public.families where id = p_family_id and erased_at is null;
  if not found then perform private.fail('family_not_found', 'p_family_id'); end if;
  return jsonb_build_object(
    'family', private.family_row(v_family),
    'contact', jsonb_build_object('name', v_family.contact_name, 'email', v_family.contact_email, 'phone', v_family.contact_phone),
    'parents', private.parents_of(v_family),
    -- Pick-up contacts are opened by a separate call that is logged, as health data is.
    'children', (
      select coalesce(jsonb_agg(c.value - 'pickup' || jsonb_build_object('agreed_teams', k.agreed_teams,
        'collection', private.collection_summary(k), 'levels', private.level_history(k.id, 20)) order by c.ordinality), '[]')
      from jsonb_array_elements(private.family_children(v_family.id, v_today)) with ordinality c
      join public.children k on k.id = (c.value ->> 'id')::uuid),
    'teams', (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.min_age, t.id), '[]') from public.teams t),
    'passes', private.family_passes(v_family.id, v_today),
    'ahead', private.family_bookings(v_family.id, v_today, 'infinity', false, 100),
    'past', private.family_bookings(v_family.id, v_today - 365, v_today - 1, true, 100),
    'camps', private.family_camps(v_family.id, v_today - 365, 'infinity'),
    'waiting', (
      select coalesce(jsonb_agg(w.value - 'secret' order by w.ordinality), '[]')
      from jsonb_array_elements(private.family_waiting(v_family.id)) with ordinality w),
    'orders', (
      select coalesce(jsonb_agg(private.order_row(o) order by o.created_at desc, o.id), '[]')
      from (select * from public.orders where family_id = v_family.id order by created_at desc, id limit 50) o),
    'orders_count', (select count(*) from public.orders where family_id = v_family.id),
    'consents', private.agreed_of(v_family.id),
    'proposals', (select count(*) from public.family_proposals where family_id = v_family.id),
    'notes', private.notes_of(v_family.id),
    'views', private.privacy_reads(v_family.id, 50),
    'same', private.same_families(v_family));
end;
$$;
comment on function public.get_family_page(uuid) is
  'For admins. Returns FamilyPage (contract/management-families.ts): the bookings of the past 365 days and all '
  'upcoming ones, the latest 50 orders, and the last 50 times that staff opened private details. It has the address '
  'and number of the family. Health, emergency contacts and collectors are left out, because get_child_details and '
  'get_parent_health log them. Fails with family_not_found. Definer: see list_families.';
grant execute on function public.get_family_page(uuid) to authenticated;
select private.answer_calls('public.get_family_page(uuid)', 'management');
