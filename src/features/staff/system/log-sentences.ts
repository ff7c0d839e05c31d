import type { LogEntry } from '#contract/management-system.ts';
import { formatDate, formatMoment, formatTime } from '../../../domain/dates.ts';
import { formatMoney } from '../../../domain/money.ts';
import { changesOf } from './model.ts';
import { fieldNames, nouns, roleWords, valueNames } from './log-terms.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const fieldWords = (column: string): string => fieldNames[column] ?? column.replaceAll('_', ' ');

/** A value as one reads it: an id as what it stands for, a sum as money, a moment as a day. Empty stays null. */
function valueWords(entry: LogEntry, column: string, value: string | null): string | null {
  if (value === null || value === '') return null;
  if (UUID.test(value)) return entry.names[value] ?? 'something that is gone';
  if (column.endsWith('_cents')) return formatMoney(Number(value));
  if (value === 'true') return 'yes';
  if (value === 'false') return 'no';
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDate(value);
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return formatMoment(value);
  if (/^\d{2}:\d{2}(:\d{2})?$/.test(value)) return formatTime(value);
  return valueNames[value] ?? value;
}

export interface ChangeInWords {
  field: string;
  was: string | null;
  is: string | null;
}
/** Each field of an entry in words. */
export const changesInWords = (entry: LogEntry): ChangeInWords[] =>
  changesOf(entry).map(({ column, before, after }) => ({
    field: fieldWords(column),
    was: valueWords(entry, column, before),
    is: valueWords(entry, column, after),
  }));

/** `Place: Bishan became East Coast; Coach: nothing became Ray`; of what was added or is gone, what it was. */
const details = (entry: LogEntry): string =>
  changesInWords(entry)
    .map(({ field, was, is }) =>
      entry.action === 'update'
        ? `${field}: ${was ?? 'nothing'} became ${is ?? 'nothing'}`
        : `${field}: ${is ?? was ?? ''}`,
    )
    .join('; ');

const withDetails = (sentence: string, entry: LogEntry): string => {
  const more = details(entry);
  return more === '' ? sentence : `${sentence}: ${more}`;
};

/** `Adam Rahman (family of Farah Rahman)`; whatever is known of it. */
function who({ about }: LogEntry): string {
  const child = about?.child;
  const family = about?.family;
  if (child) return child;
  return family ? `the family of ${family}` : 'a family that is gone';
}
const what = ({ about }: LogEntry): string => about?.what ?? 'something that is gone';
const inOrder = ({ about }: LogEntry): string => (about?.order ? ` (order ${about.order})` : '');
const text = (side: LogEntry['before'], column: string): string | null => {
  const value = side?.[column];
  return typeof value === 'string' ? value : null;
};
const placeIn = (entry: LogEntry, side: LogEntry['before']): string | null => {
  const id = text(side, 'session_id') ?? text(side, 'camp_id');
  return id === null ? null : (entry.names[id] ?? 'something that is gone');
};

type Sentence = (entry: LogEntry) => string;

function ofLine(entry: LogEntry): string {
  const [from, to] = [placeIn(entry, entry.before), placeIn(entry, entry.after)];
  if (from !== null && to !== null) return `moved ${who(entry)} from ${from} to ${to}${inOrder(entry)}`;
  if (to !== null) return `gave ${who(entry)} a place in ${to}${inOrder(entry)}`;
  switch (text(entry.after, 'status')) {
    case 'cancelled':
      return `cancelled ${what(entry)} for ${who(entry)}${inOrder(entry)}`;
    case 'credit':
      return `kept ${what(entry)} as a credit for ${who(entry)}${inOrder(entry)}`;
    case 'placed':
      return `gave ${who(entry)} a place in ${what(entry)}${inOrder(entry)}`;
    default:
      return withDetails(`changed ${what(entry)} of ${who(entry)}${inOrder(entry)}`, entry);
  }
}

function ofRefund(entry: LogEntry): string {
  const cents = entry.about?.cents;
  const sum = typeof cents === 'number' ? formatMoney(cents) : 'money';
  const whose = `${sum} for ${entry.about?.child ?? who(entry)}${entry.about?.what ? `, ${entry.about.what}` : ''}${inOrder(entry)}`;
  if (entry.action === 'insert') return `asked for a refund of ${whose}`;
  const status = text(entry.after, 'status');
  return status === null
    ? withDetails(`changed the refund of ${whose}`, entry)
    : `the refund of ${whose} is now ${valueNames[status] ?? status}`;
}

function ofWaitlist(entry: LogEntry): string {
  const whose = `${entry.about?.family ?? 'a family that is gone'} on the waitlist of ${what(entry)}`;
  switch (text(entry.after, 'status')) {
    case 'offered':
      return `offered a place to ${whose}`;
    case 'removed':
    case 'left':
      return `took ${whose} off`;
    case 'waiting':
      return `put ${whose} in line`;
    default:
      return withDetails(`changed ${whose}`, entry);
  }
}

