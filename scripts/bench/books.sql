-- Eight years of sales with bench.orders orders, loaded by the superuser in one transaction. Data past their
-- retention period are included, so that every purge has enough to delete. The data contain no discrepancies.

set local session_replication_role = replica;
set local maintenance_work_mem = '512MB';

-- Each index is built once at the end, because sorting is faster than inserting.
create temporary table bench_indexes on commit drop as
select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
from pg_index i
join pg_class t on t.oid = i.indrelid and t.relnamespace = 'public'::regnamespace
where not exists (select from pg_constraint c where c.conindid = i.indexrelid);
do $$
declare
  v_name text;
begin
  for v_name in select name from bench_indexes loop
    execute 'drop index ' || v_name;
  end loop;
end;
$$;

create function pg_temp.id(p_kind text, p_n bigint) returns uuid language sql immutable
return md5(p_kind || p_n)::uuid;

create temporary view bench_size as
select current_setting('bench.orders')::bigint as orders,
  -- A family has two children, and a child two and a half orders.
  greatest(current_setting('bench.orders')::bigint / 5 * 2, 2) as children,
  greatest(current_setting('bench.orders')::bigint / 8, 8) as sessions,
  private.calendar_today() as today;

create temporary view bench_orders as
select n, z.orders, z.today, n % z.children as child, n % z.children / 2 as family,
  clock_timestamp() - interval '2920 days' * (1 - n::double precision / z.orders) as at,
  case when n % 10 < 5 then 'pass' when n % 10 = 5 then 'try_out' when n % 10 < 9 then 'camp' else 'lapsed' end as kind,
  case when n % 20 = 0 then 1000 else 0 end as discount_cents,
  case when n % 10 between 6 and 8 then 49000 when n % 10 = 5 then 3500 else 69700 end as price_cents,
  n % 200 = 6 as pair, n % 40 = 7 as gone,
  -- One in ten unpaid orders was charged anyway, and refunded.
  n % 100 = 9 as given_back,
  (n / 10 * 3 + n % 10 - 6) / 20 as camp
from bench_size z, generate_series(1, z.orders) n;

insert into public.locations (name) select 'Ground ' || n from generate_series(0, 199) n;
create temporary table bench_grounds on commit drop as
select id, substr(name, 8)::integer as n from public.locations where name like 'Ground %';

insert into public.families (id, contact_name, contact_email, contact_phone, created_at, updated_at)
select pg_temp.id('family', n), 'Parent ' || n, 'guest' || n || '@example.test', '+6590000000', d.at, d.at
from bench_size z, generate_series(0, z.children / 2 - 1) n,
  lateral (select clock_timestamp() - interval '2920 days' * (1 - n * 2.0 / z.children)) d (at);
insert into public.children (id, family_id, name, dob, created_at, updated_at)
select pg_temp.id('child', n), pg_temp.id('family', n / 2), 'Child ' || n, date '2012-01-01' + (n % 3000)::integer, d.at, d.at
from bench_size z, generate_series(0, z.children - 1) n,
  lateral (select clock_timestamp() - interval '2920 days' * (1 - n::double precision / z.children)) d (at);
insert into public.families (id, contact_name, contact_email, created_at, updated_at)
select pg_temp.id('gone', n), 'Parent', 'gone' || n || '@example.test', d.at, d.at
from bench_size z, generate_series(1, greatest(z.orders / 1000, 1)) n,
  lateral (select clock_timestamp() - interval '2900 days') d (at);
insert into public.children (id, family_id, name, dob, created_at, updated_at)
select pg_temp.id('gone child', n), pg_temp.id('gone', n), 'Child', date '2012-01-01', d.at, d.at
from bench_size z, generate_series(1, greatest(z.orders / 1000, 1)) n,
  lateral (select clock_timestamp() - interval '2900 days') d (at);
insert into public.child_health (child_id, allergies, updated_at) select id, 'Nuts', updated_at from public.children;
insert into public.emergency_contacts (family_id, position, name, phone)
select id, 1, 'Aunt', '+6590000001' from public.families;
insert into auth.users (id, email, last_sign_in_at, created_at)
select pg_temp.id('user', n), 'guest' || n || '@example.test', d.at, d.at
from bench_size z, generate_series(0, z.children / 5) n,
  lateral (select clock_timestamp() - interval '2920 days' * (1 - n * 5.0 / z.children)) d (at);
