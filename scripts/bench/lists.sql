-- More data for the lists of staff: run it after books.sql, as the superuser in one transaction. The sizes are
-- generous for bench.orders orders in eight years.

set local session_replication_role = replica;

create function pg_temp.id(p_kind text, p_n bigint) returns uuid language sql immutable
return md5(p_kind || p_n)::uuid;

create temporary view bench_size as
select current_setting('bench.orders')::bigint as orders, private.calendar_now() as now,
  greatest(current_setting('bench.orders')::bigint / 8, 8) as sessions;

-- One base has two in three camps, so that most camp orders belong to it.
update public.camp_weeks w set location_id = (select id from public.locations where name = 'Ground 0')
from bench_size z, generate_series(0, z.orders * 3 / 200) n where w.id = pg_temp.id('camp', n) and n % 3 < 2;

insert into public.leads (
  id, token, name, source, status, email, phone_number, notes, order_id, auto_delete_at, last_activity_at, created_at, updated_at)
select pg_temp.id('live', n), pg_temp.id('live token', n), 'Parent ' || n,
  case n % 20 when 0 then 'birthday_enquiry' else (array['waitlist_modal', 'quiz', 'reserve'])[n % 3 + 1] end,
  (array['new', 'waitlist_conversion_pending', 'waitlist_whatsapp_joined', 'contacted', 'converted', 'closed'])[n % 6 + 1],
  'guest' || n || '@example.test', '+6590000000',
  jsonb_build_object('conversionValue', 490, 'packageDetails', jsonb_build_object('title', 'Term pass')),
  case when n % 6 = 4 then pg_temp.id('order', n * 10 + 1) end,
  d.at + interval '30 days', d.at, d.at, d.at
from bench_size z, generate_series(1, z.orders / 10) n,
  lateral (select clock_timestamp() - interval '29 days' * (n * 10.0 / z.orders)) d (at);
insert into public.birthday_enquiries (id, lead_id, preferred_date, guests, created_at)
select pg_temp.id('asked', n), pg_temp.id('live', n), current_date + 20, 12, clock_timestamp()
from bench_size z, generate_series(20, z.orders / 10, 20) n;

-- One in three sessions of eight years had a waitlist. The waitlists of coming sessions are still open.
insert into public.waitlist_entries (
  id, session_id, offer_id, places, status, parent_name, parent_email, parent_phone, joined_at, updated_at)
select pg_temp.id('queue' || i, s.n), pg_temp.id('session', s.n), 'pass-term', 1,
  case when p.starts_at <= z.now then (array['lapsed', 'enrolled', 'left'])[s.n % 3 + 1]
    else (array['waiting', 'waiting', 'unconfirmed'])[i % 3 + 1] end,
  'Parent ' || s.n, 'guest' || s.n || '@example.test', '+6590000000', clock_timestamp(), clock_timestamp()
from bench_size z cross join generate_series(0, z.sessions - 1) s (n) cross join generate_series(0, 4) i
join public.sessions p on p.id = pg_temp.id('session', s.n)
where s.n % 3 = 0 or p.starts_at > z.now;
insert into public.waitlist_children (entry_id, position, name, dob)
select e.id, 0, 'Child ' || substr(e.parent_name, 8), date '2015-01-01'
from public.waitlist_entries e where e.session_id is not null;

insert into public.messages (id, kind, audience, subject, body, content_key, gathered_at, stopped_at, settled_at, counts, created_at)
select pg_temp.id('message', n), case n % 3 when 0 then 'news' else 'about' end, jsonb_build_object('segment', case n % 3 when 0 then 'past_campers' else 'active_pass' end),
  'The week of ' || n, repeat('What we do this week, and what to bring along. ', 20), md5('message' || n), d.at,
  case when n % 40 = 0 then d.at end, case when n <= 4980 then d.at end,
  case when n <= 4980 then jsonb_build_object('all', 60, 'left_out', 3, 'sent', 59, 'failed', case when n % 10 = 0 then 1 else 0 end,
    'stopped', 0, 'waiting', 0) end, d.at
from generate_series(1, 5000) n, lateral (select clock_timestamp() - interval '2920 days' * (1 - n / 5000.0)) d (at);
insert into public.message_recipients (message_id, family_id, address_hash, state, outbox_id)
select pg_temp.id('message', n), pg_temp.id('family', n * 60 % (z.orders / 5) + i), md5('to' || n || ':' || i), 'queued',
  pg_temp.id('mail', (n * 60 + i) % z.orders + 1)
from bench_size z, generate_series(4501, 5000) n, generate_series(0, 59) i;

