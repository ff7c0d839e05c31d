import type { Clash, PlaceImpact } from '#contract/place-changes.ts';
import { plural } from '#contract/plural.ts';
import { formatDate, formatHours, today } from '#domain/dates.ts';

export const impactWords = {
  title: 'Before you save this',
  means: 'What this does',
  anew: 'Somebody booked or cancelled while you looked. Nothing was saved; these are the numbers now.',
  tell: (mails: number) => `Send ${plural(mails, 'mail', 'mails')}`,
  tellNote: 'Each says what was and what is, with a calendar file that replaces the old entry.',
  quiet: 'Do not send a mail',
  quietNote: 'Families keep the old place and time in their calendars.',
  quietCoach: 'Families are not told about another coach.',
  legend: 'Tell the families',
  note: 'A word to the families (optional)',
  noteHint: 'They read it in the mail.',
  reason: 'Why are they not told?',
  reasonHint: 'Only staff read this, in the log.',
  noReason: 'Please give a reason.',
  leave: 'Go back',
  save: 'Save without a mail',
  saveAndTell: (mails: number) => `Save and send ${plural(mails, 'mail', 'mails')}`,
  saveAnyway: 'Save anyway',
  told: (mails: number) => ` ${plural(mails, 'mail is', 'mails are')} on the way.`,
} as const;

const clashWords = ({ name, title, location, starts_at, ends_at }: Clash) =>
  `${name}: ${title}, ${location}, ${formatDate(today(new Date(starts_at)))}, ${formatHours(starts_at, ends_at)}`;

export function impactLines(impact: PlaceImpact): string[] {
  const { children, families, waiting, held, changed } = impact;
  const lines: string[] = [];
  if (families > 0 && changed.length > 0)
    lines.push(
      `${plural(children, 'child', 'children')} of ${plural(families, 'family', 'families')} ${children === 1 ? 'is' : 'are'} booked.`,
    );
  if (waiting > 0 && changed.length > 0)
    lines.push(
      `${plural(waiting, 'family waits', 'families wait')} for a place and ${waiting === 1 ? 'keeps' : 'keep'} it.`,
    );
  if (held > 0 && changed.length > 0)
    lines.push(
      `${plural(held, 'place is', 'places are')} in an open checkout: whoever pays reads the change in the confirmation.`,
    );
  return lines;
}

/** People who would be at two places at once, one per line. */
export const clashLines = (impact: PlaceImpact) => ({
  coaches: impact.coaches.map(clashWords),
  children: impact.busy.map(clashWords),
});

export const clashTitles = {
  coaches: 'A coach is somewhere else at that time:',
  children: 'A child has something else booked at that time:',
} as const;
