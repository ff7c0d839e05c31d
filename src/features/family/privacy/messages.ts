import type { FamilyOutstanding, PrivacyRead, PrivacyReceipt } from '#contract/family-privacy.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { paths } from '#config/paths.ts';
import { readTopics, rosterReads, todaysHealth } from '#domain/privacy-read-messages.ts';
import { tooManyAttemptsForNow } from '#domain/too-many-attempts.ts';
import { formatClock, formatMoment } from '#domain/dates.ts';
import { formatMoney, formatSessions } from '#contract/format.ts';
import { joinNames } from '#contract/place-names.ts';
import { plural } from '#contract/plural.ts';
import { familyErrors, printLabel } from '#ui/family/messages.ts';
import { type Ahead, groupBy, spanOf } from './model.ts';

export const messages = {
  kick: 'Family Base',
  title: 'Privacy',
  lead: 'Who viewed your data, what we store and for how long, and how to download or delete it.',
  loading: 'Loading...',
  failed: 'Your privacy page did not load. Please try again.',
  offline: 'This will load when you are online. None of it is saved in this browser.',
  none: 'Nothing to show yet',
  noneText:
    'You have not added a child yet. Once you have, this page lists who viewed your family’s data. An account without a family is deleted automatically two years after its last sign-in.',
} as const;

export const readMessages = {
  title: 'Who viewed your data',
  lead: 'Every time somebody viewed your answers about health, behaviour or pick-up, or checked a pick-up code. Your own views are not listed.',
  nobody: 'No views yet.',
  everybody: 'All',
  filter: 'Filter by child',
  who: ({ name, role }: Pick<PrivacyRead, 'name' | 'role'>) =>
    name === null
      ? 'Our own systems, or a former member of staff'
      : role === null
        ? name
        : `${name}, ${roles[role]}`,
  times: (times: number, at: string) =>
    times === 1 ? formatClock(at) : `${times} times, last at ${formatClock(at)}`,
} as const;

const roles: Record<NonNullable<PrivacyRead['role']>, string> = {
  coach: 'coach',
  marketer: 'marketing',
  admin: 'office',
  business_admin: 'office',
};

const topics: Record<PrivacyRead['topic'], string> = {
  ...readTopics,
  pickup_authorizations: 'who may collect your child, after a correct pick-up code',
  child_health: 'health, behaviour and who may collect your child',
  family_proposals: 'details from a booking that you have not confirmed',
  families: 'everything about your family',
  first_aid_log: 'first aid given to your child',
};

const lists: Partial<Record<string, string>> = {
  ...rosterReads,
  today: todaysHealth,
  list: 'first aid, in the list of all children',
  code_wrong: 'a wrong pick-up code; we do not store what was typed',
};

/**
 * Describes what a person opened on a day, e.g. "Kai and Nora: health and contacts, opened separately". Equal topics
 * are joined.
 */
export function readTexts(reads: readonly PrivacyRead[]): string[] {
  const topicOf = ({ topic, how }: PrivacyRead) => {
    const topicText = lists[how] ?? topics[topic];
    return how === 'export' ? `${topicText}, in a copy that you requested` : topicText;
  };
  return [...groupBy(reads, topicOf)].map(([topicText, topicReads]) => {
    const names = joinNames(
      [...new Set(topicReads.flatMap(({ child_name }) => child_name ?? []))].toSorted(),
    );
    return names === '' ? topicText.charAt(0).toUpperCase() + topicText.slice(1) : `${names}: ${topicText}`;
  });
}

type Retention = PrivacyReceipt['retention'][number];
const retentionTitles: Record<Retention['topic'], string> = {
  child_details: 'Children’s health, behaviour and pick-up',
  parent_details: 'Parents’ health and emergency contacts',
  level_notes: 'Coaches’ notes about a level',
  day_notes: 'Coaches’ notes about a day, and who collected your child',
  growth_reports: 'Growth reports of camps',
  camp_reviews: 'Your reviews of camps',
  first_aid: 'First aid',
  camp_photos: 'Photos of camp days',
  family_notes: 'Notes of our staff',
  tasks: 'Tasks of our staff about your family',
  gift_vouchers: 'Gift vouchers that you bought',
  referrals: 'Friends who booked with your code',
  proposals: 'Details from a booking that you have not confirmed',
  invitations: 'Invitations to a second parent',
  waitlists: 'Places on waitlists',
  order_links: 'Links in e-mails',
  sent_messages: 'E-mails we sent',
  phone_messages: 'WhatsApp and text messages we sent',
  payment_parameters: 'Data sent to the payment page',
  lapsed_orders: 'Unpaid orders',
  paid_orders: 'Paid orders',
  idle_families: 'Your family itself',
  access_log: 'Who viewed your data',
  audit_log: 'Who changed your data',
  form_responses: 'Answers to party invitations',
  leads: 'Enquiries without a booking',
};

