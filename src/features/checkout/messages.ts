import type { ExperienceLevel } from '#contract/orders.ts';
import { plural } from '#contract/plural.ts';
import { ageRange, years } from '#domain/ages.ts';
import { formatMoney } from '#domain/money.ts';
import type { Fault } from '#domain/fault.ts';
import type { Ages } from '#domain/person.ts';
import { faultMessage as generalMessages } from '#ui/people/messages.ts';
import { type FieldKind, kindOf } from './form/fields.ts';
import type { Team } from './form/children/levels.ts';
import type { Problem } from './purchase/sale.ts';
import { stillTyped } from '#domain/offline-messages.ts';

export const helpText = 'Hello! I need help with my booking.';

const nothingCharged = 'Nothing was charged.';

/** Sentences in plain language for some consents. The content contains those of the others. */
export const consentMessages = {
  liability: 'Sport can hurt, even under careful eyes, and I accept that risk (indemnity).',
  medical: 'If I can’t be reached, coaches may give first aid and call medical help (medical treatment).',
} as const;

type Words = readonly [title: string, text: string];

const general: Words = ['That did not work', 'Something went wrong on our side. Please try again.'];

const withoutCode = `You can book without it. ${stillTyped}`;

const refusals: Partial<Record<Problem, Words>> = {
  session_full: [
    'That session has just filled up',
    'Another family took the last spot. There may be room at another time this week.',
  ],
  session_started: ['That session has started', 'Please choose a later session.'],
  pass_expired: ['That day is after the last day of the pass', 'Please choose an earlier session.'],
  session_not_found: [
    'That session is no longer available',
    'It has been removed from the timetable. Please choose another one.',
  ],
  offer_not_available: ['That is not on sale now', 'Please choose another one.'],
  sales_stopped: ['Bookings are paused', 'Please come back a little later.'],
  camp_full: [
    'That camp has just filled up',
    'Another family took the last spot. There may be room in another week or at another base.',
  ],
  camp_started: ['That camp has started', 'Please choose a later week.'],
  camp_not_found: ['That camp is not on sale now', 'Please choose another week, or ask us on WhatsApp.'],
  transport_not_available: [
    'That transport is not offered now',
    'Please choose again how your child gets there and back.',
  ],
  code_invalid: ['That code is not valid', 'Please check each letter, or continue without it.'],
  code_expired: ['That code has expired', withoutCode],
  code_used_up: ['That code has been used up', withoutCode],
  code_sign_in: ['That code is for families with an account', 'Sign in first, or book without it.'],
  code_own: [
    'You set the terms of that code',
    'Your own family can’t use it. Continue without it, or ask a colleague.',
  ],
  code_not_applicable: ['That code does not apply here', withoutCode],
  code_minimum: [
    'That code is for a larger order',
    'You can add to your booking, or continue without the code.',
  ],
  waitlist_entry_not_found: [
    'We can’t find you on the waitlist',
    'Please open the link from our e-mail again, or ask us on WhatsApp.',
  ],
  waitlist_offer_over: [
    'This offer has ended',
    'The spot is now open to others. You can wait again, or look for another date.',
  ],
  queue_first: [
    'Many families are booking right now',
    'There is a queue for camps. Please open your booking again to join it.',
  ],
  too_many_holds: [
    'Too many spots are being held from this network',
    'Please sign in, or try again in a few minutes.',
  ],
  place_busy: [
    'Many families are booking this right now',
    'You can continue as soon as another family has paid or left. Please try again in a few minutes.',
  ],
  sign_in_for_more: [
    'Please sign in to book this many spots',
    'Sign in with a confirmed e-mail address, or book a few children at a time.',
  ],
  rate_limited: ['Too many attempts', 'Please try again in a moment.'],
  no_instalments: ['This deposit is no longer offered', 'Please choose again how to pay.'],
  balance_too_low: ['Your balance has changed', 'Please choose again how much of it to use.'],
  not_on_record: ['Please answer again', 'The saved details have changed.'],
  payment_unavailable: [
    'The payment page is not responding',
    'We are still holding your choice. Please try again in a minute.',
  ],
  offline: ['You’re offline', `${stillTyped} We will continue once you are back online.`],
};

/**
 * Returns the text of an error. Each says that nothing was charged. `minimumCents` belongs to the code `code_minimum`.
 */
