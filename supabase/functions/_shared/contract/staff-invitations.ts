import * as v from 'valibot';
import { staffRoles } from './staff-roles.ts';

export const StaffInvitation = v.object({
  id: v.string(),
  email: v.string(),
  name: v.string(),
  role: v.picklist(staffRoles),
  from_name: v.nullable(v.string()),
  state: v.picklist(['open', 'accepted', 'revoked', 'expired']),
  at: v.string(),
});
export type StaffInvitation = v.InferOutput<typeof StaffInvitation>;

export const InviteStaff = v.object({
  p_email: v.pipe(v.string(), v.maxLength(254)),
  p_name: v.pipe(v.string(), v.maxLength(80)),
  p_role: v.picklist(staffRoles),
});
export type InviteStaff = v.InferOutput<typeof InviteStaff>;

export const ChangedInvitation = v.object({ invitation: StaffInvitation });

export const StaffInvitationView = v.object({
  from_name: v.nullable(v.string()),
  role: v.picklist(staffRoles),
  needs_second_factor: v.boolean(),
});
export type StaffInvitationView = v.InferOutput<typeof StaffInvitationView>;

export const AcceptedStaffInvitation = v.object({ role: v.picklist(staffRoles) });

export const staffInvitationPath = (token: string) => `/management/invitation#invitation=${token}`;
