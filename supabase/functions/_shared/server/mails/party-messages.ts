import { plural } from './format.ts';
import type { PartyNews, GuestNotice } from './party-mails.ts';
import { say } from './say.ts';

type Answer = PartyNews['answers'][number];

export const guestsComing = (count: number) =>
  count === 0 ? say`No guests are coming` : plural(count, say`guest is coming`, say`guests are coming`);

export const guestsOf = (count: number, planned: number) =>
  say`${guestsComing(count)} so far, of ${planned} planned.`;

const pluralIfAny = (count: number, one: string, more?: string) =>
  count === 0 ? [] : [plural(count, one, more)];

export function answerText({ coming, children, adults, kind, again }: Answer): string {
  const who = [...pluralIfAny(children, 'child', 'children'), ...pluralIfAny(adults, 'adult')].join(' and ');
  const isSingle = children + adults === 1;
  const reply = !coming
    ? say`Can’t come.`
    : who === ''
      ? say`Will come.`
      : `${who} ${isSingle ? 'is' : 'are'} coming.`;
  const more = again
    ? say` It looks like a second answer from the same family, so we will not count it until we have checked with them.`
    : kind === 'changed'
      ? say` This replaces the earlier answer.`
      : '';
  return reply + more;
}

/** Returns a text that names neither the person nor the allergy. Staff give the details on request. */
export function healthText(notes: number): string {
  const summary =
    notes === 0
      ? say`No allergies have been reported so far.`
      : say`${plural(notes, say`family has`, say`families have`)} reported an allergy or something else to look out for. The coaches on the day know about it.`;
  return say`${summary} Before you order cake and snacks, reply to this e-mail: we will tell you what to leave out, but not for whom.`;
}

export const partyNoticeMessages = (): Record<
  GuestNotice['kind'],
  { subject: string; heading: string; lead: string }
> => ({
  reminder: {
    subject: say`See you soon`,
    heading: say`See you soon.`,
    lead: say`the party you said yes to is coming up.`,
  },
  moved: {
    subject: say`New time or place`,
    heading: say`There is a change.`,
    lead: say`the party you said yes to has a new time or place. Please see below.`,
  },
  cancelled: {
    subject: say`Cancelled`,
    heading: say`The party is cancelled.`,
    lead: say`the party you said yes to will not go ahead. Please ask the host if you have questions.`,
  },
  back: {
    subject: say`On again`,
    heading: say`The party is on again.`,
    lead: say`the party that was cancelled will go ahead after all.`,
  },
});
