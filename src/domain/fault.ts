import type { Ages, PersonFault } from './person.ts';

/** The code of an error in a form, with the numbers that its message needs (`ui/people/messages.ts`). */
export type Fault =
  | PersonFault
  | { kind: 'choose' | 'agree' | 'too_long' | 'not_a_number' }
  | { kind: 'out_of_range'; least: number; most: number }
  | { kind: 'day_over' | 'day_too_soon' | 'day_too_far' }
  | { kind: 'no_postal_code' | 'other_name' | 'nothing_filled_in' }
  /** The age does not fit the chosen camp or class. If the child's age and the limits are known, they are included. */
  | ({ kind: 'age_not_allowed'; age?: number; place?: string } & Ages)
  /**
   * The amount of a refund is larger than what is left, or smaller than the rules of the sale require, or it belongs
   * to a disputed charge.
   */
  | { kind: 'refund_too_much' | 'refund_below_rules' | 'refund_disputed' }
  | { kind: 'child_twice' | 'text_changed' }
  /** `place` is named if the order is for several things. */
  | { kind: 'already_booked' | 'try_out_used'; place?: string }
  /** The child would have to be in two places at the same time. */
  | { kind: 'times_overlap'; places: readonly string[] }
  /** The server refused the value and gave no reason. */
  | { kind: 'not_accepted' };

/**
 * Errors by the path of their field in SQL and the contract, such as `children[0].dob`. The paths are also the ids of
 * the inputs.
 */
export type Faults = Record<string, Fault>;
