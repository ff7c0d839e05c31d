import * as v from 'valibot';
import { teamIds } from './teams.ts';

/**
 * The read API for programs of others (docs/how-to/read-api.md). Money is in integer cents. Moments are ISO 8601 in
 * UTC, days are in Singapore. Fields may be added, but none changes its meaning.
 */

export const apiScopes = ['sessions:read', 'orders:read'] as const;
export type ApiScope = (typeof apiScopes)[number];

const text = v.nullable(v.string());
const cents = v.pipe(v.number(), v.integer());
const places = v.pipe(v.number(), v.integer(), v.minValue(0));
const moment = v.pipe(v.string(), v.isoTimestamp());
const day = v.pipe(v.string(), v.isoDate());
const id = v.pipe(v.string(), v.uuid());
const state = v.picklist(['scheduled', 'cancelled']);

const page = <Row extends v.GenericSchema>(row: Row) =>
  v.object({
    data: v.array(row),
    /** The value of `cursor` that reads the next page. Null on the last page. */
    next_cursor: text,
  });

const Session = v.object({
  id,
  name: v.string(),
  team: v.nullable(v.picklist(teamIds)),
  starts_at: moment,
  ends_at: moment,
  location: v.string(),
  address: text,
  status: state,
  capacity: places,
  free_places: places,
});
export const ApiSessions = page(Session);

const Camp = v.object({
  id,
  name: v.string(),
  tier: v.string(),
  teams: v.array(v.picklist(teamIds)),
  first_day: day,
  last_day: day,
  starts_at: moment,
  location: v.string(),
  address: text,
  status: state,
  capacity: places,
  min_age: v.nullable(places),
  max_age: v.nullable(places),
  free_places: places,
  currency: v.string(),
  /** What the next child pays. Null while the camp cannot be booked. */
  price_cents: v.nullable(cents),
});
export const ApiCamps = page(Camp);

export const ApiOrder = v.object({
  number: v.string(),
  status: v.picklist(['paid', 'paid_late']),
  /** What came of an order that was paid after its hold had expired. Null for all others. */
  outcome: v.nullable(v.picklist(['enrolled', 'reseated', 'needs_choice', 'under_review'])),
  channel: v.picklist(['web', 'desk', 'renewal']),
  currency: v.string(),
  total_cents: cents,
  /** The part of the total that was paid from the family's balance. */
  balance_cents: cents,
  /** The GST in the total. Null if we were not registered. */
  gst_cents: v.nullable(cents),
  /** What was paid back until now, also to a balance. */
  refunded_cents: cents,
  paid_at: moment,
  lines: v.array(
    v.object({
      id,
      title: v.string(),
      kind: v.picklist(['pass', 'team_pass', 'camp_tier', 'holiday_package', 'birthday_package']),
      status: v.picklist(['open', 'placed', 'needs_choice', 'credit', 'cancelled']),
      total_cents: cents,
      session_id: v.nullable(id),
      camp_id: v.nullable(id),
    }),
  ),
});
export const ApiOrders = page(ApiOrder);

/** Any answer with a status of 400 or more. `field` names the parameter that it is about. */
export const ApiError = v.object({
  code: v.picklist([
    'invalid_input',
    'unauthorized',
    'not_allowed',
    'order_not_found',
    'rate_limited',
    'unexpected',
  ]),
  field: v.optional(v.string()),
});
export type ApiError = v.InferOutput<typeof ApiError>;

const query = v.strictObject({
  /** The first day. */
  from: v.optional(day),
  /** The last day, at most 366 days after the first. */
  until: v.optional(day),
  limit: v.optional(v.pipe(v.string(), v.regex(/^([1-9]\d?|100)$/))),
  cursor: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,200}$/))),
});

/** The resources by the first part of their path, below `/functions/v1/api/v1/`. */
export const apiResources = {
  sessions: {
    scope: 'sessions:read',
    query,
    answer: ApiSessions,
    about: 'Classes, the next four weeks by default',
  },
  camps: { scope: 'sessions:read', query, answer: ApiCamps, about: 'Camps, the next year by default' },
  orders: {
    scope: 'orders:read',
    query,
    answer: ApiOrders,
    about: 'Paid orders, by the day of their payment',
  },
} as const satisfies Record<
  string,
  { scope: ApiScope; query: v.GenericSchema; answer: v.GenericSchema; about: string }
>;
export type ApiResource = keyof typeof apiResources;

/** How people read the number of an order in an address. */
export const orderNumberPattern = /^[A-Z]{1,6}-[A-Z0-9]{4,12}$/;
