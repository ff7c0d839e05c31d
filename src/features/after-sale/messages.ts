import type { ErrorCode } from '#contract/errors.ts';
import { brand } from '#config/brand.ts';
import { formatMoney } from '#domain/money.ts';
import { isOffline } from '#browser/online.ts';
import { type OwnRefusals, refusalWords as wordsOf } from '#api/refusal-words.ts';

/** Texts needed before the order has loaded; its parts bring their own. */
export const messages = {
  loading: 'Looking up your booking...',
  title: 'Your booking',
  tryAgain: 'Try again',
  signIn: 'Sign in',
  help: 'Ask on WhatsApp',
} as const;

/** The result of a change. `of` is who, what, where and when. */
export const noteWords = {
  cancelled: (of: string, cents: number) =>
    `Cancelled: ${of}.${cents > 0 ? ` ${formatMoney(cents)} goes back to you.` : ''}`,
  moved: (of: string) => `Your new date is booked: ${of}. The e-mail with its calendar file is on its way.`,
  refundChanged: (cents: number | undefined) =>
    cents === undefined
      ? 'The refund has changed since you opened this page. Please look again.'
      : `The refund is ${formatMoney(Math.abs(cents))} now. Please look again before you confirm.`,
  differenceChanged: (cents: number) =>
    `It costs ${formatMoney(cents)} more now. Please look again before you pay.`,
} as const;

/** After the parent has chosen what happens to a late payment. */
export const lateDone = {
  move: 'You are booked. The e-mail with the calendar file is on its way.',
  credit: 'It is kept for you. Choose a date whenever you know it.',
  refund: 'Your money goes back the way it came. Banks take up to ten days.',
} as const;

export const linkWords = {
  title: 'Send me a new link',
  number: 'Order number',
  numberHint: 'It is in every e-mail we sent you. No e-mail at hand? Leave it empty.',
  email: 'E-mail address of the booking',
  send: 'Send me a new link',
  /** The same answer whether or not the order and the address exist. */
  sent: 'If there is a booking under this address, an e-mail with a new link is on its way. It can take a few minutes.',
  faults: {
    number: 'Please fill in the order number, as it is in the e-mail.',
    email: 'Please fill in the e-mail address, such as name@example.com.',
    rate_limited: 'That was asked for very often just now. Please try again in an hour.',
    failed: 'The request did not get through. Please try again.',
  },
} as const;

export const linkFaultWords = (fault: keyof typeof linkWords.faults): string =>
  fault === 'failed' && isOffline()
    ? 'You seem to be offline. Please try again when you are back.'
    : linkWords.faults[fault];

export const childNotes = {
  saved: (name: string) => `Saved. The coaches of ${name} see it from now on.`,
  waiting: 'Please choose first what happens with this booking; then it can be changed here.',
} as const;

/** Why the page shows no order. */
export const gone = {
  missing: {
    title: 'This page needs its link',
    text: `Please open it from the e-mail that ${brand.name} sent you: “Change or cancel your booking”.`,
  },
  link_not_found: {
    title: 'We do not know this link',
    text: 'It may be incomplete, or very old. Please open it from the newest e-mail about your booking, or ask for a new one here.',
  },
  link_expired: {
    title: 'This link is over',
    text: 'Links end some time after the last day booked, and once your account has another e-mail address. Sign in, or ask for a new link here.',
  },
  failed: {
    title: 'Your booking did not load',
    text: 'Nothing has changed. Please try again.',
  },
  helpText: 'Hello! I need a new link to change my booking.',
} as const;

/** Messages that must be available even if nothing can be loaded. */
const atHand: OwnRefusals = {
  offline: 'You seem to be offline. Nothing was changed; please try again when you are back.',
  unexpected: 'Something went wrong on our side. Nothing was changed. Please try again.',
};

export async function refusalWords(code: ErrorCode): Promise<string> {
  if (code === 'unexpected') return wordsOf(code, atHand);
  const own = await import('./refusals.ts').catch(() => null);
  return wordsOf(code, { ...own?.refusals, ...atHand });
}
