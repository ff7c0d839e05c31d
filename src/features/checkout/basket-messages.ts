import { stillTyped } from '#domain/offline-messages.ts';
import { formatMoney } from '#domain/money.ts';

/** Messages about several camps, classes and passes in one order. */
export const basketMessages = {
  title: (count: number) => `In this order: ${count} things`,
  goesTo: 'Goes to',
  lastTick: 'Somebody has to go. To take it out, use Remove.',
  remove: 'Remove',
  dearer: (seenCents: number) => `It was ${formatMoney(seenCents)} when you chose it.`,
  /** `cents` is null if the camp has no such ride, and undefined if that is unknown. */
  ride: (camp: string, cents: number | null | undefined) =>
    cents === undefined
      ? `${camp}: we could not check whether there is a ride.`
      : cents === null
        ? `${camp}: no ride. You bring and collect your child there.`
        : `${camp}: ${cents === 0 ? 'included' : `${formatMoney(cents)} for each child`}.`,
  night: (camps: string) => `This is for ${camps}.`,
  join: 'Book both in one order',
  chosenBefore: 'You chose something before',
  paidBefore: 'Your earlier booking is paid',
  paidBeforeText: (part: string) => `So this order is only for ${part}.`,
  noRoom: (part: string, child: string) =>
    child === '' ? `No spot is left at ${part}` : `No spot is left for ${child} at ${part}`,
  noRoomText: 'The other spots are held. You can join the waitlist there.',
  overlap: (one: string, other: string) => `${one} and ${other} are at the same time`,
  overlapText: 'A child can’t be in both. Another child can go to one of them.',
  wait: (part: string) => `Join the waitlist: ${part}`,
  refused: {
    title: 'One part of your order can’t be booked now',
    titleMany: (count: number) => `${count} parts of your order can’t be booked now`,
    text: `${stillTyped} Nothing was charged.`,
    kept: stillTyped,
    retry: 'Try again',
    other: 'Add another camp',
    free: 'Can be booked',
    goOn: 'Go on without it',
    goOnMany: 'Go on without them',
  },
};
