import type { Ages, PersonFault } from './person.ts';

/**
 * What is wrong with a field of a form: a code, with the numbers that its words need. `ui/people/words.ts` has words
 * for what several forms say; a form's own messages come before them.
 */
export type Fault =
  | PersonFault
  | { kind: 'choose' | 'agree' | 'too_long' | 'not_a_number' }
  | { kind: 'out_of_range'; least: number; most: number }
  | { kind: 'day_over' | 'day_too_soon' | 'day_too_far' }
  | { kind: 'no_postal_code' | 'other_name' | 'nothing_filled_in' }
  /** Of what is chosen; the age and its limits where they are known. */
  | ({ kind: 'age_not_allowed'; age?: number } & Ages)
  /** What the server said of this child or this tick. */
  | { kind: 'try_out_used' | 'child_twice' | 'already_booked' | 'text_changed' }
  /** The server took it for wrong, and did not say why. */
  | { kind: 'not_accepted' };

/** By the path of the field as SQL and the contract name it, such as `children[0].dob`: the id of its input, too. */
export type Faults = Record<string, Fault>;
