-- The settings that staff can change. The table has one row.

create table public.settings (
  id boolean primary key default true check (id),
  name text not null,
  product text not null check (product <> ''),
  slug text not null,
  order_prefix text not null check (order_prefix ~ '^[A-Z]{1,4}$'),
  currency text not null default 'SGD' check (currency ~ '^[A-Z]{3}$'),
  gst_rate_basis_points integer not null default 900 check (gst_rate_basis_points between 0 and 10000),
  gst_number text check (gst_number <> ''),
  hold_minutes integer not null default 30 check (hold_minutes > 0),
  hold_renewals_max integer not null default 2 check (hold_renewals_max >= 0),
  hold_total_minutes integer not null default 45 check (hold_total_minutes >= hold_minutes),
  holds_per_address_max integer not null default 40 check (holds_per_address_max > 0),
  holds_per_place_max integer not null default 8 check (holds_per_place_max > 0),
  holds_per_network_place_max integer not null default 12 check (holds_per_network_place_max >= holds_per_place_max),
  stranger_holds_percent integer not null default 75 check (stranger_holds_percent between 1 and 100),
  holds_remembered_minutes integer not null default 60 check (holds_remembered_minutes > 0),
  guest_places_max integer not null default 4 check (guest_places_max > 0),
  checkout_call_minutes integer not null default 3 check (checkout_call_minutes > 0),
  checkout_tail_minutes integer not null default 2 check (checkout_tail_minutes > 0),
  checkout_total_minutes integer not null default 45 check (checkout_total_minutes >= hold_total_minutes),
  hold_life_minutes integer not null default 80 check (hold_life_minutes >= checkout_total_minutes + checkout_tail_minutes + 31),
  outbox_lease_minutes integer not null default 2 check (outbox_lease_minutes > 0),
  outbox_attempts_max integer not null default 24 check (outbox_attempts_max > 0),
  staff_token_minutes integer not null default 5 check (staff_token_minutes > 0),
  second_factor_roles text[] not null default '{business_admin}' check (second_factor_roles <@ '{marketer,coach,admin,business_admin}'),
  outbox_per_second numeric not null default 2 check (outbox_per_second between 0.1 and 1000),
  offers_snapshot_at timestamptz not null default '-infinity',
  address_header text not null default 'cf-connecting-ip' check (address_header ~ '^[a-z0-9-]+$'),
  address_salt text not null default encode(extensions.gen_random_bytes(16), 'hex'),
  updated_at timestamptz not null default now(),
  details_request_mails_hour_max integer not null default 6 check (details_request_mails_hour_max > 0),
  details_request_mails_day_max integer not null default 20 check (details_request_mails_day_max > 0),
  hand_over_mails_hour_max integer not null default 60 check (hand_over_mails_hour_max > 0),
  children_most integer not null default 12 check (children_most > 0),
  staff_email text
    check (staff_email ~ '^[^@[:space:]<>,;:"()]+@[^@[:space:]<>,;:"()]+$' and length(staff_email) <= 254),
  waitlist_offer_minutes integer not null default 720 check (waitlist_offer_minutes > 0),
  waitlist_least_minutes integer not null default 30 check (waitlist_least_minutes > 0),
  waitlist_last_minutes integer not null default 120 check (waitlist_last_minutes >= 0),
  waitlist_quiet_from time not null default '22:00',
  waitlist_quiet_until time not null default '08:00',
  waitlist_waking_minutes integer not null default 60 check (waitlist_waking_minutes >= 0),
  waitlist_remind_hours integer not null default 12 check (waitlist_remind_hours > 0),
  waitlist_confirm_hours integer not null default 48 check (waitlist_confirm_hours > waitlist_remind_hours),
  order_link_days integer not null default 60 check (order_link_days > 0),
  move_hours_before integer not null default 24 check (move_hours_before >= 0),
  dateless_refund_days integer not null default 14 check (dateless_refund_days >= 0),
  credit_return_hours integer not null default 24 check (credit_return_hours >= 0),
  rebuild_quiet_seconds integer not null default 30 check (rebuild_quiet_seconds between 0 and 3600),
  reconcile_orders integer not null default 5000 check (reconcile_orders > 0),
  offers_missing_max_percent integer not null default 30 check (offers_missing_max_percent between 0 and 100),
  offer_price_jump_percent integer not null default 10 check (offer_price_jump_percent > 0),
  offer_price_floor_percent integer not null default 50 check (offer_price_floor_percent between 0 and 100),
  weekends_planned integer not null default 5 check (weekends_planned between 1 and 26),
  fresh_sign_in_minutes integer not null default 15 check (fresh_sign_in_minutes > 0),
  alert_booking_percent numeric not null default 5 check (alert_booking_percent between 0 and 100),
  alert_booking_seconds integer not null default 120 check (alert_booking_seconds between 60 and 3600),
  alert_booking_least integer not null default 2 check (alert_booking_least > 0),
  alert_outbox_seconds integer not null default 300 check (alert_outbox_seconds > 0),
  alert_webhook_seconds integer not null default 300 check (alert_webhook_seconds > 0),
  alert_hold_seconds integer not null default 300 check (alert_hold_seconds > 0),
  alert_chore_seconds integer not null default 300 check (alert_chore_seconds > 0),
  alert_calm_minutes integer not null default 10 check (alert_calm_minutes > 0),
  details_request_repeat_days integer not null default 365 check (details_request_repeat_days > 0),
  assistant_day_us_cents integer not null default 500 check (assistant_day_us_cents >= 0),
  assistant_visitor_us_cents integer not null default 40 check (assistant_visitor_us_cents >= 0),
  phone_unreached_minutes integer not null default 10 check (phone_unreached_minutes between 1 and 120),
  goes_alone_from_age integer not null default 10 check (goes_alone_from_age between 0 and 18),
  constraint settings_waitlist_day check (
    waitlist_quiet_until - time '00:00' + make_interval(mins => waitlist_waking_minutes)
    < waitlist_quiet_from - time '00:00'),
  legal_name text check (length(legal_name) between 1 and 160),
  legal_address text check (length(legal_address) between 1 and 300),
  uen text check (uen ~ '^[0-9A-Z]{9,10}$'),
  coaches_sell boolean not null default false,
  marketer_discount_percent integer not null default 25 check (marketer_discount_percent between 0 and 100),
  marketer_discount_cents integer not null default 5000 check (marketer_discount_cents between 0 and 1000000),
  coach_discount_percent integer not null default 0 check (coach_discount_percent between 0 and 100),
  admin_discount_percent integer not null default 20 check (admin_discount_percent between 0 and 100),
  business_admin_discount_percent integer not null default 50 check (business_admin_discount_percent between 0 and 100),
  coach_discount_cents integer not null default 0 check (coach_discount_cents between 0 and 1000000),
  admin_discount_cents integer not null default 20000 check (admin_discount_cents between 0 and 1000000),
  business_admin_discount_cents integer not null default 100000 check (business_admin_discount_cents between 0 and 1000000),
  sales_stopped boolean not null default false,
  sales_stopped_sentence text not null default 'We are not taking new bookings at the moment. Please come back a little later.'
    check (private.is_line(sales_stopped_sentence) and length(sales_stopped_sentence) <= 300),
  maintenance boolean not null default false,
  maintenance_sentence text not null default 'We are working on our booking system. Please come back in an hour.'
    check (private.is_line(maintenance_sentence) and length(maintenance_sentence) <= 300),
  maintenance_since timestamptz,
  camp_deposits boolean not null default false,
  deposit_percent integer not null default 30 check (deposit_percent between 1 and 90),
  deposit_least_cents integer not null default 10000 check (deposit_least_cents between 100 and 1000000),
  deposit_due_days integer not null default 21 check (deposit_due_days between 1 and 180),
  deposit_instalments_max integer not null default 1 check (deposit_instalments_max between 1 and 3),
  deposit_grace_days integer not null default 3 check (deposit_grace_days between 0 and 30),
  deposits_lapse boolean not null default false,
  voucher_years integer default 3 check (voucher_years between 1 and 10),
  xero_account_code text not null default '200' check (xero_account_code ~ '^[0-9A-Za-z.-]{1,10}$'),
  alert_returned_percent numeric not null default 5 check (alert_returned_percent between 0 and 100),
  alert_blank_screens integer not null default 5 check (alert_blank_screens > 0),
  weekly_summary boolean not null default true,
  alerts_email text,
  enquiries_email text,
  prices_email text,
  decisions_email text,
  disputes_email text,
  first_aid_email text,
  bounced_mails_email text,
  waitlists_email text,
  coach_absences_email text,
  constraint settings_deposit_days check (deposit_grace_days < deposit_due_days),
  constraint settings_staff_addresses check (concat_ws(',', alerts_email, enquiries_email, prices_email, decisions_email,
    disputes_email, first_aid_email, bounced_mails_email, waitlists_email, coach_absences_email) ~ '^([^@[:space:]<>,;:"()]+@[^@[:space:]<>,;:"()]+(,|$))*$')
);
comment on table public.settings is
  'One row: the brand''s names, GST, and all limits of the selling rules, with their units in their names.';
