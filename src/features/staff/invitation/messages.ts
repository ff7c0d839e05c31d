import type { StaffInvitationView } from '#contract/staff-invitations.ts';
import type { StaffRole } from '#contract/staff-roles.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { brand } from '#config/brand.ts';

const roleTitles: Record<StaffRole, string> = {
  coach: 'a coach',
  marketer: 'a marketer',
  admin: 'an admin',
  business_admin: 'a business admin',
};

export const invitationMessages = {
  title: 'Join the team',
  loading: 'Loading...',
  lead: ({ from_name, role }: StaffInvitationView) =>
    `${from_name ?? 'A business admin'} invites you to work with ${brand.name} as ${roleTitles[role]}.`,
  secondStep: 'This role needs two-step sign-in. You set it up next, with an app on your phone.',
  as: (email: string) => `You are signed in as ${email}.`,
  accept: (role: StaffRole) => `Start as ${roleTitles[role]}`,
  otherAddress: 'Use another address',
  missing: 'Please open the link in your invitation e-mail.',
  missingText: 'It works once, for seven days. If it has expired, ask for another invitation.',
  retry: 'Try again',
  accepted: (role: StaffRole) => `You are now ${roleTitles[role]}.`,
  next: {
    coach: 'Open today’s roster',
    marketer: 'Open promotion codes',
    admin: 'Open Management',
    business_admin: 'Open Management',
  },
} as const;

export const refusals: OwnMessages = {
  invitation_not_found:
    'This invitation has expired, was used or revoked, or was sent to another address. Please sign in with the address that it was sent to, or ask for a new invitation.',
};
