import type { OwnRefusals } from '#api/refusal-words.ts';
import { messages } from '../messages.ts';
import { invalid } from '../refusals.ts';

/** Texts of Master Admin Access (spec 1 §2 and §8). */
export const adminWords = {
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
    'This account cannot open the management. It is for admins; if you are one, your second step may be missing: it is set up under “Sign-in and security”.',
} as const;

/** If the attempt cannot be logged, the sign-in is not tried (decisions "Safety"). */
export const refusals: OwnRefusals = {
  rate_limited: messages.slowDown,
  invalid_input: adminWords.invalid,
  offline: messages.offline,
  unexpected: messages.slowDown,
};
