import type { ReportProgress } from '#contract/growth-reports.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { FirstAid, Mark } from '#contract/roster.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { longPlaceText } from '#contract/place-names.ts';
import { plural } from '#contract/plural.ts';
import { formatClock, formatDate } from '#domain/dates.ts';
import { wayOut } from '#domain/gate-messages.ts';
import { parentInformedMessages, rosterMessages } from '#ui/staff/messages.ts';
import type { Child, RosterEntry } from './model.ts';
import { offline } from '#domain/offline-messages.ts';
import { fillInMessage } from '#ui/people/messages.ts';

const clockOf = (ms: number) => formatClock(new Date(ms).toISOString());

export const messages = {
  title: 'Roster and check-in',
  /**
   * On a phone only these first words of the title are shown, which leaves space for the button of the evacuation
   * list.
   */
  titleStart: 'Roster',
  titleRest: 'and check-in',
  loading: 'Loading...',
  failed: 'The roster did not load.',
  offline: `${offline} Today’s roster is not saved on this device.`,
  dayEnded: 'This day has ended.',
  overText: 'We have deleted its roster from this device.',
  next: 'Open today’s roster',
  none: 'You have no sessions or camps today.',
  noneText: 'An admin can assign you to one.',
  nobody: rosterMessages.nobody,
  off: rosterMessages.off,
  cancelledByUs: 'cancelled',
  counts: 'Headcount',
  all: 'All',
  allCount: (count: number) => plural(count, 'session or camp', 'sessions and camps'),
  places: rosterMessages.today,
  refresh: 'Refresh',
  print: 'Print',
  attendance: 'Attendance by week',
  growthTitle: 'Growth reports',
  growthLine: ({ title, location, children, written, ready, unmarked, due_on }: ReportProgress) =>
    `${title}, ${location}: ${written} of ${children} written, ${ready > 0 ? `${ready} to release, ` : ''}${unmarked > 0 ? `attendance not marked: ${unmarked}, ` : ''}due by ${formatDate(due_on, { year: false })}`,
  writeToFamilies: 'Write to families',
  day: formatDate,
  saved: (at: number) => `All saved · ${clockOf(at)}`,
  reading: (at: number) => `Saved on this device at ${clockOf(at)}. Updating…`,
  sending: (count: number) => `Sending ${plural(count, 'change')}…`,
  waiting: (count: number) =>
    `${plural(count, 'change is', 'changes are')} waiting for the network. You can carry on: nothing is lost.`,
  asOf: (at: number, error: ErrorCode) =>
    `${refreshErrors[error] ?? 'No network.'} As of ${clockOf(at)}. Your changes are saved on this device.`,
  erased: 'Everything saved on this device is encrypted, and deleted at midnight.',
  refused: (count: number) => `${plural(count, 'change was', 'changes were')} not saved`,
  dismiss: 'I have seen it',
  unknownChild: (day: string) => `A child who is not on the list, ${formatDate(day)}`,
  cannotSave: 'This browser can’t save changes. Leave this page open until everything is sent.',
} as const;

export const dayMessages = {
  days: 'Day of the roster',
  before: 'Previous day',
  after: 'Next day',
  choose: 'Choose a day',
  today: 'Today',
  kitchen: (day: string) => `Allergy list for the kitchen, ${day}`,
  readOnly: 'You can read and print this day. You can only check children in on today’s roster.',
  none: 'You have no sessions or camps on this day.',
  noneText: 'Choose another day.',
  notAllowed: 'Coaches can open the roster from 7 days ago to 7 days ahead.',
} as const;

/** Why the day could not be read again. There are other sentences for a failure of the network. */
const refreshErrors: Partial<Record<ErrorCode, string>> = {
  rate_limited: 'Too many attempts. We will try again automatically.',
  unauthorized: 'You are signed out. Please sign in again.',
  not_allowed: 'This account no longer has the coach role.',
};

export const refusals: OwnMessages = {
  booking_not_found: 'The booking has since been cancelled.',
  not_allowed: 'Another coach has this now, or it was too long ago.',
  collector_not_listed: 'This person is no longer on the family’s list. Please choose “Somebody else”.',
  confirmation_needed:
    'The family has changed who may collect the child. Open “Check out” again, and give a reason if you need to go ahead.',
  pickup_code_unknown: 'This code does not match this child. Please ask for a photo ID.',
  child_not_found: 'This child is not with you today.',
  offline: `${offline} We can’t check codes now. Please ask for a photo ID and compare the name with this list.`,
};

/** Returns the line of a refused mark. `subject` names the child, the class or camp, its base and the day. */
export const refusedLine = (subject: string, mark: Mark, reason: string): string =>
  `${subject}: ${markNames[mark.kind]} at ${formatClock(mark.made_at)}${describeMark(mark)}: ${reason}`;

