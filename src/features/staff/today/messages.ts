import type { PartyToday, UncoveredPlace } from '#contract/coach-time.ts';
import type { OpenFirstAid } from '#contract/first-aid.ts';
import type { ReportProgress } from '#contract/growth-reports.ts';
import type {
  BouncedMail,
  StaffLead,
  StaffOffer,
  StaffPlace,
  UnreachedFamily,
  UnsoldCamp,
} from '#contract/management.ts';
import { longPlaceText, whoAndWhere } from '#contract/place-names.ts';
import { channelNames, failureText } from '#domain/phone-messages.ts';
import { formatSessions } from '#contract/format.ts';
import { plural } from '#contract/plural.ts';
import {
  formatClock,
  formatDate,
  formatHours,
  formatMoment,
  formatTime,
  today as dayOf,
} from '#domain/dates.ts';
import { headLine } from '#domain/gate-messages.ts';
import {
  alertMessages,
  booksMessages,
  coachClashMessages,
  coachRatioMessages,
  noDecision,
  parentInformedMessages,
  rosterMessages,
  saleProblems,
  spelt,
  unnamed,
} from '#ui/staff/messages.ts';
import { chatMessages } from '#ui/staff/chat-messages.ts';
import type { CoachIssue, Heads, Trouble } from './model.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export const messages = {
  title: 'Management',
  loading: 'Loading...',
  failed: 'The day did not load.',
  updated: (at: number) => `updated ${formatClock(new Date(at).toISOString())}`,
  outdated: (at: number) =>
    `Not updated since ${formatClock(new Date(at).toISOString())}. This may be out of date.`,
  refresh: 'Refresh',
  view: 'Admin view',
  viewOff:
    'Admin view is off, so money, contacts and the system are hidden. This changes what you see, not what you can do.',
  counts: 'To do',
  decisions: (count: number) => plural(count, 'decision'),
  offers: (count: number) => `${plural(count, 'offer')} open`,
  leads: (count: number) => plural(count, 'new lead'),
  bounced: (count: number) => `${plural(count, 'e-mail address', 'e-mail addresses')} to fix`,
  unreached: (count: number) => `${plural(count, 'family', 'families')} to call`,
  gate: (count: number) => `${count} at the gate`,
  system: (troubles: number) => (troubles === 0 ? 'System OK' : `System: ${troubles} to check`),
  more: (shownCount: number, count: number) => `Showing the first ${shownCount} of ${count}.`,
} as const;

export function summary(
  { places, parties }: { places: readonly StaffPlace[]; parties: readonly PartyToday[] },
  { all }: Heads,
): string {
  if (places.length + parties.length === 0) return 'Nothing takes place today';
  const count = (kind: StaffPlace['kind']) =>
    places.filter((place) => place.kind === kind && !place.is_cancelled_by_us).length;
  const [sessions, camps] = [count('session'), count('camp')];
  const cancelledCount = places.length - sessions - camps;
  return [
    sessions > 0 && formatSessions(sessions),
    camps > 0 && plural(camps, 'camp'),
    places.length > 0 && `${all} booked`,
    parties.length > 0 && plural(parties.length, 'birthday party', 'birthday parties'),
    cancelledCount > 0 && `${cancelledCount} cancelled`,
  ]
    .filter(Boolean)
    .join(' · ');
}

export const taskMessages = {
  heading: 'Tasks due',
  mine: 'Yours',
  none: 'No tasks due today.',
  all: (count: number) => `See all ${plural(count, 'task')} due`,
} as const;

export const placeMessages = {
  heading: rosterMessages.today,
  none: 'Nothing takes place today.',
  noneText: 'There may still be tasks in the lists below.',
  in: (heads: Heads) => headLine(heads),
  open: ({ capacity, taken, children, is_cancelled_by_us }: StaffPlace) => {
    if (is_cancelled_by_us) return 'cancelled';
    const freeSpots = capacity - taken;
    const heldCount = taken - children.length;
    const open = freeSpots < 0 ? `${-freeSpots} too many` : freeSpots === 0 ? 'full' : `${freeSpots} open`;
    return heldCount > 0 ? `${open}, ${heldCount} held` : open;
  },
} as const;

export const partyMessages = {
  heading: 'Birthday parties',
  line: ({ package: title, head_count, from_time, until_time }: PartyToday) =>
    `${formatTime(from_time)} to ${formatTime(until_time)} · ${title ?? 'Birthday party'} · ${plural(head_count, 'guest')}`,
  sheet: 'Birthday sheet',
  sheetOf: ({ from_time }: PartyToday) => `Birthday sheet of today’s party at ${formatTime(from_time)}`,
} as const;

export const expectedMessages = {
  age: (age: number, level: number) => `${age} yrs · Level ${level}`,
  isNew: rosterMessages.isNew,
  nobody: rosterMessages.nobody,
  noCoach: rosterMessages.noCoach,
  foot: (heads: Heads) => `${plural(heads.all, 'child', 'children')}: ${headLine(heads)}.`,
} as const;

