import { alertSettings } from './alert-setting-messages.ts';

const marketerCode = 'Only an admin can create a promotion code that takes off more.';
const deskDiscount =
  'The largest manual discount on one order at the desk. Both the percentage and the amount apply. 0 allows no discount.';
const requestedMails = 'How many e-mails of one kind visitors can request for one address.';

/**
 * The settings by topic. Each column of `public.settings` needs a line here. Its bounds and default come from the
 * database. Its unit comes from the end of its name.
 */
export const settingTopics = {
  selling: {
    sales_stopped: [
      'Stop sales',
      'The site takes no new orders. Open checkouts continue, families can join waitlists, and the desk still sells.',
    ],
    sales_stopped_sentence: ['Message while sales are stopped', 'What parents read where they would book.'],
    maintenance: [
      'Maintenance',
      'Nobody can book or pay, not even at the desk. Payments that have started are still completed.',
    ],
    maintenance_sentence: ['Message during maintenance', 'What parents read where they would book.'],
    queue_enabled: [
      'Queue before a camp',
      'Families queue when very many book camps within the same minute. Switch it on before such a sale, and off after it.',
    ],
    queue_above_per_minute: [
      'Queue above this many spots',
      'Families queue once this many spots were held within one minute. With 0, everybody queues.',
    ],
    queue_admits_per_minute: [
      'Families admitted in a minute',
      'How many families leave the queue each minute. A rehearsal says how many can be served.',
    ],
    hold_minutes: [
      'Length of a hold',
      'How long the checkout holds spots when it opens, and with each extension.',
    ],
    hold_renewals_max: [
      'Extensions of a hold',
      'How many times a hold can be extended while the parent is still filling in the form.',
    ],
    hold_total_minutes: ['Maximum hold', 'Counted from opening the checkout, including all extensions.'],
    hold_life_minutes: [
      'Maximum hold while paying',
      'Counted from opening the checkout, if a payment page is open.',
    ],
    checkout_total_minutes: [
      'Time limit to start paying',
      'How long after opening the checkout a payment can still begin. This must be at least the maximum hold.',
    ],
    checkout_call_minutes: [
      'Time to reach Stripe',
      'How much of a hold must be left when the payment page opens.',
    ],
    checkout_tail_minutes: [
      'Time after the payment page',
      'How much longer spots are held after the payment page closes.',
    ],
    holds_per_place_max: [
      'Unpaid spots per class or camp',
      'How many spots one network address or one account may hold.',
    ],
    holds_per_network_place_max: [
      'Unpaid spots per class or camp, whole network',
      'How many spots all visitors from one network may hold before paying.',
    ],
    holds_per_address_max: ['Unpaid spots per network', 'How many spots one network may hold in all.'],
    stranger_holds_percent: [
      'Share for new families',
      'The share of a class or camp that visitors who have never paid here may hold before paying.',
    ],
    holds_remembered_minutes: [
      'Released spots still count for',
      'This stops people from gaining time by holding the same spots again.',
    ],
    guest_places_max: ['Spots without an account', 'Larger orders need a confirmed e-mail address.'],
    marketer_discount_percent: ['Marketer’s code, percent', marketerCode],
    marketer_discount_cents: ['Marketer’s code, amount', marketerCode],
    coach_discount_percent: ['Coach’s discount, percent', deskDiscount],
    coach_discount_cents: ['Coach’s discount, amount', deskDiscount],
    admin_discount_percent: ['Admin’s discount, percent', deskDiscount],
    admin_discount_cents: ['Admin’s discount, amount', deskDiscount],
    business_admin_discount_percent: ['Business admin’s discount, percent', deskDiscount],
    business_admin_discount_cents: ['Business admin’s discount, amount', deskDiscount],
    camp_deposits: [
      'Deposits for camps',
      'The desk and the checkout sell camps for a deposit, with the rest to be paid by set dates. Orders already sold keep their dates.',
    ],
    deposit_percent: ['Deposit, percent', 'The deposit as a share of each spot’s price.'],
    deposit_min_cents: ['Minimum deposit', 'For each spot, in cents, but never more than its price.'],
    deposit_due_days: [
      'Rest due before the camp',
      'Days before the first day. A camp that starts sooner is sold only at the full price.',
    ],
    deposit_instalments_max: [
      'Instalments after the deposit',
      'The maximum number of payments after the deposit.',
    ],
    deposit_grace_days: [
      'Grace period',
      'How many days after a due date you have to decide about the booking.',
    ],
    deposits_lapse: [
      'Cancel unpaid bookings',
      'After the grace period, a booking is cancelled automatically, under its rules.',
    ],
    coaches_sell: [
      'Coaches may sell at the desk',
      'They see what they need to sell, but no refunds or reports.',
    ],
    offers_missing_max_percent: [
      'Share of prices that may be missing',
      'If a larger share of the prices is missing in Studio, the checkout keeps its prices, and we e-mail you.',
    ],
    offer_price_jump_percent: [
      'Maximum price change without confirmation',
      'In percent. A larger change must be confirmed in Studio.',
    ],
    offer_price_floor_percent: [
      'Price floor',
      'In percent of what was charged before. A price below it needs two admins. 0 means no floor.',
    ],
    rebuild_quiet_seconds: [
      'Wait before publishing',
      'The site is built again once no camp has changed for this long.',
    ],
  },
  moving: {
    move_hours_before: [
      'Move a booking until',
      'How long before the start a family can move a booking. Earlier orders keep what they were promised.',
    ],
    credit_return_hours: [
      'Get a credit back until',
      'How long before the start a family can cancel a class and get the credit back. Earlier bookings keep what they were promised.',
    ],
    dateless_refund_days: [
      'Refund of products without a date',
      'How long after the payment a product without a date can be refunded. Earlier orders keep what they were promised.',
    ],
    order_link_days: [
      'Links in e-mails work for',
      'At least this long, and until after the last day that was booked.',
    ],
  },
  waitlists: {
    waitlist_offer_minutes: [
      'Time to answer an offer',
      'Quiet hours do not count. Offers already made keep their time.',
    ],
    waitlist_offer_min_minutes: [
      'Minimum length of an offer',
      'If less time than this is left, we make no offers, and anybody can book.',
    ],
    waitlist_ends_before_minutes: [
      'Offers end before the start',
      'An offer ends at least this long before the start.',
    ],
    waitlist_quiet_from: [
      'Quiet hours begin',
      'In Singapore time. Quiet hours do not count for offers, and only urgent messages go to phones.',
    ],
    waitlist_quiet_until: ['Quiet hours end', 'In Singapore time.'],
    waitlist_waking_minutes: ['Time after quiet hours', 'No offer ends sooner than this after quiet hours.'],
    waitlist_remind_hours: ['Remind to confirm', 'When we send the confirmation link again.'],
    waitlist_confirm_hours: [
      'Unconfirmed entries end',
      'After this, families who use the link in the e-mail join the end of the waitlist.',
    ],
  },
  messages: {
    staff_email: [
      'Team’s address',
      'Gets every e-mail to the team on a topic below that has no address. If empty, alerts go to the first admin, and the other topics appear only in Management.',
    ],
    enquiries_email: [
      'Enquiries go to',
      'Questions about birthday parties. If empty, we use the team’s address.',
    ],
    decisions_email: [
      'Payments to decide go to',
      'A payment that came late or twice, or does not match its order. If empty, we use the team’s address.',
    ],
    disputes_email: [
      'Disputed payments go to',
      'A bank takes a payment back or questions it. If empty, we use the team’s address.',
    ],
    first_aid_email: [
      'First aid goes to',
      'We report each entry, without names. If empty, we use the team’s address.',
    ],
    bounced_mails_email: [
      'Bounced e-mails go to',
      'We report e-mails to families that bounce, at most once an hour. If empty, we use the team’s address.',
    ],
    waitlists_email: [
      'Waitlists go to',
      'We report families who join a waitlist, at most once an hour. If empty, we use the team’s address.',
    ],
    coach_absences_email: [
      'Absences of coaches go to',
      'A session or camp needs a coach. If empty, we use the team’s address.',
    ],
    prices_email: [
      'Prices to confirm go to',
      'New prices from Studio that an admin must confirm. If empty, we use the team’s address.',
    ],
    alerts_email: [
      'Alerts go to',
      'A problem with the system began or ended. If empty, we use the team’s address, or else the first admin’s.',
    ],
    phone_unreached_minutes: [
      'Call families after',
      'If an urgent WhatsApp or text message was not delivered by then, Today asks you to call.',
    ],
    outbox_per_second: [
      'E-mails per second',
      'For all senders together. The mail provider’s smallest plan allows two.',
    ],
    outbox_attempts_max: [
      'Attempts per e-mail',
      'After these, the e-mail counts as failed and you are asked to check it.',
    ],
    outbox_lease_minutes: [
      'Time limit per attempt',
      'After this time, another sender takes over the e-mail.',
    ],
    details_request_mails_hour_max: ['Requested e-mails, per hour', requestedMails],
    details_request_mails_day_max: ['Requested e-mails, per day', requestedMails],
    hand_over_mails_hour_max: ['Questions by e-mail, per hour', 'Further questions appear only under Leads.'],
    details_request_repeat_days: [
      'Ask again for health and consents',
      'How long a family’s answers stay valid.',
    ],
  },
  schedule: {
    weekends_planned: ['Weekends ahead', 'How many weekends of classes can be booked with credits.'],
    growth_report_due_days: [
      'Growth reports due',
      'Days after the last day of a camp. The site promises families a week.',
    ],
    growth_report_write_days: [
      'Time to write growth reports',
      'Days after the last day of a camp. Head coaches and admins may write later.',
    ],
    goes_alone_from_age: ['May go home alone from', 'Years of age, if a parent allows it.'],
    children_max: ['Children per family', 'A family can’t add more than this.'],
  },
  company: {
    legal_name: ['Registered name', 'Shown on receipts. If empty, we use the brand’s name.'],
    legal_address: ['Registered address', 'Shown on receipts.'],
    uen: ['UEN', 'Shown on receipts. PayNow at the desk sends the money to this UEN.'],
    gst_number: ['GST registration number', 'If empty, no GST line is shown. Sold orders keep theirs.'],
    gst_rate_basis_points: [
      'GST rate',
      'In hundredths of a percent: 900 is 9%. Prices include GST. Sold orders keep theirs.',
    ],
    referrals_enabled: [
      'Codes for friends',
      'A family can tell a friend its code, and gets a credit on its balance once the friend has booked and come.',
    ],
    referral_credit_cents: [
      'Credit for a friend',
      'In cents. Orders that already used a code keep the credit that they promised.',
    ],
    referrals_per_year_max: [
      'Friends in a year',
      'For how many friends in a calendar year a family gets the credit.',
    ],
    voucher_years: [
      'Gift vouchers last',
      'For how many years a new voucher can be redeemed. If empty, vouchers do not expire.',
    ],
    xero_account_code: ['Sales account', 'The code of this account in Xero, for the accounting export.'],
    name: ['Brand', 'Set in the code. It changes with the next publication after a deployment.'],
    product: ['Product name', 'Set in the code. It changes with the next publication after a deployment.'],
    slug: ['Short name', 'Set in the code. It changes with the next publication after a deployment.'],
    order_prefix: [
      'Order numbers begin with',
      'Set in the code. It changes with the next publication after a deployment.',
    ],
    currency: ['Currency', 'Set when the project was created.'],
  },
  safety: {
    second_factor_roles: ['Two-step sign-in required', 'These roles work only with a code from an app.'],
    fresh_sign_in_minutes: [
      'Recent sign-in',
      'Steps that can’t be undone need a sign-in no older than this.',
    ],
    staff_token_minutes: [
      'Staff session check',
      'The longest time that a role still works after it was removed.',
    ],
    address_header: ['Header with the caller’s address', 'Set when the project was deployed.'],
  },
  alerts: alertSettings,
} as const satisfies Record<string, Record<string, readonly [label: string, what: string]>>;
