import * as v from 'valibot';
import { staffRoles } from './staff-roles.ts';

/** An invitation to become a member of staff. */
export const StaffInvitation = v.object({
  id: v.string(),
  email: v.string(),
  name: v.string(),
  role: v.picklist(staffRoles),
  /** The coach without an account who is invited. */
  coach: v.nullable(v.string()),
  from_name: v.nullable(v.string()),
  state: v.picklist(['open', 'accepted', 'revoked', 'expired']),
  /** When it was sent. */
  at: v.string(),
});
export type StaffInvitation = v.InferOutput<typeof StaffInvitation>;

/** Arguments of `invite_staff`. */
export const InviteStaff = v.object({
  p_email: v.pipe(v.string(), v.maxLength(254)),
  p_name: v.pipe(v.string(), v.maxLength(80)),
  p_role: v.picklist(staffRoles),
  /** The coach without an account who is invited. Null if the invitation is not for such a coach. */
  p_coach_id: v.nullable(v.string()),
});
export type InviteStaff = v.InferOutput<typeof InviteStaff>;

/** Answer of `invite_staff(p_email, p_name, p_role, p_coach_id)` and `revoke_staff_invitation(p_id)`. */
export const ChangedInvitation = v.object({ invitation: StaffInvitation });

/** What the invited person sees. */
export const StaffInvitationView = v.object({
  from_name: v.nullable(v.string()),
  role: v.picklist(staffRoles),
  needs_second_factor: v.boolean(),
});
export type StaffInvitationView = v.InferOutput<typeof StaffInvitationView>;

/** The role that the account now has. */
export const AcceptedStaffInvitation = v.object({ role: v.picklist(staffRoles) });

/** The page that the mail's link opens. The token is in the fragment, which servers do not see. */
export const staffInvitationPath = (token: string) => `/management/invitation#invitation=${token}`;