/** Returns the text of a refused mark, so that a coach can record it elsewhere. */
function describeMark(mark: Mark): string {
  if (mark.kind === 'first_aid') return ` (${mark.injury}; ${mark.treatment})`;
  if (mark.kind === 'out') return ` (${wayOut(mark)}${mark.reason ? `: ${mark.reason}` : ''})`;
  if (mark.kind === 'not_handed_over') return ` (${mark.handed_to}: ${mark.reason})`;
  return mark.kind === 'note' && mark.note ? ` (${mark.note})` : '';
}

const markNames: Record<Mark['kind'], string> = {
  in: 'checked in',
  late: 'checked in late',
  out: 'checked out',
  absent: 'absent',
  undo: 'undone',
  note: 'note',
  first_aid: 'first aid',
  not_handed_over: 'not handed over',
  decision: 'decided',
  parent_informed: 'a parent was told',
};

/** Returns for example `Spark Camp, Bishan, Mon 30 Nov 2026`. A class also has its time. */
export const placeOnDay = ({ kind, class_type, location, session_date, session_time }: RosterEntry): string =>
  longPlaceText(
    kind === 'session'
      ? { session: { class_type, session_date, session_time, location_name: location } }
      : {
          camp: {
            name: class_type,
            location_name: location,
            start_date: session_date,
            end_date: session_date,
          },
        },
  );

export const placeLine = ({ location, coach }: RosterEntry): string =>
  `${location} · ${coach ?? rosterMessages.noCoach}`;

export const childMessages = {
  facts: ({ age, current_level, is_new }: Child) =>
    [`${age} yrs`, `Level ${current_level}`, ...(is_new ? [rosterMessages.isNew] : [])].join(' · '),
  toldAbsent: 'Family says: not coming',
  overnight: 'Stays overnight',
  aid: (count: number) => `First aid × ${count}`,
  parentNotInformed: 'Parent not told yet',
  differing: 'Two devices differ',
  checkIn: 'Check in',
  checkOut: 'Check out',
  undo: 'Undo',
  more: 'More',
} as const;

export const sheetMessages = { close: 'Close' } as const;

export const moreMessages = {
  late: 'Check in late',
  absent: 'Absent',
  note: 'Note',
  noteHint:
    'For staff, about today. The family can see it when they download their data. We store it for 90 days.',
  save: 'Save note',
  aid: 'First aid',
  aidHint: 'The family sees this on their page at once and gets an e-mail. You can’t change it later.',
  injury: 'What happened',
  treatment: 'What was done',
  parentInformed: parentInformedMessages.parentInformed,
  write: 'Save first-aid entry',
  needed: fillInMessage,
  entry: ({ happened_at, injury, treatment }: FirstAid) =>
    `${formatClock(happened_at)}: ${injury}. ${treatment}.`,
  informedAt: ({ parent_informed_at, parent_informed_by }: FirstAid) =>
    parent_informed_at === null
      ? 'No parent has been told yet.'
      : `A parent was told at ${formatClock(parent_informed_at)}${parent_informed_by === null ? '' : ` by ${parent_informed_by}`}.`,
  markInformed: parentInformedMessages.mark,
} as const;

export const levelMessages = {
  title: 'Level',
  option: (level: number) => `Level ${level}`,
  note: 'A note for the family',
  noteHint: 'They see it in Family Base, with your name. It stays in the child’s level history.',
  needed: 'Choose a level.',
  save: 'Save level',
  saved: (name: string, level: number) => `${name} is on level ${level}.`,
  refusals: {
    child_not_found: 'You can set the level only for children on your roster today.',
    offline: 'You’re offline. Please set the level again when you have a network.',
  } satisfies OwnMessages,
} as const;

export const coachMessages = {
  camp: 'Coach',
  session: 'Substitute',
  choose: 'Assign a coach',
  nobody: 'Choose…',
  assign: 'Assign',
  notLoaded: 'The coaches did not load. Please try again.',
  remove: (name: string) => `Remove ${name}`,
  failed: 'The coach was not assigned. Please try again.',
  goBack: 'Choose again',
  assignAnyway: 'Assign anyway',
} as const;

export const shareMessages = {
  open: 'Share',
  title: 'Share a view-only link',
  text: 'Anyone with the link sees initials and who is checked in, but no names and no allergies. The link ends automatically, at midnight at the latest.',
  hours: (hours: number) => `For ${plural(hours, 'hour')}`,
  link: 'Link',
  copy: 'Copy link',
  copied: 'Copied',
  until: (moment: string) => `Ends at ${formatClock(moment)}. A new link replaces this one.`,
  end: 'End link now',
  ended: 'The link has ended.',
  failed: 'The link was not created. Please try again.',
} as const;
