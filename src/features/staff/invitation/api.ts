import { AcceptedStaffInvitation, StaffInvitationView } from '#contract/staff-invitations.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';

export const readInvitation = (token: string) =>
  asMember((member) => callRpc('read_staff_invitation', { p_token: token }, StaffInvitationView, member));

export const acceptInvitation = (token: string) =>
  asMember((member) =>
    callRpc('accept_staff_invitation', { p_token: token }, AcceptedStaffInvitation, member),
  );
