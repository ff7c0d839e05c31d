import type { RungState } from './model.ts';
import { spotsOf } from './model.ts';

/** Words of the camp pages that content does not give (spec 2 §2, §5 and §8). */
export const messages = {
  failed: 'Failed to load camps. Please refresh the page.',
  loading: 'Loading camps …',
  loadFailed: 'Error loading camps',
  pickDate: 'Please select a camp date first',
  pickWeek: 'Please select a week first',
  notLeft: 'Failed to navigate to checkout. Please try again.',
  offline: 'You seem to be offline. Your choice is kept here; please try again when you are back.',
  gone: (name: string) => `${name} not found for this date. Please try a different date.`,
  filled: (name: string, dates: string, place: string) =>
    `${name}, ${dates}, ${place}, has just filled up. Join its waitlist, or try a different date.`,
  priceChanged: (price: string) => `This camp now costs ${price}. Press again to book it at that price.`,
  noneInWeek: 'No camp in this week',
  /** A package has no camp in the week: kept beside its button, and in the dialog. */
  notInWeek: (name: string) =>
    `${name} not available for selected week. Please try refreshing or contact support.`,
  issue: {
    title: 'Booking Issue',
    text: (name: string) => `${name} not available for selected date.`,
    hint: 'Please try refreshing the page. If the problem persists, our team is here to help!',
    refresh: 'Refresh Page',
    chat: 'Get Help on WhatsApp',
    close: 'Close',
    chatText: (name: string, date: string) =>
      `Hello! I tried to book ${name} for ${date} on your website, and it did not work. Can you help?`,
  },
  listed: 'Listed price',
  from: 'from',
  waitlist: 'Join the waitlist',
  /** Where a camp is full, or has no price yet. */
  ask: 'Ask on WhatsApp',
  noScript: 'Choosing on this page needs JavaScript. All dates stand here; we book by WhatsApp too.',
} as const;

/** What a chat about one camp begins with. */
export const askText = (name: string, dates: string, place: string, isFull: boolean): string =>
  isFull
    ? `Hello! Is there a waitlist for ${name}, ${dates}, ${place}?`
    : `Hello! I would like to book ${name}, ${dates}, ${place}.`;

/** "Last 2", "4 left", "10 open", "Full". */
export function spotsWords(left: number): string {
  switch (spotsOf(left)) {
    case 'full':
      return 'Full';
    case 'last':
      return left === 1 ? 'Last one' : `Last ${left}`;
    case 'few':
      return `${left} left`;
    case 'open':
      return `${left} open`;
  }
}

export const takenWords = (taken: number, capacity: number): string => `${taken} of ${capacity} places taken`;

/** Up to this many places their number is said; more are LIMITED (spec 2 §9). */
const COUNTED = 5;

export function rungWords({ state, left }: Pick<RungState, 'state' | 'left'>): string {
  switch (state) {
    case 'gone':
      return 'SOLD OUT';
    case 'ended':
      return 'ENDED';
    case 'later':
      return 'LATER';
    case 'now':
      if (left === null) return 'NOW';
      return left <= COUNTED ? `${left} LEFT` : 'LIMITED';
  }
}
