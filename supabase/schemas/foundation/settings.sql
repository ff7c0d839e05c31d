-- Settings: one row, with every limit of the selling rules.

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
  second_factor_roles text[] not null default '{business_admin}' check (second_factor_roles <@ '{coach,admin,business_admin}'),
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
  offer_price_jump_percent integer not null default 50 check (offer_price_jump_percent > 0),
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
  goes_alone_from_age integer not null default 10 check (goes_alone_from_age between 0 and 18),
  constraint settings_waitlist_day check (
    waitlist_quiet_until - time '00:00' + make_interval(mins => waitlist_waking_minutes)
    < waitlist_quiet_from - time '00:00'),
  legal_name text check (length(legal_name) between 1 and 160),
  legal_address text check (length(legal_address) between 1 and 300),
  uen text check (uen ~ '^[0-9A-Z]{9,10}$')
);
comment on table public.settings is
  'One row: the brand as SQL needs it, GST, and every limit of the selling rules with its unit in its name.';
comment on column public.settings.id is 'Always true: there is one row.';
comment on column public.settings.name is
  'Provider. This and the next three are written by publish_offers from the brand module.';
comment on column public.settings.product is 'Product word in text; class types carry it in their names.';
comment on column public.settings.order_prefix is 'First letters of an order number.';
comment on column public.settings.gst_rate_basis_points is '900 is 9%. Prices include it.';
comment on column public.settings.legal_name is
  'Who sells, as registered: receipts name it. Without one the name of the brand stands there.';
comment on column public.settings.legal_address is 'The registered address, on receipts.';
comment on column public.settings.uen is 'The unique entity number of the provider, on receipts.';
comment on column public.settings.gst_number is 'Without a registration number no GST line is shown.';
comment on column public.settings.hold_minutes is 'How long opening the checkout, or a renewal, holds seats.';
comment on column public.settings.hold_total_minutes is 'No renewal reaches further than this from the opening.';
comment on column public.settings.holds_per_address_max is
  'Seats that one network (an IPv4 address, a /48 of IPv6) may hold, with those that it let go of unpaid within '
  'holds_remembered_minutes. 40: '
  'behind the address of a school, an office or a mobile network a dozen families of three children, or twenty of two, '
  'can be at the checkout at once; who paid does not count any more.';
comment on column public.settings.holds_per_place_max is
  'Seats of one session or camp that one network address may hold, or one account with a proven e-mail address, which '
  'counts for itself; twice as many with those let go of. 8 is the largest family that an order takes: of a camp of 20 '
  'a stranger keeps less than half. More families behind one address who want the same camp sign in.';
comment on column public.settings.holds_per_network_place_max is
  'Seats of one session or camp that all who come from one network (an IPv4 address, a /48 of IPv6) may hold unpaid, '
  'whatever accounts they have; twice as many with those let go of. 12: three large families of one school at the same '
  'camp at the same minute, and not much more than half of a camp of 20 for whoever makes a dozen mailboxes.';
comment on column public.settings.stranger_holds_percent is
  'How much of a session or camp may be held unpaid by all who never paid here before, wherever they come from, if '
  'that is more than holds_per_place_max. 75: with '
  'many networks and mailboxes nobody empties a camp; of 20 places five stay for families who have paid before, and a '
  'new family waits some minutes until one of the fifteen has paid or left.';
comment on column public.settings.holds_remembered_minutes is
  'How long seats that were let go of, or lapsed, still count: longer than a hold lives without a payment page, so '
  'that holding again at once wins no time.';
comment on column public.settings.guest_places_max is
  'Places in one order without a proven e-mail address. 4: more than nine in ten families have fewer children; a '
  'larger order signs in first, which an invented address cannot.';
comment on column public.settings.checkout_call_minutes is
  'What a hold must still last while the payment provider is called.';
comment on column public.settings.checkout_tail_minutes is 'A hold outlives its payment session by this.';
comment on column public.settings.checkout_total_minutes is
  'No new payment attempt later than this after the opening: as long as the form itself may hold places.';
comment on column public.settings.hold_life_minutes is
  'Nothing holds a place longer than this after the opening: checkout_total_minutes, the shortest payment session that '
  'the provider makes (30 minutes and one for its call), checkout_tail_minutes and two to spare.';
