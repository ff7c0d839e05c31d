import { BookableSessions, CancelledBooking, CreditBooking, TakenOffer } from '#contract/family-booking.ts';
import { ToldAbsence } from '#contract/family-camps.ts';
import { FamilyFirstAid } from '#contract/first-aid.ts';
import { MakeUp } from '#contract/family-passes.ts';
import { WaitlistView } from '#contract/waitlists.ts';
import { ChildProfile } from '#contract/family-people.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';

/** Cancels a booking. `seenReturn` says whether the page promised that the credit comes back. */
export const cancelBooking = (id: string, seenReturn: boolean) =>
  asMember((token) =>
    callRpc('cancel_booking', { p_booking_id: id, p_expected_return: seenReturn }, CancelledBooking, token),
  );

/** Tells the coaches that a child does not come on a day of a camp, or that the child comes after all. */
export const tellAbsence = (enrollmentId: string, day: string, isAbsent: boolean) =>
  asMember((token) =>
    callRpc(
      'tell_absence',
      { p_enrollment_id: enrollmentId, p_day: day, p_absent: isAbsent },
      ToldAbsence,
      token,
    ),
  );

export const readFirstAid = () =>
  asMember((token) => callRpc('get_family_first_aid', {}, FamilyFirstAid, token));

export const findTargets = (bookingId: string) =>
  asMember((token) =>
    callRpc('list_bookable_sessions', { p_booking_id: bookingId }, BookableSessions, token),
  );

export const moveBooking = (id: string, sessionId: string) =>
  asMember((token) =>
    callRpc('reschedule_booking', { p_booking_id: id, p_session_id: sessionId }, CreditBooking, token),
  );

export const claimMakeUp = (bookingId: string) =>
  asMember((token) => callRpc('claim_make_up', { p_booking_id: bookingId }, MakeUp, token));

export const takeOffer = (secret: string) =>
  asMember((token) => callRpc('take_offer_with_credits', { p_secret: secret }, TakenOffer, token));

export const declineOffer = (secret: string) =>
  callRpc('decline_waitlist_offer', { p_secret: secret }, WaitlistView);

export const leaveWaitlist = (secret: string) =>
  callRpc('leave_waitlist', { p_secret: secret }, WaitlistView);

export const saveQuiz = (id: string, experience: string | undefined) =>
  asMember((token) =>
    callRpc(
      'save_child',
      { p_child: { id, quiz_completed: true, ...(experience && { experience_level: experience }) } },
      ChildProfile,
      token,
    ),
  );
