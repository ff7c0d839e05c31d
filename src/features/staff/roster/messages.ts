import type { ErrorCode } from '#contract/errors.ts';
import type { FirstAid, Mark } from '#contract/roster.ts';
import type { OwnRefusals } from '#api/refusal-words.ts';
import { longPlaceWords } from '#contract/place-words.ts';
import { plural } from '#contract/plural.ts';
import { formatClock, formatDate } from '#domain/dates.ts';
import { wayOut } from '#domain/gate-words.ts';
import { rosterWords } from '#ui/staff/words.ts';
import type { Child, Place } from './model.ts';

const clockOf = (ms: number) => formatClock(new Date(ms).toISOString());

export const messages = {
  title: 'Roster and check-in',
  loading: 'Loading...',
  failed: 'The roster did not load.',
  offline: 'You seem to be offline, and nothing of today is kept on this device.',
  over: 'This day is over.',
  overText: 'What was kept of it on this device is erased.',
  next: 'Open the new day',
  none: 'Nothing of yours takes place today.',
  noneText: 'Sessions are on weekends, camps in the holidays. An admin can assign you to one.',
  nobody: rosterWords.nobody,
  calledOff: 'called off',
  counts: 'Heads',
  all: 'All',
  places: 'Sessions and camps of today',
  refresh: 'Refresh',
  print: 'Print',
  day: formatDate,
  saved: (at: number) => `All saved · ${clockOf(at)}`,
  reading: (at: number) => `As this device saved it at ${clockOf(at)}. Reading it anew …`,
  sending: (count: number) => `${plural(count, 'change is', 'changes are')} being sent …`,
  waiting: (count: number) =>
    `${plural(count, 'change waits', 'changes wait')} for the network. Go on: nothing is lost.`,
  asOf: (at: number, why: ErrorCode) =>
    `${lateWords[why] ?? 'No network.'} As of ${clockOf(at)}; what you mark is kept on this device.`,
  erased: 'What this device keeps is encrypted, and erased at midnight.',
  refused: (count: number) => `${plural(count, 'change was', 'changes were')} not kept`,
  dismiss: 'I have seen it',
  unknownChild: (day: string) => `A child who is not on the list, ${formatDate(day)}`,
  notKept: 'This browser keeps nothing: leave this page open until all is sent.',
} as const;

/** Why a day could not be read again, for reasons other than the network. */
const lateWords: Partial<Record<ErrorCode, string>> = {
  rate_limited: 'Asked too often; it goes on by itself.',
  unauthorized: 'You are signed out: sign in again.',
  not_allowed: 'This account is no coach’s any more.',
};

export const refusals: OwnRefusals = {
  booking_not_found: 'The booking was cancelled meanwhile.',
  not_allowed: 'This is with another coach now, or the day is long over.',
  collector_not_listed: 'This person is not on the family’s list any more. Choose “Somebody else”.',
  confirmation_needed:
    'The family has changed who may collect. Open “Check out” again, and give a reason if it has to be so.',
  pickup_code_unknown: 'No such code for this child. Ask for a photo ID.',
  child_not_found: 'This child is not with you today.',
  offline: 'Codes are checked with a network. Until then: photo ID, and the name on this list.',
};

/** `of` is the child, the class or camp, its base and the day. */
export const refusedLine = (of: string, mark: Mark, why: string): string =>
  `${of}: ${markNames[mark.kind]} at ${formatClock(mark.made_at)}${written(mark)}: ${why}`;

/** The text of the mark, so that a coach can pass it on. */
function written(mark: Mark): string {
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
  undo: 'taken back',
  note: 'note',
  first_aid: 'first aid',
  not_handed_over: 'not handed over',
  decision: 'decided',
  parent_told: 'a parent was told',
};

/** Returns `Spark Camp, Bishan, Mon 30 Nov 2026`; a class also has its time. */
export const placeOnDay = ({ kind, class_type, location, session_date, session_time }: Place): string =>
  longPlaceWords(
    kind === 'session'
      ? { session: { class_type, session_date, session_time, location_name: location } }
      : {
          camp: {
            ...{ name: class_type, location_name: location },
            ...{ start_date: session_date, end_date: session_date },
          },
        },
  );

export const placeLine = ({ location, coach }: Place): string =>
  `${location} · ${coach ?? rosterWords.noCoach}`;

export const childWords = {
  facts: ({ age, current_level }: Child) => `${age} yrs · Level ${current_level}`,
  isNew: rosterWords.isNew,
  overnight: 'Stays the night',
  aid: (count: number) => `First aid × ${count}`,
  untold: 'Parent not told yet',
  differing: 'Two devices differ',
  checkIn: 'Check in',
  checkOut: 'Check out',
  undo: 'Undo',
  more: 'More',
} as const;

export const sheetWords = { close: 'Close' } as const;

export const moreWords = {
  late: 'Check in late',
  absent: 'Absent',
  note: 'Note',
  noteHint: 'For staff, about today. The family has it in its copy. Kept for 90 days.',
  save: 'Save note',
  aid: 'First aid',
  aidHint: 'The family reads it on its own page at once and gets an e-mail. It cannot be changed later.',
  injury: 'What happened',
  treatment: 'What was done',
  told: 'A parent was told',
  write: 'Write it down',
  needed: 'Please fill this in.',
  entry: ({ happened_at, injury, treatment }: FirstAid) =>
    `${formatClock(happened_at)}: ${injury}. ${treatment}.`,
  toldAt: ({ parent_told_at, parent_told_by }: FirstAid) =>
    parent_told_at === null
      ? 'No parent told yet.'
      : `A parent was told at ${formatClock(parent_told_at)}${parent_told_by === null ? '' : ` by ${parent_told_by}`}.`,
  tellNow: 'A parent was told now',
} as const;

export const coachWords = {
  lead: 'Coach',
  stand: 'Stands in',
  choose: 'Assign a coach',
  nobody: 'Choose…',
  assign: 'Assign',
  notLoaded: 'The coaches did not load. Please try again.',
  remove: (name: string) => `Take ${name} off`,
  failed: 'The coach was not assigned. Please try again.',
} as const;

export const shareWords = {
  open: 'Share',
  title: 'A link to look on',
  text: 'Whoever has it sees initials and who is in: no names, no allergies. It ends by itself, at midnight at the latest.',
  hours: (hours: number) => `For ${plural(hours, 'hour')}`,
  link: 'Link',
  copy: 'Copy',
  copied: 'Copied',
  until: (moment: string) => `Ends at ${formatClock(moment)}. A new link ends this one.`,
  end: 'End it now',
  ended: 'There is no link any more.',
  failed: 'No link was made. Please try again.',
} as const;