export function errorText(code: Problem, minimumCents?: number): { title: string; text: string } {
  const [title, text] = refusals[code] ?? general;
  const minimumText =
    minimumCents === undefined ? '' : `It is for orders from ${formatMoney(minimumCents)}. `;
  return { title, text: `${minimumText}${text} ${nothingCharged}` };
}

const tickToBook = 'Please tick this box to book.';

const missing: Partial<Record<FieldKind, string>> = {
  'children[#].name': 'We need the name the coach should use.',
  'children[#].dob': 'Please fill in day, month and year.',
  'parent.name': 'We need your name for the receipt.',
  'parent.email': 'Please fill in your e-mail address. We send the receipt there.',
  'parent.phone': 'Please fill in your mobile number. We need it in case something changes.',
  unchanged: 'Please tick this box, or tell us what has changed.',
  'children[#].health': 'Please choose one of the two.',
  'children[#].allergies': 'Please write a line here or below, so that a coach knows what to do.',
  transport_address: 'Please fill in the address where the van picks your child up.',
  'pickup_authorizations[#].name': 'Please fill in a name for the coach to ask for.',
  'consents.terms': tickToBook,
  'consents.activity': tickToBook,
  signature: 'Please type your full name.',
};

export function faultMessage(id: string, fault: Fault): string {
  const kind = kindOf(id);
  switch (fault.kind) {
    case 'missing':
      return (kind && missing[kind]) ?? generalMessages(fault);
    case 'no_postal_code':
      return 'Please add the postal code, which has 6 digits.';
    case 'other_name':
      return 'Please type your full name as written above.';
    case 'age_not_allowed':
      if (fault.place === undefined)
        return fault.age === undefined
          ? `This child will be too young or too old on the first day. Please check the date of birth, or ask us on WhatsApp for a better fit. ${nothingCharged}`
          : `This is for ${ageRange(fault)}, and this child will be ${fault.age} on the first day. Please check the date of birth, or ask us on WhatsApp for a better fit.`;
      return fault.age === undefined
        ? `${fault.place}: this child will be too young or too old on the first day. Please check the date of birth, or untick it. ${nothingCharged}`
        : `${fault.place} is for ${ageRange(fault)}, and this child will be ${fault.age} on the first day. Please check the date of birth, or untick it.`;
    case 'try_out_used':
      return fault.place === undefined
        ? `This child has already had a Try-Out, and there is one per child. You can book any other pass. ${nothingCharged}`
        : `There is one Try-Out per child, so this child can’t have the one at ${fault.place}. Please untick it or book another pass. ${nothingCharged}`;
    case 'child_twice':
      return 'You have entered this child twice. Please enter each child once.';
    case 'already_booked':
      return fault.place === undefined
        ? `Good news: this child already has a spot there. ${nothingCharged}`
        : `Good news: this child already has a spot there: ${fault.place}. ${nothingCharged}`;
    case 'times_overlap':
      return `${fault.places.join(' and ')} are at the same time, and a child can’t be in both. ${nothingCharged}`;
    case 'text_changed':
      return `This text has changed. Please read it and tick the box again. ${stillTyped}`;
    default:
      return generalMessages(fault);
  }
}

/** Messages about ages. For a class they are only hints, because a coach can judge better than a birth date. */
export const ageMessages = {
  fits: (age: number) => `${years(age)} on the day`,
  fitsCamp: (age: number) => `${years(age)} at camp`,
  outside: (age: number, { name, ...ages }: Ages & { name: string }) =>
    `${name} is for ${ageRange(ages)}, and this child will be ${age} on the day. Please check the date of birth, or ask us on WhatsApp about a team that fits better.`,
};

export const levelMessages = {
  question: 'Has your child been on a skateboard before?',
  hint: 'Most children start with the first one.',
  fromQuiz: 'From your quiz. Change it if this is for another child.',
  unsure: 'Not sure yet',
  levels: {
    new: 'Never stood on one',
    wobbles: 'Stands, pushes, wobbles',
    turns: 'Rolls, turns and stops',
    drops: 'Drops in and wants more',
  } satisfies Record<ExperienceLevel, string>,
  other: ({ name, minLevel, maxLevel }: Team) =>
    `${name} is for ${minLevel === maxLevel ? `Level ${minLevel}` : `Levels ${minLevel} to ${maxLevel}`}. Another team may fit better: ask us on WhatsApp before you pay, or let the coach decide on the day.`,
};

export const nightMessages = {
  wish: (child: string) => `${child} would like to stay overnight`,
  approval:
    'Overnight camping is by pre-approval only: a senior coach talks with you about readiness before camp.',
  row: (child: string) => `Overnight camping: ${child}`,
  pending: 'Awaiting approval',
};

