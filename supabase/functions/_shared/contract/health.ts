import * as v from 'valibot';
import { count } from './numbers.ts';
import { OrderSession, QuoteCamp } from './places.ts';

/** What is recorded of a child's health, and whom to call (docs/decisions "Unknown is not none"). */

const text = v.nullable(v.string());

/**
 * `nothing` means that a parent stated that there is nothing to report. `unknown` means that there is no answer yet.
 */
export const healthStates = ['reported', 'nothing', 'unknown'] as const;
export type HealthState = (typeof healthStates)[number];

/** Who answered about a child's health, and when. */
export const HealthAnswer = v.object({
  state: v.picklist(healthStates),
  at: text,
  by: text,
});
export type HealthAnswer = v.InferOutput<typeof HealthAnswer>;

/**
 * These fields are lists, which SQL saves with one entry per line. If several people write, their entries are merged,
 * never overwritten.
 */
export const healthLists = [
  'allergies',
  'medications',
  'medical_conditions',
  'physical_limitations',
] as const;
export type HealthList = (typeof healthLists)[number];

const lines = v.array(v.string());

/** A child's health for coaches, one entry per line. */
export const RosterHealth = v.object({
  ...HealthAnswer.entries,
  allergies: lines,
  medicines: lines,
  conditions: lines,
  /** What a child cannot do without help. */
  help: lines,
  emergency: text,
  /** Notes from a guest's order that the family has not confirmed yet. Coaches must still take them into account. */
  unconfirmed: v.array(v.object({ field: v.string(), text: v.string() })),
});
export type RosterHealth = v.InferOutput<typeof RosterHealth>;

/** What coaches must know in an emergency. */
export const RosterSafety = v.object({
  health: RosterHealth,
  /** The parents in the order to call them. */
  parents: v.array(v.object({ name: v.string(), phone: v.string() })),
  emergency_contacts: v.array(v.object({ name: v.string(), relationship: text, phone: v.string() })),
});
export type RosterSafety = v.InferOutput<typeof RosterSafety>;

/** The number of children whose data the caller was recorded as having opened. */
export const LoggedViews = v.object({ logged: count });

/** Says whether details are recorded, but never which ones, because a caller with only a link reads it. */
export const KnownDetails = v.object({
  health: v.object({ state: v.picklist(healthStates), at: text }),
  /** The number of emergency contacts. */
  contacts: count,
  /** The number of people who may collect. */
  pickup: count,
});
export type KnownDetails = v.InferOutput<typeof KnownDetails>;

/** A child of an order for whom a parent should give details. */
const RequestedChild = v.object({
  /** The position of the child in the order. */
  child: count,
  name: v.string(),
  /** True if the details were already given with this link. */
  is_reported: v.boolean(),
  places: v.array(
    v.object({ title: v.string(), session: v.nullable(OrderSession), camp: v.nullable(QuoteCamp) }),
  ),
});
export type RequestedChild = v.InferOutput<typeof RequestedChild>;

/** Answer of `get_requested_details`: the form behind a link that asks for children's details. */
export const RequestedDetails = v.object({
  children: v.array(RequestedChild),
  known: v.array(v.object({ child: count, ...KnownDetails.entries })),
  /** True if the details wait until a parent signs in and confirms them. */
  needs_confirmation: v.boolean(),
});
export type RequestedDetails = v.InferOutput<typeof RequestedDetails>;

/** A link to the form for children's details. */
export const DetailsLink = v.object({ token: v.string(), expires_at: v.string() });

/** The children of an order for whom parents gave details, without the details themselves. */
export const ReportedDetails = v.array(
  v.object({
    child: count,
    name: v.string(),
    ...KnownDetails.entries,
    is_proposed: v.boolean(),
  }),
);
export type ReportedDetails = v.InferOutput<typeof ReportedDetails>;

/**
 * The number of mails that ask parents for details. `has_link` is false for a guest without an order: a mail would have
 * no link, so none is sent.
 */
export const RequestedFromParents = v.object({ mails: count, has_link: v.optional(v.boolean(), true) });
export type RequestedFromParents = v.InferOutput<typeof RequestedFromParents>;