export const retentionMessages = {
  title: 'What we store, and for how long',
  lead: 'We count from the last use: a session, a change or a sign-in. After that time, we delete it automatically. You do not have to ask.',
  what: 'What',
  until: 'How long',
  why: 'Why',
  name: ({ topic }: Retention) => retentionTitles[topic],
  span: ({ days, topic, action }: Retention): string => {
    if (days === null) return topic === 'leads' || topic === 'camp_photos' ? '30 days' : 'until it expires';
    const { count, unit } = spanOf(days);
    const span = plural(count, unit);
    return action === 'anonymise' ? `${span}, then we remove the names` : span;
  },
} as const;

export const copyMessages = {
  title: 'Download your data',
  text: 'Everything we store about your family: people, bookings, passes, orders, consents and e-mails. We put it together when you ask, and only you get it.',
  read: 'Read or print your data',
  save: 'Save as a file (JSON)',
  busy: 'Preparing your data…',
  saved: 'File saved. It contains health notes, so keep it somewhere private.',
  docTitle: 'What we store about your family',
  gathered: (moment: string) => `Prepared ${formatMoment(moment)}, Singapore time.`,
  ids: 'Technical ID numbers are left out here. They are in the file.',
  print: printLabel,
  back: 'Back',
  empty: (titles: readonly string[]) => `We store nothing under: ${titles.join(', ')}.`,
} as const;

export const calendarText =
  'Your phone’s calendar updates from this link. It shows sessions and camps, including changes and cancellations, in Singapore time. It has first names only and no health details.';

export const installMessages = {
  title: 'On your home screen',
  text: 'Family Base as an app: one tap to your week, even in a skate park with no signal.',
  install: 'Add to home screen',
  installed: 'Family Base is on your home screen.',
  byHand: [
    ['iPhone, iPad', 'In Safari, tap “Share”, then “Add to Home Screen”.'],
    ['Android', 'In Chrome, open the menu and tap “Add to home screen”.'],
  ],
} as const;

export const eraseAccountMessages = {
  title: 'Delete your account',
  text: 'We will delete your name, e-mail address and sign-in immediately. This can’t be undone.',
  begin: 'Delete your account…',
} as const;

export const eraseMessages = {
  title: 'Delete your family',
  text: 'We will delete names, children, health notes, contacts and your accounts immediately. This can’t be undone.',
  retainedByLaw: 'By law we must store these for some years. We remove all names from them:',
  nothingStays: 'You have never paid for anything, so we delete everything.',
  aheadTitle: 'Do this first',
  owedTitle: 'What you would lose',
  acceptLoss: 'I agree to lose this. I get no money and no sessions back.',
  notMay: 'Only the first parent may delete the family. You can leave it instead.',
  leave: 'Leave family',
  begin: 'Delete your family…',
  ask: 'Delete everything?',
  type: (word: string) => `Type ${word} to continue`,
  yes: 'Delete permanently',
  no: 'Keep everything',
  signInAgain: 'To do this, you must have signed in within the last 15 minutes.',
  signIn: 'Sign in again',
  factor: 'To delete your data, please sign in with your code from the app.',
  deletedTitle: 'Your data has been deleted',
  deletedText: (orders: number) =>
    orders === 0
      ? 'We have deleted all of your family’s data. Thank you for the time together.'
      : `We have deleted your family’s data. ${orders === 1 ? 'One order remains' : `${orders} orders remain`} without a name, as the law requires. Thank you for the time together.`,
  home: 'Home',
} as const;
export const ERASE_WORD = 'DELETE';

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
      text: (number) => `Pay or discard ${plural(number, 'unfinished order')}`,
      link: 'Go to checkout',
      href: paths.checkout,
    },
    bookings: {
      text: (number) => `Cancel ${plural(number, 'upcoming session')}`,
      link: 'Go to your week',
      href: paths.familyBase,
    },
    camps: {
      text: (number) => `Cancel ${plural(number, 'upcoming camp')}`,
      link: 'Go to your week',
      href: paths.familyBase,
    },
    renewals: {
      text: (number) => `Stop the renewal of ${plural(number, 'pass', 'passes')}`,
      link: 'Go to your passes',
      href: paths.familyPasses,
    },
    second_parent: {
      text: () => 'Remove the second parent',
      link: 'Go to parents',
      href: paths.familyParents,
    },
  };

export function outstandingText(outstanding: FamilyOutstanding): string {
  if (outstanding.kind === 'credits') return `${formatSessions(outstanding.credits)} of ${outstanding.title}`;
  if (outstanding.kind === 'balance') return `${formatMoney(outstanding.cents)} of your balance`;
  const what = {
    choice: 'paid too late for the spot, and waiting for your choice',
    place: 'credit for another camp',
    decision: 'a payment that we are checking',
    refund: 'a refund that has not reached you',
  }[outstanding.kind];
  const title = outstanding.kind === 'choice' || outstanding.kind === 'place' ? `${outstanding.title}: ` : '';
  return `${title}${formatMoney(outstanding.cents)}, ${what} (order ${outstanding.order})`;
}

export const refusals: OwnMessages = {
  ...familyErrors,
  rate_limited: tooManyAttemptsForNow,
  family_in_use: 'You still have bookings or renewals. Please end those in the list above first.',
  family_outstanding: 'We still owe you something. Please check the list above.',
  not_allowed: eraseMessages.notMay,
  invalid_input: 'Staff members: please ask a colleague to delete your family’s data.',
};
