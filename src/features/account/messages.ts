import type { Role } from '../../domain/role.ts';

/** Words of the sign-in (spec 1 §8). */
export const messages = {
  title: 'Welcome back.',
  lead: 'Your children, credits and bookings are behind this door.',
  signIn: 'Sign in',
  signingIn: 'Authenticating...',
  incomplete: 'You must provide either an email or phone number and a password.',
  invalid: 'Invalid credentials. Please check your email and password.',
  unexpected: 'An unexpected error occurred. Please try again.',
  offline: 'You seem to be offline. Please try again when you are back.',
  slowDown: 'Please try again in a moment.',
  signOut: 'Sign out',
  studio: 'Open Studio',
} as const;

/** A message of the auth service as the specification wants it read. */
export function serverWords(message: string): string {
  return message.includes('Invalid login credentials') ? messages.invalid : message;
}

export const roleNames: Record<Role, string> = {
  business_admin: 'Business admin',
  admin: 'Admin',
  coach: 'Coach',
  customer: 'Parent',
};
