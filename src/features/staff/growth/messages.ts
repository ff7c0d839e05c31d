import type { GrowthMark, GrowthReport, ReportChild, ReportProgress } from '#contract/growth-reports.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { plural } from '#contract/plural.ts';
import { years } from '#domain/ages.ts';
import { formatDate, formatDays, today } from '#domain/dates.ts';
import { markNames } from '#domain/growth-messages.ts';
import type { ChildState } from './model.ts';

export const growthMessages = {
  title: 'Growth reports',
  lead: 'Write one for each child within a week of the camp: ten taps and one sentence.',
  loading: 'Loading the growth reports',
  failed: 'The growth reports did not load.',
  draftSaved: 'What you have written is saved on this device.',
  notFound: 'We can’t find this camp, or another coach is assigned to it.',
  closed:
    'The growth reports of this camp are closed. Coaches can write them from its last day, for the number of days set by the office.',
  unsent: 'You wrote this here and did not send it. The office can still add it to a report.',
  deleteUnsent: 'Delete from this device',
  none: 'No camps yet',
  noneText: 'A camp appears here on its last day, with a growth report to write for each child who came.',
  noFoundations: 'The ten foundations are missing. Add them in Studio, on the page “EPIC camp”.',
  camp: ({ title, location, first_day, last_day }: ReportProgress) =>
    `${title}, ${location}, ${formatDays(first_day, last_day)}`,
  written: ({ written, children }: ReportProgress) => `${written} of ${children} written`,
  due: ({ due_on, is_overdue }: ReportProgress) =>
    `${is_overdue ? 'Was due' : 'Due'} by ${formatDate(due_on, { year: false })}`,
  allReleased: 'All released',
  nobodyCame: 'Nobody came',
  notMarked: (count: number) => `Attendance not marked: ${count}`,
  toRelease: (count: number) => `${count} to release`,
  back: 'All camps',
  children: 'Children',
  unmarked: (count: number) =>
    `Nobody marked whether ${plural(count, 'child', 'children')} came. The office can mark it on the roster of that day, and then a report can be written.`,
  start: 'Write the next report',
  until: (day: string) => `You can write here until ${formatDate(day, { year: false })}.`,
} as const;

export const stateMessages: Record<ChildState, string> = {
  not_here: 'Did not come',
  unmarked: 'Attendance not marked',
  due: 'To write',
  draft: 'Started',
  returned: 'Sent back',
  ready: 'Ready',
  released: 'Released',
};

export const childMessages = {
  about: ({ age, days_attended }: ReportChild, days: number) =>
    `${years(age)}, came on ${days_attended} of ${days} days`,
  position: (position: number, count: number) => `${position} of ${count}`,
  all: 'All children',
  scale: 'What the marks mean',
  scaleText: {
    growing: 'with some help',
    steady: 'on their own, most days',
    shining: 'and helped others along',
    not_seen: 'no chance to see it this week',
  } satisfies Record<GrowthMark, string>,
  sentence: 'One sentence for the family',
  sentenceHint: 'Something you saw yourself. You can dictate it with your keyboard’s microphone.',
  level: (level: number) => `Level on the ladder, now ${level}`,
  stays: (level: number) => `Stays at ${level}`,
  movesTo: (level: number) => `Up to ${level}`,
  top: 'This child is at the top of the ladder.',
  next: 'Save and next child',
  done: 'Save report',
  later: 'Save for later',
  saveChanges: 'Save changes',
  savedForLater: 'Saved for later.',
  saved: 'Saved.',
  ready: 'Saved. It is ready to be released.',
  restored: 'We have restored what you had not sent.',
  returned: (note: string) => `Sent back: ${note}`,
  ownReport: 'Ready. Somebody else must release it, because you wrote or changed it.',
  ownChange: 'If you change it, somebody else must release it.',
  waits: 'Ready. A head coach or an admin releases it to the family.',
  release: 'Release to family',
  released: ({ released_by, released_at }: GrowthReport) =>
    `Released${released_by === null ? '' : ` by ${released_by}`}${released_at === null ? '' : `, ${formatDate(today(new Date(released_at)), { year: false })}`}. The family can read it.`,
  changed: 'A colleague changed this report in the meantime. This is what they saved.',
  releasedMeanwhile: 'This report was released in the meantime, so what you typed was not sent.',
  noReport: {
    not_here: 'This child did not come on any day, so there is no report.',
    unmarked: 'Nobody has marked whether this child came. The office can mark it on the roster of that day.',
  },
} as const;

export const conflictMessages = {
  title: 'A colleague saved this report in the meantime',
  by: (name: string | null) => (name === null ? 'This is what they saved.' : `${name} saved this.`),
  marks: 'Their other marks',
  noMark: 'No mark yet',
  level: (level: number | null) =>
    level === null
      ? 'Their report leaves the level as it is.'
      : `Their report moves the child up to level ${level}.`,
  text: 'What you typed is below and has not been sent yet. If you left a field empty, it shows what they wrote.',
  takeOtherVersion: 'Keep theirs, delete mine',
  keepOwnVersion: 'Continue with mine',
} as const;

export const returnMessages = {
  open: 'Send back',
  takeBack: 'Take back',
  note: 'What should the coach change?',
  takeBackNote: 'Why are you taking it back?',
  takeBackHint: 'The family can’t read it until it is released again. The level does not change.',
  send: 'Send back to coach',
  sendTakenBack: 'Take back from family',
  done: 'Sent back.',
  takenBack: 'Taken back.',
} as const;

export const releaseMessages = {
  title: 'Ready to release',
  none: 'Nothing to release yet. Reports appear here once their coach has finished them.',
  all: (count: number) => (count === 1 ? 'Release this report' : `Release all ${count} reports`),
  done: (count: number) => `${plural(count, 'report', 'reports')} released. The families get an e-mail.`,
  edit: 'Open',
  editOf: (name: string) => `Open: ${name}`,
  marks: (marks: readonly { mark: GrowthMark; count: number }[]) =>
    marks.map(({ mark, count }) => `${count} ${markNames[mark].toLowerCase()}`).join(', '),
  by: (name: string | null) => (name === null ? '' : `Written by ${name}. `),
  level: (level: number | null) => (level === null ? '' : `Moves up to level ${level}. `),
} as const;

export const headMessages = {
  title: 'Head coaches',
  text: 'Admins and head coaches release growth reports. Nobody releases what they wrote themselves.',
  businessOnly: 'A business admin chooses the head coaches.',
  none: 'No coach has an account yet.',
} as const;

export const refusals: Partial<Record<ErrorCode, string>> = {
  own_report: 'You wrote or changed one of these reports, so somebody else has to release it.',
  report_not_ready: 'One of these reports is no longer ready. Please read the list again.',
  changed_meanwhile: 'Somebody changed a report in the meantime. Please read it again.',
  child_not_at_camp: 'This child is no longer booked for this camp, or did not come on any day.',
};
