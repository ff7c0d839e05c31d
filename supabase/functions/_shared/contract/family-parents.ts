import * as v from 'valibot';

/** The two parents of a family (spec 1 §6): inviting the second, taking an invitation, parting. */

/**
 * Answer of `invite_parent(p_email)`. The address gets a mail with the link; the parent may pass it on as well. Whether
 * the address has an account makes no difference to it.
 */
export const ParentInvitation = v.object({
  /** Of the link: `invitationPath`. Shown once, kept nowhere. */
  token: v.string(),
  email: v.string(),
  expires_at: v.string(),
  /** False: that address was sent too many invitations lately; the link works all the same. */
  mailed: v.boolean(),
});
export type ParentInvitation = v.InferOutput<typeof ParentInvitation>;

/** Page that the mail's link opens; the token stands in the fragment, which no server and no referrer sees. */
export const invitationPath = (token: string) => `/family-base/parents#invitation=${token}`;

/**
 * Answer of `accept_invitation(p_token)`, for an account with the proven address that was invited. An empty family of
 * its own is given up for it. Refuses invitation_not_found, already_in_family, family_full.
 */
export const AcceptedInvitation = v.object({ family_id: v.string() });

/** Answer of `withdraw_invitation()`. */
export const WithdrawnInvitation = v.object({ withdrawn: v.boolean() });

/**
 * Answer of `remove_second_parent()` (the first parent), `leave_family()` (either; if the first leaves, the second
 * becomes the first; alone: `last_parent`), `hand_over_family()` (a day later the first becomes the second) and
 * `stop_handover()` (either, until then). Both are told by mail. All but the last refuse `sign_in_again` unless the
 * caller has just signed in.
 * `renewals`: titles of passes that go on being charged to whoever pays them, until they are ended.
 */
export const FamilyParents = v.object({
  /** Of the family after it; null: no second parent. */
  primary_parent_id: v.string(),
  secondary_parent_id: v.nullable(v.string()),
  /** When the second parent becomes the first; null: nobody asked for it. */
  handover_at: v.nullable(v.string()),
  renewals: v.array(v.string()),
});
export type FamilyParents = v.InferOutput<typeof FamilyParents>;

/** Answer of `set_booking_mails(p_on)`. Refuses `last_mail_recipient`: the other parent has turned theirs off. */
export const BookingMails = v.object({ booking_mails: v.boolean() });
