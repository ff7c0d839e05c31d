import type { ErrorCode } from '#contract/errors.ts';
import { formatMoney } from '../../lib/money.ts';
import type { Ages, Fault, FieldId } from './model.ts';

const nothingCharged = 'Nothing was charged.';

interface Words {
  title: string;
  text: string;
}

const general: Words = {
  title: 'That did not work',
  text: `Something went wrong on our side. ${nothingCharged} Please try again.`,
};

const refusals: Partial<Record<ErrorCode, Words>> = {
  session_full: {
    title: 'That session has just filled up',
    text: `Another family took the last spot. ${nothingCharged} There may be room at another time this weekend.`,
  },
  session_started: { title: 'That session has begun', text: `It can no longer be booked. ${nothingCharged}` },
  session_not_found: {
    title: 'That session is gone',
    text: `It was taken off the timetable. ${nothingCharged}`,
  },
  offer_not_available: {
    title: 'That pass is not on sale now',
    text: `Please choose another one. ${nothingCharged}`,
  },
  camp_full: {
    title: 'That camp has just filled up',
    text: `Another family took the last place. ${nothingCharged} There may be room in another week or at another base.`,
  },
  camp_started: { title: 'That camp has begun', text: `It can no longer be booked. ${nothingCharged}` },
  camp_not_found: {
    title: 'That camp is not on sale now',
    text: `Please choose another week, or ask us on WhatsApp. ${nothingCharged}`,
  },
  transport_not_available: {
    title: 'That transport is not offered now',
    text: `Please choose again how your child comes and goes home. ${nothingCharged}`,
  },
  code_invalid: {
    title: 'We do not know that code',
    text: `Please check each letter, or go on without it. ${nothingCharged}`,
  },
  code_expired: {
    title: 'That code has ended',
    text: `You can book without it. What you typed is kept. ${nothingCharged}`,
  },
  code_used_up: {
    title: 'That code is used up',
    text: `It was used as often as it may be. You can book without it, and what you typed is kept. ${nothingCharged}`,
  },
  code_not_applicable: {
    title: 'That code is for something else',
    text: `It takes nothing off what you have chosen. You can book without it. ${nothingCharged}`,
  },
  code_minimum: {
    title: 'That code is for a larger order',
    text: `You can add to your booking, or go on without the code. ${nothingCharged}`,
  },
  too_many_holds: {
    title: 'Too many spots are held from here',
    text: `Please try again in a few minutes, or ask us on WhatsApp. ${nothingCharged}`,
  },
  rate_limited: { title: 'One moment', text: 'Please try again in a moment.' },
  payment_unavailable: {
    title: 'The payment page does not answer',
    text: `Your spot is still held. ${nothingCharged} Please try again in a minute.`,
  },
};

/** A code in the parent's words; an unknown one in one general sentence. */
export const refusalWords = (code: ErrorCode): Words => refusals[code] ?? general;

/** Whether trying the same again can help. */
export const mayRetry = (code: ErrorCode) =>
  ![
    'session_full',
    'session_started',
    'session_not_found',
    'camp_full',
    'camp_started',
    'camp_not_found',
    'transport_not_available',
    'offer_not_available',
  ].includes(code);

export const fieldNames: Record<FieldId, string> = {
  childName: 'Child’s full name',
  dob: 'Date of birth',
  parentName: 'Parent’s full name',
  email: 'E-mail',
  phone: 'Mobile (WhatsApp)',
  terms: 'Terms',
  activity: 'Permission to take part',
};

const missing: Record<FieldId, string> = {
  childName: 'We need the name to call at the ramp.',
  dob: 'Day, month and year, please.',
  parentName: 'We need your name for the receipt.',
  email: 'The receipt goes there.',
  phone: 'We only call or write if something changes.',
  terms: 'Please tick this box to book.',
  activity: 'Please tick this box to book.',
};

export function faultWords(field: FieldId, fault: Fault): string {
  switch (fault.kind) {
    case 'missing':
      return missing[field];
    case 'no_such_date':
      return 'The calendar has no such day. The year has 4 digits.';
    case 'future_date':
      return 'This day is still to come.';
    case 'not_a_child':
      return 'This is for children. Did the year slip?';
    case 'email_form':
      return 'Something is missing, like the @ or the end .com or .sg';
    case 'phone_digits':
      return `A Singapore number has 8 digits. This one has ${fault.digits}.`;
    case 'phone_not_mobile':
      return 'This is not a Singapore mobile number. They begin with 8 or 9.';
    case 'age_not_allowed':
      return `On the first day this child is too young or too old for what you chose. Please check the date, or ask us on WhatsApp for a better fit. ${nothingCharged}`;
    case 'try_out_used':
      return `This child has had the try-out, which is once for each child. Any other pass is open to you. ${nothingCharged}`;
    case 'child_twice':
      return 'This child is named twice. Please give each child a place of its own.';
    case 'already_booked':
      return `Good news: this child has a place there already. ${nothingCharged}`;
    case 'text_changed':
      return 'We have changed these words since you opened the page. Please load the page again, read them and tick once more: what you typed is kept.';
    case 'not_accepted':
      return 'This was not accepted. Please look again.';
  }
}

/** Said, never refused: a coach knows better than a birthday. */
export const ageWords = {
  fits: (age: number) => `${years(age)} on the day`,
  outside: (age: number, { name, ...ages }: Ages & { name: string }) =>
    `${name} is for ${ageRange(ages)}, and this child is ${age} on the day. Another team may fit better: ask us on WhatsApp before you pay.`,
};

const years = (count: number) => `${count} ${count === 1 ? 'year' : 'years'}`;

function ageRange({ minAge, maxAge }: Ages): string {
  if (minAge === undefined) return `up to ${years(maxAge ?? 0)}`;
  if (maxAge === undefined) return `${years(minAge)} and up`;
  return minAge === maxAge ? years(minAge) : `${minAge} to ${years(maxAge)}`;
}

export const messages = {
  opening: 'Holding your spot...',
  title: 'Almost on the board.',
  lead: 'About two minutes. Everything you type is kept, even if you close the page.',
  back: 'Back to the sessions',
  otherSession: 'Choose another session',
  retry: 'Try again',
  empty: {
    title: 'Nothing in your cart yet',
    text: 'Pick a team, a time and a pass. It takes three questions.',
    action: 'See this weekend’s sessions',
  },
  lapsed: {
    title: 'Your hold has ended',
    text: `Spots are held for a while only, so that everyone gets a fair turn. What you typed is kept. ${nothingCharged}`,
    action: 'Hold it again',
  },
  holdWarning: (minutes: number) =>
    `Your spot is held for ${minutes === 1 ? 'one more minute' : `${minutes} more minutes`}.`,
  moreTime: 'Keep it longer',
  noMoreTime: 'It cannot be held any longer: please pay before the clock ends.',
  announced: (minutes: number) => `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left on your hold`,
  priceTitle: (now: number) => `The price is now ${formatMoney(now)}`,
  priceText: (seen: number) => `The page showed ${formatMoney(seen)}. ${nothingCharged} You decide.`,
  priceAgree: (now: number) => `Go on with ${formatMoney(now)}`,
  pay: (cents: number) => `Pay ${formatMoney(cents)}`,
  paying: 'Opening the payment page…',
  payNote: 'Card or PayNow, on Stripe’s secure page',
  summaryTitle: (count: number) =>
    count === 1 ? 'One thing to mend before you pay' : `${count} things to mend before you pay`,
  nothingCharged,
} as const;
