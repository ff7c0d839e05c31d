import type { Consequences } from '#contract/management-schedule.ts';
import type { OwnRefusals } from '#api/refusal-words.ts';
import { formatMoney } from '#domain/money.ts';
import { staffRefusals } from '#ui/staff/refusals.ts';
import { plural } from '#contract/plural.ts';

/** The usual reasons, in the words that families read. */
export const usualReasons = ['Heavy rain', 'Lightning', 'Haze', 'The coach is ill'] as const;

export const callOffWords = {
  title: (count: number) => (count === 1 ? 'Call it off' : `Call off ${count} at once`),
  close: 'Close',
  loading: 'Looking at what it comes to...',
  failed: 'We could not look at what it comes to.',
  back: 'Back',
  reason: 'Why',
  reasonHint: 'Families read this in their mail.',
  noReason: 'Say why: it stands in the mail.',
  money: 'What was paid for it',
  choice: 'Families choose',
  choiceNote: 'By the link in their mail: another date, or all of their money. A credit, if they ask.',
  refund: 'Money back at once',
  refundNote: (cents: number) => `${formatMoney(cents)} goes back the way it came. It cannot be called back.`,
  onlyCredits: 'All of it was booked with credits of longer passes, which come back in any case.',
  noMoney: 'None of it was paid for by itself, so no money goes back.',
  means: 'What this does',
  confirm: (count: number) => (count === 1 ? 'Call it off now' : `Call off these ${count} now`),
  leave: 'Leave it',
  anew: 'Something was booked or changed while you looked. Nothing was done; these are the numbers now.',
  nothing: 'All of this was called off already, perhaps by somebody else. Nothing more happened.',
  done: 'Called off.',
  site: { session: 'It is off the site now.', camp: 'Camps leave the site within a minute.' },
  noUndo: 'This cannot be undone: everybody is told.',
} as const;

/** The consequences, one per line. */
export function consequenceLines(told: Consequences, refunds: boolean): string[] {
  const lines = [
    told.children === 0
      ? 'Nobody is booked.'
      : `${plural(told.children, 'child', 'children')} of ${plural(told.families, 'family', 'families')} ${told.children === 1 ? 'has' : 'have'} no place any more (${plural(told.bookings, 'booking', 'bookings')}).`,
  ];
  if (told.credits > 0) lines.push(`${plural(told.credits, 'credit comes', 'credits come')} back to passes.`);
  if (refunds && told.refunds > 0)
    lines.push(
      `${formatMoney(told.refund_cents)} goes back, in ${plural(told.refunds, 'refund', 'refunds')}.`,
    );
  if (told.choices > 0)
    lines.push(
      `${plural(told.choices, 'place', 'places')} on camps wait${told.choices === 1 ? 's' : ''} for the family’s choice.`,
    );
  if (told.unpaid > 0)
    lines.push(
      `${plural(told.unpaid, 'child was', 'children were')} not booked here: no money goes back by itself.`,
    );
  if (told.held > 0)
    lines.push(
      `${plural(told.held, 'place is', 'places are')} in an open checkout: paid all the same, it comes to you.`,
    );
  if (told.waiting > 0)
    lines.push(
      `${plural(told.waiting, 'family', 'families')} on the waitlist ${told.waiting === 1 ? 'waits' : 'wait'} no more.`,
    );
  lines.push(
    told.mails === 0
      ? 'Nobody is written to.'
      : `${plural(told.mails, 'mail goes', 'mails go')} out, with other dates that have room and a file that corrects calendars.`,
  );
  return lines;
}

export const callOffRefusals: OwnRefusals = {
  ...staffRefusals,
  unexpected:
    'We do not know whether that arrived. Press again: what was done is not done twice, and you are told.',
  session_started:
    'One of these has begun, or somebody was marked as there: it took place. Nothing was done.',
  camp_started: 'One of these camps has begun. Refund its orders instead. Nothing was done.',
  place_not_found: 'One of these is not on the schedule any more. Nothing was done.',
};
