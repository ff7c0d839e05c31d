import type { FamilyOutstanding, PrivacyRead, PrivacyReceipt } from '#contract/family-privacy.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { paths } from '#config/paths.ts';
import { readTopics, rosterReads, todaysHealth } from '#domain/privacy-read-messages.ts';
import { tooOften } from '#domain/too-often.ts';
import { formatClock, formatDate, formatMoment, today } from '#domain/dates.ts';
import { formatMoney, formatSessions } from '#contract/format.ts';
import { plural } from '#contract/plural.ts';
import { familyErrors } from '#ui/family/messages.ts';
import { type Ahead, spanOf } from './model.ts';

export const messages = {
  kick: 'Family Base',
  title: 'Privacy',
  lead: 'Who looked at your data, what we keep and for how long, and how to take a copy or erase it.',
  loading: 'Loading...',
  failed: 'Your privacy receipt did not load.',
  offline: 'This will load when you are online. None of it is kept in this browser.',
  none: 'Nothing to show yet',
  noneText:
    'There is no family here yet, so nobody can have looked. Once there are children, this page says who opened what. An account without a family goes by itself, two years after its last sign-in.',
} as const;

export const readMessages = {
  title: 'Who looked',
  lead: 'Each time somebody opened what you told about health, behaviour or pick-up, or asked about a pick-up code. Your own views are not listed.',
  nobody: 'Nobody has opened anything yet.',
  everybody: 'Everybody',
  filter: 'Show',
  who: ({ name, role }: PrivacyRead) =>
    name === null
      ? 'Our own systems, or somebody who has left'
      : role === null
        ? name
        : `${name}, ${roles[role]}`,
  times: (times: number, at: string) =>
    times === 1 ? formatClock(at) : `${times} times, last ${formatClock(at)}`,
} as const;

const roles: Record<NonNullable<PrivacyRead['role']>, string> = {
  coach: 'coach',
  admin: 'office',
  business_admin: 'office',
};

const topics: Record<PrivacyRead['topic'], string> = {
  ...readTopics,
  pickup_authorizations: 'who may collect, by a pick-up code that was right',
  child_health: 'health, behaviour and who may collect',
  family_proposals: 'what a booking told and you have not answered yet',
  families: 'everything of the family',
  first_aid_log: 'first aid that was given, in the list of all',
};

const lists: Partial<Record<string, string>> = {
  ...rosterReads,
  today: todaysHealth,
  code_wrong: 'a pick-up code that was not right; what was typed is not kept',
};

/** Returns "Kai: health and contacts, opened alone". */
export function readText({ child_name, topic, how }: PrivacyRead): string {
  const what = lists[how] ?? topics[topic];
  const whole = how === 'export' ? `${what}, as a copy that was asked for` : what;
  return child_name === null ? whole.charAt(0).toUpperCase() + whole.slice(1) : `${child_name}: ${whole}`;
}

type Kept = PrivacyReceipt['kept'][number];
const keptTitles: Record<Kept['topic'], string> = {
  child_details: 'Children’s health, behaviour, pick-up',
  parent_details: 'Parents’ health, whom we call',
  level_notes: 'What coaches noted with a level',
  day_notes: 'What coaches noted on a day, and who collected',
  first_aid: 'First aid that was given',
  family_notes: 'What we noted for colleagues',
  proposals: 'What a booking told and you have not answered',
  invitations: 'Invitations of a second parent',
  waitlists: 'Places on waitlists',
  order_links: 'Links in e-mails',
  sent_messages: 'E-mails we sent',
  payment_parameters: 'What was sent to the payment page',
  lapsed_orders: 'Orders that were not paid',
  paid_orders: 'Orders that were paid',
  idle_families: 'The family itself',
  access_log: 'Who looked',
  audit_log: 'Who changed what',
  form_responses: 'Answers to parties',
  leads: 'Questions you asked without booking',
};

export const keptMessages = {
  title: 'What is kept, and until when',
  lead: 'Counted from its last use: a session, a change, a sign-in. It is deleted automatically. You do not have to ask.',
  what: 'What',
  until: 'How long',
  why: 'Why',
  name: ({ topic }: Kept) => keptTitles[topic],
  span: ({ days, topic, action }: Kept): string => {
    if (days === null) return topic === 'leads' ? '30 days' : 'to its own date';
    const { count, unit } = spanOf(days);
    const span = plural(count, unit);
    return action === 'anonymise' ? `${span}, then without names` : span;
  },
} as const;

export const copyMessages = {
  title: 'Take everything along',
  text: 'All that is kept of your family: people, bookings, passes, orders, consents, e-mails. Gathered now, for you alone.',
  read: 'Read or print it',
  save: 'Save as a file (JSON)',
  busy: 'Gathering...',
  saved: 'The file is saved. It holds health notes: keep it where only you look.',
  docTitle: 'What we keep of your family',
  gathered: (moment: string) => `Gathered ${formatMoment(moment)}, Singapore time.`,
  ids: 'Numbers that only machines use are left out here; the file has them.',
  print: 'Print, or save as PDF',
  back: 'Back',
  empty: 'Nothing is kept here.',
} as const;

