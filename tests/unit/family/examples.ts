import type { FamilyBooking, FamilyChild, FamilyDashboard } from '#contract/family.ts';
import type { FamilyPass } from '#contract/family-passes.ts';
import type { FamilyCamp } from '#contract/family-camps.ts';
import type { FamilyWaiting } from '#contract/family-waiting.ts';

/** A Saturday in Singapore at 8.10 am, for answers of `get_family_dashboard`. */
export const NOW = '2026-11-21T00:10:00Z';
const TODAY = '2026-11-21';

export const child = (name: string, change: Partial<FamilyChild> = {}): FamilyChild => ({
  id: `child-${name.toLowerCase()}`,
  name,
  dob: '2018-03-14',
  age: 8,
  gender: null,
  current_level: 2,
  credits_remaining: 4,
  active_passes: 1,
  upcoming_bookings: 1,
  recent_bookings_count: 2,
  has_upcoming_bookings: true,
  quiz_completed: true,
  status: 'own',
  team: { id: 'red', name: 'Red Otter' },
  level_note: null,
  sessions: { booked: 12, marked: 12, attended: 11, since: '2026-08-08' },
  details_missing: [],
  has_photo: false,
  growth_report: null,
  pickup: ['Grandma Tan'],
  ...change,
});

export const booking = (owner: FamilyChild, change: Partial<FamilyBooking> = {}): FamilyBooking => ({
  id: `booking-${owner.id}`,
  session_id: 'session-1',
  session_date: TODAY,
  session_time: '10:30:00',
  starts_at: '2026-11-21T02:30:00Z',
  ends_at: '2026-11-21T03:30:00Z',
  status: 'booked',
  attended: null,
  child_id: owner.id,
  family_id: 'family-1',
  child: { name: owner.name },
  order_collectors: [],
  credit_returns_until: '2026-11-20T02:30:00Z',
  pass_id: `pass-${owner.id}`,
  can_make_up: false,
  session: {
    max_capacity: 6,
    location: { name: 'Somerset', address: 'Somerset Skate Park, 1 Somerset Road, Singapore' },
    coach: { name: 'Coach Hafiz' },
    class_type: { name: 'Red Otter B', level: '1-3' },
    team: 'red',
    cancelled: false,
  },
  ...change,
});

export const pass = (owner: FamilyChild, change: Partial<FamilyPass> = {}): FamilyPass => ({
  id: `pass-${owner.id}`,
  child_id: owner.id,
  offer_id: 'pass-term',
  title: 'Term',
  sessions_total: 18,
  credits: owner.credits_remaining,
  make_ups_total: 2,
  make_ups_left: 2,
  valid_from: '2026-10-01',
  valid_until: '2027-03-20',
  is_valid: true,
  order_id: '6d0f0f3e-0000-4000-8000-000000000001',
  is_moved: false,
  pause: {
    days_total: 0,
    times_total: 0,
    notice_days: 0,
    days_left: 0,
    times_left: 0,
    earliest_day: '2026-11-20',
    planned: [],
  },
  siblings: [],
  subscription: null,
  ...change,
});

export const camp = (owner: FamilyChild, change: Partial<FamilyCamp> = {}): FamilyCamp => ({
  id: `enrolment-${owner.id}`,
  child_id: owner.id,
  child: { name: owner.name },
  status: 'enrolled',
  camp: {
    camp_id: 'camp-1',
    name: 'Spark Camp',
    tier: 'spark',
    start_date: '2026-12-07',
    end_date: '2026-12-09',
    session_time_start: '09:00:00',
    session_time_end: '15:00:00',
    starts_at: '2026-12-07T01:00:00Z',
    ends_at: '2026-12-07T07:00:00Z',
    location_name: 'East Coast',
    location_address: 'East Coast Park, East Coast Park Service Road, Singapore',
    extended_day: { start: '08:30', end: '17:00' },
  },
  cancelled: false,
  cancelled_by_us_reason: null,
  absent_days: [],
  cancelled_days: [],
  attended_days: 0,
  order_collectors: [],
  order_id: '6d0f0f3e-0000-4000-8000-000000000002',
  rides: false,
  ...change,
});

export const waiting = (change: Partial<FamilyWaiting> = {}): FamilyWaiting => ({
  entry_id: 'entry-1',
  secret: '6d0f0f3e-0000-4000-8000-00000000000a',
  status: 'waiting',
  places: 1,
  position: 2,
  offer_id: 'pass-term',
  offer_expires_at: null,
  session: {
    session_id: 'session-9',
    session_date: '2026-11-28',
    session_time: '09:00:00',
    starts_at: '2026-11-28T01:00:00Z',
    ends_at: '2026-11-28T02:00:00Z',
    class_type: 'Red Otter A',
    team: 'red',
    location_name: 'Somerset',
    location_address: null,
    coach_name: null,
  },
  camp: null,
  children: [{ id: 'child-kai', name: 'Kai', dob: '2018-03-14', is_friend: false }],
  server_time: NOW,
  odds: { enough: 3, of: 5 },
  can_take: false,
  ...change,
});

export const emptyFamily: FamilyDashboard = {
  family: null,
  me: { id: 'parent-1', name: 'Wei Ming', is_primary: false, is_secondary: false },
  now: NOW,
  today: TODAY,
  children: [],
  totalCredits: 0,
  upcomingBookings: [],
  recentActivity: [],
  notifications: [],
  passes: [],
  upcomingCamps: [],
  pastCamps: [],
  cancelledByUs: [],
  parties: [],
  waiting: [],
  invitation: null,
  proposals: 0,
  sessionsProgress: null,
};

const kai = child('Kai');
const nora = child('Nora', {
  dob: '2020-06-02',
  age: 6,
  current_level: 1,
  credits_remaining: 15,
  quiz_completed: false,
  team: { id: 'white', name: 'White Otter' },
  sessions: { booked: 3, marked: 0, attended: 0, since: '2026-10-10' },
  details_missing: ['doctor_phone'],
});
export { kai, nora };

/** The family of the design mock-up. */
export const family: FamilyDashboard = {
  ...emptyFamily,
  family: {
    id: 'family-1',
    primary_parent_id: 'parent-1',
    secondary_parent_id: null,
    handover_at: null,
    primary_parent: {
      id: 'parent-1',
      name: 'Wei Ming',
      email: 'wei@families.test',
      phone: '+6591234567',
      booking_mails: true,
    },
    secondary_parent: null,
  },
  me: { id: 'parent-1', name: 'Wei Ming', is_primary: true, is_secondary: false },
  children: [kai, nora],
  totalCredits: 19,
  upcomingBookings: [
    booking(kai),
    booking(nora, {
      id: 'booking-later',
      session_date: '2026-12-13',
      session_time: '09:00:00',
      starts_at: '2026-12-13T01:00:00Z',
      ends_at: '2026-12-13T02:00:00Z',
      credit_returns_until: '2026-12-12T01:00:00Z',
    }),
  ],
  recentActivity: [
    booking(kai, { id: 'booking-past', session_date: '2026-11-14', attended: true }),
    booking(nora, { id: 'booking-missed', session_date: '2026-11-08', attended: false, can_make_up: true }),
  ],
  passes: [
    pass(kai, {
      title: 'Flexi',
      valid_until: null,
      subscription: {
        id: 'subscription-1',
        status: 'active',
        current_period_end: '2026-12-05T04:00:00Z',
        price_cents: 16_000,
      },
    }),
    pass(nora),
  ],
  upcomingCamps: [camp(kai)],
  sessionsProgress: { booked: 2, of: 6 },
};
