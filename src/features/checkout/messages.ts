import type { ErrorCode } from '#contract/errors.ts';
import type { ExperienceLevel } from '#contract/orders.ts';
import { formatDate } from '../../domain/dates.ts';
import { formatMoney } from '../../domain/money.ts';
import { refundWhen } from '../../domain/refunds.ts';
import type { Fault } from '../../domain/fault.ts';
import type { Ages } from '../../domain/person.ts';
import { faultWords as generalWords } from '../../ui/people/words.ts';
import { type FieldKind, kindOf } from './form/fields.ts';
import type { Team } from './form/levels.ts';
import { waitlistWords } from './opening-words.ts';
import { goneCodes } from './problem.ts';
import type { RefundStep } from './order/refunds.ts';
import type { Problem } from './purchase/sale.ts';

const nothingCharged = 'Nothing was charged.';

/** What a tick means, in plain words, with the name that its text has; the others' are content. */
export const consentWords = {
  liability: 'Sport can hurt, even under careful eyes, and I accept that risk (indemnity).',
  medical: 'If I cannot be reached, coaches may give first aid and call medical help (medical treatment).',
} as const;

interface Words {
  title: string;
  text: string;
}

const general: Words = {
  title: 'That did not work',
  text: `Something went wrong on our side. ${nothingCharged} Please try again.`,
};

