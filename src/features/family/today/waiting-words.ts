import { formatMoment } from '../../../domain/dates.ts';

/** Of who waits for a place, and of one that is offered. */
export const waitingWords = {
  position: (position: number) => (position === 1 ? 'You are next.' : `Number ${position} in the queue.`),
  odds: ({ enough, of }: { enough: number; of: number }) =>
    `Enough places came free for whoever stood there in ${enough} of the last ${of}.`,
  unconfirmed: 'Please confirm by the link in our mail: only then you wait.',
  offered: (places: number, until: string) =>
    `${places === 1 ? 'A place is' : `${places} places are`} yours until ${formatMoment(until)}.`,
  take: (places: number) => (places === 1 ? 'Take it with a credit' : `Take all ${places} with credits`),
  pay: 'Take it: to the checkout',
  decline: 'No, thank you',
  leave: 'Stop waiting',
  open: 'Open',
  taken: (names: string) => `It is yours: ${names}. See “Coming up”.`,
  declined: 'Passed on to the next family.',
  left: 'You wait no more.',
} as const;
