import type {
  PlacesAdded,
  StaffWaiting,
  StaffWaitingStory,
  StaffWaitlist,
} from '#contract/management-waitlists.ts';
import { joinNames } from '#contract/place-words.ts';
import { plural } from '#contract/plural.ts';
import type { OwnRefusals } from '#api/refusal-words.ts';
import { brand } from '#config/brand.ts';
import { formatClock, formatDate, formatMoment, today } from '#domain/dates.ts';
import { rereadRefusals } from '#ui/staff/refusals.ts';
import type { EntryAct } from './model.ts';
import type { End } from './queue.ts';

const placesWords = (count: number) => plural(count, 'place');

export const listWords = {
  empty: [
    'Nobody waits.',
    'Once a session or camp is full, families join its queue on the site. Queues that ended stand under “Over”.',
  ],
  title: 'Waitlists',
  one: 'session or camp',
  several: 'sessions and camps',
  viewOff: 'Waitlists say names and contacts, so they are not shown while others look at the screen.',
  search: 'Search waitlists',
  searchHint: 'Class, camp, place, parent, child, e-mail, phone',
  state: 'Queue',
  allStates: 'Somebody waits',
  states: { offered: 'Offers open', unconfirmed: 'To confirm', over: 'Over' },
  kind: 'Kind',
  allKinds: 'Sessions and camps',
  kinds: { session: 'Sessions', camp: 'Camps' },
  now: 'Waiting now',
  place: 'Session or camp',
  starts: 'Begins',
  waiting: 'Waiting',
  offers: 'Offers',
  taken: 'Taken',
  wanted: (places: number) => `want ${placesWords(places)}`,
  unconfirmed: (count: number) => `${count} to confirm`,
  lapses: (at: string) => `first lapses ${formatClock(at)}`,
  of: ({ taken, capacity }: StaffWaitlist) => `${taken} of ${capacity}`,
  off: 'Called off',
  open: (count: number) => `${count} open`,
  nobody: 'nobody',
} as const;

export const statusWords: Record<StaffWaiting['status'], string> = {
  unconfirmed: 'Not confirmed',
  never_confirmed: 'Never confirmed',
  waiting: 'Waiting',
  offered: 'Offered',
  accepted: 'At the checkout',
  enrolled: 'Has a place',
  declined: 'Declined',
  lapsed: 'Lapsed',
  left: 'Off the list',
  called_off: 'Called off',
};
/** The tag also contains the word, so that it does not depend on colour alone. */
export const toneOf = (status: StaffWaiting['status']): string =>
  ({ offered: 'warn', accepted: 'warn', enrolled: 'good', lapsed: 'bad' })[status as string] ?? '';

export const queueWords = {
  close: 'Close',
  loading: 'Loading...',
  failed: 'The queue did not load.',
  gone: 'No session or camp is at this address.',
  file: (title: string) => `waitlist ${title.toLowerCase()}.csv`,
  capacity: 'Places',
  taken: 'Taken',
  free: 'Free',
  waiting: 'Waiting',
  over: 'It has begun, so nobody is offered a place any more.',
  calledOff: 'It was called off. Who waited was told.',
  queue: 'Who waits',
  none: 'Nobody waits.',
  ended: 'No longer waiting',
  nobody: 'Name forgotten',
  children: ({ children }: StaffWaiting) =>
    children
      .map(({ name, age, is_friend }) =>
        [name ?? 'a child', age !== null && `(${age})`, is_friend && 'as a friend'].filter(Boolean).join(' '),
      )
      .join(', '),
  since: ({ joined_at }: StaffWaiting) => `since ${formatMoment(joined_at)}`,
  ended_at: ({ updated_at }: StaffWaiting) => formatMoment(updated_at),
  places: placesWords,
  until: (at: string) => `until ${formatMoment(at)}`,
  byStaff: 'offered by hand',
  odds: ({ enough, of }: { enough: number; of: number }) =>
    `In ${enough} of the last ${of} as many places came free.`,
  write: (name: string) => `WhatsApp ${name}`,
  family: 'Family',
  story: 'History',
  storyOf: (name: string) => `History of ${name}`,
  storyLoading: 'Loading...',
  storyFailed: 'The history did not load.',
  undo: 'Undo',
  no: 'Leave it',
} as const;

/** Returns "Wei Ling Goh (1 place, for Zoe Goh)", for an offer of the database. */
const offerWords = ({ name, places, children }: PlacesAdded['offers'][number]): string => {
  const names = joinNames(children.flatMap((child) => child ?? []));
  return `${name ?? 'A family'} (${placesWords(places)}${names === '' ? '' : `, for ${names}`})`;
};

/** Returns "Red Otter A, East Coast, Sat 28 Nov 2026, 9.00 am". */
const ofPlace = ({ title, location, starts_at }: StaffWaitlist): string =>
  `${title}, ${location}, ${formatMoment(starts_at)}`;

/** Title of a question: "Mei Tan for Zoe and Kai, Red Otter A, East Coast, Sat 28 Nov 2026, 9.00 am". */
export const ofEntry = ({ name, children }: StaffWaiting, place: StaffWaitlist): string => {
  const names = joinNames(children.flatMap((child) => child.name ?? []));
  return `${name ?? 'Name forgotten'}${names === '' ? '' : ` for ${names}`}, ${ofPlace(place)}`;
};

