import type { ErrorCode, Refusal } from '#contract/errors.ts';
import { brand } from '#config/brand.ts';
import { formatMoney } from '#domain/money.ts';
import { isOffline } from '#browser/online.ts';
import { type OwnMessages, errorText as wordsOf } from '#api/error-text.ts';
import { offline, retryOnline } from '#domain/offline-messages.ts';

export const messages = {
  loading: 'Loading...',
  title: 'Your booking',
  tryAgain: 'Try again',
  signIn: 'Sign in',
  help: 'Ask on WhatsApp',
} as const;

/** Notes about the result of a change. `bookingName` contains the child, the class, the base and the time. */
export const noteMessages = {
  cancelled: (bookingName: string, cents: number) =>
    `Cancelled: ${bookingName}.${cents > 0 ? ` ${formatMoney(cents)} will be refunded.` : ''}`,
  moved: (bookingName: string) =>
    `Your new date is booked: ${bookingName}. An e-mail with the calendar file is on its way.`,
  refundChanged: (cents: number | undefined) =>
    cents === undefined
      ? 'The refund has changed since you opened this page. Please check it again.'
      : `The refund is now ${formatMoney(Math.abs(cents))}. Please check it before you confirm.`,
  differenceChanged: (cents: number) =>
    `The difference is now ${formatMoney(cents)}. Please check it before you pay.`,
} as const;

export const lateDone = {
  move: 'You are booked. An e-mail with the calendar file is on its way.',
  credit: 'You have a credit. Choose a date whenever you are ready.',
  refund: 'We are refunding everything you paid, the same way you paid it. Banks take up to ten days.',
} as const;

export const linkMessages = {
  title: 'Send me a new link',
  number: 'Order number',
  numberHint: 'It is in every e-mail that we sent you. If you have none at hand, leave this empty.',
  email: 'E-mail address of the booking',
  send: 'Send me a new link',
  /** The answer must be the same whether or not the order exists, so that nobody can test addresses. */
  sent: 'If there is a booking under this address, an e-mail with a new link is on its way. It can take a few minutes.',
  faults: {
    number: 'Please fill in the order number as it appears in our e-mail.',
    email: 'Please fill in the e-mail address, such as name@example.com.',
    rate_limited: 'Too many attempts. Please try again in an hour.',
    failed: 'Your request did not reach us. Please try again.',
  },
} as const;

export const linkFaultMessage = (fault: keyof typeof linkMessages.faults): string =>
  fault === 'failed' && isOffline() ? `${offline} ${retryOnline}` : linkMessages.faults[fault];

export const childNotes = {
  saved: (name: string) => `Saved. The coaches of ${name} can see it now.`,
  waiting: 'Please first choose what happens to this booking. Then you can change it here.',
} as const;

export const unavailableMessages = {
  missing: {
    title: 'You need a link to open this page',
    text: `Please use the link “Change or cancel your booking” in the e-mail that ${brand.name} sent you.`,
  },
  link_not_found: {
    title: 'This link does not work',
    text: 'It may be incomplete or very old. Please use the link in our newest e-mail about your booking, or ask for a new one here.',
  },
  link_expired: {
    title: 'This link has expired',
    text: 'Links expire a while after your last booked day, or when the e-mail address of your account changes. Sign in, or ask for a new link here.',
  },
  failed: {
    title: 'Your booking did not load',
    text: 'Nothing has changed. Please try again.',
  },
  helpText: 'Hello! I need a new link to change my booking.',
} as const;

/** Messages that must appear even when nothing more can be loaded, so they are bundled. */
const atHand: OwnMessages = {
  offline: `${offline} Nothing has changed. ${retryOnline}`,
  unexpected: 'Something went wrong on our side. Nothing has changed. Please try again.',
};

export async function errorText(refusal: ErrorCode | Refusal): Promise<string> {
  const code = typeof refusal === 'string' ? refusal : refusal.code;
  if (code === 'unexpected') return wordsOf(refusal, atHand);
  const errorMessages = await import('./error-messages.ts').catch(() => null);
  return wordsOf(refusal, { ...errorMessages?.errors, ...atHand });
}
