import type { ChangeImpact } from '#contract/place-changes.ts';
import { plural } from '#contract/plural.ts';
import { justChanged } from '#ui/staff/error-messages.ts';
import { coachClashMessages, coachConcernMessages, noReasonMessage } from '#ui/staff/messages.ts';

export const impactMessages = {
  title: 'Before you save this',
  means: 'What this does',
  hasChanged: justChanged('Somebody', 'this or booked it'),
  notify: (mails: number, phones: number) =>
    `Send ${plural(mails, 'e-mail', 'e-mails')}${phones > 0 ? ` and ${plural(phones, 'message')} by WhatsApp or SMS` : ''}`,
  notifyNote: 'Each message shows the old and new details, with a calendar file that replaces the old entry.',
  noMail: 'Do not send an e-mail',
  noMailNote: 'Families will keep the old location and time in their calendars.',
  noMailCoach: 'We will not tell families about the new coach.',
  legend: 'Tell the families',
  note: 'A note to the families (optional)',
  noteHint: 'They read this in the e-mail.',
  reason: 'Why not tell them?',
  reasonHint: 'Only staff read this, in the log.',
  noReason: noReasonMessage,
  goBack: 'Go back',
  save: 'Save without an e-mail',
  saveAndNotify: (mails: number) => `Save and send ${plural(mails, 'e-mail', 'e-mails')}`,
  saveAnyway: 'Save anyway',
  mailsQueued: (mails: number) => ` ${plural(mails, 'e-mail is', 'e-mails are')} on the way.`,
} as const;

export function impactLines(impact: ChangeImpact): string[] {
  const { children, families, waiting, held, changed } = impact;
  const lines: string[] = [];
  if (families > 0 && changed.length > 0)
    lines.push(
      `${plural(children, 'child', 'children')} from ${plural(families, 'family', 'families')} ${children === 1 ? 'is' : 'are'} booked.`,
    );
  if (waiting > 0 && changed.length > 0)
    lines.push(
      `${plural(waiting, 'family is', 'families are')} on the waitlist and ${waiting === 1 ? 'stays' : 'stay'} there.`,
    );
  if (held > 0 && changed.length > 0)
    lines.push(
      `${plural(held, 'spot is', 'spots are')} in an open checkout. Families who pay read about the change in their confirmation.`,
    );
  return lines;
}

/** Names the people who would be in two sessions or camps at the same time. */
export const clashLines = (impact: ChangeImpact) => ({
  coaches: impact.coaches.map(coachClashMessages.text),
  children: impact.busy.map(coachClashMessages.text),
  // The list of coaches above already names the other session or camp.
  concerns: impact.concerns
    .filter(({ kind }) => kind !== 'double_booked')
    .map((concern) => coachConcernMessages.text(concern)),
});

export const clashTitles = {
  coaches: coachClashMessages.title,
  concerns: coachConcernMessages.title,
  children: 'A child is already booked elsewhere at that time:',
} as const;
