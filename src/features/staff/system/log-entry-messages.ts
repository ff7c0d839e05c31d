import type { LogEntry } from '#contract/management-system.ts';
import { joinNames, placeMessage } from '#contract/place-names.ts';
import { plural } from '#contract/plural.ts';
import { formatDate } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { correctedNames, mailName } from '#ui/staff/messages.ts';
import { nouns, roleMessages, valueNames } from './log-terms.ts';
import { cancelledDaySentence, withDetails } from './log-values.ts';

/** Names the child that the entry is about. If there is none, names the family. */
function personOf({ about }: LogEntry): string {
  const { child, family } = about ?? {};
  return child ?? (family ? `the family of ${family}` : 'a deleted family');
}
/**
 * Describes what the entry is about. An order is described by its lines, e.g. `Adam Rahman, Spark Camp, Bishan, 30
 * Nov; …`.
 */
const subjectText = (entry: LogEntry): string =>
  entry.about?.lines ?? [personOf(entry), entry.about?.what].filter(Boolean).join(', ');
const subjectOf = ({ about }: LogEntry): string => about?.what ?? 'a deleted item';
/**
 * Returns for example ` (family of Farah Rahman, order OT-VQQ4)`. The family is left out if the
 * sentence already names it.
 */
function familyAndOrder({ about }: LogEntry): string {
  const { child, lines, family, order } = about ?? {};
  const isNamed = Boolean(child ?? lines);
  const parts = [isNamed && family && `family of ${family}`, order && `order ${order}`].filter(Boolean);
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}
/** Returns `, on Mon 30 Nov 2026` if the entry is about one day. */
const onDay = (day: string | null): string => (day === null ? '' : `, on ${formatDate(day)}`);
const text = (columns: LogEntry['before'], column: string): string | null => {
  const value = columns?.[column];
  return typeof value === 'string' ? value : null;
};
const placeIn = (entry: LogEntry, columns: LogEntry['before']): string | null => {
  const id = text(columns, 'session_id') ?? text(columns, 'camp_id');
  return id === null ? null : (entry.names[id] ?? 'a deleted item');
};

type Sentence = (entry: LogEntry) => string;

function lineSentence(entry: LogEntry): string {
  const [from, to] = [placeIn(entry, entry.before), placeIn(entry, entry.after)];
  if (from !== null && to !== null)
    return `moved ${personOf(entry)} from ${from} to ${to}${familyAndOrder(entry)}`;
  if (to !== null) return `gave ${personOf(entry)} a spot in ${to}${familyAndOrder(entry)}`;
  switch (text(entry.after, 'status')) {
    case 'cancelled':
      return `cancelled ${subjectOf(entry)} for ${personOf(entry)}${familyAndOrder(entry)}`;
    case 'credit':
      return `kept ${subjectOf(entry)} as a credit for ${personOf(entry)}${familyAndOrder(entry)}`;
    case 'placed':
      return `gave ${personOf(entry)} a spot in ${subjectOf(entry)}${familyAndOrder(entry)}`;
    default:
      return withDetails(`changed ${subjectOf(entry)} of ${personOf(entry)}${familyAndOrder(entry)}`, entry);
  }
}

function refundSentence(entry: LogEntry): string {
  const cents = entry.about?.cents;
  const sum = typeof cents === 'number' ? formatMoney(cents) : 'money';
  const sumText = `${sum} for ${subjectText(entry)}${familyAndOrder(entry)}`;
  if (entry.action === 'insert') return `requested a refund of ${sumText}`;
  const status = text(entry.after, 'status');
  return status === null
    ? withDetails(`changed the refund of ${sumText}`, entry)
    : `the refund of ${sumText} is now ${valueNames[status] ?? status}`;
}

function waitlistSentence(entry: LogEntry): string {
  const { family, child } = entry.about ?? {};
  const familyText = `${family ?? 'a deleted family'}${child ? ` for ${child}` : ''}`;
  const list = `the waitlist of ${subjectOf(entry)}`;
  switch (text(entry.after, 'status')) {
    case 'offered':
      return `offered a spot to ${familyText} on ${list}`;
    case 'removed':
    case 'left':
      return `removed ${familyText} from ${list}`;
    case 'waiting':
      return `put ${familyText} on ${list}`;
    default:
      return withDetails(`changed ${familyText} on ${list}`, entry);
  }
}

function attendanceSentence(entry: LogEntry): string {
  const attendedValue = entry.after?.['attended'];
  const day = text(entry.after, 'day') ?? text(entry.before, 'day');
  const placeText = `${subjectOf(entry)}${onDay(day)}${familyAndOrder(entry)}`;
  if (entry.after?.['status'] === 'cancelled') return `removed ${personOf(entry)} from ${placeText}`;
  if (entry.table !== 'camp_attendance' && entry.action === 'insert')
    return `booked ${personOf(entry)} into ${placeText}`;
  if (attendedValue === true) return `marked ${personOf(entry)} as present: ${placeText}`;
  if (attendedValue === false) return `marked ${personOf(entry)} as absent: ${placeText}`;
  return `cleared the mark for ${personOf(entry)}: ${placeText}`;
}

