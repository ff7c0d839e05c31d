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
  children_max integer not null default 12 check (children_max > 0),
  staff_email text
    check (staff_email ~ '^[^@[:space:]<>,;:"()]+@[^@[:space:]<>,;:"()]+$' and length(staff_email) <= 254),
  waitlist_offer_minutes integer not null default 720 check (waitlist_offer_minutes > 0),
  waitlist_offer_min_minutes integer not null default 30 check (waitlist_offer_min_minutes > 0),
  waitlist_ends_before_minutes integer not null default 120 check (waitlist_ends_before_minutes >= 0),
  waitlist_quiet_from time not null default '22:00',
  waitlist_quiet_until time not null default '08:00',
  waitlist_waking_minutes integer not null default 60 check (waitlist_waking_minutes >= 0),
  waitlist_remind_hours integer not null default 12 check (waitlist_remind_hours > 0),
  waitlist_confirm_hours integer not null default 48 check (waitlist_confirm_hours > waitlist_remind_hours),
  order_link_days integer not null default 60 check (order_link_days > 0),
  move_hours_before integer not null default 24 check (move_hours_before >= 0),
  dateless_refund_days integer not null default 14 check (dateless_refund_days >= 0),
  credit_return_hours integer not null default 24 check (credit_return_hours >= 0),
  queue_enabled boolean not null default false,
  queue_above_per_minute integer not null default 900 check (queue_above_per_minute between 0 and 100000),
  queue_admits_per_minute integer not null default 900 check (queue_admits_per_minute between 1 and 100000),
  rebuild_quiet_seconds integer not null default 30 check (rebuild_quiet_seconds between 0 and 3600),
  reconcile_batch_orders integer not null default 5000 check (reconcile_batch_orders > 0),
  offers_missing_max_percent integer not null default 30 check (offers_missing_max_percent between 0 and 100),
  offer_price_jump_percent integer not null default 10 check (offer_price_jump_percent > 0),
  offer_price_floor_percent integer not null default 50 check (offer_price_floor_percent between 0 and 100),
  weekends_planned integer not null default 5 check (weekends_planned between 1 and 26),
  fresh_sign_in_minutes integer not null default 15 check (fresh_sign_in_minutes > 0),
  alert_booking_percent numeric not null default 5 check (alert_booking_percent between 0 and 100),
  alert_booking_seconds integer not null default 120 check (alert_booking_seconds between 60 and 3600),
  alert_booking_failures_min integer not null default 2 check (alert_booking_failures_min > 0),
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
  deposit_min_cents integer not null default 10000 check (deposit_min_cents between 100 and 1000000),
  deposit_due_days integer not null default 21 check (deposit_due_days between 1 and 180),
  deposit_instalments_max integer not null default 1 check (deposit_instalments_max between 1 and 3),
  deposit_grace_days integer not null default 3 check (deposit_grace_days between 0 and 30),
  deposits_lapse boolean not null default false,
  voucher_years integer default 3 check (voucher_years between 1 and 10),
  referrals_enabled boolean not null default false,
  referral_credit_cents integer not null default 2000 check (referral_credit_cents between 100 and 20000),
  referrals_per_year_max integer not null default 5 check (referrals_per_year_max between 1 and 50),
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
  growth_report_due_days integer not null default 7 check (growth_report_due_days between 1 and 60),
  growth_report_write_days integer not null default 14 check (growth_report_write_days between 1 and 90),
  constraint settings_deposit_days check (deposit_grace_days < deposit_due_days),
  constraint settings_staff_addresses check (concat_ws(',', alerts_email, enquiries_email, prices_email, decisions_email,
    disputes_email, first_aid_email, bounced_mails_email, waitlists_email, coach_absences_email) ~ '^([^@[:space:]<>,;:"()]+@[^@[:space:]<>,;:"()]+(,|$))*$')
);
comment on table public.settings is
  'One row with the brand''s names, GST, and all limits of the selling rules, whose names say their units.';
comment on column public.settings.name is
  'The name of the seller. publish_offers writes this column and the next three from the brand module.';
comment on column public.settings.product is 'The product''s name in texts. Class types contain it in their names.';
comment on column public.settings.gst_rate_basis_points is '900 is 9%. Prices include it.';
comment on column public.settings.legal_name is
  'The registered name of the seller, for receipts. If it is null, receipts show the brand''s name.';
comment on column public.settings.uen is
  'Our unique entity number (UEN). It is printed on receipts, and PayNow payments at the desk go to it.';
comment on column public.settings.voucher_years is
  'For how many years a new gift voucher can be redeemed. It is null if vouchers have no end.';
comment on column public.settings.coaches_sell is
  'True if coaches may sell at the desk. They find a family only by its whole e-mail address or phone number.';
comment on column public.settings.sales_stopped is
  'True if new orders on the site are refused (private.check_sales). The desk still sells.';
comment on column public.settings.sales_stopped_sentence is 'What parents read while sales are stopped.';
comment on column public.settings.maintenance is
  'True if new orders, upgrades, bookings with credits and sales at the desk are refused (private.check_maintenance).';