comment on column public.settings.staff_token_minutes is
  'How long staff''s token is believed that names no session which could be looked up: a role given up, or stolen, '
  'must not work for the rest of an hour.';
comment on column public.settings.second_factor_roles is
  'Roles that count only after a second factor (aal2). Whoever has enrolled one must always use it. As delivered '
  '{business_admin}: who gives and takes roles; the screens lead whoever has none to set one up. A live project sets '
  '{admin,business_admin}.';
comment on column public.settings.outbox_per_second is
  'Mails asked of the mail provider in a second, by all senders together. 2: what its smallest plan takes; faster is '
  'refused.';
comment on column public.settings.offers_snapshot_at is 'When the newest published set of offers was read.';
comment on column public.settings.address_header is
  'The header in which the host in front of the API writes the caller''s address, over whatever the caller sent: '
  'cf-connecting-ip on a hosted project, of another host what it is configured to set, e.g. x-real-ip. No other header '
  'is believed.';
comment on column public.settings.address_salt is
  'Random per installation; network addresses are stored only hashed with it.';
comment on column public.settings.details_request_mails_hour_max is
  'Mails of one kind that typing an address can send there within an hour. A family that waits for every camp of one '
  'holiday asks for four or five; to somebody who asked for none, six are a nuisance and no flood.';
comment on column public.settings.details_request_mails_day_max is 'The same within 24 hours: three such holidays.';
comment on column public.settings.hand_over_mails_hour_max is
  'Mails within an hour by which the team is told what visitors asked. Beyond it they stand among the leads only: one '
  'a minute is more than anybody reads.';
comment on column public.settings.children_most is
  'Children of one family: more than any family that we have met has, cousins who come along included, and few enough '
  'that nobody fills the table by hand.';
comment on column public.settings.staff_email is
  'Where the team reads what a visitor asks. Without an address staff find it among the leads only.';
comment on column public.settings.waitlist_offer_minutes is
  'How long an offered place waits for an answer, quiet hours not counted.';
comment on column public.settings.waitlist_least_minutes is
  'With less time than this until the last moment nothing is offered any more: the place is everybody''s.';
comment on column public.settings.waitlist_last_minutes is 'An offer ends at the latest so long before the beginning.';
comment on column public.settings.waitlist_quiet_from is
  'Quiet hours, in Singapore: from this time of day nobody is waited for, until waitlist_quiet_until. From 24:00 until '
  '00:00: none.';
comment on column public.settings.waitlist_waking_minutes is 'No offer ends sooner after the quiet hours.';
comment on column public.settings.waitlist_remind_hours is
  'When an address is not confirmed after so long, its link is sent once more: whoever reads mail in the evening only '
  'has two evenings.';
comment on column public.settings.waitlist_confirm_hours is
  'After so long without a confirmation an entry ends. It kept nothing; the link in its mails still works, at the end '
  'of the queue.';
comment on column public.settings.goes_alone_from_age is
  'From this age, in years on the day, a child whose parent allows it may go home by itself. 10: old enough for public '
  'transport without an adult in most Singapore families, and young enough for the older half of our classes.';
comment on column public.settings.order_link_days is
  'How long a link in a mail lets somebody manage an order, at least; one to manage lasts until the day after the last '
  'place, and after the last day of a pass.';
comment on column public.settings.move_hours_before is 'A place may be moved until so long before it begins.';
comment on column public.settings.details_request_repeat_days is
  'So long a family need not say again what it told of a child''s health and agreed to.';
comment on column public.settings.dateless_refund_days is
  'How long after the payment a refund rule that counts to a beginning holds for what has none, such as a party '
  'package: two weeks, in which a family finds its date; else it would hold for ever. Offers without a date say '
  'days_after_purchase themselves now.';
comment on column public.settings.credit_return_hours is
  'A booking cancelled at least this long before its session gives its credit back; later it does not.';
comment on column public.settings.rebuild_quiet_seconds is
  'A build is asked for once nobody has changed a camp for so long, so that a list of camps typed in one go is one '
  'build; after ten times as long in any case. Half a minute: staff wait for the site anyway, and a build takes '
  'longer.';