function roleSentence(entry: LogEntry): string {
  const role = text(entry.after, 'role') ?? text(entry.before, 'role') ?? '';
  const person = (entry.key === null ? undefined : entry.names[entry.key]) ?? 'a deleted account';
  const roleName = roleMessages[role] ?? role;
  return entry.action === 'delete'
    ? `removed the ${roleName} role from ${person}`
    : `gave ${person} the ${roleName} role`;
}

const signOutSentence: Sentence = ({ key, names }) =>
  `signed out ${(key === null ? undefined : names[key]) ?? 'a deleted account'} everywhere`;

const linksSentence: Sentence = ({ key, names }) =>
  `ended all links to order ${(key === null ? undefined : names[key]) ?? '(deleted)'}`;
const factorSentence: Sentence = ({ key, names }) =>
  `removed the two-step sign-in of ${(key === null ? undefined : names[key]) ?? 'a deleted account'}`;

function invitationSentence(entry: LogEntry): string {
  const person = (entry.key === null ? undefined : entry.names[entry.key]) ?? 'somebody';
  const role = text(entry.after, 'role') ?? '';
  if (entry.action === 'insert') return `invited ${person} to the ${roleMessages[role] ?? role} role`;
  return text(entry.after, 'accepted_at') === null
    ? `revoked the invitation for ${person}`
    : `accepted the invitation for ${person}`;
}

function noticeSentence(entry: LogEntry): string {
  const { is_notified } = entry.after ?? {};
  const count = (column: string) => Number(entry.after?.[column] ?? 0);
  const families = plural(count('families'), 'family', 'families');
  const note = entry.about?.note;
  return is_notified === true
    ? `told ${families} about a change to ${subjectOf(entry)} (${plural(count('mails'), 'e-mail')})${note ? `: “${note}”` : ''}`
    : `did not tell ${families} about a change to ${subjectOf(entry)}${note ? `, because: “${note}”` : ''}`;
}

/** Returns the name of a removed camp. It is taken from the log of the camp's creation or removal. */
function removedCamp({ before, after, names }: LogEntry): string | null {
  const columns = before ?? after;
  const [name, start, end] = [text(columns, 'name'), text(columns, 'start_date'), text(columns, 'end_date')];
  const location = names[text(columns, 'location_id') ?? ''];
  if (name === null || start === null || end === null || location === undefined) return null;
  return placeMessage({ camp: { name, location_name: location, start_date: start, end_date: end } });
}

function placeSentence(entry: LogEntry): string {
  const subjectName =
    (entry.key === null ? undefined : entry.names[entry.key]) ?? removedCamp(entry) ?? subjectOf(entry);
  if (entry.action === 'insert') return `created ${subjectName}`;
  if (entry.action === 'delete') return `removed ${subjectName}`;
  if (text(entry.after, 'status') === 'cancelled' || text(entry.after, 'cancelled_at') !== null)
    return `cancelled ${subjectName}`;
  return withDetails(`changed ${subjectName}`, entry);
}

function campCoachSentence(entry: LogEntry): string {
  const id = text(entry.after, 'coach_id') ?? text(entry.before, 'coach_id');
  const coach = (id === null ? undefined : entry.names[id]) ?? 'a former coach';
  return entry.action === 'insert'
    ? `assigned ${coach} to ${subjectOf(entry)}`
    : `removed ${coach} from ${subjectOf(entry)}`;
}

const campSaleSentence = (entry: LogEntry): string =>
  entry.action === 'insert'
    ? `put ${subjectOf(entry)} on sale without a coach`
    : `ended the sale of ${subjectOf(entry)} without a coach`;

function correctedFields(entry: LogEntry): string {
  const fieldNames: Partial<Record<string, string>> = correctedNames;
  const fields = entry.after?.['fields'];
  return `the ${joinNames(Array.isArray(fields) ? fields.map((field) => fieldNames[String(field)] ?? String(field)) : [])}`;
}

function familySentence(entry: LogEntry): string {
  const familyName = (entry.key === null ? undefined : entry.names[entry.key]) ?? 'a deleted family';
  if (entry.action === 'merge') return `merged another family into the family of ${familyName}`;
  if (entry.action === 'erase') return 'deleted a family';
  if (entry.action === 'correct')
    return `corrected ${correctedFields(entry)} of a parent in the family of ${familyName}`;
  return withDetails(`changed the family of ${familyName}`, entry);
}

function childSentence(entry: LogEntry): string {
  const childName =
    entry.about?.child ?? (entry.key === null ? undefined : entry.names[entry.key]) ?? 'a deleted child';
  if (entry.action === 'correct')
    return `corrected ${correctedFields(entry)} of ${childName}${familyAndOrder(entry)}`;
  if (entry.action !== 'ask') return withDetails(`changed ${childName}${familyAndOrder(entry)}`, entry);
  const placeText = `${placeIn(entry, entry.after) ?? 'a session or camp'}${onDay(text(entry.after, 'day'))}`;
  return `asked the parents of ${childName} about health: ${placeText}${familyAndOrder(entry)}`;
}