export const moreWords = {
  title: 'More places',
  label: 'How many more',
  hint: '1 to 50. Fewer again: on the schedule.',
  fault: 'A whole number from 1 to 50, please.',
  name: (places: number) => `Add ${placesWords(places)}`,
  ask: (places: number, place: StaffWaitlist) => `Add ${placesWords(places)}: ${ofPlace(place)}?`,
  means: (places: number, offers: PlacesAdded['offers']) =>
    `${placesWords(places)} more. ${
      offers.length === 0
        ? 'Nobody who waits fits into what is free, so they are on sale at once.'
        : `${offers.map(offerWords).join('; ')} ${offers.length === 1 ? 'is' : 'are'} offered theirs by mail at once; what is left is on sale.`
    } An offer that went out is not taken back with it.`,
} as const;

export const actWords: Record<
  EntryAct,
  { name: string; means: (entry: StaffWaiting, isFree: boolean) => string; yes: string }
> = {
  offer: {
    name: 'Offer now',
    means: ({ places }) =>
      `${placesWords(places)} free now are kept for this family, before anybody else who waits, and a mail says until when.`,
    yes: 'Offer them',
  },
  vouch: {
    name: 'Put on the list',
    means: ({ places }, isFree) =>
      `The address was not confirmed: you vouch for it. ${isFree ? `${placesWords(places)} free now are kept, and a mail says until when.` : 'They wait from when they asked.'}`,
    yes: 'Put on the list',
  },
  restore: {
    name: 'Restore',
    means: ({ places }, isFree) =>
      isFree
        ? `${placesWords(places)} free now are kept for this family again, and a mail says until when.`
        : 'Nothing is free for them now: they wait again where they stood.',
    yes: 'Restore',
  },
  take_off: {
    name: 'Take off',
    means: () =>
      'The offered place goes to the next family at once. No mail says that the offer ended. Undo brings back the turn, not the offer.',
    yes: 'Take off',
  },
};

/** A prepared message that fits the status of the entry. */
export function chatText(
  { name, status, position, offer_expires_at }: StaffWaiting,
  place: StaffWaitlist,
): string {
  const what = `${place.title}, ${place.location}, on ${formatDate(today(new Date(place.starts_at)))}`;
  const hello = `Hello${name === null ? '' : ` ${name}`}, this is ${brand.name}.`;
  if (offer_expires_at !== null)
    return `${hello} A place in ${what} is kept for you until ${formatMoment(offer_expires_at)}: the link is in our mail. Shall we help?`;
  switch (status) {
    case 'waiting':
      return `${hello} You are number ${position ?? ''} on the waitlist for ${what}. Would you like to stay on it, or shall we look for another date?`;
    case 'unconfirmed':
    case 'never_confirmed':
      return `${hello} You asked to wait for ${what}. Please press the button in our mail, so that you are on the list. Shall we help?`;
    case 'lapsed':
      return `${hello} A place in ${what} was kept for you, and its time is over. Would you still like to come?`;
    default:
      return `${hello} It is about ${what}.`;
  }
}

const mails: Partial<Record<string, string>> = {
  waitlist_confirm: 'please confirm',
  waitlist_joined: 'you are on the list',
  waitlist_offer: 'a place is kept',
  waitlist_called_off: 'called off',
};
export function eventWords({ kind, about }: StaffWaitingStory[number]): string {
  const mail = mails[about] ?? about.replaceAll('_', ' ');
  switch (kind) {
    case 'status':
      return Object.entries(statusWords).find(([status]) => status === about)?.[1] ?? about;
    case 'kept_until':
      return `Kept until ${formatMoment(about)}`;
    case 'mail_sent':
      return `Mail: ${mail}`;
    case 'mail_waits':
      return `Mail on its way: ${mail}`;
    case 'mail_given_up':
      return `Mail could not be sent: ${mail}`;
  }
}

export function doneWords(end: Extract<End, { state: 'done' }>): string {
  switch (end.what) {
    case 'removed':
      return `Off the list: ${end.of}.`;
    case 'offered':
      return `Offered to ${end.of}. It is kept until ${formatMoment(end.until)}.`;
    case 'queued':
      return end.position === null
        ? `As before: ${end.of}.`
        : `Waits again, as number ${end.position}: ${end.of}.`;
    case 'added':
      return `${placesWords(end.places)} more: ${ofPlace(end.place)}. ${
        end.offers.length === 0
          ? 'Nobody was offered one.'
          : `Offered to ${end.offers.map(offerWords).join('; ')}.`
      }`;
  }
}

export const refusals: OwnRefusals = {
  ...rereadRefusals,
  already_booked: 'These children have their places already.',
  already_waiting: 'These children are offered a place by another entry of theirs.',
  waitlist_entry_not_found: 'This family is not known any more.',
  session_started: 'It has begun, or was called off: no places are added any more.',
  camp_started: 'It has begun, or is not on sale: no places are added.',
};
