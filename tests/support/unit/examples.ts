/** Example sessions, teams, passes, carts and orders for the unit tests. */
import type { OrderView } from '#contract/orders.ts';
import { brand } from '#config/brand.ts';
import type { WeekSession } from '#features/booking/api.ts';
import type { Pass, Team } from '#features/booking/model.ts';
import type { Cart } from '#browser/cart.ts';

export const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** The columns of a session's row that describe its class. */
export const classes = {
  white: { class_type_id: uuid(1), class_type: `White ${brand.product}`, team: 'white' },
  redA: { class_type_id: uuid(2), class_type: `Red ${brand.product} A`, team: 'red' },
  redB: { class_type_id: uuid(3), class_type: `Red ${brand.product} B`, team: 'red' },
  black: { class_type_id: uuid(4), class_type: `Black ${brand.product}`, team: 'black' },
  yoga: { class_type_id: uuid(6), class_type: 'Family Yoga', team: null },
} as const;

export function row(over: Partial<WeekSession> & { id: number }): WeekSession {
  const { id, ...rest } = over;
  return {
    session_id: uuid(id),
    session_date: '2026-11-21',
    session_time: '10:30:00',
    ...classes.redA,
    available_spots: 5,
    location_name: 'Somerset',
    coach_name: `Coach ${brand.product}`,
    ...rest,
  };
}

export const teams: Team[] = (['white', 'red', 'black', 'x'] as const).map((id) => ({
  id,
  name: id === 'x' ? `X-${brand.product}` : `${id[0]?.toUpperCase()}${id.slice(1)} ${brand.product}`,
  ageRange: '7–10 years',
  minAge: 7,
  maxAge: 10,
  levelRange: 'Levels 1–3',
  description: 'On wheels.',
  tabLabel: id.toUpperCase(),
}));

export const pass = (over: Partial<Pass> = {}): Pass => ({
  id: 'halfyear',
  offerId: 'pass-term',
  name: 'Term',
  sessions: 18,
  priceCents: 69700,
  regularCents: null,
  summary: '18 sessions · 130 days',
  ending: 'Paid once, nothing renews. Unused sessions end after 130 days',
  features: ['2 make-up sessions'],
  badge: 'Recommended',
  badgeColor: null,
  recommended: true,
  available: true,
  checkoutType: 'term-pass',
  checkoutPath: '/checkout/term',
  ...over,
});

export const cart = (over: Partial<Cart> = {}): Cart => ({
  sessionId: uuid(101),
  quantity: 1,
  team: `Red ${brand.product}`,
  sessionDate: '2026-11-21',
  sessionTime: '10:30:00',
  sessionDay: 'Saturday',
  location: 'Somerset',
  coach: brand.product,
  passType: 'halfyear',
  price: 697,
  selectedTeam: { id: 'red', name: `Red ${brand.product}`, minAge: 7, maxAge: 10 },
  selectedSession: { id: uuid(101), teamLabel: `Red ${brand.product} B` },
  selectedPass: {
    id: 'halfyear',
    offerId: 'pass-term',
    name: 'Term',
    price: 697,
    checkoutPath: '/checkout/term',
  },
  customerData: { childName: '', childAge: 0, parentName: 'Guest User' },
  timestamp: 0,
  ...over,
});

export const secret = uuid(777);

/** An order held until 30 minutes after `server_time`. */
export function order(over: Partial<OrderView> = {}): OrderView {
  return {
    number: 'OT-4K7M',
    secret,
    status: 'held',
    price_changed: false,
    currency: 'SGD',
    total_cents: 69700,
    code: null,
    gst: null,
    lines: [
      {
        offer_id: 'pass-term',
        title: 'Term',
        line_id: uuid(901),
        status: 'open',
        kind: 'pass',
        rung_id: null,
        price_cents: 69700,
        rebate_cents: 0,
        discount_cents: 0,
        transport_cents: 0,
        total_cents: 69700,
        transport: null,
        sessions: 18,
        validity_days: 130,
        renews: false,
        cancellation: 'Move a session up to 24 hours before.',
        child: 0,
        child_name: null,
        camp: null,
        session: {
          session_id: uuid(101),
          session_date: '2026-11-21',
          session_time: '10:30:00',
          starts_at: '2026-11-21T02:30:00Z',
          ends_at: '2026-11-21T03:30:00Z',
          class_type: `Red ${brand.product} B`,
          team: 'red',
          location_name: 'Somerset Skate Park',
          location_address: null,
          coach_name: 'Hafiz',
        },
      },
    ],
    hold_expires_at: '2026-11-20T04:30:00+00:00',
    hold_minutes: 30,
    server_time: '2026-11-20T04:00:00+00:00',
    parent_name: null,
    parent_email: null,
    outcome: null,
    paid_at: null,
    ...over,
  };
}
