/** The rows of each table that each role may read, which policies.test.ts compares with the policies. */
import {
  all,
  campsOf,
  enrollmentsOf,
  familyOnly,
  ledCamps,
  ledSessions,
  linesOf,
  marksOf,
  ofOwnFamily,
  ofOwnPasses,
  none,
  ofOwnChildren,
  ordersOf,
  ownAccount,
  parts,
  type Role,
  type VisibleRows,
} from './visible-rows.ts';

/**
 * The visible rows of each table by role. A role that is not listed has the usual rows: visitors are denied, parents
 * and coaches see no rows, admins and the service see all rows.
 */
export const reads: Record<string, Partial<Record<Role, VisibleRows>>> = {
  settings: {},
  rate_limits: closed(),
  purge_positions: { ...closed(), service: 'denied' },
  rate_rules: {},
  // Parents of one family see each other.
  profiles: { ...ownAccount('id'), ...ofOwnFamily('family_id') },
  user_roles: ownAccount('user_id'),
  families: ofOwnFamily('id'),
  // Staff read children only by functions that log it.
  children: { ...ofOwnFamily('family_id'), admin: none, 'business admin': none },
  locations: { ...signedIn(), visitor: all },
  coaches: signedIn(),
  class_types: { ...signedIn(), visitor: all },
  teams: { ...signedIn(), visitor: all },
  session_templates: {},
  seasons: {},
  closed_days: {},
  sessions: signedIn(),
  bookings: {
    ...ofOwnFamily('family_id'),
    coach: ({ today }) => `session_date = '${today}' and status = 'booked' and session_id in ${ledSessions}`,
  },
  offers: {
    visitor: () => 'active',
    parent: () => 'active',
    'second parent': () => 'active',
    'other parent': () => 'active',
    coach: () => 'active',
  },
  // Only admins read these rows. Pages get them by functions.
  sale_terms: {},
  orders: ofOwnFamily('family_id'),
  order_lines: {
    parent: ({ familyId }) => `order_id in ${ordersOf(familyId)}`,
    'second parent': ({ familyId }) => `order_id in ${ordersOf(familyId)}`,
    'other parent': ({ otherFamilyId }) => `order_id in ${ordersOf(otherFamilyId)}`,
  },
  order_children: {
    parent: ({ familyId }) => `order_id in ${ordersOf(familyId)}`,
    'second parent': ({ familyId }) => `order_id in ${ordersOf(familyId)}`,
    'other parent': ({ otherFamilyId }) => `order_id in ${ordersOf(otherFamilyId)}`,
  },
  // Health details, before they are moved to the child's own tables. Not even the service key may read them.
  order_child_details: { ...closed(), service: 'denied' },
  trial_claims: closed(),
  holds: {},
  checkout_attempts: closed(),
  instalment_attempts: closed(),
  order_instalments: {
    parent: ({ familyId }) => `order_id in (select id from public.orders where family_id = '${familyId}')`,
    'second parent': ({ familyId }) =>
      `order_id in (select id from public.orders where family_id = '${familyId}')`,
    'other parent': ({ otherFamilyId }) =>
      `order_id in (select id from public.orders where family_id = '${otherFamilyId}')`,
  },
  order_links: closed(),
  passes: ofOwnFamily('family_id'),
  credit_ledger: ofOwnPasses,
  outbox: closed(),
  lost_links: { ...closed(), service: 'denied' },
  messages: { ...closed(), service: 'denied' },
  message_recipients: { ...closed(), service: 'denied' },
  news_stops: { ...closed(), service: 'denied' },
  bounced_addresses: { ...closed(), service: 'denied' },
  channel_permissions: { ...closed(), service: 'denied' },
  phone_channels: { ...closed(), service: 'denied' },
  phone_messages: { ...closed(), service: 'denied' },
  chat_marks: { ...closed(), service: 'denied' },
  outbox_pace: { ...closed(), service: 'denied' },
  payments: {},
  payment_events: closed(),
  payment_decisions: {},
  payment_disputes: {},
  refunds: {
    parent: ({ familyId }) => `order_id in ${ordersOf(familyId)}`,
    'second parent': ({ familyId }) => `order_id in ${ordersOf(familyId)}`,
    'other parent': ({ otherFamilyId }) => `order_id in ${ordersOf(otherFamilyId)}`,
  },
  refund_allocations: {
    parent: ({ familyId }) => `order_line_id in ${linesOf(familyId)}`,
    'second parent': ({ familyId }) => `order_line_id in ${linesOf(familyId)}`,
    'other parent': ({ otherFamilyId }) => `order_line_id in ${linesOf(otherFamilyId)}`,
  },
  invoices: {
    parent: ({ familyId }) => `order_id in ${ordersOf(familyId)}`,
    'second parent': ({ familyId }) => `order_id in ${ordersOf(familyId)}`,
    'other parent': ({ otherFamilyId }) => `order_id in ${ordersOf(otherFamilyId)}`,
  },
  invoice_counter: { ...closed(), service: 'denied' },
  line_ledger: {
    parent: ({ familyId }) => `order_line_id in ${linesOf(familyId)}`,
    'second parent': ({ familyId }) => `order_line_id in ${linesOf(familyId)}`,
    'other parent': ({ otherFamilyId }) => `order_line_id in ${linesOf(otherFamilyId)}`,
  },
  profile_health: { ...ownAccount('profile_id'), ...familyOnly },
  child_health: { ...ofOwnChildren, ...familyOnly },
  family_proposals: { ...ofOwnFamily('family_id'), ...familyOnly },
  child_behaviour: { ...ofOwnChildren, ...familyOnly },
  emergency_contacts: { ...ofOwnFamily('family_id'), ...familyOnly },
  pickup_authorizations: { ...ofOwnFamily('family_id'), ...familyOnly },
  blocked_collectors: { ...ofOwnFamily('family_id'), ...familyOnly },
  family_invitations: ofOwnFamily('family_id'),
  staff_invitations: { ...closed(), service: 'denied' },
  api_keys: { ...closed(), service: 'denied' },
  webhook_endpoints: { ...closed(), service: 'denied' },
  webhook_deliveries: { ...closed(), service: 'denied' },
  dropped_photos: { ...closed(), service: 'denied' },
  pictures: { ...closed(), service: 'denied' },
  // Families and coaches read photos by functions alone.
  camp_photos: { ...closed(), service: 'denied' },
  camp_photo_tags: { ...closed(), service: 'denied' },
  picture_children: { ...closed(), service: 'denied' },
  // The calendar's address alone gives access to it, so only the family may see it.
  family_calendars: { ...ofOwnFamily('family_id'), ...familyOnly },
  coach_calendars: { ...closed(), service: 'denied' },
  coach_hours: { ...closed(), service: 'denied' },
  coach_absences: { ...closed(), service: 'denied' },
  coach_exceptions: { ...closed(), service: 'denied' },
  consent_texts: { ...signedIn(), visitor: all },
  consents: ofOwnFamily('family_id'),
  access_log: {},
  audit_log: {},
  retention_periods: signedIn(),
  leads: {},
  spot_reservations: {},
  lead_notes: {},
  tasks: { coach: ({ coachId }) => `kind = 'todo' and owner_id = '${coachId}'` },
  birthday_enquiries: {},
  booking_analytics: {},
  assistant_questions: {},
  page_vitals: {},
  assistant_prices: { ...closed(), service: 'denied' },
  assistant_spend: { ...closed(), service: 'denied' },
  assistant_claims: { ...closed(), service: 'denied' },
  location_viewers: closed(),
  system_logs: healthRow(),
  error_reports: {},
  error_fixes: {},
  alerts: {},
  call_counts: {},
  heartbeat: { ...closed(), service: 'denied' },
  outages: { ...closed(), service: 'denied' },
  doctor_findings: { ...closed(), service: 'denied' },
  chores: {},
  sweeps: {},
  sweep_problems: {},
  conversions: closed(),
  parties: {},
  form_drafts: { ...closed(), service: 'denied' },
  form_responses: {},
  form_response_guests: {},
  form_response_health: { ...closed(), service: 'denied' },
  party_news: closed(),
  camp_weeks: {
    visitor: () => 'is_active',
    parent: ({ familyId }) => `is_active or id in ${campsOf(familyId)}`,
    'second parent': ({ familyId }) => `is_active or id in ${campsOf(familyId)}`,
    'other parent': ({ otherFamilyId }) => `is_active or id in ${campsOf(otherFamilyId)}`,
    coach: () => 'is_active',
  },
  camp_enrollments: {
    ...ofOwnFamily('family_id'),
    coach: ({ today }) =>
      `status = 'enrolled' and camp_id in (select id from public.camp_weeks where '${today}' between start_date and end_date)
        and camp_id in ${ledCamps}`,
  },
  gift_vouchers: {},
  family_balance_entries: {},
  promotion_codes: {},
  promotion_uses: {},
  desk_closes: { coach: ({ coachId }) => `seller_id = '${coachId}'` },
  desk_close_items: {},
  payouts: { admin: none },
  balance_transactions: { admin: none },
  desk_discounts: {},
  pass_subscriptions: ofOwnFamily('family_id'),
  pass_pauses: ofOwnPasses,
  camp_attendance: {
    parent: ({ familyId }) => `enrollment_id in ${enrollmentsOf(familyId)}`,
    'second parent': ({ familyId }) => `enrollment_id in ${enrollmentsOf(familyId)}`,
    'other parent': ({ otherFamilyId }) => `enrollment_id in ${enrollmentsOf(otherFamilyId)}`,
    coach: ({ today }) =>
      `day = '${today}' and enrollment_id in (
        select id from public.camp_enrollments where status = 'enrolled' and camp_id in ${ledCamps})`,
  },
  camp_coaches: signedIn(),
  camp_sale_exceptions: {},
  cancelled_camp_days: {},
  place_notices: {},
  attendance_marks: {
    parent: ({ familyId }) => marksOf(familyId),
    'second parent': ({ familyId }) => marksOf(familyId),
    'other parent': ({ otherFamilyId }) => marksOf(otherFamilyId),
  },
  camp_absences: {
    parent: ({ familyId }) => `enrollment_id in ${enrollmentsOf(familyId)}`,
    'second parent': ({ familyId }) => `enrollment_id in ${enrollmentsOf(familyId)}`,
    'other parent': ({ otherFamilyId }) => `enrollment_id in ${enrollmentsOf(otherFamilyId)}`,
  },
  queue_tickets: { ...closed(), service: 'denied' },
  distinct_families: { ...closed(), service: 'denied' },
  family_notes: { ...closed(), service: 'denied' },
  first_aid_log: { ...ofOwnChildren, ...familyOnly },
  growth_reports: { ...closed(), service: 'denied' },
  camp_reviews: ofOwnFamily('family_id'),
  referral_codes: { ...closed(), service: 'denied' },
  referrals: {},
  roster_shares: closed(),
  packing_lists: { ...closed(), service: 'denied' },
  mail_wordings: { ...closed(), service: 'denied' },
  source_maps: { ...closed(), service: 'denied' },
  level_changes: ofOwnChildren,
  waitlist_entries: ofOwnFamily('family_id'),
  waitlist_children: ofOwnEntries(),
  waitlist_offers: ofOwnEntries(),
  publications: {},
  price_approvals: {},
  planned_moments: {},
  site_builds: {},
  site_documents: {},
  rebuild_requests: {},
  rebuild_days: {},
  rebuild_causes: {},
  deleted_documents: {},
};

