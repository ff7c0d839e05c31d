import type { ErrorCode } from '#contract/errors.ts';
import type { Fault } from '#domain/fault.ts';
import { faultMessage as generalMessages } from '#ui/people/messages.ts';
import { type OwnMessages, errorText } from '#api/error-text.ts';
import type { Field } from './model.ts';
import { offlineTyped } from '#domain/offline-messages.ts';

/** Returns the message of a fault. `path` may also be that of a field of a guest, such as `guests[1].age`. */
export function faultMessage(path: string, fault: Fault): string {
  if (path.startsWith('guests['))
    return path.endsWith('.age') ? 'Please enter the age in years.' : 'Please fill in a name for each guest.';
  switch (fault.kind) {
    case 'agree':
      return 'Please tick this to continue.';
    case 'too_long':
      return 'That is too long. Please shorten it.';
    case 'not_a_number':
      return 'Please fill in a whole number.';
    case 'out_of_range':
      return `Please fill in a number from ${fault.least} to ${fault.most}.`;
    case 'no_such_date':
      return 'Please choose a date.';
    case 'day_over':
      return 'That day has passed. Please choose tomorrow or a later day.';
    case 'day_too_soon':
      return 'Please choose tomorrow or a later day.';
    case 'day_too_far':
      return 'That is too far ahead. Please choose a day within the next two years.';
    default:
      return generalMessages(fault);
  }
}

/** Returns for example "Who comes: Please fill in a name for each guest." */
export const faultLine = (path: string, fault: Fault, { label }: Pick<Field, 'label'>) =>
  `${label.trim().replace(/[?.!:]+$/, '')}: ${faultMessage(path, fault)}`;

const refusals: OwnMessages = {
  rate_limited: 'Too many attempts. Please try again in a moment.',
  offer_not_available: 'That party is not on sale now. Please choose another one.',
  offline: offlineTyped,
  unexpected: 'Your answers did not reach us. Everything you typed is still here. Please try again.',
};

export const failureMessage = (code: ErrorCode): Promise<string> => errorText(code, refusals);

/** Hints beside unusual answers of the birthday enquiry. They do not prevent sending it. */
export const hintMessages = {
  age: (party: string | null, from: number, to: number) =>
    `${party === null ? 'Our parties are' : `A ${party} is`} for ages ${from} to ${to}. You can still ask, and we will tell you what fits.`,
  guests: (party: string | null, guests: number) =>
    `${party === null ? 'Our parties are' : `A ${party} is`} planned for ${guests} children, and more cost extra. You can still ask, and we will tell you how many fit.`,
  day: 'Parties are usually on Saturdays and Sundays. You can still ask, and we will tell you what is possible.',
} as const;

export const formMessages = {
  guest: (position: number) => `Guest ${position}`,
  sending: 'Sending…',
  answered: 'You have already answered. You can change your answers and send them again.',
  resumed: 'We have filled in what you typed last time.',
  copied: 'Copied',
} as const;
