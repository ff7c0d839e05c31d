import { plural } from '../../contract/plural.ts';
import type { PartyNews, GuestNotice } from './party-mails.ts';

type Answer = PartyNews['answers'][number];

/** `1 guest is coming`, `9 guests are coming`. */
export const guestsComing = (count: number) =>
  count === 0 ? 'No guests are coming' : plural(count, 'guest is coming', 'guests are coming');

/** `9 guests are coming so far, of 10 planned.` */
export const guestsOf = (count: number, planned: number) =>
  `${guestsComing(count)} so far, of ${planned} planned.`;

const some = (count: number, one: string, more?: string) => (count === 0 ? [] : [plural(count, one, more)]);

/** One family's answer: `2 children and 1 adult come.` */
export function answerText({ coming, children, adults, kind, again }: Answer): string {
  const who = [...some(children, 'child', 'children'), ...some(adults, 'adult')].join(' and ');
  const one = children + adults === 1;
  const reply = !coming ? 'Can’t come.' : who === '' ? 'Will come.' : `${who} ${one ? 'is' : 'are'} coming.`;
  const more = again
    ? ' It looks like a second answer from the same family, so we do not count it until we have asked.'
    : kind === 'changed'
      ? ' This replaces the earlier answer.'
      : '';
  return reply + more;
}

/** Names neither the person nor the allergy: staff give the details on request. */
export function healthText(notes: number): string {
  const summary =
    notes === 0
      ? 'No allergies have been reported so far.'
      : `${plural(notes, 'family has', 'families have')} reported an allergy or something else to look out for. The coaches on the day know.`;
  return `${summary} Before you order cake and snacks, reply to this e-mail: we will tell you what to leave out, but not for whom.`;
}

/** The texts for guests who accepted. */
export const partyNoticeMessages: Record<
  GuestNotice['kind'],
  { subject: string; heading: string; lead: string }
> = {
  reminder: {
    subject: 'See you soon',
    heading: 'See you soon.',
    lead: 'the party you said yes to is coming up.',
  },
  moved: {
    subject: 'New time or place',
    heading: 'There is a change.',
    lead: 'the party you said yes to has a new time or place. Please see below.',
  },
  cancelled: {
    subject: 'Cancelled',
    heading: 'The party is cancelled.',
    lead: 'the party you said yes to will not go ahead. Please ask the host if you have questions.',
  },
  back: {
    subject: 'On again',
    heading: 'The party is on again.',
    lead: 'the party that was cancelled will go ahead after all.',
  },
};
