import type { OwnMessages } from '#api/error-text.ts';
import { sessionMessages } from '#domain/session-messages.ts';
import { orderMessages } from './order/messages.ts';

const otherDifference =
  'The difference has changed since you opened this page. Please choose the date again.';

/** Messages that explain why the database refused a change to a paid order. They are loaded with the first refusal. */
export const errors: OwnMessages = {
  link_expired: 'This link has just expired. Nothing has changed. Ask us for a new one on WhatsApp.',
  link_not_found: 'This link no longer works. Nothing has changed. Ask us for a new one on WhatsApp.',
  not_allowed:
    'This link does not give access to that. Nothing has changed. Please use the link in our newest e-mail about this order.',
  order_closed: orderMessages.noLongerPaid,
  instalments_open:
    'This booking is not fully paid. Please pay the rest first, or cancel it. Nothing has changed.',
  line_not_found: 'This booking is no longer part of your order. Please load the page again.',
  line_closed: 'That has already been changed, perhaps in another window. The latest details are below.',
  too_late:
    'It’s too late for that: the class or camp starts soon, or has started. Write to us, and we will see what we can do.',
  pass_used: 'A session of this pass has been used, so the pass can no longer be cancelled.',
  pass_expired: 'That day is after the last day of your pass. Please choose an earlier one.',
  session_full: 'That class has just filled up. Please choose another one. You still have your spot.',
  session_started: 'That class has started. Please choose a later one.',
  session_not_found: 'That class is no longer on the timetable. Please choose another one.',
  camp_full: 'That week has just filled up. Nothing has changed. Please choose another one.',
  camp_started: 'That week has started. Please choose a later one.',
  camp_not_found: 'That week is not on sale now. Please choose another one.',
  offer_not_available: 'Your spot is for another kind of camp. Please choose a week of the same kind.',
  age_not_allowed:
    'Your child will be too young or too old on that day. Write to us, and we will look for a better fit.',
  level_not_allowed:
    'That team is for a higher level. A coach can make an exception: write to us, or ask at the next session.',
  already_booked: 'Your child is already booked there. Please choose another date.',
  transport_not_available: 'We do not offer that transport there. Write to us, and we will find a way.',
  move_costs_more: 'That date costs more now. Nothing has changed. Please choose it again.',
  refund_changed: otherDifference,
  pass_renewed:
    'This pass was renewed while this page was open, so we have not cancelled it. Please check again what cancelling means.',
  price_changed: otherDifference,
  hold_expired: 'That took too long, so we no longer hold the new spot for you. You still have your old one.',
  payment_unavailable:
    'The payment page is not responding. Nothing was charged or changed. Please try again.',
  child_not_found:
    'This child is no longer part of the order. Write to us, and we will add the details for you.',
  invalid_input:
    'We could not do that on this page. Nothing has changed. Write to us, and we will do it for you.',
  choice_made: 'You have already chosen, perhaps in another window. The latest details are below.',
  already_refunded:
    'We have already refunded this, so there is nothing to move or choose. Write to us if that is not right.',
  charge_disputed:
    'Your bank has taken this payment back, so there is nothing to choose now. Write to us, and we will look into it.',
  try_out_used:
    'This child has already had a Try-Out, and there is one Try-Out per child. You can still get a refund.',
};

export const passErrors: OwnMessages = {
  session_full:
    'That session has just filled up. Nothing was taken from your pass. Please choose another one.',
  session_started: 'That session has started, so it can no longer be booked or cancelled.',
  session_not_found: sessionMessages.notOnTimetable,
  already_booked: 'Your child is already booked there. Please choose another session.',
  no_credit:
    'This pass has no sessions left. You may have used the last one in another window. Nothing was booked.',
  pass_not_found: 'This part of your order has no sessions to book.',
  booking_not_found: 'This session is no longer part of your pass.',
  booking_closed:
    'That session has already been cancelled, perhaps in another window. The latest details are below.',
  credit_not_returned:
    'It’s too late to get the credit back. Please check again before you cancel the session.',
};
