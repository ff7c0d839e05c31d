import type { Ages, PersonFault } from './person.ts';

/** A code, with the numbers that its message needs (`ui/people/messages.ts`). */
export type Fault =
  | PersonFault
  | { kind: 'choose' | 'agree' | 'too_long' | 'not_a_number' }
  | { kind: 'out_of_range'; least: number; most: number }
  | { kind: 'day_over' | 'day_too_soon' | 'day_too_far' }
  | { kind: 'no_postal_code' | 'other_name' | 'nothing_filled_in' }
  /** The age does not fit the chosen camp or class; age and limits are given if known. */
  | ({ kind: 'age_not_allowed'; age?: number } & Ages)
  /** The amount of a refund: more than is left, less than the rules of the sale give, or of a disputed charge. */
  | { kind: 'refund_too_much' | 'refund_below_rules' | 'refund_disputed' }
  | { kind: 'try_out_used' | 'child_twice' | 'already_booked' | 'text_changed' }
  /** The server refused the value without a reason. */
  | { kind: 'not_accepted' };

/** By the field's path in SQL and the contract, such as `children[0].dob`, which is also the id of its input. */
export type Faults = Record<string, Fault>;
