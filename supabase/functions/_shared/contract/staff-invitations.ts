import * as v from 'valibot';
import { staffRoles } from './staff-roles.ts';

/** Inviting staff: `invite_staff`, `revoke_staff_invitation`, `read_staff_invitation`, `accept_staff_invitation`. */

/** `at`: when it was accepted, revoked or expired, or when an open one expires. */
export const StaffInvitation = v.object({
  id: v.string(),
  email: v.string(),
  name: v.string(),
  role: v.picklist(staffRoles),
  /** The coach without an account whom the invited person is. */
  coach: v.nullable(v.string()),
  from_name: v.nullable(v.string()),
  state: v.picklist(['open', 'accepted', 'revoked', 'expired']),
  at: v.string(),
});
export type StaffInvitation = v.InferOutput<typeof StaffInvitation>;

/** Arguments of `invite_staff`. */
export const InviteStaff = v.object({
  p_email: v.pipe(v.string(), v.maxLength(254)),
  p_name: v.pipe(v.string(), v.maxLength(80)),
  p_role: v.picklist(staffRoles),
  p_coach_id: v.nullable(v.string()),
});
export type InviteStaff = v.InferOutput<typeof InviteStaff>;

/** Answer of `invite_staff(p_email, p_name, p_role, p_coach_id)` and `revoke_staff_invitation(p_id)`. */
export const ChangedInvitation = v.object({ invitation: StaffInvitation });

/** Answer of `read_staff_invitation(p_token)`, for the account whose verified address was invited. */
export const StaffInvitationView = v.object({
  from_name: v.nullable(v.string()),
  role: v.picklist(staffRoles),
  needs_second_factor: v.boolean(),
});
export type StaffInvitationView = v.InferOutput<typeof StaffInvitationView>;

/** Answer of `accept_staff_invitation(p_token)`. */
export const AcceptedStaffInvitation = v.object({ role: v.picklist(staffRoles) });

/** Page that the mail's link opens; the token is in the fragment, which no server and no referrer sees. */
export const staffInvitationPath = (token: string) => `/management/invitation#invitation=${token}`;
