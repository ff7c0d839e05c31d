import type { Ages, PersonFault } from './person.ts';

/** The code of an error in a form, with the numbers that its message needs (`ui/people/messages.ts`). */
export type Fault =
  | PersonFault
  | { kind: 'choose' | 'agree' | 'too_long' | 'not_a_number' }
  | { kind: 'out_of_range'; least: number; most: number }
  | { kind: 'day_over' | 'day_too_soon' | 'day_too_far' }
  | { kind: 'no_postal_code' | 'other_name' | 'nothing_filled_in' }
  /** The age does not fit the chosen camp or class. The child's age and the limits are included if known. */
  | ({ kind: 'age_not_allowed'; age?: number } & Ages)
  /**
   * A refund's amount is larger than what is left, smaller than the rules of the sale require, or belongs to a
   * disputed charge.
   */
  | { kind: 'refund_too_much' | 'refund_below_rules' | 'refund_disputed' }
  | { kind: 'try_out_used' | 'child_twice' | 'already_booked' | 'text_changed' }
  /** The server refused the value without a reason. */
  | { kind: 'not_accepted' };

/**
 * Keys are the fields' paths in SQL and the contract, such as `children[0].dob`, which are also the ids of the
 * inputs.
 */
export type Faults = Record<string, Fault>;
