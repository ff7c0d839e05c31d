import type { OwnRefusals } from '#api/refusal-words.ts';

const otherDifference = 'The difference has changed since you looked. Please choose the date again.';

/** Refusals of the database about a paid order. Loaded with the first refusal. */
export const refusals: OwnRefusals = {
  link_expired: 'This link has just ended. Nothing was changed. Ask us for a new one on WhatsApp.',
  link_not_found: 'This link is no longer known. Nothing was changed. Ask us for a new one on WhatsApp.',
  not_allowed:
    'This link does not give access to that. The newest e-mail about this order has the right one; nothing was changed.',
  order_closed: 'This order was not paid, so there is nothing to change.',
  line_not_found: 'This is no longer part of your order.',
  line_closed: 'That has been changed already, perhaps in another window. This is how it stands now.',
  too_late: 'It is too late for that: it begins soon, or has begun. Write to us, and we see what we can do.',
  pass_used: 'A session of this pass has been used, so it can no longer be given back.',
  pass_expired: 'That day is after the last day of your pass. Please choose an earlier one.',
  session_full: 'That class has just filled up. Please choose another one; you still have your spot.',
  session_started: 'That class has begun. Please choose a later one.',
  session_not_found: 'That class was taken off the timetable. Please choose another one.',
  camp_full: 'That week has just filled up. Please choose another one; nothing was changed.',
  camp_started: 'That week has begun. Please choose a later one.',
  camp_not_found: 'That week is not on sale now. Please choose another one.',
  offer_not_available: 'Your spot is for another kind of camp. Please choose a week of the same kind.',
  age_not_allowed: 'On that day your child is too young or too old for it. Write to us for a better fit.',
  level_not_allowed:
    'That team is for a higher level. A coach can agree to it: write to us, or ask at the next session.',
  already_booked: 'Your child is booked there already. Please choose another date.',
  transport_not_available: 'That transport is not offered there. Write to us, and we find a way.',
  move_costs_more: 'That date costs more now. Nothing was changed; please choose it again.',
  refund_changed: otherDifference,
  pass_renewed:
    'This pass was renewed while you looked. Nothing was changed; please look again at what giving it back means.',
  price_changed: otherDifference,
  hold_expired:
    'That took too long, and the new spot is no longer kept for you. You still have your old one.',
  too_many_holds:
    'More spots are reserved from here than one family needs. Please try again in a few minutes.',
  payment_unavailable:
    'The payment page does not answer just now. Nothing was charged or changed; please try again.',
  child_not_found: 'This child is no longer part of the order. Write to us, and we write it down.',
  invalid_input: 'We could not take that from here. Nothing was changed. Write to us, and a person does it.',
  choice_made: 'You have chosen already, perhaps in another window. This is how it stands now.',
  already_refunded:
    'The money for this has gone back to you, so there is nothing to move or choose. Write to us if that is not right.',
  charge_disputed:
    'Your bank has taken this payment back, so there is nothing to choose now. Write to us, and a person looks at it.',
  try_out_used:
    'This child has used their try-out meanwhile, which is once for each child. A refund is still open to you.',
};

/** Refusals about the sessions of a pass, where a code means something else than for other changes of the order. */
export const passRefusals: OwnRefusals = {
  session_full:
    'That session has just filled up. Please choose another one; nothing was taken from your pass.',
  session_started: 'That session has begun, so it can be neither booked nor cancelled any more.',
  session_not_found: 'That session was taken off the timetable. Please choose another one.',
  already_booked: 'Your child is booked there already. Please choose another session.',
  no_credit: 'This pass has no session left, perhaps because of another window. Nothing was booked.',
  pass_not_found: 'This part of your order has no sessions to book.',
  booking_not_found: 'This session is no longer part of your pass.',
  booking_closed: 'That session was cancelled already, perhaps in another window. This is how it stands now.',
  credit_not_returned:
    'It is too late meanwhile to keep the credit. Please look again before you cancel the session.',
};