function saleSentence(entry: LogEntry): string {
  const cents = entry.after?.['total_cents'];
  const sum = typeof cents === 'number' ? ` for ${formatMoney(cents)}` : '';
  return `sold at the desk${sum}: ${subjectText(entry)}${familyAndOrder(entry)}`;
}

function decisionSentence(entry: LogEntry): string {
  const resolution = text(entry.after, 'resolution');
  const resolutionText = resolution === null ? 'reopened' : (valueNames[resolution] ?? resolution);
  const personText = entry.about?.lines ?? personOf(entry);
  return `decided about ${valueNames[subjectOf(entry)] ?? subjectOf(entry)} for ${personText}${familyAndOrder(entry)}: ${resolutionText}`;
}

function creditSentence(entry: LogEntry): string {
  const delta = Number(entry.after?.['delta'] ?? 0);
  const note = entry.about?.note;
  return [
    delta < 0 ? `took ${plural(-delta, 'credit')} from ` : `gave ${plural(delta, 'credit')} to `,
    `${subjectText(entry)}${familyAndOrder(entry)}`,
    note ? `, because: “${note}”` : '',
  ].join('');
}

function shareSentence(entry: LogEntry): string {
  const columns = entry.after ?? entry.before;
  const placeText = `${placeIn(entry, columns) ?? 'a deleted item'}${onDay(text(columns, 'day'))}`;
  return `${entry.action === 'delete' ? 'ended' : 'created'} a link to the roster of ${placeText}`;
}

function ofMessage(entry: LogEntry): string {
  const audience = entry.after?.['audience'];
  const segment =
    audience !== null && typeof audience === 'object' && 'segment' in audience ? audience.segment : null;
  const to = entry.about?.lines ?? (typeof segment === 'string' ? (valueNames[segment] ?? segment) : null);
  return `${entry.action === 'insert' ? 'sent' : 'stopped'} the message “${subjectOf(entry)}”${to === null ? '' : ` to ${to}`}`;
}

function mailSentence(entry: LogEntry): string {
  const { family, lines } = entry.about ?? {};
  const about = [lines, orderSentence(entry)].filter(Boolean).join(' ');
  return `sent the e-mail “${mailName(subjectOf(entry))}” to ${family ?? 'a deleted family'} again${about === '' ? '' : `: ${about}`}`;
}
const orderSentence = ({ about }: LogEntry): string => (about?.order ? `(order ${about.order})` : '');

const sentences: Partial<Record<string, Sentence>> = {
  order_lines: lineSentence,
  orders: saleSentence,
  payment_decisions: decisionSentence,
  refunds: refundSentence,
  waitlist_entries: waitlistSentence,
  bookings: attendanceSentence,
  camp_attendance: attendanceSentence,
  camp_enrollments: attendanceSentence,
  user_roles: roleSentence,
  staff_sessions: signOutSentence,
  second_factor: factorSentence,
  order_links: linksSentence,
  staff_invitations: invitationSentence,
  place_notices: noticeSentence,
  sessions: placeSentence,
  camp_weeks: placeSentence,
  camp_coaches: campCoachSentence,
  camp_sale_exceptions: campSaleSentence,
  cancelled_camp_days: (entry) => cancelledDaySentence(entry, subjectOf(entry)),
  families: familySentence,
  children: childSentence,
  credit_ledger: creditSentence,
  roster_shares: shareSentence,
  data_export: ({ key }) => `copied all data of the topic “${(key ?? '').replaceAll('_', ' ')}”`,
  messages: ofMessage,
  outbox: mailSentence,
  settings: (entry) => withDetails('changed the settings', entry),
};

const verbs: Partial<Record<string, string>> = {
  insert: 'added',
  update: 'changed',
  delete: 'removed',
  erase: 'deleted',
  merge: 'merged',
};

/** Returns a sentence that follows a person's name, e.g. `moved Adam Rahman from Spark Camp, Bishan, 30 Nov to …`. */
export function sentenceOf(entry: LogEntry): string {
  return (sentences[entry.table] ?? plainSentence)(entry);
}

function plainSentence(entry: LogEntry): string {
  const noun = nouns[entry.table] ?? entry.table.replaceAll('_', ' ');
  const { child, family, what: item } = entry.about ?? {};
  const details = [
    item && `“${valueNames[item] ?? item}”`,
    (child ?? family) && `for ${personOf(entry)}`,
  ].filter(Boolean);
  const sentence = [verbs[entry.action] ?? entry.action, noun, ...details].join(' ');
  return withDetails(`${sentence}${familyAndOrder(entry)}`, entry);
}

/**
 * Says what was read. The text names the child, the class or camp, its base and the day, as far as the entry has them.
 */
export function viewedText(entry: LogEntry): string {
  const { child, family, what: place } = entry.about ?? {};
  const personText = (child ?? family) ? `, ${personOf(entry)}` : '';
  return `${personText}${place ? `, ${place}` : ''}${onDay(text(entry.after, 'day'))}${familyAndOrder(entry)}`;
}
