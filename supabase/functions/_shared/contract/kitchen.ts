import * as v from 'valibot';
import { count } from './numbers.ts';
import { TeamId } from './teams.ts';

/** What a kitchen must know about a day's children (docs/decisions "A list for the kitchen"). Days are in Singapore. */

const text = v.nullable(v.string());
const lines = v.array(v.string());

/**
 * `other` means that there are health notes that are not about allergies, but may name one. A list must not show
 * `other` and `unknown` as `none`.
 */
export const KitchenAnswer = v.object({
  state: v.picklist(['reported', 'other', 'none', 'unknown']),
  allergies: lines,
  /** Allergies from a guest's order that the family has not confirmed yet. */
  unconfirmed: lines,
});

/** A child with its allergies, and its parents to ask. */
export const KitchenChild = v.object({
  ...KitchenAnswer.entries,
  child_id: v.string(),
  name: v.string(),
  parents: v.array(v.object({ name: text, phone: text })),
});
export type KitchenChild = v.InferOutput<typeof KitchenChild>;

/** A session or camp of the day. */
export const KitchenPlace = v.object({
  place_id: v.string(),
  kind: v.picklist(['session', 'camp']),
  title: v.string(),
  team: v.nullable(TeamId),
  starts_at: v.string(),
  ends_at: v.string(),
  coaches: v.array(v.object({ id: v.string(), name: v.string() })),
  children: v.array(KitchenChild),
});
export type KitchenPlace = v.InferOutput<typeof KitchenPlace>;

/** One location's day. */
export const KitchenList = v.object({
  day: v.pipe(v.string(), v.isoDate()),
  location_id: text,
  /** The locations with a camp or a class on that day. */
  locations: v.array(v.object({ id: v.string(), name: v.string(), camps: count, classes: count })),
  places: v.array(KitchenPlace),
});
export type KitchenList = v.InferOutput<typeof KitchenList>;

/** A birthday party for the team on the day. */
export const PartySheet = v.object({
  party_id: v.string(),
  title: v.string(),
  package: text,
  starts_at: v.string(),
  ends_at: v.string(),
  place: v.string(),
  is_cancelled: v.boolean(),
  host_name: v.string(),
  host_phone: text,
  /** The number of guests that was agreed with the host. */
  agreed: count,
  /** The number of guests who are coming, by the answers. */
  coming: count,
  /** The number of answers above 300, which are not shown. */
  left_out: count,
  families: v.array(
    v.object({
      response_id: v.string(),
      name: text,
      phone: text,
      attending: v.nullable(v.boolean()),
      /** True if it looks like a family's second answer, which does not count. */
      is_duplicate: v.boolean(),
      /** The allergies that the answers name for the guests of the family. */
      allergies: lines,
      is_answered: v.boolean(),
      /** True if there are health notes that are not about allergies. */
      has_other_notes: v.boolean(),
      guests: v.array(
        v.object({
          name: text,
          age: v.nullable(count),
          kind: v.picklist(['child', 'adult']),
          /** What we know about allergies. If the lines name only a diet, allergies are still unknown. */
          state: v.picklist(['reported', 'family', 'unknown']),
          allergies: lines,
        }),
      ),
    }),
  ),
});
export type PartySheet = v.InferOutput<typeof PartySheet>;