comment on column public.settings.id is 'Always true: there is one row.';
comment on column public.settings.name is
  'The provider. publish_offers writes this column and the next three from the brand module.';
comment on column public.settings.product is 'The product''s name in texts; class types contain it in their names.';
comment on column public.settings.order_prefix is 'The first letters of an order number.';
comment on column public.settings.gst_rate_basis_points is '900 is 9%. Prices include it.';
comment on column public.settings.legal_name is
  'The registered name of the seller, for receipts; without it they show the brand''s name.';
comment on column public.settings.legal_address is 'The registered address, on receipts.';
comment on column public.settings.uen is
  'The unique entity number of the provider, on receipts, and the account that PayNow at the desk pays.';
comment on column public.settings.voucher_years is
  'For how many years a new gift voucher can be redeemed; null: without an end.';
comment on column public.settings.xero_account_code is
  'The account of sales in the accounting export. 200 is the account of a new organisation in Xero.';
comment on column public.settings.coaches_sell is
  'Whether coaches may sell at the desk. They find a family only by its whole e-mail address or phone number.';
comment on column public.settings.sales_stopped is
  'Whether new orders on the site are refused (private.check_sales). The desk still sells.';
comment on column public.settings.sales_stopped_sentence is 'What parents read while sales are stopped.';
comment on column public.settings.maintenance is
  'Whether new orders, upgrades, bookings with credits and sales at the desk are refused (private.check_maintenance).';