const spots = (count: number) => (count === 1 ? 'one spot' : `${count} spots`);

/** Messages for a parent who holds spots and has chosen something else, so that there are two bookings. */
export const holdsOtherMessages = {
  title: (count: number) => `We are already holding ${spots(count)} for you`,
  until: (time: string) => `Held until ${time}.`,
  next: (booking: string) => `You have now chosen ${booking}.`,
  apart: 'You pay for each booking separately.',
  only: (next: string) => `Book only ${next}`,
  keep: (heldBooking: string) => `Finish booking ${heldBooking}`,
  replace: (count: number, next: string) =>
    `Release ${count === 1 ? 'that spot' : 'those spots'} and book ${next}`,
  cart: (heldBooking: string, next: string) =>
    `If you finish ${heldBooking} first, ${next} stays in your cart.`,
};

export const queueMessages = {
  title: 'You are in the queue',
  reason: 'Many families are booking this camp right now, so everybody waits in order of arrival.',
  finding: 'Finding your place…',
  notCurrent: 'We could not check your place just now. You keep it, and we will ask again in a few seconds.',
  ahead: (families: number) =>
    families === 0
      ? 'You are next.'
      : `${families === 1 ? 'One family is' : `${families} families are`} ahead of you.`,
  wait: (seconds: number) =>
    seconds <= 60
      ? 'It should be your turn within a minute.'
      : `It should be your turn in about ${Math.ceil(seconds / 60)} minutes.`,
  keeps:
    'Please keep this page open. It continues automatically when it is your turn. If you reload it, you keep your place.',
};

/** Returns for whom the spots are. Once all names are typed, it names the children. */
export const forWhom = (names: string, count: number): string =>
  names === '' ? (count === 1 ? 'for one child' : `for ${count} children`) : `for ${names}`;

export const messages = {
  other: { class: 'Choose another session', camp: 'Choose another camp' },
  signIn: 'Sign in',
  haveAccount: 'Do you have an account?',
  signInAndReturn: 'Sign in and come back here',
  lapsed: {
    title: 'Your time has run out',
    text: (pass: boolean) =>
      `${pass ? 'We hold a price for a limited time.' : 'We hold a spot for a limited time.'} ${stillTyped} ${nothingCharged}`,
    action: 'Reserve my booking again',
  },
  /** A pass without a first session holds a price and no spot. */
  held: (count: number, pass: boolean) =>
    pass ? 'Price held' : count === 1 ? 'Spot held' : `${count} spots held`,
  holdWarning: (minutes: number, pass: boolean) =>
    `Your ${pass ? 'price' : 'spot'} is held for ${minutes === 1 ? 'one more minute' : `${minutes} more minutes`}.`,
  moreTime: 'Extend the hold',
  noMoreTime: 'The hold can’t be extended again. Please pay before the time runs out.',
  announced: (minutes: number) => `${plural(minutes, 'minute')} left to pay`,
  priceTitle: (now: number) => `The price is now ${formatMoney(now)}`,
  priceText: (shownCents: number) =>
    `The page showed ${formatMoney(shownCents)}. ${nothingCharged} Please decide whether to continue.`,
  priceAgree: (now: number) => `Continue with ${formatMoney(now)}`,
  short: {
    title: (heldCount: number, requestedCount: number) =>
      `There is room for ${heldCount} of your ${requestedCount} children`,
    text: (heldCount: number) =>
      `We hold ${spots(heldCount)} while you decide. On the waitlist we look for spots for all of you together. ${nothingCharged}`,
    fit: 'Book the free spots',
    together: 'Join the waitlist together',
  },
  removed: (name: string) => `${name} is no longer in this booking.`,
  putBack: 'Undo',
  noRide: 'No ride',
  bases: 'At the base of each camp',
  unseated: 'No spot is held for this child.',
  pay: (cents: number) => (cents === 0 ? 'Book with my balance' : `Pay ${formatMoney(cents)}`),
  payNow: 'To pay now',
  total: 'Total',
  /** PayNow and GrabPay cannot renew, so such an offer is paid by card. */
  payByCard: 'By card, on Stripe’s secure page',
  paying: 'Opening the payment page…',
  send: 'Send a payment link to somebody else',
  sending: 'Creating the link…',
  summaryTitle: (count: number) =>
    `Please fix ${count === 1 ? 'one thing' : `${count} things`} before you pay`,
  nothingCharged,
} as const;