insert into public.profiles (id, email, created_at, updated_at)
select id, email, created_at, created_at from auth.users where email like 'guest%';
insert into public.profile_health (profile_id, updated_at) select id, created_at from public.profiles;

insert into public.camp_weeks (id, name, tier, team_types, location_id, start_date, end_date, capacity)
select pg_temp.id('camp', k.n), 'Camp ' || k.n, 'spark', '{red}', g.id, d.start, d.start + 2, 22
from bench_size z cross join generate_series(0, z.orders * 3 / 200) k (n)
join bench_grounds g on g.n = k.n % 200,
  lateral (select z.today + 4 - (2920 * (1 - k.n / greatest(z.orders * 0.015, 1)))::integer) d (start);
insert into public.sessions (id, class_type_id, location_id, session_date, session_time, duration_minutes, max_capacity)
select pg_temp.id('session', k.n), y.id, g.id, z.today + 6 - (2920 * (1 - k.n::double precision / z.sessions))::integer,
  time '10:30', 60, 10
from bench_size z cross join generate_series(0, z.sessions - 1) k (n)
join bench_grounds g on g.n = k.n % 200
join (select id, row_number() over (order by id) - 1 as n from public.class_types) y on y.n = k.n / 200 % 6;

insert into public.orders (
  id, number, status, currency, total_cents, client_hash, parent_name, parent_email, parent_phone, attempt, family_id,
  opened_at, created_at, paid_at, updated_at)
select pg_temp.id('order', n), 'B-' || n, case when kind = 'lapsed' then 'expired' else 'paid' end, 'SGD',
  price_cents - discount_cents + case when pair then 44000 else 0 end,
  case when kind <> 'lapsed' or not given_back then md5('address' || family) end,
  case when kind <> 'lapsed' then 'Parent ' || family end,
  case when kind <> 'lapsed' then 'guest' || family || '@example.test' end,
  case when kind <> 'lapsed' then '+6590000000' end, 1, case when kind <> 'lapsed' then pg_temp.id('family', family) end,
  at, at, case when kind <> 'lapsed' then at end,
  -- The purge deletes most unpaid orders after some days.
  case when kind = 'lapsed' and not given_back then clock_timestamp() - n % 2000 * interval '15 minutes' else at end
