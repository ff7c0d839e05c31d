import type {
  PlacesAdded,
  StaffWaiting,
  StaffWaitingHistory,
  StaffWaitlist,
} from '#contract/management-waitlists.ts';
import { joinNames } from '#contract/place-names.ts';
import { plural } from '#contract/plural.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { formatClock, formatDate, formatMoment, today } from '#domain/dates.ts';
import { chatMessages } from '#ui/staff/chat-messages.ts';
import { ownFamilyRefusal, rereadRefusals } from '#ui/staff/error-messages.ts';
import { hiddenMessage, mailEventMessages } from '#ui/staff/messages.ts';
import type { EntryAct } from './model.ts';
import type { Outcome } from './detail.ts';

const spotsMessage = (count: number) => plural(count, 'spot');

export const listMessages = {
  empty: [
    'No families are waiting.',
    'When a session or camp is full, families can join its waitlist on the site and appear here. Ended waitlists are under “Ended”.',
  ],
  title: 'Waitlists',
  one: 'session or camp',
  several: 'sessions and camps',
  viewOff: hiddenMessage('Waitlists show names and contact details'),
  search: 'Search waitlists',
  searchHint: 'Class, camp, location, parent, child, e-mail, phone',
  state: 'Status',
  allStates: 'With families waiting',
  states: { offered: 'Offers open', unconfirmed: 'To confirm', over: 'Ended' },
  kind: 'Kind',
  allKinds: 'Sessions and camps',
  kinds: { session: 'Sessions', camp: 'Camps' },
  waitingNow: 'Waiting now',
  place: 'Session or camp',
  starts: 'Starts',
  waiting: 'Waiting',
  offers: 'Offers',
  taken: 'Taken',
  placesWanted: (places: number) => `${spotsMessage(places)} wanted`,
  unconfirmed: (count: number) => `${count} to confirm`,
  lapses: (at: string) => `first expires ${formatClock(at)}`,
  of: ({ taken, capacity }: StaffWaitlist) => `${taken} of ${capacity}`,
  off: 'Cancelled by us',
  open: (count: number) => `${count} open`,
  nobody: 'nobody',
} as const;

export const statusMessages: Record<StaffWaiting['status'], string> = {
  unconfirmed: 'Not confirmed',
  never_confirmed: 'Never confirmed',
  waiting: 'Waiting',
  offered: 'Offered',
  accepted: 'At checkout',
  enrolled: 'Has a spot',
  declined: 'Declined',
  lapsed: 'Expired',
  left: 'Left the waitlist',
  cancelled_by_us: 'Cancelled by us',
};
/** Returns the colour of a status. The tag also contains the word, so that it does not depend on colour alone. */
export const toneOf = (status: StaffWaiting['status']): string =>
  ({ offered: 'warn', accepted: 'warn', enrolled: 'good', lapsed: 'bad' })[status as string] ?? '';

export const queueMessages = {
  close: 'Close',
  loading: 'Loading...',
  failed: 'The waitlist did not load.',
  notFound: 'We can’t find this session or camp.',
  file: (title: string) => `waitlist ${title.toLowerCase()}.csv`,
  capacity: 'Spots',
  taken: 'Taken',
  free: 'Free',
  waiting: 'Waiting',
  started: 'This has started, so we no longer offer spots.',
  cancelledByUs: 'This has been cancelled. We told everyone on the waitlist.',
  queue: 'Waiting families',
  none: 'No families are waiting.',
  ended: 'No longer waiting',
  nobody: 'Name deleted',
  children: ({ children }: StaffWaiting) =>
    children
      .map(({ name, age, is_friend }) =>
        [name ?? 'a child', age !== null && `(${age})`, is_friend && 'as a friend'].filter(Boolean).join(' '),
      )
      .join(', '),
  since: ({ joined_at }: StaffWaiting) => `since ${formatMoment(joined_at)}`,
  ended_at: ({ updated_at }: StaffWaiting) => formatMoment(updated_at),
  places: spotsMessage,
  until: (at: string) => `until ${formatMoment(at)}`,
  byStaff: 'offered by staff',
  odds: ({ enough, of }: { enough: number; of: number }) =>
    `Enough spots came free in ${enough} of the last ${of} similar cases.`,
  write: (name: string) => `WhatsApp ${name}`,
  family: 'Family',
  familyOf: (entry: string) => `Family: ${entry}`,
  call: (entry: string, phone: string) => `${phone}: call ${entry}`,
  story: 'History',
  storyOf: (name: string) => `History of ${name}`,
  historyLoading: 'Loading...',
  historyFailed: 'The history did not load.',
  undo: 'Undo',
  no: 'Go back',
} as const;

/** Returns for example "Wei Ling Goh (1 spot, for Zoe Goh)". */
const offerMessage = ({ name, places, children }: PlacesAdded['offers'][number]): string => {
  const names = joinNames(children.flatMap((child) => child ?? []));
  return `${name ?? 'A family'} (${spotsMessage(places)}${names === '' ? '' : `, for ${names}`})`;
};

/**
 * Returns when a session or camp begins. The time of a camp is left out, because its programme begins later than its
 * day.
 */
export const beginsMessage = ({ kind, starts_at }: StaffWaitlist): string =>
  kind === 'camp' ? formatDate(today(new Date(starts_at))) : formatMoment(starts_at);

/** Returns for example "Red Otter A, East Coast, Sat 28 Nov 2026, 9.00 am". */
const longPlaceName = (place: StaffWaitlist): string =>
  `${place.title}, ${place.location}, ${beginsMessage(place)}`;

