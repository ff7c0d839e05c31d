import * as v from 'valibot';
import { missingDetails } from './family.ts';
import { ScheduleItem, ScheduleItemDetails } from './management-schedule.ts';
import { count } from './numbers.ts';
import { Clash } from './place-changes.ts';

/** Staff add a child to a session or camp (`preview_added_child`, `add_child`; docs/decisions "Adding a child"). */

/**
 * With `free`, nobody pays. With `credit`, a pass of the child pays. With `offer`, the family is offered a spot from
 * the waitlist, and pays by the link in its mail or at the desk.
 */
export const addingWays = ['free', 'credit', 'offer'] as const;
export type AddingWay = (typeof addingWays)[number];

const REASON_MAX = 200;
/** What the form of `add_child` asks for. */
export const AddChild = v.object({
  p_way: v.picklist(addingWays),
  p_reason: v.pipe(v.string(), v.minLength(1), v.maxLength(REASON_MAX)),
});
export type AddChild = v.InferOutput<typeof AddChild>;

const added = {
  /** True if the session or camp was full and therefore got one more spot for this child. */
  added: v.boolean(),
  /** False if we know no address of the family. */
  mailed: v.boolean(),
  /** Until when an offer holds the spot. */
  expires_at: v.nullable(v.string()),
};

/** Answer of `preview_added_child`. `place` is the session or camp as it would be with the child. */
export const AddedChildPreview = v.object({
  ...added,
  place: ScheduleItem,
  /** The number of spots before the child was added. */
  capacity: count,
  /** The families on the waitlist before the child was added, with the names of the first five. */
  ahead: v.object({ count, names: v.array(v.nullable(v.string())) }),
  /** What a free spot is worth. */
  worth_cents: v.nullable(count),
  /** Set if the child is too young or too old, or if its level is too low. `detail` is for example `7-12`. */
  age: v.nullable(
    v.object({
      code: v.picklist(['age_not_allowed', 'level_not_allowed']),
      detail: v.nullable(v.string()),
    }),
  ),
  /** What the child has already booked at the same time. */
  clashes: v.array(Clash),
  /** What we must know about the child before it comes, and whether the family can answer by e-mail. */
  missing: v.array(v.picklist(missingDetails)),
  has_account: v.boolean(),
  /** True if a guest gets a link to answer. */
  has_order: v.boolean(),
  phone: v.nullable(v.string()),
});
export type AddedChildPreview = v.InferOutput<typeof AddedChildPreview>;

/** Answer of `add_child`. */
export const AddedChild = v.object({ ...ScheduleItemDetails.entries, ...added });

/** What the form of `remove_unpaid_child` asks for. */
export const RemoveUnpaidChild = v.pick(AddChild, ['p_reason']);