from bench_orders;
insert into public.order_children (order_id, position, child_id, name, dob)
select pg_temp.id('order', o.n), p, case when kind <> 'lapsed' then pg_temp.id('child', o.child # p) end,
  'Child ' || (o.child # p), date '2012-01-01' + ((o.child # p) % 3000)::integer
from bench_orders o, generate_series(0, case when o.pair then 1 else 0 end) p
where not (kind = 'lapsed' and given_back);
create temporary table bench_terms on commit drop as
select id as offer_id, private.save_sale_terms(
  id, details || '{"refund_rules": [{"hours_before": 0, "percent": 100}]}', cancellation) as id
from public.offers where id in ('tier-spark', 'pass-term');
insert into public.order_lines (
  id, order_id, position, status, child_position, offer_id, title, price_cents, rebate_cents, discount_cents, sessions,
  validity_days, once_per_child, terms_id, revision, camp_id, rung_id, sibling_rebate, renews)
select pg_temp.id('line' || p, n), pg_temp.id('order', n), p,
  case when kind = 'lapsed' then 'open' when gone then 'cancelled' else 'placed' end,
  case when not (kind = 'lapsed' and given_back) then p end,
  case kind when 'camp' then 'tier-spark' else 'pass-term' end, kind, price_cents,
  case when p = 1 then 5000 else 0 end, discount_cents,
  case kind when 'camp' then null when 'try_out' then 1 else 18 end, case when kind <> 'camp' then 130 end,
  kind = 'try_out' and n < orders / 5 * 2,
  (select t.id from bench_terms t where t.offer_id = case kind when 'camp' then 'tier-spark' else 'pass-term' end), 'bench',
  case when kind = 'camp' then pg_temp.id('camp', camp) end, case when kind = 'camp' then 'first' end, p = 1,
  n % 50 = 1
from bench_orders, generate_series(0, case when pair then 1 else 0 end) p;
insert into public.payments (id, payment_intent, order_id, session_id, amount_cents, currency, result, created_at)
select pg_temp.id('payment', n), 'pi_' || n, pg_temp.id('order', n), 'cs_' || n,
  price_cents - discount_cents + case when pair then 44000 else 0 end, 'SGD',
  case when kind = 'lapsed' then 'unknown_order' else 'confirmed' end, at
from bench_orders where kind <> 'lapsed' or given_back;
insert into public.payment_events (event_id, event_type, payment_id, created_at)
select 'evt_' || n, 'checkout.session.completed', pg_temp.id('payment', n), at
from bench_orders where kind <> 'lapsed' or given_back;
insert into public.checkout_attempts (order_id, attempt, params, terms, session_id, closed_at, created_at)
select pg_temp.id('order', n), 1, case when n > orders - orders / 20 then '{"line_items": []}' else '{}' end::jsonb, '{"total_cents": 1}',
  'cs_' || n, case when kind = 'lapsed' then at end, at
from bench_orders;
insert into public.refunds (id, payment_id, order_id, order_line_id, amount_cents, currency, reason, status, settled_at, created_at)
select pg_temp.id('refund', n), pg_temp.id('payment', n), pg_temp.id('order', n),
  case when gone then pg_temp.id('line0', n) end, price_cents - discount_cents, 'SGD',
  case when gone then 'cancelled' else 'unknown_order' end, 'succeeded', at, at
from bench_orders where gone or given_back;
insert into public.refund_allocations (refund_id, order_line_id, reason, amount_cents, created_at)
select pg_temp.id('refund', n), pg_temp.id('line0', n), 'cancelled', price_cents - discount_cents, at from bench_orders where gone;
insert into public.line_ledger (order_line_id, entry, amount_cents, reason, rules, refund_id, created_at)
select pg_temp.id('line' || p, n), e.entry, e.cents, e.reason, e.rules,
  case when e.entry = 'refunded' then pg_temp.id('refund', n) end, at
from bench_orders, generate_series(0, case when pair then 1 else 0 end) p,
  lateral (values
    ('charged', price_cents, 'sold', jsonb_build_object('price_cents', price_cents,
      'offer_id', case when kind = 'camp' then 'tier-spark' else 'pass-term' end,
      'camp_id', case when kind = 'camp' then pg_temp.id('camp', camp) end)),
    ('rebate', case when p = 1 then -5000 end, 'sold', '{}'),
    ('discount', nullif(-discount_cents, 0), 'sold', '{}'),
    ('kept', case when gone then 0 end, 'cancelled', jsonb_build_object('at', at)),
    ('refunded', case when gone then discount_cents - price_cents end, 'cancelled', '{}')) e (entry, cents, reason, rules)
where kind <> 'lapsed' and e.cents is not null;
insert into public.promotion_codes (id, code, percent, minimum_cents, created_at, updated_at)
values (pg_temp.id('code', 1), 'BENCH', 10, 1000, '2015-01-01', '2015-01-01');
insert into public.promotion_uses (order_id, promotion_code_id, discount_cents, created_at)
select pg_temp.id('order', n), pg_temp.id('code', 1), discount_cents, at from bench_orders where discount_cents > 0;

insert into public.passes (id, family_id, child_id, order_line_id, offer_id, title, sessions_total, terms_id, valid_from, valid_until, created_at)
select pg_temp.id('pass', n), pg_temp.id('family', family), pg_temp.id('child', child), pg_temp.id('line0', n), 'pass-term',
  'Term pass', case kind when 'pass' then 18 else 1 end, (select t.id from bench_terms t where t.offer_id = 'pass-term'), at::date, at::date + 130, at
from bench_orders where kind in ('pass', 'try_out');
insert into public.bookings (id, session_id, session_date, session_time, child_id, family_id, attended, created_at)
select pg_temp.id('booking' || i, o.n), s.id, s.session_date, s.session_time, pg_temp.id('child', o.child),
  pg_temp.id('family', o.family), case when s.session_date < o.today then true end, o.at
from bench_orders o cross join generate_series(0, 1) i
join public.sessions s on s.id = pg_temp.id('session', (o.n - 1) / 8 - (o.n - 1) / 8 % 2 + i)
where kind = 'pass';
insert into public.credit_ledger (id, pass_id, delta, reason, booking_id, created_at)
select pg_temp.id('credit' || i, n), pg_temp.id('pass', n),
  case when i < 2 then -1 when kind = 'pass' then 18 else 1 end, case when i < 2 then 'booked' else 'granted' end,
  case when i < 2 then pg_temp.id('booking' || i, n) end, at
from bench_orders cross join generate_series(0, 2) i
where kind = 'pass' or kind = 'try_out' and i = 2;
insert into public.camp_enrollments (
  id, camp_id, child_id, family_id, order_line_id, rung_id, sibling_rebate, status, created_at, updated_at)
select pg_temp.id('place' || p, n), pg_temp.id('camp', camp), pg_temp.id('child', child # p), pg_temp.id('family', family),
  pg_temp.id('line' || p, n), 'first', p = 1, case when gone then 'cancelled' else 'enrolled' end, at, at
from bench_orders, generate_series(0, case when pair then 1 else 0 end) p
where kind = 'camp';

insert into public.outbox (id, key, template, recipient, payload, attempts, sent_at, created_at)
select pg_temp.id('mail', n), 'bench:' || n, 'booking_confirmed',
  case when n > orders - orders / 20 then 'guest' || family || '@example.test' else '' end,
  case when n > orders - orders / 20 then '{"order": {"lines": []}}' else '{}' end::jsonb, 1, at, at
from bench_orders;
insert into public.order_links (order_id, purpose, token_hash, recipient, expires_at, created_at)
select pg_temp.id('order', n), 'manage', md5('token' || n), 'guest' || family || '@example.test', at + interval '150 days', at
from bench_orders where kind <> 'lapsed';
insert into public.consents (family_id, child_id, purpose, version, given, source, order_id, created_at)
select pg_temp.id('family', family), pg_temp.id('child', child), 'activity', 1, true, 'checkout', pg_temp.id('order', n), at
from bench_orders where kind <> 'lapsed';
insert into public.audit_log (actor, action, table_name, row_key, after, created_at)
select 'service_role', 'insert', 'consents', pg_temp.id('consent', n), '{"given": true}', at from bench_orders;
insert into public.access_log (accessed_table, access_type, child_id, created_at)
select 'child_health', 'roster', pg_temp.id('child', child), at from bench_orders where n % 2 = 0;
insert into public.booking_analytics (session_id, event_type, created_at)
select 'visit' || lpad(n::text, 10, '0'), s.step, clock_timestamp() - interval '1 year' * (n::double precision / orders)
from bench_orders cross join unnest(private.booking_steps()) with ordinality s (step, i) where n % 2 = 0 and n % 10 >= (i - 1) * 2;
insert into public.system_logs (component, message, level, created_at)
select 'chores', 'Done.', 'info', clock_timestamp() - interval '1 year' * (n::double precision / orders)
from bench_orders where n % 10 = 0;
insert into public.waitlist_entries (
  id, camp_id, offer_id, places, status, parent_name, parent_email, parent_phone, joined_at, updated_at)
select pg_temp.id('entry', n), pg_temp.id('camp', camp), 'tier-spark', 1,
  case when n > orders - orders / 25 then 'waiting' else 'lapsed' end, 'Parent ' || family, 'guest' || family || '@example.test',
  '+6590000000', at, at
from bench_orders where kind = 'camp' and n % 20 = 8;
insert into public.waitlist_children (entry_id, position, name, dob)
select pg_temp.id('entry', n), 0, 'Child ' || child, date '2015-01-01' from bench_orders where kind = 'camp' and n % 20 = 8;
insert into public.waitlist_offers (entry_id, camp_id, places, positions, status, expires_at, created_at)
select pg_temp.id('entry', n), pg_temp.id('camp', camp), 1, '{0}', 'lapsed', at, at
from bench_orders where kind = 'camp' and n % 20 = 8 and n <= orders - orders / 25;

insert into public.pass_subscriptions (
  id, family_id, child_id, offer_id, order_line_id, provider_subscription_id, status, price_cents, current_period_end,
  ended_at, created_at, updated_at)
select pg_temp.id('renewal', n), pg_temp.id('family', family), pg_temp.id('child', child), 'pass-term',
  pg_temp.id('line0', n), 'sub_' || n, case when n > orders - orders / 20 then 'active' else 'ended' end, price_cents,
  clock_timestamp() + interval '30 days', case when n <= orders - orders / 20 then at end, at, at
from bench_orders where n % 50 = 1;
insert into public.payment_disputes (
  id, provider_dispute_id, payment_intent, payment_id, amount_cents, currency, reason, provider_status, outcome, closed_at,
  checked_at, created_at)
select pg_temp.id('dispute', n), 'dp_' || n, 'pi_' || n, pg_temp.id('payment', n), price_cents, 'SGD', 'fraudulent',
  'won', 'won', at, at, at
from bench_orders where n % 500 = 1;
insert into public.payment_decisions (id, kind, payment_id, order_id, status, resolution, resolved_at, created_at)
select pg_temp.id('decision', n), 'disputed', pg_temp.id('payment', n), pg_temp.id('order', n), 'resolved', 'ended', at, at
from bench_orders where n % 500 = 1;

insert into public.leads (
  id, token, name, source, email, auto_delete_at, last_activity_at, created_at, updated_at)
select pg_temp.id('lead', n), pg_temp.id('lead token', n), 'Parent', 'waitlist_modal', 'lead' || n || '@example.test',
  d.at + interval '30 days', d.at, d.at, d.at
from bench_orders, lateral (select clock_timestamp() - interval '1 year' * (1 - n::double precision / orders)) d (at)
where n % 20 = 0;
insert into public.birthday_enquiries (id, lead_id, preferred_date, guests, created_at)
select pg_temp.id('enquiry', n), pg_temp.id('lead', n), today, 12, clock_timestamp() from bench_orders where n % 100 = 0;
insert into public.form_drafts (token, form_id, body, created_at, updated_at)
select pg_temp.id('draft', n), 'form-camps', '{"name": "Somebody"}', at, at from bench_orders where n % 100 = 0;
insert into public.parties (
  id, code, title, host_name, host_email, starts_at, ends_at, place, head_count, created_at, updated_at)
select pg_temp.id('party', n), translate(substr(md5('party' || n), 1, 20), '01abcdef', '98ABCDEF'), 'A party', 'Parent',
  'guest' || family || '@example.test', at + interval '30 days', at + interval '30 days 2 hours', 'East Coast', 12, at, at
from bench_orders where n % 250 = 0;
insert into public.form_responses (
  id, token, form_id, party_id, attending, contact_name, contact_email, submitted_at, updated_at)
select pg_temp.id('response' || i, n), pg_temp.id('response token' || i, n), 'form-rsvp', pg_temp.id('party', n), true, 'Guest',
  'invited' || n || i || '@example.test', at, at
from bench_orders, generate_series(0, 1) i where n % 250 = 0;
insert into public.form_response_guests (response_id, position, name, age)
select id, 1, 'Guest', 8 from public.form_responses;
insert into public.form_response_health (response_id, position, details)
select id, 1, '{"allergies": "Nuts"}' from public.form_responses;
insert into public.family_proposals (id, family_id, order_id, kind, value, created_at)
select pg_temp.id('proposal', n), pg_temp.id('family', family), pg_temp.id('order', n), 'emergency_contact',
  '{"name": "Aunt", "relationship": "aunt", "phone": "+6590000001"}', at
from bench_orders where n % 50 = 11;
insert into public.error_reports (id, error_type, message, cause, fingerprint, created_at)
select pg_temp.id('error', n), 'RUNTIME_ERROR', 'Something', 'bench' || n % 10, 'bench' || n % 100, at from bench_orders where n % 20 = 0;

do $$
declare
  v_definition text;
begin
  for v_definition in select definition from bench_indexes loop
    execute v_definition;
  end loop;
end;
$$;