comment on column public.settings.maintenance_since is
  'When maintenance began, null without it (waitlists/offers_in_maintenance.sql).';
comment on column public.settings.maintenance_sentence is
  'What parents read during maintenance, in place of sales_stopped_sentence.';
comment on column public.settings.marketer_discount_percent is
  'The largest percentage of a marketer''s promotion code. A larger code, and any larger amount, needs an admin.';
comment on column public.settings.coach_discount_percent is
  'The largest discount by hand that a coach may give on one order at the desk, of its price before transport. The '
  'limit in cents counts, too.';
comment on column public.settings.gst_number is 'Without a registration number no GST line is shown.';
comment on column public.settings.hold_minutes is 'How long opening the checkout, or a renewal, holds seats.';
comment on column public.settings.hold_total_minutes is
  'The longest time from opening the checkout to which renewals can extend a hold.';
comment on column public.settings.holds_per_address_max is
  'How many seats one network (IPv4 address, /48 of IPv6) may hold, including those released unpaid within '
  'holds_remembered_minutes. 40: a dozen families behind a school''s or mobile network''s address can be at the '
  'checkout at once.';
comment on column public.settings.holds_per_place_max is
  'How many seats of one session or camp one address, or one account with a verified e-mail, may hold; twice as many '
  'with released ones. 8 is the largest family that an order allows, so a stranger holds less than half of a camp of '
  '20.';
comment on column public.settings.holds_per_network_place_max is
  'How many seats of one session or camp one network may hold unpaid, regardless of accounts; twice as many with '
  'released ones. 12: three large families of one school, and little more than half of a camp for somebody with a '
  'dozen mailboxes.';
comment on column public.settings.stranger_holds_percent is
  'The share of a session or camp that callers who never paid here may hold unpaid, from all networks together. 75: '
  'holds from many mailboxes cannot empty a camp, and of 20 places five remain for families who have paid before.';
comment on column public.settings.holds_remembered_minutes is 'How long released or expired seats still count: longer '
  'than a hold lasts without a payment page, so that holding again at once gains no time.';
