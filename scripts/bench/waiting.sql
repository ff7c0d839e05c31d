-- So many leads (:leads), and as many who wait or waited for classes of eight years, the last ones to come.

set local session_replication_role = replica;

insert into public.leads (name, source, status, phone_number, email, notes, created_at, last_activity_at, auto_delete_at)
select 'Lead ' || n, (array['waitlist_modal', 'birthday_enquiry', 'exit_intent'])[1 + n % 3],
  (array['new', 'contacted', 'converted', 'closed'])[1 + n % 4], '+65' || (80000000 + n), 'lead' || n || '@example.test',
  '{"packageType": "holiday_package", "conversionStatus": "new"}', at, at, now() + interval '20 days'
from generate_series(1, current_setting('bench.leads')::integer) n,
  lateral (select now() - n * interval '20 seconds' as at) a;

insert into public.locations (name, address) values ('Waiting Park', 'Here');
insert into public.class_types (name, level, team) values ('Waiting class', '1', null);
insert into public.sessions (class_type_id, location_id, session_date, session_time, duration_minutes, max_capacity)
select t.id, l.id, private.calendar_today() + 60 - n / 4, make_time(9 + n % 4, 0, 0), 60, 6
from generate_series(0, 5999) n, public.class_types t, public.locations l
where t.name = 'Waiting class' and l.name = 'Waiting Park';
insert into public.waitlist_entries (session_id, places, status, parent_name, parent_email, parent_phone, joined_at)
select s.id, 1, case when s.session_date > private.calendar_today() then 'waiting' else 'lapsed' end, 'Waiting ' || e.n,
  'waiting' || e.n || '@example.test', '+6581234567', now() - e.n * interval '1 minute'
from (select id, session_date, row_number() over (order by starts_at) as nth from public.sessions s
  where class_type_id = (select id from public.class_types where name = 'Waiting class')) s
join generate_series(1, current_setting('bench.leads')::integer) e (n) on e.n % 6000 = s.nth - 1;
insert into public.waitlist_children (entry_id, position, name, dob)
select id, 0, 'Kid of ' || parent_name, '2018-05-01' from public.waitlist_entries where parent_name like 'Waiting %';
analyze public.leads, public.sessions, public.waitlist_entries, public.waitlist_children;