insert into public.pictures (id, name, path, width, height, bytes, shows, uploaded_by, created_at, deleted_at)
select pg_temp.id('picture', n), 'Ramp day ' || n || '.jpg', pg_temp.id('picture', n) || '.jpg', 2000, 1500, 400000,
  (array['unsaid', 'nobody', 'children', 'children'])[n % 4 + 1], pg_temp.id('user', n % 20), d.at,
  case when n % 500 = 0 then clock_timestamp() - interval '1 day' end
from bench_size z, generate_series(1, z.orders) n,
  lateral (select clock_timestamp() - interval '2920 days' * (1 - n::double precision / z.orders)) d (at);
insert into public.picture_children (picture_id, child_id)
select pg_temp.id('picture', n), pg_temp.id('child', (n + i) % (z.orders / 5 * 2))
from bench_size z, generate_series(1, z.orders) n, generate_series(0, 1) i where n % 4 > 1;

insert into public.first_aid_log (
  id, child_id, session_id, day, happened_at, injury, treatment, parent_informed_at, written_by, created_at)
select pg_temp.id('plaster', n), pg_temp.id('child', n % (z.orders / 5 * 2)), pg_temp.id('session', n % z.sessions),
  (d.at at time zone 'Asia/Singapore')::date, d.at, 'Grazed knee', 'Cleaned, and a plaster',
  case when n % 50 > 0 then d.at + interval '1 hour' end, pg_temp.id('user', n % 20), d.at
from bench_size z, generate_series(1, z.orders / 20) n,
  lateral (select clock_timestamp() - interval '2920 days' * (1 - n * 20.0 / z.orders)) d (at);

insert into public.families (id, contact_name, contact_email, created_at, updated_at)
select pg_temp.id('twin', n), 'Parent ' || n, 'Guest' || n || '+otter@example.test', clock_timestamp(), clock_timestamp()
from bench_size z, generate_series(0, z.orders / 5 - 1, 200) n;

insert into public.tasks (id, kind, title, due_on, owner_id, family_id, created_at, done_at)
select pg_temp.id('task', n), 'todo', 'Call Parent ' || n, greatest(d.at::date + 3, '2020-01-01'), case when n % 3 > 0 then pg_temp.id('user', n % 20) end,
  pg_temp.id('family', n), d.at, case when n < z.orders / 20 - 100 then d.at + interval '2 days' end
from bench_size z, generate_series(0, z.orders / 20 - 1) n,
  lateral (select clock_timestamp() - interval '2920 days' * (1 - n * 20.0 / z.orders)) d (at);
insert into public.gift_vouchers (
  code_hash, last_four, amount_cents, currency, buyer_name, buyer_email, recipient_name, reason, request_key, valid_until, issued_at,
  redeemed_at, cancelled_at, cancelled_by)
select md5('voucher' || n), lpad((n % 10000)::text, 4, '0'), 10000, 'SGD', 'Parent ' || n, 'guest' || n || '@example.test',
  'Kai ' || n, 'Thanks', pg_temp.id('voucher', n), d.at::date + 730, d.at,
  case when n % 3 = 0 then d.at + interval '1 day' end, case when n % 30 = 1 then d.at + interval '1 day' end,
  case when n % 30 = 1 then pg_temp.id('user', 0) end
from bench_size z, generate_series(0, z.orders / 20 - 1) n,
  lateral (select clock_timestamp() - interval '2920 days' * (1 - n * 20.0 / z.orders)) d (at);

insert into public.parties (
  id, code, title, host_name, host_email, starts_at, ends_at, place, head_count, status, created_at, updated_at)
select pg_temp.id('feast', n), translate(substr(md5('feast' || n), 1, 20), '01abcdef', '98ABCDEF'), 'Kai ' || n || ' turns 8',
  'Parent ' || n, 'guest' || n || '@example.test', d.at, d.at + interval '2 hours', 'East Coast', 12,
  case when n % 25 = 0 then 'cancelled' else 'planned' end, d.at - interval '60 days', d.at - interval '60 days'
from bench_size z, generate_series(1, 4000) n, lateral (select z.now + interval '60 days' - interval '2980 days' * (1 - n / 4000.0)) d (at);
insert into public.form_responses (
  id, token, form_id, party_id, attending, contact_name, contact_email, submitted_at, updated_at)
select pg_temp.id('answer' || i, n), pg_temp.id('answer token' || i, n), 'form-rsvp', pg_temp.id('feast', n), i % 6 > 0, 'Guest',
  'feast' || n || i || '@example.test', clock_timestamp(), clock_timestamp()
