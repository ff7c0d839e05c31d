import * as v from 'valibot';
import { count } from './numbers.ts';
import { OrderSession, QuoteCamp } from './places.ts';

/**
 * What is known of a child's health, and whom to call (`private.roster_safety`, `private.health_answer`; decisions
 * "Unknown is not none"). Moments as ISO 8601 with zone.
 */

const text = v.nullable(v.string());

/** `nothing`: a parent said that there is nothing to report. `unknown`: nobody has told us. */
export const healthStates = ['reported', 'nothing', 'unknown'] as const;
export type HealthState = (typeof healthStates)[number];

export const HealthAnswer = v.object({
  state: v.picklist(healthStates),
  /** When it was last told or confirmed, and by whom; null while it is unknown. */
  at: text,
  by: text,
});
export type HealthAnswer = v.InferOutput<typeof HealthAnswer>;

/** Kept as lists, one entry a line in SQL: merged when several people write, never overwritten. */
export const healthLists = [
  'allergies',
  'medications',
  'medical_conditions',
  'physical_limitations',
] as const;
export type HealthList = (typeof healthLists)[number];

const lines = v.array(v.string());

export const RosterHealth = v.object({
  ...HealthAnswer.entries,
  allergies: lines,
  medicines: lines,
  conditions: lines,
  /** What the child needs help with. */
  help: lines,
  /** What an ambulance should know first. */
  emergency: text,
  /** Told with a guest's order, and not decided by the family yet: to be heeded all the same. */
  unconfirmed: v.array(v.object({ field: v.string(), text: v.string() })),
});
export type RosterHealth = v.InferOutput<typeof RosterHealth>;

/** What a coach must know of a child, and the numbers to call. */
export const RosterSafety = v.object({
  health: RosterHealth,
  /** In the order to call them. */
  parents: v.array(v.object({ name: v.string(), phone: v.string() })),
  /** The child's, then the family's, in the order to call them. */
  emergency_contacts: v.array(v.object({ name: v.string(), relationship: text, phone: v.string() })),
});
export type RosterSafety = v.InferOutput<typeof RosterSafety>;

/** Answer of `log_health_views`: how many were not written down before. */
export const LoggedViews = v.object({ logged: count });

/** Whether something is known, and never what: for whoever has a link and no password. */
export const KnownDetails = v.object({
  health: v.object({ state: v.picklist(healthStates), at: text }),
  contacts: count,
  pickup: count,
});
export type KnownDetails = v.InferOutput<typeof KnownDetails>;

const AskedChild = v.object({
  /** Place in the order. */
  child: count,
  /** The first name. */
  name: v.string(),
  /** By this link already, which takes it once. */
  is_told: v.boolean(),
  /** What is booked for the child. */
  places: v.array(
    v.object({ title: v.string(), session: v.nullable(OrderSession), camp: v.nullable(QuoteCamp) }),
  ),
});
export type AskedChild = v.InferOutput<typeof AskedChild>;

/** Answer of `get_asked_details`: whom a link asks about. */
export const AskedDetails = v.object({
  children: v.array(AskedChild),
  /** Of nobody where the link does not prove that its holder is of the family. */
  known: v.array(v.object({ child: count, ...KnownDetails.entries })),
  /** What is told waits until a parent signs in and confirms it. */
  needs_confirmation: v.boolean(),
});
export type AskedDetails = v.InferOutput<typeof AskedDetails>;

/** Answer of `make_details_link`. */
export const DetailsLink = v.object({ token: v.string(), expires_at: v.string() });

/** Answer of `get_details_told`: of each child of an order whether the parents have told, and never what. */
export const DetailsTold = v.array(
  v.object({
    child: count,
    name: v.string(),
    ...KnownDetails.entries,
    /** Something of health was told by a link, and the family has not confirmed it yet. */
    is_proposed: v.boolean(),
  }),
);
export type DetailsTold = v.InferOutput<typeof DetailsTold>;

/** Answer of `ask_child_details`: mails written now; 0: they were written before. */
export const AskedParents = v.object({ mails: count });
