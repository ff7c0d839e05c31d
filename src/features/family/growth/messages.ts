import type { FamilyGrowthReport, GrowthMark, NextSuggestion } from '#contract/growth-reports.ts';
import { formatDate, formatDays, formatTime } from '#domain/dates.ts';

export const growthMessages = {
  kick: 'Growth report',
  loading: 'Loading your growth reports',
  failed: 'Your growth reports did not load',
  title: (name: string) => `What we saw in ${name}`,
  camp: ({ title, location, first_day, last_day }: FamilyGrowthReport) =>
    `${title}, ${location}, ${formatDays(first_day, last_day)}`,
  coach: (name: string | null) => name ?? 'The coach of this camp',
  foundations: 'Ten foundations',
  lead: 'These are not marks. They say what a coach saw in one week of camp, and a week is short.',
  lastYear: (mark: string) => `Last year: ${mark}`,
  lastYearTitle: (year: string) => `What the coach wrote in ${year}`,
  ladder: 'On the ladder',
  ladderLabel: (level: number) => `Level ${level} of 8`,
  movedUp: (before: number, level: number) =>
    `Moved up from level ${before} to level ${level} after this camp.`,
  stayed: (level: number) => `Level ${level} at the end of this camp.`,
  scale: 'What the words mean',
  print: 'Print or save as PDF',
  review: 'Tell us how this camp was',
  more: 'Other reports',
  open: ({ child_name, title, first_day, last_day }: FamilyGrowthReport) =>
    `${child_name}: ${title}, ${formatDays(first_day, last_day)}`,
  correctedTitle: 'This report is being corrected',
  correctedText:
    'We are sorry: we have taken it back to correct something. You can read it here again as soon as it is ready.',
  correctedAction: 'Other reports',
  emptyTitle: 'No growth reports yet',
  emptyText:
    'After a camp, your child’s coach writes about ten foundations. You can read it here within a week after camp.',
  emptyAction: 'See camps',
} as const;

export const scaleMessages: Record<GrowthMark, string> = {
  growing: 'we saw the beginning of it, with some help',
  steady: 'we saw it on most days, without help',
  shining: 'we saw it often, and others learned from it',
  not_seen: 'there was no chance to see it this week',
};

export const nextMessages = {
  title: 'A good next step',
  text: (name: string) => `It is right for ${name}’s age and level.`,
  full: 'It is full now. Join the waitlist, and we will write to you when a spot is free.',
  what: ({ title, location, first_day, last_day, starts }: NextSuggestion) =>
    `${title}, ${location}, ${
      starts === null
        ? formatDays(first_day, last_day)
        : `${formatDate(first_day, { year: false })}, ${formatTime(starts)}`
    }`,
  bookClass: 'Book this class',
  getPass: 'Get a pass',
  bookCamp: 'See this camp',
  join: 'Join the waitlist',
} as const;
