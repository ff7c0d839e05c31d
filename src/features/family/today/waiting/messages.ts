import type { FamilyWaiting } from '#contract/family-waiting.ts';
import { longWhoAndWhere } from '#contract/place-names.ts';
import { formatMoment } from '#domain/dates.ts';

/** Who waits, for what, where and when: `Lily and Kai, Red Otter A, Somerset, Sat 28 Nov 2026, 10.30 am`. */
export const waitingName = (entry: FamilyWaiting): string =>
  longWhoAndWhere(
    entry.children.flatMap(({ name }) => name ?? []),
    entry,
  );

export const waitingMessages = {
  position: (position: number) =>
    position === 1 ? 'You are next.' : `Your place on the waitlist: number ${position}.`,
  freeForAll: 'It starts soon, so free spots are now open to everyone. The first family to book gets one.',
  odds: ({ enough, of }: { enough: number; of: number }) =>
    `In ${enough} of the last ${of} similar cases, enough spots came free for someone in your position.`,
  unconfirmed: 'Please confirm with the link in our e-mail. Only then are you on the waitlist.',
  offered: (spots: number, until: string) =>
    `${spots === 1 ? 'A spot is' : `${spots} spots are`} yours until ${formatMoment(until)}.`,
  take: (places: number) => (places === 1 ? 'Book with a credit' : `Book all ${places} with credits`),
  pay: 'Book and pay',
  decline: 'No, thank you',
  leave: 'Leave the waitlist',
  open: 'Open',
  placeBooked: (of: string) => `Booked: ${of}. See “Coming up”.`,
  declined: (of: string) => `You declined: ${of}. We will offer it to the next family.`,
  leftWaitlist: (of: string) => `You have left the waitlist: ${of}.`,
} as const;
