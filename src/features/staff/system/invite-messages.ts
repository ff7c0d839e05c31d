import type { StaffInvitation } from '#contract/staff-invitations.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { formatMoment } from '#domain/dates.ts';

const states: Record<StaffInvitation['state'], [tag: string, tone: string, when: string]> = {
  open: ['Waiting', 'warn', 'open until'],
  accepted: ['Accepted', 'good', 'accepted'],
  revoked: ['Revoked', 'quiet', 'revoked'],
  expired: ['Expired', 'bad', 'expired'],
};

export const inviteMessages = {
  title: 'Invite somebody',
  email: 'E-mail',
  emailHint: 'The invitation works for this address only, for 7 days.',
  name: 'Name',
  role: 'Role',
  coach: 'Already planned as',
  coachHint: 'This coach has sessions but no account. With the account, they keep those sessions.',
  noCoach: 'Not planned yet',
  coachRole: 'Somebody who is already planned as a coach can only be invited as a coach.',
  send: 'Send invitation',
  list: 'Invitations',
  tag: ({ state }: StaffInvitation) => states[state][0],
  tone: ({ state }: StaffInvitation) => states[state][1],
  when: ({ email, state, at, from_name, coach }: StaffInvitation) =>
    [
      email,
      coach && `as ${coach}`,
      `${states[state][2]} ${formatMoment(at)}`,
      from_name && `invited by ${from_name}`,
    ]
      .filter(Boolean)
      .join(' · '),
  revoke: 'Revoke',
  revokeOf: ({ name }: StaffInvitation) => `Revoke the invitation for ${name}`,
  means: ({ email }: StaffInvitation) =>
    `The link in the e-mail to ${email} will stop working. You can send another invitation.`,
  yes: 'Revoke invitation',
  no: 'Keep invitation',
} as const;

export const notBusinessAdmin: OwnMessages = {
  not_allowed:
    'You are no longer a business admin, or your two-step sign-in has ended. Please load the page again.',
};

export const inviteRefusals: OwnMessages = {
  ...notBusinessAdmin,
  coach_has_account: 'This person or this coach already has an account as a coach.',
  own_role: 'This is your own address. Please ask another business admin to change your roles.',
};