/** Returns for example "Mei Tan for Zoe and Kai, Red Otter A, East Coast, Sat 28 Nov 2026, 9.00 am". */
export const ofEntry = ({ name, children }: StaffWaiting, place: StaffWaitlist): string => {
  const names = joinNames(children.flatMap((child) => child.name ?? []));
  return `${name ?? 'Name deleted'}${names === '' ? '' : ` for ${names}`}, ${longPlaceName(place)}`;
};

export const moreMessages = {
  title: 'More spots',
  label: 'How many more spots',
  hint: '1 to 50. To reduce spots again, use the schedule.',
  fault: 'Please enter a whole number from 1 to 50.',
  name: (places: number) => `Add ${spotsMessage(places)}`,
  ask: (places: number, place: StaffWaitlist) => `Add ${spotsMessage(places)}: ${longPlaceName(place)}?`,
  means: (places: number, offers: PlacesAdded['offers']) =>
    `${spotsMessage(places)} more. ${
      offers.length === 0
        ? 'No waiting family fits them, so they will go on sale at once.'
        : `${offers.map(offerMessage).join('; ')} will get an offer by e-mail at once; any spots left will go on sale.`
    } Reducing the spots later will not withdraw these offers.`,
} as const;

export const actMessages: Record<
  EntryAct,
  { name: string; means: (entry: StaffWaiting, isFree: boolean) => string; yes: string }
> = {
  offer: {
    name: 'Offer now',
    means: ({ places }) =>
      `We will hold ${spotsMessage(places)} for this family, ahead of everyone else waiting, and e-mail them the deadline.`,
    yes: 'Offer now',
  },
  add: {
    name: 'Add a spot for them',
    means: ({ places }) =>
      `We will offer ${spotsMessage(places)} to this family, adding any that are not free, and e-mail them the deadline. Everyone else waiting will keep their turn.`,
    yes: 'Add and offer spot',
  },
  vouch: {
    name: 'Put on the waitlist',
    means: ({ places }, isFree) =>
      `The family has not confirmed this e-mail address, so you vouch for it. ${isFree ? `We will hold ${spotsMessage(places)} for them and e-mail them the deadline.` : 'Their turn will count from when they asked.'}`,
    yes: 'Put on the waitlist',
  },
  restore: {
    name: 'Restore',
    means: ({ places }, isFree) =>
      isFree
        ? `We will hold ${spotsMessage(places)} for this family again and e-mail them the deadline.`
        : 'There is no free spot for them now, so they will go back to their old place on the waitlist.',
    yes: 'Restore',
  },
  take_off: {
    name: 'Remove',
    means: ({ status }) =>
      status === 'offered'
        ? 'The offered spot will go to the next family at once, and we will e-mail this family that their offer has ended. “Undo” restores their turn, not the offer.'
        : 'We will not e-mail this family. “Undo” restores their turn.',
    yes: 'Remove',
  },
};

export function chatText(
  { name, status, position, offer_expires_at }: StaffWaiting,
  place: StaffWaitlist,
): string {
  const placeText = `${place.title}, ${place.location}, on ${formatDate(today(new Date(place.starts_at)))}`;
  const texts = chatMessages.waitlist;
  const about = () => {
    if (offer_expires_at !== null) return texts.offered(placeText, formatMoment(offer_expires_at));
    switch (status) {
      case 'waiting':
        return texts.waiting(position, placeText);
      case 'unconfirmed':
      case 'never_confirmed':
        return texts.unconfirmed(placeText);
      case 'lapsed':
        return texts.lapsed(placeText);
      default:
        return texts.other(placeText);
    }
  };
  return `${chatMessages.hello(name)} ${about()}`;
}

const mails: Partial<Record<string, string>> = {
  waitlist_confirm: 'please confirm',
  waitlist_joined: 'you are on the waitlist',
  waitlist_offer: 'we are holding a spot',
  waitlist_open: 'open to everyone now',
  waitlist_cancelled_by_us: 'cancelled by us',
  waitlist_removed: 'your offer has ended',
};
export function eventMessage({ kind, about }: StaffWaitingHistory[number]): string {
  const mail = mails[about] ?? about.replaceAll('_', ' ');
  switch (kind) {
    case 'status':
      return Object.entries(statusMessages).find(([status]) => status === about)?.[1] ?? about;
    case 'held_until':
      return `Held until ${formatMoment(about)}`;
    case 'mail_sent':
    case 'mail_waits':
    case 'mail_failed':
      return mailEventMessages[kind](mail);
  }
}

export function doneMessage(end: Extract<Outcome, { state: 'done' }>): string {
  switch (end.what) {
    case 'removed':
      return `Removed from the waitlist: ${end.of}.`;
    case 'offered':
      return `Offered to ${end.of}. We are holding it until ${formatMoment(end.until)}.`;
    case 'queued':
      return end.position === null
        ? `No change: ${end.of}.`
        : `Back on the waitlist as number ${end.position}: ${end.of}.`;
    case 'added':
      return `${spotsMessage(end.places)} more: ${longPlaceName(end.place)}. ${
        end.offers.length === 0
          ? 'No family has been offered one.'
          : `Offered to ${end.offers.map(offerMessage).join('; ')}.`
      }`;
  }
}

export const refusals: OwnMessages = {
  ...rereadRefusals,
  already_booked: 'These children already have a spot.',
  own_balance: ownFamilyRefusal,
  already_waiting: 'These children already have an offer from another entry of this family.',
  waitlist_entry_not_found: 'This waitlist entry no longer exists.',
  session_started: 'This has started or been cancelled, so you can’t add spots.',
  camp_started: 'This has started or is not on sale, so you can’t add spots.',
};