export const coachIssueMessages = {
  heading: 'Coaches to check',
  line: (issue: CoachIssue) => {
    const placeText = `${issue.place.title}, ${issue.place.location}`;
    if (issue.kind === 'clash') return `${placeText}: ${coachClashMessages.also(issue.clash)}`;
    return `${placeText}: ${coachRatioMessages.text(issue)}`;
  },
} as const;

const uncoveredReasons: Record<UncoveredPlace['reason'], (coach: string | null) => string> = {
  absent: (coach) => `${coach} is absent.`,
  left: (coach) => `${coach} has left.`,
  no_access: (coach) => `${coach}’s staff account is locked, or no longer has a role.`,
  no_coach: () => 'No coach is assigned.',
};
export const uncoveredMessages = {
  heading: 'Needs a coach',
  title: ({ title, location }: UncoveredPlace) => `${title}, ${location}`,
  text: ({ coach, reason, starts_at, ends_at }: UncoveredPlace) =>
    `${formatDate(dayOf(new Date(starts_at)))}, ${formatHours(starts_at, ends_at)}. ${uncoveredReasons[reason](coach)}`,
  open: 'Open',
  openOf: (place: UncoveredPlace) => `Open ${place.title}, ${place.location}`,
} as const;

const unsoldProblems = { ...saleProblems, exception: 'Starts soon: no coach' } as const;

export const unsoldMessages = {
  heading: 'Camps without a coach or a location',
  text: 'Open a camp to assign a coach, or to sell it without one.',
  line: ({ title, location, first_day, last_day, problem, booked }: UnsoldCamp) =>
    `${unsoldProblems[problem]} · ${longPlaceText({ camp: { name: title, location_name: location, start_date: first_day, end_date: last_day } })}${booked > 0 ? ` · ${plural(booked, 'child', 'children')} booked` : ''}`,
} as const;

export const growthMessages = {
  overdue: 'Growth reports are overdue',
  heading: 'Growth reports to write and release',
  line: ({ title, location, children, written, released, unmarked, due_on }: ReportProgress) =>
    `${title}, ${location} · ${written} of ${children} written, ${released} released${unmarked > 0 ? `, attendance not marked: ${unmarked}` : ''} · due by ${formatDate(due_on, { year: false })}`,
} as const;

export const gateMessages = {
  heading: 'At the gate',
  none: 'Nothing to do: all devices agree, and parents know about all first aid.',
  evacuation: 'Evacuation list',
  where: ({ title, location, starts_at }: StaffPlace) => `${title}, ${location}, ${formatMoment(starts_at)}`,
  aid: ({ child_name, title, location, happened_at }: OpenFirstAid) =>
    `${child_name}: first aid at ${title}, ${location}, ${formatMoment(happened_at)}. No parent has been told yet.`,
  call: (name: string) => `Call ${name}`,
  markInformed: parentInformedMessages.mark,
  markInformedOf: parentInformedMessages.markOf,
  all: (count: number) => `All ${count} first-aid entries where no parent has been told`,
  list: 'All first aid',
} as const;

export const noteMessages = {
  banner: (count: number) =>
    count === 0
      ? 'No allergies, conditions or medicine reported for today’s children.'
      : `${plural(count, 'child', 'children')} with allergies, conditions or medicine today.`,
  read: 'Read all health notes',
  logged: '(we log each time you read these, and the family can see it)',
  hide: 'Hide',
  reading: 'Loading...',
  failed: 'The health notes did not load. Please try again.',
  unknown: (count: number) =>
    `We have no health information for ${plural(count, 'child', 'children')}: please call their parents.`,
  call: (name: string, phone: string) => `Call ${name}, ${phone}`,
} as const;

export const decisionMessages = {
  heading: 'Decisions',
  none: noDecision,
  since: (at: string) => `since ${formatMoment(at)}`,
  all: (count: number) => `See all ${count}, and what each answer does`,
  nobody: unnamed,
} as const;

const recipientText = ({ name, email, children }: BouncedMail) =>
  `${name ?? email}${children.length > 0 ? `, parent of ${children.join(', ')}` : ''}`;
export const bouncedMessages = {
  heading: 'E-mails that bounce',
  title: (mail: BouncedMail) => `E-mails to ${recipientText(mail)} bounce`,
  details: ({ email, reason, bounced_at }: BouncedMail) =>
    [email, reason?.replace(/\.$/, ''), `since ${formatMoment(bounced_at)}`].filter(Boolean).join(' · '),
  call: (phone: string) => `Call ${phone}`,
  callOf: (phone: string, mail: BouncedMail) => `Call ${phone}: ${recipientText(mail)}`,
  open: 'Open family',
  openOf: (mail: BouncedMail) => `Open family: ${recipientText(mail)}`,
  done: 'Mark as done',
  doneOf: (mail: BouncedMail) => `Mark as done: e-mails to ${recipientText(mail)}`,
} as const;