function ofOwnEntries(): Partial<Record<Role, VisibleRows>> {
  const entriesOf = (familyId: string) =>
    `entry_id in (select id from public.waitlist_entries where family_id = '${familyId}')`;
  return {
    parent: ({ familyId }) => entriesOf(familyId),
    'second parent': ({ familyId }) => entriesOf(familyId),
    'other parent': ({ otherFamilyId }) => entriesOf(otherFamilyId),
  };
}
function closed(): Record<Exclude<Role, 'service'>, VisibleRows> {
  return {
    visitor: 'denied',
    parent: 'denied',
    'second parent': 'denied',
    'other parent': 'denied',
    coach: 'denied',
    admin: 'denied',
    'business admin': 'denied',
  };
}
function healthRow(): Record<'visitor' | 'parent' | 'second parent' | 'other parent' | 'coach', VisibleRows> {
  const health: VisibleRows = () => "component = 'health'";
  return { visitor: health, parent: health, 'second parent': health, 'other parent': health, coach: health };
}
function signedIn(): Record<'parent' | 'second parent' | 'other parent' | 'coach', VisibleRows> {
  return { parent: all, 'second parent': all, 'other parent': all, coach: all };
}
const usualRows: Record<Role, VisibleRows> = {
  visitor: 'denied',
  parent: none,
  'second parent': none,
  'other parent': none,
  coach: none,
  admin: all,
  'business admin': all,
  service: all,
};

export const cases = Object.entries(reads).flatMap(([table, row]) =>
  parts.map((part) => [part, table, row[part] ?? usualRows[part]] as const),
);
