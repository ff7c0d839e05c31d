import { isOffline } from '#browser/online.ts';
import { datesText, spotsLeft, type CampDate, type BlockedReason, type Tier } from '#domain/camp.ts';
import type { RungState } from '#domain/camp-price.ts';
import { fill } from '#domain/fill.ts';
import { formatMoney } from '#domain/money.ts';
import { spotsOf } from '#domain/spots.ts';
import { offline, retryOnline } from '#domain/offline-messages.ts';

export const campMessages = {
  failed: 'Failed to load camps. Please refresh the page.',
  listed: 'Listed price',
  waitlist: 'Join the waitlist',
  ask: 'Ask on WhatsApp',
  /** The button of a camp that is not on sale yet. */
  askSoon: 'Coming soon: ask us',
  soon: 'soon',
  offline: `${offline} Your choice is still here. ${retryOnline}`,
  unreachable: 'Failed to navigate to checkout. Please try again.',
} as const;

export function describeBlocked(reason: BlockedReason, { name }: Pick<Tier, 'name'>): string {
  switch (reason.code) {
    case 'unreachable':
      return isOffline() ? campMessages.offline : campMessages.unreachable;
    case 'unpriced':
      return `${name} is not on sale yet on this date. Please ask us, or try a different date.`;
    case 'withdrawn':
      return `${name} was not found for this date. Please try a different date.`;
    case 'full': {
      const { camp } = reason;
      return `${name}, ${datesText(camp)}, ${camp.place}, has just filled up. Join its waitlist, or try a different date.`;
    }
    case 'price_changed':
      return `This camp now costs ${formatMoney(reason.priceCents)}. Press again to book it at that price.`;
  }
}

/**
 * Returns the label of a camp's button. If the camp is full, the button leads to the waitlist. If it is not on sale
 * yet, it leads to a chat.
 */
export function bookingLabel(camp: CampDate, tierName: string, label: string): string {
  if (camp.priceCents === null) return campMessages.askSoon;
  if (spotsLeft(camp) === 0) return campMessages.waitlist;
  return fill(label, { tier: tierName, price: formatMoney(camp.priceCents) });
}

export const askText = (name: string, dates: string, place: string, isFull: boolean): string =>
  isFull
    ? `Hello! Is there a waitlist for ${name}, ${dates}, ${place}?`
    : `Hello! I would like to book ${name}, ${dates}, ${place}.`;

export function spotsMessage(left: number): string {
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

/** The most free spots that are shown as a number. If there are more, LIMITED is shown (spec 2 §9). */
const COUNTED = 5;

export function rungMessage({ state, left }: Pick<RungState, 'state' | 'left'>): string {
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