comment on column public.settings.maintenance_since is
  'When maintenance began. It is null while there is no maintenance (waitlists/offers_in_maintenance.sql).';
comment on column public.settings.maintenance_sentence is
  'What parents read during maintenance, instead of sales_stopped_sentence.';
comment on column public.settings.marketer_discount_percent is
  'The largest discount, in percent, of a promotion code that a marketer may create. A larger one needs an admin.';
comment on column public.settings.coach_discount_percent is
  'The largest discount that a coach may give by hand on one order at the desk, in percent of its price before '
  'transport. The limit in cents counts, too.';
comment on column public.settings.growth_report_due_days is
  'How many days after the last day of a camp its growth reports must be with the families. The site promises a week.';
comment on column public.settings.growth_report_write_days is
  'For how many days after the last day the coaches of a camp may read and write its growth reports. Head coaches and '
  'admins may later, too.';
comment on column public.settings.gst_number is 'The GST registration number. If it is null, no GST line is shown.';
comment on column public.settings.hold_minutes is
  'For how long the seats are held when the checkout opens, and when the hold is renewed.';
comment on column public.settings.hold_total_minutes is
  'Until how long after the checkout opened renewals can extend a hold.';
comment on column public.settings.holds_per_address_max is
  'How many seats one network (an IPv4 address or a /48 of IPv6) may hold. Seats that were released without a payment '
  'within holds_remembered_minutes count, too. With 40, a dozen families behind the address of a school or a mobile '
  'network can be at the checkout at once.';
comment on column public.settings.holds_per_place_max is
  'How many seats of one session or camp an address, or an account with a verified e-mail, may hold. If released '
  'seats are counted, it may hold twice as many. 8 is the largest family that an order allows, so a stranger holds '
  'less than half of a camp of 20.';
comment on column public.settings.holds_per_network_place_max is
  'How many seats of one session or camp a network may hold without a payment, regardless of accounts. If released '
  'seats are counted, it may hold twice as many. 12 is enough for three large families of one school, and is little '
  'more than half of a camp for somebody with a dozen mailboxes.';
comment on column public.settings.stranger_holds_percent is
  'The share of a session or camp that callers who never paid here may hold without a payment, from all networks '
  'together. With 75, holds from many mailboxes cannot empty a camp: of 20 places, five remain for families who have '
  'paid before.';
comment on column public.settings.holds_remembered_minutes is
  'For how long released or expired seats still count. This is longer than a hold lasts without a payment page, so '
  'that holding again at once gains no time.';
comment on column public.settings.guest_places_max is
  'How many places an order without a verified e-mail address may have. More than nine in ten families have fewer '
  'than 4 children. A larger order requires a sign-in, which is impossible with an invented address.';
comment on column public.settings.checkout_call_minutes is
  'How much time a hold must have left when the payment provider is called.';
comment on column public.settings.checkout_tail_minutes is 'How much longer a hold lasts than its Stripe session.';
comment on column public.settings.checkout_total_minutes is
  'How long after the checkout opened a new payment attempt may begin. This is as long as the form itself may hold '
  'places.';
comment on column public.settings.hold_life_minutes is
  'How long a hold can last at most: the sum of checkout_total_minutes, the 31 minutes of Stripe''s shortest payment '
  'session, checkout_tail_minutes and two spare minutes.';
comment on column public.settings.staff_token_minutes is
  'How long a staff token is valid whose session cannot be looked up. A revoked role or a stolen token must not work '
  'for the rest of an hour.';
comment on column public.settings.second_factor_roles is
  'Roles that count only after a second factor (aal2). The default is {business_admin}, which grants and revokes '
  'roles. A live project sets {admin,business_admin}.';
comment on column public.settings.outbox_per_second is
  'How many mails all senders together send to the mail provider per second. 2 is the limit of its smallest plan; it '
  'refuses more.';
comment on column public.settings.offers_snapshot_at is 'When the newest published set of offers was read.';
comment on column public.settings.address_header is 'The header in which the host writes the caller''s address, '
  'overwriting any value from the caller: cf-connecting-ip on a hosted project. No other header is trusted.';
comment on column public.settings.address_salt is
  'A random value of this installation. Network addresses are stored only after they were hashed with it.';
comment on column public.settings.details_request_mails_hour_max is
  'How many mails of one kind an address gets in an hour because somebody typed it. A family that joins the waitlist '
  'of every camp of a holiday needs four or five.';
comment on column public.settings.details_request_mails_day_max is
  'The same limit for 24 hours. It is enough for three such holidays.';
comment on column public.settings.hand_over_mails_hour_max is
  'How many mails per hour notify the team of visitors'' questions. Further questions appear only among the leads, '
  'because a person cannot read more than one a minute.';
comment on column public.settings.children_max is
  'How many children a family may have. It is more than any family we know has, including cousins, and few enough '
  'that nobody can fill the table by hand.';
comment on column public.settings.staff_email is
  'The address for those of the team''s mails that have no address of their own in the columns from alerts_email to '
  'coach_absences_email (private.staff_address). If it is null too, only alerts are sent, to the first admin.';