const refusals: Partial<Record<Problem, Words>> = {
  session_full: {
    title: 'That session has just filled up',
    text: `Another family took the last spot. ${nothingCharged} There may be room at another time this weekend.`,
  },
  session_started: { title: 'That session has begun', text: `It can no longer be booked. ${nothingCharged}` },
  pass_expired: {
    title: 'That day is after the last day of the pass',
    text: `Please choose an earlier session. ${nothingCharged}`,
  },
  session_not_found: {
    title: 'That session is gone',
    text: `It was taken off the timetable. ${nothingCharged}`,
  },
  offer_not_available: {
    title: 'That is not on sale now',
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
  code_sign_in: {
    title: 'That code is for families with an account',
    text: `Each family may use it only so often, and to count that we have to know who you are. Sign in first, or book without it. ${nothingCharged}`,
  },
  code_not_applicable: {
    title: 'That code is for something else',
    text: `It takes nothing off what you have chosen. You can book without it. ${nothingCharged}`,
  },
  code_minimum: {
    title: 'That code is for a larger order',
    text: `You can add to your booking, or go on without the code. ${nothingCharged}`,
  },
  waitlist_entry_not_found: {
    title: 'We do not find your place in the queue',
    text: `Please open the link from our mail again, or ask us on WhatsApp. ${nothingCharged}`,
  },
  waitlist_offer_over: {
    title: 'This offer has ended',
    text: `The place went to the next family. You can wait again, or look for another date. ${nothingCharged}`,
  },
  too_many_holds: {
    title: 'Too many spots are held from here',
    text: `Many families may share your network. Sign in, and your spots count for you alone; or try again later. ${nothingCharged}`,
  },
  sign_in_for_more: {
    title: 'Please sign in for so many spots',
    text: `That many at once need an e-mail address that we know to be yours. Sign in, or book a few children at a time. ${nothingCharged}`,
  },
  rate_limited: { title: 'One moment', text: 'Please try again in a moment.' },
  not_on_record: {
    title: 'Please tell us once more',
    text: `Something has changed. ${nothingCharged}`,
  },
  payment_unavailable: {
    title: 'The payment page does not answer',
    text: `Your spot is still held. ${nothingCharged} Please try again in a minute.`,
  },
  offline: {
    title: 'You are offline',
    text: `What you typed is kept. ${nothingCharged} We go on as soon as the network is back.`,
  },
};

/** A code in the parent's words; an unknown one in one general sentence. `minimumCents`: of `code_minimum`. */
export function refusalWords(code: Problem, minimumCents?: number): Words {
  const words = refusals[code] ?? general;
  return minimumCents === undefined
    ? words
    : { ...words, text: `It is for orders from ${formatMoney(minimumCents)}. ${words.text}` };
}

const final: readonly ErrorCode[] = [...goneCodes, 'waitlist_entry_not_found', 'waitlist_offer_over'];

/** Whether trying the same again can help. */
export const mayRetry = (code: Problem) => !(final as readonly string[]).includes(code);

const missing: Partial<Record<FieldKind, string>> = {
  'children[#].name': 'We need the name that the coach calls.',
  'children[#].dob': 'Day, month and year, please.',
  'parent.name': 'We need your name for the receipt.',
  'parent.email': 'The receipt goes there.',
  'parent.phone': 'We only call or write if something changes.',
  unchanged: 'Please tick this box, or tell us what has changed.',
  'children[#].health': 'Please choose one of the two.',
  'children[#].allergies': 'A line here or in the box below, so that a coach knows what to do.',
  transport_address: 'The van needs to know where to come.',
  'pickup_authorizations[#].name': 'A name, so that the coach can ask for it.',
  'consents.terms': 'Please tick this box to book.',
  'consents.activity': 'Please tick this box to book.',
  signature: 'Please type your full name.',
};

export function faultWords(id: string, fault: Fault): string {
  const kind = kindOf(id);
  switch (fault.kind) {
    case 'missing':
      return (kind && missing[kind]) ?? generalWords(fault);
    case 'no_postal_code':
      return 'Please add the postal code, which has 6 digits.';
    case 'other_name':
      return 'Please type your full name as it stands above.';
    case 'age_not_allowed':
      return fault.age === undefined
        ? `On the first day this child is too young or too old for what you chose. Please check the date, or ask us on WhatsApp for a better fit. ${nothingCharged}`
        : `This is for ${ageRange(fault)}, and this child is ${fault.age} on the first day. Please check the date, or ask us on WhatsApp for a better fit.`;
    case 'try_out_used':
      return `This child has used its try-out, which is once for each child. Any other pass is open to you. ${nothingCharged}`;
    case 'child_twice':
      return 'This child is named twice. Please give each child a place of its own.';
    case 'already_booked':
      return `Good news: this child has a place there already. ${nothingCharged}`;
    case 'text_changed':
      return 'We have changed these words since you opened the page. Please read them and tick once more: what you typed is kept.';
    default:
      return generalWords(fault);
  }
}

/** Of a class said, never refused: a coach knows better than a birthday. A camp's ages are refused at the field. */
export const ageWords = {
  fits: (age: number) => `${years(age)} on the day`,
  fitsCamp: (age: number) => `${years(age)} at camp`,
  outside: (age: number, { name, ...ages }: Ages & { name: string }) =>
    `${name} is for ${ageRange(ages)}, and this child is ${age} on the day. Another team may fit better: ask us on WhatsApp before you pay.`,
};

export const levelWords = {
  question: 'How is it going on a skateboard?',
  hint: 'So that the coach is prepared. No wrong answers: most start with the first one.',
  fromQuiz: 'As you told the quiz. Change it if this booking is for another child.',
  unsure: 'Not sure yet',
  levels: {
    new: 'Never stood on one',
    wobbles: 'Stands, pushes, wobbles',
    turns: 'Rolls, turns and stops',
    drops: 'Drops in and wants more',
  } satisfies Record<ExperienceLevel, string>,
  other: ({ name, minLevel, maxLevel }: Team) =>
    `${name} is for ${minLevel === maxLevel ? `Level ${minLevel}` : `Levels ${minLevel} to ${maxLevel}`}. Another team may fit better: ask us on WhatsApp before you pay, or let the coach see on the day.`,
};

export const nightWords = {
  wish: (child: string) => `${child} would like to stay overnight`,
  approval:
    'Overnight camping is by pre-approval only: a senior coach talks with you about readiness before camp.',
  row: (child: string) => `Overnight camping: ${child}`,
  pending: 'On approval',
};

const years = (count: number) => `${count} ${count === 1 ? 'year' : 'years'}`;

export function ageRange({ minAge, maxAge }: Ages): string {
  if (minAge === undefined) return `up to ${years(maxAge ?? 0)}`;
  if (maxAge === undefined) return `${years(minAge)} and up`;
  return minAge === maxAge ? years(minAge) : `${minAge} to ${years(maxAge)}`;
}

/** What cancelling brings, by date; the last row is for later than all of them. */
export function refundTermRows(steps: readonly RefundStep[]): { when: string; amount: string }[] {
  const rows = steps.map(({ percent, until, wholeDay, unused }) => {
    const part = percent === 100 ? 'Full refund' : percent === 50 ? 'Half' : `${percent}%`;
    return {
      when: wholeDay ? `By the end of ${formatDate(until)}` : refundWhen(until),
      amount: unused ? `${part} of unused sessions` : part,
    };
  });
  return rows.length > 0 ? [...rows, { when: refundWhen(null), amount: 'No refund' }] : [];
}

const places = (count: number) => (count === 1 ? 'one place' : `${count} places`);

export const messages = {
  other: { class: 'Choose another session', camp: 'Choose another camp' },
  waitlist: waitlistWords,
  retry: 'Try again',
  signIn: 'Sign in',
  lapsed: {
    title: 'Your hold has ended',
    text: (pass: boolean) =>
      `${pass ? 'A price is held for a while only.' : 'Spots are held for a while only, so that everyone gets a fair turn.'} What you typed is kept. ${nothingCharged}`,
    action: 'Hold it again',
  },
  /** A pass alone holds no spot, only what it costs. */
  held: (count: number, pass: boolean) =>
    pass ? 'Price held' : count === 1 ? 'Spot held' : `${count} spots held`,
  holdWarning: (minutes: number, pass: boolean) =>
    `Your ${pass ? 'price' : 'spot'} is held for ${minutes === 1 ? 'one more minute' : `${minutes} more minutes`}.`,
  moreTime: 'Keep it longer',
  noMoreTime: 'It cannot be held any longer: please pay before the clock ends.',
  announced: (minutes: number) => `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left on your hold`,
  priceTitle: (now: number) => `The price is now ${formatMoney(now)}`,
  priceText: (seen: number) => `The page showed ${formatMoney(seen)}. ${nothingCharged} You decide.`,
  priceAgree: (now: number) => `Go on with ${formatMoney(now)}`,
  short: {
    title: (held: number, asked: number) => `There is room for ${held} of your ${asked} children`,
    text: (held: number) =>
      `We hold ${places(held)} while you decide. On the waitlist we look for places for all of you together. ${nothingCharged}`,
    fit: 'Book those that fit',
    together: 'Wait together',
  },
  unseated: 'No place is held for this child.',
  pay: (cents: number) => `Pay ${formatMoney(cents)}`,
  /** What renews is charged again: neither PayNow nor GrabPay can be. */
  payByCard: 'By card, on Stripe’s secure page',
  paying: 'Opening the payment page…',
  summaryTitle: (count: number) =>
    count === 1 ? 'One thing to mend before you pay' : `${count} things to mend before you pay`,
  nothingCharged,
} as const;
