import * as v from 'valibot';
import { ChildProfile } from './family-people.ts';
import { count } from './numbers.ts';
import { BlockedPerson } from './pickup.ts';

/** What staff read about a child on the page of its family. */

const text = v.nullable(v.string());

/** Who may not collect, as a number: the names are opened separately, and each read of them is logged. */
export const CollectionSummary = v.object({
  /** The number of people who must never collect this child. */
  blocked: count,
  going_alone: v.picklist(['allowed', 'too_young', 'no_consent']),
  may_go_alone: v.boolean(),
  alone_from_age: count,
  /** Null although there is a `decided_at`: the person is no longer a parent of the family. */
  decided_by: text,
  /** Null: the family has never said whether the child may go home alone. */
  decided_at: text,
});
export type CollectionSummary = v.InferOutput<typeof CollectionSummary>;

/** A change of a child's level, or a note about it without a change. */
export const LevelChange = v.object({
  at: v.string(),
  before: count,
  level: count,
  note: text,
  /** Null: the account no longer exists. */
  who: text,
});
export type LevelChange = v.InferOutput<typeof LevelChange>;

/** The profile as the office reads it; each read is logged. */
export const StaffChildProfile = v.object({
  ...ChildProfile.entries,
  blocked_collectors: v.array(BlockedPerson),
});
export type StaffChildProfile = v.InferOutput<typeof StaffChildProfile>;
