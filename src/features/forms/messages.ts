import type { ErrorCode } from '#contract/errors.ts';
import { isOffline } from '../../browser/online.ts';
import type { FaultKind, Field } from './model.ts';

/** What stands beside a field that needs another look. */
export function faultWords(kind: FaultKind, { range }: Field): string {
  switch (kind) {
    case 'missing':
      return 'Please fill this in.';
    case 'choose':
      return 'Please choose one.';
    case 'email':
      return 'An e-mail address looks like name@example.com.';
    case 'phone':
      return 'Eight digits for Singapore, or + and the country first.';
    case 'number':
      return 'A whole number, please.';
    case 'range':
      return `From ${range?.[0] ?? 0} to ${range?.[1] ?? 0}, please.`;
    case 'date':
      return 'Please choose a date.';
    case 'over':
      return 'That day is over. Please choose one from tomorrow on.';
    case 'soon':
      return 'Please choose a day from tomorrow on.';
    case 'far':
      return 'That is too far ahead for our plans. Please choose a day within the next two years.';
    case 'long':
      return 'That is too long. Please shorten it.';
    case 'agree':
      return 'We need your yes to go on.';
    case 'guest_missing':
      return 'One name at least, please.';
    case 'guest_name':
      return 'Please add the name.';
    case 'guest_age':
      return 'An age in years, please.';
    case 'refused':
      return 'Please look at this again.';
  }
}

/** In the summary: the question, a colon, and what is wrong. "Who comes: One name at least, please." */
export const faultLine = (kind: FaultKind, field: Field) =>
  `${field.label.trim().replace(/[?.!:]+$/, '')}: ${faultWords(kind, field)}`;

export const summaryTitle = (count: number) =>
  count === 1 ? 'One thing needs another look' : `${count} things need another look`;

const failures: Partial<Record<ErrorCode, string>> = {
  rate_limited: 'Too many tries in a short time. Please try again in a moment.',
  party_not_found: 'This link names no party that we know. Please ask the host to send it again.',
  party_closed: 'This party is over or has been called off. Please ask the host.',
  offer_not_available: 'That party is not on offer now. Please choose another one.',
  invalid_input: 'Something in the form was not accepted. Please look through it again.',
};

/** Why sending failed. Nothing that was typed is lost by it. */
export const failureWords = (code: ErrorCode) =>
  failures[code] ??
  (isOffline()
    ? 'You seem to be offline. What you typed is still here: please try again when you are back.'
    : 'It did not reach us. What you typed is still here: please try again.');

export const words = {
  guest: (position: number) => `Guest ${position}`,
  sending: 'Sending…',
  answered: 'You have answered already. Change what has changed, and send it again.',
  resumed: 'We kept what you typed last time.',
  copied: 'Copied',
} as const;
