import type { ErrorCode } from '#contract/errors.ts';
import { isOffline } from '#browser/online.ts';
import { offline, retryOnline } from '#domain/offline-messages.ts';

export const messages = {
  notValidated: 'Failed to validate eligibility',
  have: 'You already have this pass type',
  notCreated: 'Failed to create checkout session',
  noUrl: 'No checkout URL received',
  opened: 'Checkout opened in new tab',
  opening: 'Opening the checkout…',
  notRead: 'We could not load your children. Please try again.',
  offline: `${offline} ${retryOnline}`,
  heading: (pass: string) => `Get ${pass}`,
  pass: 'a pass',
  who: 'Who is it for?',
  go: 'Continue to checkout',
  other: 'For another child',
  none: 'There is no child in your family yet. The checkout asks for your child’s name and date of birth.',
  ended: 'Please sign in again to buy this pass for one of your children.',
  signIn: 'Sign in',
  visitor: 'Book as a guest',
  close: 'Close',
} as const;

const reasons: Partial<Record<ErrorCode, string>> = {
  not_allowed: messages.have,
  try_out_used: messages.have,
  subscription_exists: messages.have,
  unauthorized: messages.ended,
  offer_not_available: 'This pass is no longer on sale.',
  age_not_allowed: 'This pass is not for your child’s age.',
  child_not_found: 'This child is no longer in your family. Please reload the page.',
  too_many_holds: 'Please finish the checkout you have started, or wait until it expires.',
  rate_limited: 'Please try again in a moment.',
  payment_unavailable: 'The payment page is not responding. Please try again.',
};

export const notCreatedMessage = (code: ErrorCode): string =>
  reasons[code] ?? addOfflineReason(messages.notCreated);

/** Returns the specification's sentence. If the device is offline, the reason is added. */
export const addOfflineReason = (sentence: string): string =>
  isOffline() ? `${sentence}. ${messages.offline}` : sentence;
