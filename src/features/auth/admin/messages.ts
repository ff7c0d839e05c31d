import type { OwnMessages } from '#api/error-text.ts';
import { messages } from '../messages.ts';
import { invalid } from '../error-messages.ts';

export const adminMessages = {
  title: 'Master Admin Access',
  email: 'E-mail',
  password: 'Password',
  action: 'Access Management Dashboard',
  busy: messages.signingIn,
  notice: 'All access attempts are logged.',
  close: 'Close',
  invalid,
  unexpected: messages.unexpected,
  denied:
    'This account can’t open Management, which is for admins. If you are an admin, you may need to set up two-step sign-in first, under “Sign-in and security”.',
} as const;

/** Why an attempt was refused. If it cannot be logged, the password is not sent to the sign-in service. */
export const refusals: OwnMessages = {
  rate_limited: messages.slowDown,
  invalid_input: adminMessages.invalid,
  offline: messages.offline,
  unexpected: messages.slowDown,
};