const placesTextOf = ({ places }: UnreachedFamily) =>
  places.map(({ children, ...place }) => whoAndWhere(children, place)).join('; ');
const messageNames = {
  cancelled: 'cancelled by us',
  changed: 'moved to another time or location',
  held: 'takes place after all',
  message: 'a message from us',
} as const;
export const unreachedMessages = {
  heading: 'Not reached: please call',
  title: (family: UnreachedFamily) => `${placesTextOf(family)} (${messageNames[family.occasion]})`,
  details: ({ name, channel, reason, at }: UnreachedFamily) =>
    [name, `${channelNames[channel]}: ${failureText(reason)}`, formatMoment(at)].filter(Boolean).join(' · '),
  call: (phone: string) => `Call ${phone}`,
  callOf: (phone: string, family: UnreachedFamily) => `Call ${phone}: ${placesTextOf(family)}`,
  open: 'Open family',
  openOf: (family: UnreachedFamily) => `Open family: ${placesTextOf(family)}`,
  done: 'Mark as done',
  doneOf: (family: UnreachedFamily) => `Mark as done: called about ${placesTextOf(family)}`,
} as const;

export const offerMessages = {
  heading: 'Waitlist',
  none: 'No offers are open.',
  places: ({ places, location, starts_at }: StaffOffer) =>
    `${plural(places, 'spot')} · ${location} · ${formatMoment(starts_at)}`,
  lapses: (expiresAt: string, now: string): string => {
    const msLeft = Date.parse(expiresAt) - Date.parse(now);
    if (msLeft <= HOUR_MS) return `expires in ${Math.max(1, Math.round(msLeft / MINUTE_MS))} min`;
    return msLeft < 24 * HOUR_MS ? `expires ${formatClock(expiresAt)}` : `expires ${formatMoment(expiresAt)}`;
  },
  write: (name: string) => `WhatsApp ${name}`,
  text: ({ name, title, location, starts_at, expires_at }: StaffOffer) =>
    `${chatMessages.hello(name)} ${chatMessages.waitlist.offered(`${title}, ${location}, on ${formatDate(dayOf(new Date(starts_at)))}`, formatMoment(expires_at))}`,
} as const;

const sources: Partial<Record<string, string>> = {
  waitlist_modal: 'Reserve Your Spot',
  birthday_enquiry: 'Birthday enquiry',
  page_enquiry: 'Page enquiry',
  exit_intent: 'Exit offer',
};
export const leadMessages = {
  heading: 'New leads',
  none: 'No new leads. Everyone has had an answer.',
  source: ({ source, created_at }: StaffLead) =>
    `${sources[source] ?? source.replaceAll(/[_-]/g, ' ')} · ${formatMoment(created_at)}`,
  deletedOn: (at: string) => `deleted on ${formatDate(dayOf(new Date(at)), { year: false })}`,
  write: (name: string) => `WhatsApp ${name}`,
  mail: (name: string) => `E-mail ${name}`,
  text: ({ name }: StaffLead) => `${chatMessages.hello(name)} ${chatMessages.lead.other}`,
} as const;

const units = { percent: '%', seconds: ' s', rows: '' };
export const systemMessages = {
  heading: 'System',
  allWell: 'All is well.',
  books: (at: string | null) =>
    at === null ? booksMessages.never : `Books checked ${formatMoment(at)}: no discrepancies.`,
  site: (at: string | null, requests: number) =>
    `${at === null ? 'The site has not been published yet' : `Site published ${formatMoment(at)}`}${requests > 0 ? ', and being rebuilt' : ''}.`,
  line: (trouble: Trouble): string => {
    switch (trouble.kind) {
      case 'alert': {
        const [title, unit] = alertMessages[trouble.name] ?? [trouble.name, null];
        const amountText =
          unit === null ? '' : `: ${trouble.value}${units[unit]}, ${trouble.threshold} allowed`;
        return `${title}${amountText}, since ${formatMoment(trouble.since)}.`;
      }
      case 'books':
        return `${plural(trouble.rows, 'discrepancy', 'discrepancies')} in the books, ${formatMoment(trouble.at)}.`;
      case 'refused':
        return `“${trouble.title ?? 'A document'}” was published, but the checkout did not accept it: ${trouble.problem ?? 'no reason given'}.`;
      case 'chores':
        return `${plural(trouble.count, 'scheduled job has', 'scheduled jobs have')} not run for ${Math.round(trouble.seconds / 60)} min. Until they run, we do not check for other problems.`;
      case 'mails':
        return `${plural(trouble.count, 'e-mail', 'e-mails')} could not be sent.`;
    }
  },
  rule: (rule: string, rows: number) => `${spelt(rule)}: ${rows}`,
  show: 'Show discrepancies',
  reading: 'Loading...',
  failed: booksMessages.failed,
  noneLeft: 'No discrepancies left.',
} as const;
