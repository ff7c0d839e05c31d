import * as v from 'valibot';
import { count } from './numbers.ts';

/** The two parents of a family (spec 1 §6): inviting the second, accepting an invitation, separating. */

/**
 * Answer of `invite_parent(p_email)`. The link is sent to the address, and the parent may also pass it on. The answer
 * does not depend on whether the address has an account.
 */
export const ParentInvitation = v.object({
  /** The token for `invitationPath`. It is shown once and not saved. */
  token: v.string(),
  email: v.string(),
  expires_at: v.string(),
  /** False if the address was sent too many invitations recently; the link works anyway. */
  mailed: v.boolean(),
});
export type ParentInvitation = v.InferOutput<typeof ParentInvitation>;

/** Page that the mail's link opens; the token is in the fragment, which no server and no referrer sees. */
export const invitationPath = (token: string) => `/family-base/parents#invitation=${token}`;

/**
 * Answer of `accept_invitation(p_token)`, for an account whose verified address was invited. Its own family, if empty,
 * is deleted. Refuses invitation_not_found, already_in_family, family_full. Also the answer of
 * `join_with_family(p_token, p_expected)`, which brings the account's own family along; `p_expected` is the fingerprint
 * of `preview_joining`. It also refuses collector_is_parent and changed_meanwhile.
 */
export const AcceptedInvitation = v.object({ family_id: v.string() });

/**
 * Answer of `read_invitation(p_token)`, for the same account: who invites, and the given names of the children. Refuses
 * invitation_not_found. `own`: the invited parent's present family: none or an empty one, one of which they are the
 * only parent, or one with another parent.
 */
export const InvitationView = v.object({
  from_name: v.nullable(v.string()),
  own: v.picklist(['none', 'alone', 'shared']),
  children: v.array(v.string()),
});
export type InvitationView = v.InferOutput<typeof InvitationView>;

/**
 * Answer of `preview_joining(p_token)`: what would come along. A child `is_merged` if the other family has one of the
 * same name and birthday. `ahead`: places booked from today on; `credits`: of valid passes; `waiting`: entries on
 * waitlists; `orders`: paid. `ends_calendar`: both families have a calendar address, and that of the family that comes
 * along ends. `fingerprint`: a hash of this answer.
 */
export const JoiningPreview = v.object({
  from_name: v.nullable(v.string()),
  children: v.array(v.object({ id: v.string(), name: v.string(), age: v.number(), is_merged: v.boolean() })),
  ahead: count,
  credits: v.number(),
  waiting: count,
  orders: count,
  ends_calendar: v.boolean(),
  fingerprint: v.string(),
});
export type JoiningPreview = v.InferOutput<typeof JoiningPreview>;

/** Answer of `withdraw_invitation()`. */
export const WithdrawnInvitation = v.object({ withdrawn: v.boolean() });

/**
 * Answer of `remove_second_parent()` (by the first parent), `leave_family()` (by either; if the first leaves, the
 * second becomes the first; a single parent is refused with `last_parent`), `hand_over_family()` (a day later the first
 * becomes the second) and `stop_handover()` (by either, before that). Both parents get a mail. All but the last refuse
 * `sign_in_again` unless the caller has just signed in. `renewals`: titles of passes that are still charged to the
 * parent who pays them.
 */
export const FamilyParents = v.object({
  /** First parent after the change, and the second, or null if there is none. */
  primary_parent_id: v.string(),
  secondary_parent_id: v.nullable(v.string()),
  /** When the second parent becomes the first; null without a request. */
  handover_at: v.nullable(v.string()),
  renewals: v.array(v.string()),
});
export type FamilyParents = v.InferOutput<typeof FamilyParents>;

/** Answer of `set_booking_mails(p_enabled)`. Refuses `last_mail_recipient` if the other parent switched them off. */
export const BookingMails = v.object({ booking_mails: v.boolean() });