function ofAttendance(entry: LogEntry): string {
  const attended = entry.after?.['attended'];
  const day = text(entry.after, 'day') ?? text(entry.before, 'day');
  const where = `${what(entry)}${day === null ? '' : `, ${formatDate(day)}`}`;
  if (entry.after?.['status'] === 'cancelled') return `took ${who(entry)} out of ${where}`;
  if (entry.table === 'bookings' && entry.action === 'insert') return `booked ${who(entry)} into ${where}`;
  if (attended === true) return `marked ${who(entry)} as there: ${where}`;
  if (attended === false) return `marked ${who(entry)} as absent: ${where}`;
  return `took back the mark of ${who(entry)}: ${where}`;
}

function ofRole(entry: LogEntry): string {
  const role = text(entry.after, 'role') ?? text(entry.before, 'role') ?? '';
  const person = (entry.key === null ? undefined : entry.names[entry.key]) ?? 'an account that is gone';
  const named = roleWords[role] ?? role;
  return entry.action === 'delete'
    ? `took the role of ${named} away from ${person}`
    : `gave ${person} the role of ${named}`;
}

function ofNotice(entry: LogEntry): string {
  const { families = 0, mails = 0, is_told } = entry.after ?? {};
  const note = entry.about?.note;
  return is_told === true
    ? `told ${String(families)} families of a change to ${what(entry)} (${String(mails)} mails)${note ? `: “${note}”` : ''}`
    : `did not tell ${String(families)} families of a change to ${what(entry)}${note ? `, because: “${note}”` : ''}`;
}

function ofPlace(entry: LogEntry): string {
  const named = (entry.key === null ? undefined : entry.names[entry.key]) ?? what(entry);
  if (entry.action === 'insert') return `made ${named}`;
  if (entry.action === 'delete') return `took ${named} away`;
  if (text(entry.after, 'status') === 'cancelled' || text(entry.after, 'cancelled_at') !== null)
    return `called off ${named}`;
  return withDetails(`changed ${named}`, entry);
}

function ofCampCoach(entry: LogEntry): string {
  const id = text(entry.after, 'coach_id') ?? text(entry.before, 'coach_id');
  const coach = (id === null ? undefined : entry.names[id]) ?? 'a coach who is gone';
  return entry.action === 'insert' ? `gave ${what(entry)} to ${coach}` : `took ${coach} off ${what(entry)}`;
}

function ofFamily(entry: LogEntry): string {
  const named = (entry.key === null ? undefined : entry.names[entry.key]) ?? 'a family that is gone';
  if (entry.action === 'merge') return `merged another family into the family of ${named}`;
  if (entry.action === 'erase') return 'erased a family';
  return withDetails(`changed the family of ${named}`, entry);
}

function ofChild(entry: LogEntry): string {
  if (entry.action !== 'ask') return plainSentence(entry);
  const named =
    entry.about?.child ?? (entry.key === null ? undefined : entry.names[entry.key]) ?? 'a child who is gone';
  const day = text(entry.after, 'day');
  return `asked the parents of ${named} about health (${placeIn(entry, entry.after) ?? 'a place'}${day === null ? '' : `, ${formatDate(day)}`})`;
}

function ofSale(entry: LogEntry): string {
  const cents = entry.after?.['total_cents'];
  const sum = typeof cents === 'number' ? ` for ${formatMoney(cents)}` : '';
  return `sold ${what(entry)} at the desk to ${who(entry)}${sum}${inOrder(entry)}`;
}

function ofDecision(entry: LogEntry): string {
  const resolution = text(entry.after, 'resolution');
  const done = resolution === null ? 'opened again' : (valueNames[resolution] ?? resolution);
  return `decided about ${valueNames[what(entry)] ?? what(entry)} of ${who(entry)}${inOrder(entry)}: ${done}`;
}

const sentences: Partial<Record<string, Sentence>> = {
  order_lines: ofLine,
  orders: ofSale,
  payment_decisions: ofDecision,
  refunds: ofRefund,
  waitlist_entries: ofWaitlist,
  bookings: ofAttendance,
  camp_attendance: ofAttendance,
  user_roles: ofRole,
  place_notices: ofNotice,
  sessions: ofPlace,
  camp_weeks: ofPlace,
  camp_coaches: ofCampCoach,
  families: ofFamily,
  children: ofChild,
  settings: (entry) => withDetails('changed the settings', entry),
};

const verbs: Partial<Record<string, string>> = {
  ...{ insert: 'added', update: 'changed', delete: 'took away', erase: 'erased', merge: 'merged' },
};

/** What somebody did, after their name: `moved Adam Rahman from Spark Camp, Bishan, 30 Nov to …`. */
export function sentenceOf(entry: LogEntry): string {
  return (sentences[entry.table] ?? plainSentence)(entry);
}

function plainSentence(entry: LogEntry): string {
  const noun = nouns[entry.table] ?? entry.table.replaceAll('_', ' ');
  const { child, family, what: thing } = entry.about ?? {};
  const of = child ?? (family ? `the family of ${family}` : null);
  const named = [thing && `“${valueNames[thing] ?? thing}”`, of && `for ${of}`].filter(Boolean).join(' ');
  return withDetails(
    `${verbs[entry.action] ?? entry.action} ${noun}${named === '' ? '' : ` ${named}`}`,
    entry,
  );
}