comment on column public.settings.waitlist_offer_minutes is
  'How long an offered place waits for an answer. Quiet hours do not count.';
comment on column public.settings.waitlist_offer_min_minutes is
  'If less time than this is left until the last moment, no offer is made, and the place is on sale to everybody.';
comment on column public.settings.waitlist_ends_before_minutes is
  'How long before the start an offer ends at the latest.';
comment on column public.settings.waitlist_quiet_from is
  'When the quiet hours begin in Singapore. They end at waitlist_quiet_until, and offers do not count them. From '
  '24:00 until 00:00 means that there are none.';
comment on column public.settings.waitlist_waking_minutes is
  'How long after the quiet hours an offer ends at the earliest.';
comment on column public.settings.waitlist_remind_hours is
  'After how many hours the confirmation link is sent once more. So somebody who reads mail only in the evening has '
  'two evenings.';
comment on column public.settings.waitlist_confirm_hours is
  'After how many hours an unconfirmed entry ends. It held no place. The link in its mails still works, but leads to '
  'the end of the waitlist.';
comment on column public.settings.goes_alone_from_age is
  'The age in years on the day from which a child may go home alone if a parent allows it. At 10, most families in '
  'Singapore let a child use public transport without an adult, and it is the older half of our classes.';
comment on column public.settings.order_link_days is
  'For how long a link in a mail can manage an order at least. The link lasts longer if the last place or the last day '
  'of a pass is later: it ends on the day after that.';
comment on column public.settings.move_hours_before is 'How long before its start a place may still be moved.';
comment on column public.settings.details_request_repeat_days is
  'How long a family''s health details and consents are valid before it is asked again.';
comment on column public.settings.dateless_refund_days is
  'A refund rule with hours before the start applies to a product without a date for this many days after the payment. '
  'Without this limit it would apply for ever. In two weeks a family finds its date.';
comment on column public.settings.credit_return_hours is
  'If a booking is cancelled at least this long before its session, its credit is returned. Later it is not.';
comment on column public.settings.phone_unreached_minutes is
  'If no report says after this time that an urgent WhatsApp or SMS arrived, staff are asked to call.';
comment on column public.settings.rebuild_quiet_seconds is
  'A build is requested when no camp was changed for this long, so that several camps typed in a row need one build. '
  'The same goes for an import of many documents. '
  'It is requested after ten times as long in any case. Half a minute is enough, because a build takes longer anyway.';
comment on column public.settings.reconcile_batch_orders is
  'How many orders one step of the reconciliation reads. The step takes much less than the 8 seconds that a statement '
  'may take.';
comment on column public.settings.offers_missing_max_percent is
  'The share of offers on sale that may be missing from a published list. If more are missing, the list was probably '
  'truncated. One offer may always be missing, unless it is the last.';
comment on column public.settings.offer_price_jump_percent is
  'If a price changes by more than this, the change needs a confirmation in Studio.';
comment on column public.settings.offer_price_floor_percent is
  'If a price falls below this share of its earlier amount, the change needs the approval of two admins. 0 means that '
  'there is no such limit.';
comment on column public.settings.weekends_planned is
  'The number of weekends, including the coming one, whose sessions can be booked with credits. 5 are enough because '
  'families plan a month ahead. Later changes of the plan are made by hand.';
comment on column public.settings.fresh_sign_in_minutes is
  'Actions that cannot be undone need a sign-in that is not older than this. So an unattended phone or an old tab '
  'cannot be used to erase a family.';
comment on column public.settings.assistant_day_us_cents is
  'The daily budget for answers of a language model, in US cents. It is enough for thousands of answers of the usual '
  'model. With 0, no model is called.';
comment on column public.settings.assistant_visitor_us_cents is
  'The share of that budget for one network address. It is more than one answer of the most expensive model can cost, '
  'so that even a model with an unknown price can be called.';

alter table public.settings enable row level security;
revoke all on table public.settings from anon, authenticated, service_role;
-- All columns except the salt are granted. The policy is in people.sql, where roles exist.
grant select (
  id, name, product, slug, order_prefix, currency, gst_rate_basis_points, gst_number, hold_minutes,
  hold_renewals_max, hold_total_minutes, hold_life_minutes, holds_per_address_max, holds_per_place_max,
  holds_per_network_place_max, stranger_holds_percent, holds_remembered_minutes, guest_places_max, checkout_call_minutes, checkout_tail_minutes, checkout_total_minutes,
  outbox_lease_minutes, outbox_attempts_max, outbox_per_second, staff_token_minutes, second_factor_roles,
  offers_snapshot_at, updated_at,
  children_max, waitlist_remind_hours, waitlist_confirm_hours, waitlist_offer_minutes, waitlist_offer_min_minutes, waitlist_ends_before_minutes, waitlist_quiet_from, waitlist_quiet_until, waitlist_waking_minutes,
  order_link_days, move_hours_before,
  rebuild_quiet_seconds, legal_name, legal_address, uen
) on public.settings to authenticated, service_role;

create trigger touch_updated_at before update on public.settings
  for each row execute function private.touch_updated_at();