comment on column public.settings.guest_places_max is
  'How many places an order without a verified e-mail address may have. 4: more than nine in ten families have fewer '
  'children. A larger order requires a sign-in, which an invented address cannot do.';
comment on column public.settings.checkout_call_minutes is
  'The least remaining time of a hold when the payment provider is called.';
comment on column public.settings.checkout_tail_minutes is 'How much longer a hold lasts than its Stripe session.';
comment on column public.settings.checkout_total_minutes is
  'How long after opening the checkout a new payment attempt may begin: as long as the form itself may hold places.';
comment on column public.settings.hold_life_minutes is
  'The longest life of a hold: checkout_total_minutes, Stripe''s shortest payment session (30 minutes and one), '
  'checkout_tail_minutes and two spare minutes.';
comment on column public.settings.staff_token_minutes is
  'How long a staff token whose session cannot be looked up is valid: a revoked role or stolen token must not work for '
  'the rest of an hour.';
comment on column public.settings.second_factor_roles is 'Roles that count only after a second factor (aal2). The '
  'default is {business_admin}, which grants and revokes roles; a live project sets {admin,business_admin}.';
comment on column public.settings.outbox_per_second is 'Mails sent to the mail provider per second, by all senders '
  'together. 2 is the limit of its smallest plan; more is refused.';
comment on column public.settings.offers_snapshot_at is 'When the newest published set of offers was read.';
comment on column public.settings.address_header is 'The header in which the host writes the caller''s address, '
  'overwriting any value from the caller: cf-connecting-ip on a hosted project. No other header is trusted.';
comment on column public.settings.address_salt is
  'Random per installation; network addresses are stored only hashed with it.';
comment on column public.settings.details_request_mails_hour_max is
  'How many mails of one kind an address gets in an hour because somebody typed it. A family that joins the waitlist '
  'of every camp of a holiday needs four or five.';
comment on column public.settings.details_request_mails_day_max is
  'The same limit for 24 hours: enough for three such holidays.';
comment on column public.settings.hand_over_mails_hour_max is
  'How many mails per hour notify the team of visitors'' questions. Further questions appear among the leads only: a '
  'person cannot read more than one a minute.';
comment on column public.settings.children_most is
  'How many children a family may have: more than any family we know has, including cousins, and few enough that the '
  'table cannot be filled by hand.';
comment on column public.settings.staff_email is
  'The address for the team''s mails that have no address of their own: the columns alerts_email to '
  'coach_absences_email (private.staff_address). Without an address only alerts are sent, to the first admin.';
comment on column public.settings.waitlist_offer_minutes is
  'How long an offered place waits for an answer, without quiet hours.';
comment on column public.settings.waitlist_least_minutes is
  'If less time than this is left until the last moment, no offer is made, and the place is on sale to everybody.';
comment on column public.settings.waitlist_last_minutes is 'How long before the start an offer ends at the latest.';
comment on column public.settings.waitlist_quiet_from is 'Start of the quiet hours in Singapore, which do not count '
  'for offers, until waitlist_quiet_until. From 24:00 until 00:00: none.';
comment on column public.settings.waitlist_waking_minutes is
  'The shortest time after the quiet hours before an offer ends.';
comment on column public.settings.waitlist_remind_hours is
  'After how many hours the confirmation link is sent once more, so that somebody who reads mail only in the evening '
  'has two evenings.';
comment on column public.settings.waitlist_confirm_hours is
  'After how many hours an unconfirmed entry ends. It held no place; the link in its mails still works, at the end of '
  'the waitlist.';
comment on column public.settings.goes_alone_from_age is
  'The age in years on the day from which a child may go home alone if a parent allows it. 10: old enough for public '
  'transport without an adult in most Singapore families, and young enough for the older half of our classes.';
comment on column public.settings.order_link_days is 'The shortest time that a link in a mail can manage an order; it '
  'lasts at least until the day after the last place and after the last day of a pass.';
comment on column public.settings.move_hours_before is 'How long before its start a place may still be moved.';
comment on column public.settings.details_request_repeat_days is
  'How long a family''s health details and consents are valid before it is asked again.';
comment on column public.settings.dateless_refund_days is
  'For a product without a date: for how many days after the payment a refund rule relative to the start applies, '
  'which would otherwise apply for ever. Two weeks, in which a family finds its date.';
comment on column public.settings.credit_return_hours is
  'A booking cancelled at least this long before its session returns its credit; later it does not.';
