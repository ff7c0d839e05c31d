import type { FamilyWaiting } from '#contract/family-waiting.ts';
import { longWhoAndWhere } from '#contract/place-names.ts';
import { formatMoment } from '#domain/dates.ts';

/** Returns for example `Lily and Kai, Red Otter A, Somerset, Sat 28 Nov 2026, 10.30 am`. */
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
  unconfirmed: 'To join the waitlist, please confirm with the link in our e-mail.',
  offered: (spots: number, until: string) =>
    `${spots === 1 ? 'A spot is' : `${spots} spots are`} yours until ${formatMoment(until)}.`,
  take: (places: number) => (places === 1 ? 'Book with a credit' : `Book all ${places} with credits`),
  pay: 'Book and pay',
  decline: 'No, thank you',
  leave: 'Leave the waitlist',
  open: 'Open',
  placeBooked: (entryName: string) => `Booked: ${entryName}. See “Coming up”.`,
  declined: (entryName: string) => `You declined: ${entryName}. We will offer it to the next family.`,
  leftWaitlist: (entryName: string) => `You have left the waitlist: ${entryName}.`,
} as const;
