-- Eight years of weekends with bench.bookings past bookings, loaded by the superuser in one transaction. A family has
-- two children, a session has seven children, and a pass has 18 sessions. One group in eleven ended last weekend.

-- Triggers are off, because they would sum up each ledger entry. The loaded data already add up.
set local session_replication_role = replica;

create temporary table bench_children on commit drop as
select n, gen_random_uuid() as id, gen_random_uuid() as first_pass, gen_random_uuid() as second_pass,
  n / 7 as team, (n / 7 % 11) * 36 as weekends_ago, null::uuid as family_id
from generate_series(0, greatest(ceil(current_setting('bench.bookings')::numeric / 36), 7)::integer - 1) n;

create temporary table bench_families on commit drop as
select n, gen_random_uuid() as id, n < 100 and exists (
    select from bench_children c where c.n / 2 = f.n and c.weekends_ago = 0) as is_here
from (select distinct n / 2 as n from bench_children) f;
update bench_children c set family_id = f.id from bench_families f where f.n = c.n / 2;

insert into public.families (id, contact_name, contact_email, contact_phone)
select id, 'Parent ' || n, 'parent' || n || '@example.test', '+6590000000' from bench_families;
insert into public.children (id, family_id, name, dob)
select id, family_id, 'Child ' || n, date '2015-01-01' + n % 1500 from bench_children;
insert into public.child_health (child_id) select id from bench_children;
insert into public.consents (family_id, child_id, purpose, version, given, source)
select c.family_id, c.id, t.purpose, max(t.version), true, 'checkout'
from bench_children c, public.consent_texts t where t.purpose in ('liability', 'medical', 'activity')
group by c.family_id, c.id, t.purpose;
insert into public.emergency_contacts (family_id, position, name, phone)
select id, 1, 'Aunt ' || n, '+6590000001' from bench_families;

-- Each pass was bought by its own order.
create temporary table bench_passes on commit drop as
select case k when 0 then c.first_pass else c.second_pass end as id, c.family_id, c.id as child_id, c.n, k,
  gen_random_uuid() as order_id, gen_random_uuid() as line_id,
  w.saturday - 7 * (c.weekends_ago + 18 * (k + 1)) as valid_from, w.saturday - 7 * (c.weekends_ago + 18 * k) + 20 as valid_until
from bench_children c, generate_series(0, 1) k, private.weekend() w;
insert into public.orders (
  id, number, status, currency, total_cents, parent_name, parent_email, attempt, family_id, opened_at, created_at, paid_at)
select order_id, 'OT-' || n || '-' || k, 'paid', 'SGD', 69700, 'Parent ' || n / 2, 'parent' || n / 2 || '@example.test', 1,
  family_id, valid_from, valid_from, valid_from
from bench_passes;
insert into public.order_children (order_id, position, child_id, name)
select order_id, 0, child_id, 'Child ' || n from bench_passes;
insert into public.order_lines (
  id, order_id, position, status, child_position, offer_id, title, price_cents, sessions, validity_days, revision,
  terms_id)
select line_id, order_id, 0, 'placed', 0, f.id, 'Term pass', 69700, 18, 130, 'bench', f.terms_id
from bench_passes, public.offers f where f.id = 'pass-term';
insert into public.passes (
  id, family_id, child_id, order_line_id, offer_id, title, sessions_total, terms_id, valid_from, valid_until)
select p.id, p.family_id, p.child_id, p.line_id, f.id, 'Term pass', 18, f.terms_id, p.valid_from, p.valid_until
from bench_passes p, public.offers f where f.id = 'pass-term';

insert into public.locations (name)
select 'Park ' || n from generate_series(1, 50) n;
create temporary table bench_sessions on commit drop as
select gen_random_uuid() as id, t.team, t.weekends_ago, k, w.saturday - 7 * (t.weekends_ago + k + 1) + t.team % 2 as session_date,
  time '09:00' + t.team / 6600 * interval '1 hour' as session_time, l.id as location_id, y.id as class_type_id
from (select distinct team, weekends_ago from bench_children) t
cross join generate_series(0, 35) k
cross join private.weekend() w
join (select id, row_number() over (order by id) - 1 as n from public.locations where name like 'Park %') l
  on l.n = t.team / 22 % 50
join (select id, row_number() over (order by id) - 1 as n from public.class_types) y on y.n = t.team / 1100 % 6;
insert into public.sessions (
  id, class_type_id, location_id, session_date, session_time, duration_minutes, max_capacity)
select id, class_type_id, location_id, session_date, session_time, 60, 8 from bench_sessions;

create temporary table bench_bookings on commit drop as
select gen_random_uuid() as id, s.id as session_id, s.session_date, s.session_time, c.id as child_id, c.family_id,
  case when s.k < 18 then c.first_pass else c.second_pass end as pass_id
from bench_children c join bench_sessions s using (team)
order by s.session_date
limit current_setting('bench.bookings')::integer;
insert into public.bookings (id, session_id, session_date, session_time, child_id, family_id, attended)
select id, session_id, session_date, session_time, child_id, family_id, true from bench_bookings;
insert into public.credit_ledger (pass_id, delta, reason)
select id, 18, 'granted' from bench_passes;
insert into public.credit_ledger (pass_id, delta, reason, booking_id)
select pass_id, -1, 'booked', id from bench_bookings;

-- Families with an account that also come this weekend. Their bookings use a pass with credits left.
set local session_replication_role = origin;
insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
select s.id, s.session_date, s.session_time, c.id, c.family_id
from (select c.*, row_number() over (order by c.n) - 1 as nth from bench_children c join bench_families f on f.id = c.family_id
  where f.is_here) c
join (select s.*, row_number() over (order by s.id) - 1 as nth, count(*) over () as many
  from public.sessions s join private.weekend() w on s.session_date between w.saturday and w.sunday) s
  on s.nth = c.nth % s.many;
insert into auth.users (id, email, raw_user_meta_data)
select gen_random_uuid(), 'parent' || n || '@example.test', jsonb_build_object('name', 'Parent ' || n)
from bench_families where is_here;
update public.families f set primary_parent_id = u.id
from auth.users u where u.email = f.contact_email;
insert into auth.sessions (id, user_id)
select gen_random_uuid(), primary_parent_id from public.families where primary_parent_id is not null;