comment on column public.settings.phone_unreached_minutes is
  'After this time without a report that it arrived, staff are asked to call about an urgent WhatsApp or SMS.';
comment on column public.settings.rebuild_quiet_seconds is
  'A build is requested when no camp was changed for this long, so that several camps typed in a row need one build; '
  'after ten times as long in any case. Half a minute, because a build takes longer anyway.';
comment on column public.settings.reconcile_orders is 'How many orders one step of the reconciliation reads, which '
  'takes much less than the 8 seconds that a statement may take.';
comment on column public.settings.offers_missing_max_percent is
  'The share of offers on sale that may be missing from a published list: more suggests a truncated list rather than a '
  'decision. One offer may always be missing, unless it is the last.';
comment on column public.settings.offer_price_jump_percent is 'A larger price change needs a confirmation in Studio.';
comment on column public.settings.offer_price_floor_percent is
  'The share of its earlier price below which an offer needs the approval of two admins; 0: no floor.';
comment on column public.settings.weekends_planned is
  'The number of weekends, including the coming one, whose sessions can be booked with credits. 5: families plan a '
  'month ahead, and later changes of the plan are made by hand.';
comment on column public.settings.fresh_sign_in_minutes is 'Irreversible actions need a sign-in that is not older than '
  'this, so that an unattended phone or an old tab cannot be used to erase a family.';
comment on column public.settings.alert_booking_percent is
  'Staff are alerted when more than this share of the calls to the payment page fail within alert_booking_seconds.';
comment on column public.settings.alert_booking_least is
  'The least number of failures for that alert, because at night a single failed call can be all of them.';
comment on column public.settings.alert_outbox_seconds is 'Staff are alerted when a mail has waited longer than this.';
comment on column public.settings.alert_webhook_seconds is
  'Staff are alerted when the payment provider reports a payment later than this.';
comment on column public.settings.alert_hold_seconds is
  'Staff are alerted when an expired hold was not deleted for this long: five runs of the scheduled jobs.';
comment on column public.settings.alert_chore_seconds is
  'A scheduled job is late if it has not run for longer than this. They run every minute.';
comment on column public.settings.alert_returned_percent is
  'Staff are alerted when more than this share of a day''s mails came back or were marked as spam.';
comment on column public.settings.alert_blank_screens is
  'Staff are alerted when browsers report more empty pages than this within ten minutes.';
comment on column public.settings.weekly_summary is 'Whether each admin gets a mail about the week on Mondays.';
comment on column public.settings.alert_calm_minutes is 'An alert ends after this long without a new cause, so that a '
  'problem that comes and goes within minutes is one alert and two mails.';
comment on column public.settings.assistant_day_us_cents is
  'The daily budget for answers of a language model, in US cents: thousands of answers of the usual model. 0: no model '
  'is called.';
comment on column public.settings.assistant_visitor_us_cents is
  'The share of that budget for one network address: more than one answer of the most expensive model can cost, so '
  'that a model with an unknown price can be called at all.';

alter table public.settings enable row level security;
revoke all on table public.settings from anon, authenticated, service_role;
-- All columns except the salt are granted. The policy is in people.sql, where roles exist.
grant select (
  id, name, product, slug, order_prefix, currency, gst_rate_basis_points, gst_number, hold_minutes,
  hold_renewals_max, hold_total_minutes, hold_life_minutes, holds_per_address_max, holds_per_place_max,
  holds_per_network_place_max, stranger_holds_percent, holds_remembered_minutes, guest_places_max, checkout_call_minutes, checkout_tail_minutes, checkout_total_minutes,
  outbox_lease_minutes, outbox_attempts_max, outbox_per_second, staff_token_minutes, second_factor_roles,
  offers_snapshot_at, updated_at,
  children_most, waitlist_remind_hours, waitlist_confirm_hours, waitlist_offer_minutes, waitlist_least_minutes, waitlist_last_minutes, waitlist_quiet_from, waitlist_quiet_until, waitlist_waking_minutes,
  order_link_days, move_hours_before,
  rebuild_quiet_seconds, legal_name, legal_address, uen
) on public.settings to authenticated, service_role;

create trigger touch_updated_at before update on public.settings
  for each row execute function private.touch_updated_at();
