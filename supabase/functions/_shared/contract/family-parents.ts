import * as v from 'valibot';
import { count } from './numbers.ts';

/** The answer of `invite_parent` does not depend on whether the address has an account. */
export const ParentInvitation = v.object({
  token: v.string(),
  email: v.string(),
  expires_at: v.string(),
  /** False if the address was sent too many invitations recently. The link works anyway. */
  mailed: v.boolean(),
});
export type ParentInvitation = v.InferOutput<typeof ParentInvitation>;

/** The page that the mail's link opens. The token is in the fragment, which neither servers nor referrers see. */
export const invitationPath = (token: string) => `/family-base/parents#invitation=${token}`;

/** Answer of `accept_invitation`, and of `join_with_family`, which takes a `fingerprint`. */
export const AcceptedInvitation = v.object({ family_id: v.string() });

/** What the account whose verified address was invited reads. `own` is the invited parent's present family. */
export const InvitationView = v.object({
  from_name: v.nullable(v.string()),
  own: v.picklist(['none', 'alone', 'shared']),
  children: v.array(v.string()),
});
export type InvitationView = v.InferOutput<typeof InvitationView>;

/** Joining is refused if the `fingerprint` is out of date. */
export const JoiningPreview = v.object({
  from_name: v.nullable(v.string()),
  children: v.array(v.object({ id: v.string(), name: v.string(), age: v.number(), is_merged: v.boolean() })),
  /** The number of bookings from today on. */
  ahead: count,
  credits: v.number(),
  waiting: count,
  orders: count,
  ends_calendar: v.boolean(),
  fingerprint: v.string(),
});
export type JoiningPreview = v.InferOutput<typeof JoiningPreview>;

/** `withdrawn` is false if there was no open invitation. */
export const WithdrawnInvitation = v.object({ withdrawn: v.boolean() });

/**
 * The parents of a family. `renewals` are still charged to the person who pays for them. Fails with `sign_in_again`
 * unless the caller has just signed in.
 */
export const FamilyParents = v.object({
  primary_parent_id: v.string(),
  secondary_parent_id: v.nullable(v.string()),
  /** When the other parent becomes the first parent. Null if nothing is planned. */
  handover_at: v.nullable(v.string()),
  renewals: v.array(v.string()),
});
export type FamilyParents = v.InferOutput<typeof FamilyParents>;

/** Answer of `set_booking_mails(p_enabled)`. Fails with `last_mail_recipient` if the other parent switched them off. */
export const BookingMails = v.object({ booking_mails: v.boolean() });