export const calendarMessages = {
  title: 'Your week in your own calendar',
  text: 'A link that your phone’s calendar looks at by itself: sessions and camps, moved and called off as they change, in Singapore time. Children by first name, nothing of health.',
  secret:
    'Anyone who has the link can see your week. If it has been shared, make a new one, and the old one stops working.',
  make: 'Make the link',
  renew: 'Make a new one',
  revoke: 'End it',
  copy: 'Copy the link',
  copied: 'Copied',
  open: 'Open in my calendar',
  google: 'Add to Google Calendar',
  label: 'The link. It is shown this once; if it is lost, make a new one.',
  made: (moment: string) => `There is a link since ${formatDate(today(new Date(moment)))}.`,
  read: (moment: string | null) =>
    moment === null ? 'No calendar has looked yet.' : `A calendar last looked ${formatMoment(moment)}.`,
  revoked: 'The link is ended. Calendars that had it show nothing new.',
  asks: {
    renew: {
      title: 'Make a new link?',
      text: 'Calendars that have the old one stop showing your week until they get the new one.',
      keep: 'Keep the old one',
    },
    revoke: {
      title: 'End the link?',
      text: 'Calendars that have it show nothing new, and the same link cannot be brought back.',
      keep: 'Keep it',
    },
  },
  ways: [
    [
      'iPhone, iPad, Mac',
      'Tap “Open in my calendar”, then Subscribe. Or: Calendar, Add subscription calendar, paste.',
    ],
    [
      'Google Calendar',
      'On a computer: Other calendars, plus, From URL, paste. Google looks every few hours.',
    ],
    ['Outlook', 'Add calendar, Subscribe from web, paste.'],
  ],
  how: 'How each calendar takes it',
} as const;

export const installMessages = {
  title: 'On your home screen',
  text: 'Family Base as an app: one tap to the week, readable in a skate park without a network.',
  install: 'Put it on the home screen',
  done: 'It is on your home screen.',
  byHand: [
    ['iPhone, iPad', 'In Safari: Share, then Add to Home Screen.'],
    ['Android', 'In Chrome: the menu, then Add to home screen.'],
  ],
} as const;

export const eraseAccountMessages = {
  title: 'Erase the account',
  text: 'Your name, address and sign-in go, at once and for good. Nobody can bring them back.',
  begin: 'Erase the account ...',
} as const;

export const eraseMessages = {
  title: 'Erase the family',
  text: 'Names, children, health notes, contacts and your accounts go, at once and for good. Nobody can bring them back.',
  stays: 'What stays, without any name, because accounts and proofs must be kept for years:',
  nothingStays: 'Nothing was ever paid, so nothing stays.',
  aheadTitle: 'First this has to end',
  owedTitle: 'This you would give up',
  giveUp: 'I give this up. No money and no sessions come back.',
  notMay: 'Only the first parent may erase the family. You can leave it instead.',
  leave: 'Leave the family',
  begin: 'Erase the family ...',
  ask: 'Erase everything?',
  type: (word: string) => `Type ${word} to go on`,
  yes: 'Erase for good',
  no: 'Keep everything',
  again: 'For this you need to have signed in within the last 15 minutes.',
  signIn: 'Sign in again',
  factor: 'For this, please sign in with your second factor.',
  gone: 'Everything is erased',
  goneText: (orders: number) =>
    orders === 0
      ? 'Nothing of your family is left here. Thank you for the time together.'
      : `Nothing of your family is left here but ${orders === 1 ? 'one order' : `${orders} orders`} without a name, for the books. Thank you for the time together.`,
  home: 'Home',
} as const;
export const ERASE_WORD = 'ERASE';

export const staysMessage = ({
  orders,
  payments,
  passes,
  bookings,
  consents,
}: PrivacyReceipt['erasing']['stays']): string[] =>
  (
    [
      [orders, 'order'],
      [payments, 'payment'],
      [passes, 'pass', 'passes'],
      [bookings, 'booking'],
      [consents, 'consent'],
    ] as const
  )
    .filter(([number]) => number > 0)
    .map(([number, one, many]) => plural(number, one, many));

export const aheadMessages: Record<Ahead, { text: (number: number) => string; link: string; href: string }> =
  {
    open_orders: {
      text: (number) => `${plural(number, 'order')} at the checkout: pay or let go`,
      link: 'To the checkout',
      href: paths.checkout,
    },
    bookings: {
      text: (number) => `${plural(number, 'session')} ahead: cancel`,
      link: 'To your week',
      href: paths.familyBase,
    },
    camps: {
      text: (number) => `${plural(number, 'camp')} ahead: cancel`,
      link: 'To your week',
      href: paths.familyBase,
    },
    renewals: {
      text: (number) => `${plural(number, 'pass', 'passes')} renewing by itself: stop`,
      link: 'To your passes',
      href: paths.familyPasses,
    },
    second_parent: {
      text: () => 'The second parent: remove',
      link: 'To the parents',
      href: paths.familyParents,
    },
  };

export function owedText(owed: FamilyOutstanding): string {
  if (owed.kind === 'credits') return `${formatSessions(owed.credits)} of ${owed.title}`;
  const what = {
    choice: 'paid too late for the spot, and not chosen yet',
    place: 'kept for another camp',
    decision: 'a payment that we look into',
    refund: 'a refund that did not reach you',
  }[owed.kind];
  const title = owed.kind === 'choice' || owed.kind === 'place' ? `${owed.title}: ` : '';
  return `${title}${formatMoney(owed.cents)}, ${what} (order ${owed.order})`;
}

export const refusals: OwnMessages = {
  ...familyErrors,
  rate_limited: `${tooOften} Please try again in a while.`,
  family_in_use: 'Something still has to end first. The list above says what.',
  family_outstanding: 'Something is still owed to you. Please look at the list above.',
  not_allowed: eraseMessages.notMay,
  invalid_input: 'Staff members: please ask a colleague to delete your family’s data.',
};