comment on column public.settings.reconcile_orders is
  'How many orders one piece of the reconciliation looks at: well under the 8 seconds that a statement may take.';
comment on column public.settings.offers_missing_max_percent is
  'Of what is on sale, how much may be missing from a published list without a word: more is a list that was cut (a '
  'private dataset shows a stranger nothing), not a decision. With a dozen things on sale, three; one alone may always '
  'go, unless it is the last.';
comment on column public.settings.offer_price_jump_percent is
  'A price that changes by more than this waits until whoever changed it has said yes once more: 167 typed as 16.70 is '
  '-90%, and no season''s sale has been deeper than half.';
comment on column public.settings.weekends_planned is
  'How many weekends, this coming one with them, have their sessions ready to be booked with credits. 5: a month ahead '
  'is as far as families plan, and a plan that changes later than that is changed by hand.';
comment on column public.settings.fresh_sign_in_minutes is
  'What cannot be undone asks for a sign-in that is no older: a phone that was left lying, or a tab of last week, '
  'erases nobody.';
comment on column public.settings.alert_booking_percent is
  'Staff are told when more than this of the calls to the payment page fail, within alert_booking_seconds.';
comment on column public.settings.alert_booking_least is
  'And at least so many of them: at night one of one is all of them.';
comment on column public.settings.alert_outbox_seconds is 'Staff are told when a mail has waited longer than this.';
comment on column public.settings.alert_webhook_seconds is
  'Staff are told when the payment provider''s word of a payment comes later than this.';
comment on column public.settings.alert_hold_seconds is
  'Staff are told when a hold that is over was not cleared away for so long: five runs of the chores.';
comment on column public.settings.alert_chore_seconds is
  'A chore that was not done for longer than this is late. They come every minute.';
comment on column public.settings.alert_calm_minutes is
  'An alert is over after so long without a new reason: what comes and goes within minutes is one alert and two mails.';
comment on column public.settings.assistant_day_us_cents is
  'A day''s money for answers of a language model, in US cents: thousands of answers of the usual model. 0: none is '
  'asked.';
comment on column public.settings.assistant_visitor_us_cents is
  'And of it what one network address may use: more than an answer of the dearest model may cost, so that one with an '
  'unknown price is asked at all.';

alter table public.settings enable row level security;
revoke all on table public.settings from anon, authenticated, service_role;
-- Everything but the salt. The policy stands in people.sql, where roles exist.
grant select (
  id, name, product, slug, order_prefix, currency, gst_rate_basis_points, gst_number, hold_minutes,
  hold_renewals_max, hold_total_minutes, hold_life_minutes, holds_per_address_max, holds_per_place_max,
  holds_per_network_place_max, stranger_holds_percent, holds_remembered_minutes, guest_places_max, checkout_call_minutes, checkout_tail_minutes, checkout_total_minutes,
  outbox_lease_minutes, outbox_attempts_max, outbox_per_second, staff_token_minutes, second_factor_roles,
  offers_snapshot_at, updated_at,
  children_most,
  waitlist_remind_hours, waitlist_confirm_hours, waitlist_offer_minutes, waitlist_least_minutes, waitlist_last_minutes, waitlist_quiet_from, waitlist_quiet_until, waitlist_waking_minutes,
  order_link_days, move_hours_before,
  rebuild_quiet_seconds,
  legal_name, legal_address, uen
) on public.settings to authenticated, service_role;

create trigger touch_updated_at before update on public.settings
  for each row execute function private.touch_updated_at();

create function private.settings()
returns public.settings
language plpgsql
stable
set search_path = ''
as $$
declare
  v_settings public.settings;
begin
  select * into v_settings from public.settings;
  if not found then
    raise exception 'the settings row is missing: run supabase/seed.sql';
  end if;
  return v_settings;
end;
$$;
create function private.provider()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('name', coalesce(t.legal_name, t.name), 'address', t.legal_address, 'uen', t.uen)
  from private.settings() t
$$;
comment on function private.provider() is 'Who sells, for receipts: Provider of contract/receipts.ts.';

comment on function private.settings() is 'The settings row; called by definer functions only.';