from generate_series(3880, 4000) n, generate_series(1, 12) i;
insert into public.form_response_guests (response_id, position, name, age)
select r.id, 1, 'Guest', 8 from public.form_responses r
where not exists (select from public.form_response_guests g where g.response_id = r.id);
insert into public.form_response_health (response_id, position, details)
select r.id, 1, '{"allergies": "Nuts"}' from public.form_responses r
where r.contact_email like 'feast%' and not exists (select from public.form_response_health h where h.response_id = r.id);

-- The rest of the newest orders are paid in instalments.
insert into public.order_instalments (order_id, position, due_on, sold_due_on, cents)
select o.id, 1, current_date + (n % 60)::integer, current_date + (n % 60)::integer, 10000
from bench_size z, generate_series(z.orders - z.orders / 20, z.orders - 1) n
join public.orders o on o.id = pg_temp.id('order', n) and o.paid_at is not null;

-- Open decisions: late payments, failed refunds, unpaid renewals and failed e-mails.
insert into public.payment_decisions (id, kind, payment_id, order_id, status, created_at)
select pg_temp.id('late', n), 'paid_late', pg_temp.id('payment', n), pg_temp.id('order', n), 'open', clock_timestamp() - n * interval '1 hour'
from bench_size z, generate_series(1, z.orders / 10) n where n % 10 < 5 and n % 500 <> 1 and n % 20 = 2;
insert into public.refunds (id, payment_id, order_id, amount_cents, currency, reason, status, last_error, settled_at, created_at)
select pg_temp.id('failed', n), pg_temp.id('payment', n), pg_temp.id('order', n), 1000, 'SGD', 'goodwill', 'failed', 'charge_disputed',
  clock_timestamp(), clock_timestamp() - n * interval '1 hour'
from bench_size z, generate_series(3, z.orders / 10, 50) n;
update public.pass_subscriptions set status = 'past_due'
where status = 'active' and id in (select id from public.pass_subscriptions where status = 'active' order by id limit 100);
update public.outbox set sent_at = null, failed_at = clock_timestamp(), last_error = 'bounced'
where id in (select pg_temp.id('mail', n) from bench_size z, generate_series(z.orders - z.orders / 50, z.orders, 10) n);

insert into public.payouts (
  id, provider_payout_id, amount_cents, currency, status, is_automatic, made_at, arrival_on, listable_at, parts_read_at,
  checked_at)
select pg_temp.id('payout', n), 'po_' || n, 384400, 'SGD', case when n % 100 = 0 then 'failed' else 'paid' end, true,
  d.at, d.at::date + 2, d.at, d.at, d.at
from bench_size z, generate_series(0, z.orders / 40 + 1) n, lateral (select clock_timestamp() - interval '1 day' * n) d (at);
insert into public.balance_transactions (
  id, provider_transaction_id, payout_id, type, category, amount_cents, fee_cents, net_cents, currency, source,
  payment_intent, made_at, available_on)
select pg_temp.id('transaction', p.n), 'txn_' || p.n, pg_temp.id('payout', p.n / 40), 'charge', 'charge', p.amount_cents, 390,
  p.amount_cents - 390, 'SGD', 'ch_' || p.n, p.payment_intent, p.created_at, p.created_at::date + 1
from (select *, row_number() over (order by created_at desc) as n from public.payments where provider = 'stripe') p;

-- Half of the families that were at a camp reviewed it. One order in twenty used the code of another family.
insert into public.camp_reviews (
  id, camp_id, family_id, rating, words, shown_name, released_at, created_at, updated_at)
select pg_temp.id('review', n), camp_id, family_id, n % 5 + 1, 'The ramp was the best.', case when n % 3 > 0 then 'A parent' end,
  case when n % 3 = 1 then at end, at, at
from (
  select camp_id, family_id, min(created_at) as at, row_number() over (order by min(created_at), camp_id, family_id) as n
  from public.camp_enrollments where status = 'enrolled' group by camp_id, family_id) c
where n % 2 = 0;
insert into public.referrals (id, order_id, family_id, credit_cents, per_year_max, state, reason, decided_at, created_at)
select pg_temp.id('referral', n), o.id, pg_temp.id('family', n % (z.orders / 5)), 2000, 10, s.state,
  case when s.state in ('review', 'refused') then 'not_new' end, case when s.state in ('given', 'refused') then o.created_at end, o.created_at
from bench_size z cross join lateral generate_series(0, z.orders - 1, 20) n join public.orders o on o.id = pg_temp.id('order', n),
  lateral (select (array['waiting', 'given', 'given', 'refused', 'review'])[n / 20 % 5 + 1]) s (state);
