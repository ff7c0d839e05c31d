import type {
  MessageAudience,
  MessageAudiences,
  MessageCounts,
  MessageKind,
  Segment,
} from '#contract/management-messages.ts';
import { formatDays } from '#contract/format.ts';
import { longPlaceWords } from '#contract/place-words.ts';
import type { OwnRefusals } from '#api/refusal-words.ts';
import { formatMoment, formatTime } from '#domain/dates.ts';
import type { Fault } from '#domain/fault.ts';
import { faultWords as generalWords } from '#ui/people/words.ts';
import { needsId, type Written, type WrittenField } from './model.ts';

const number = new Intl.NumberFormat('en-SG');
const families = (count: number) => `${number.format(count)} ${count === 1 ? 'family' : 'families'}`;
const addresses = (count: number) => `${number.format(count)} ${count === 1 ? 'address' : 'addresses'}`;

export const kindWords: Record<MessageKind, string> = { about: 'About a booking', news: 'News and offers' };

export const segmentWords: Record<Segment, string> = {
  session: 'A class on one day',
  camp: 'A camp',
  team: 'A team’s families',
  active_pass: 'Families with a pass that holds',
  waitlisted: 'Families on a waitlist',
  past_campers: 'Families of past campers',
  expired_pass: 'Families whose pass ended',
};
export const segmentHints: Record<Segment, string> = {
  session: 'Everybody who has booked it.',
  camp: 'Everybody who is enrolled.',
  team: 'Who booked one of its classes in the last four weeks or ahead.',
  active_pass: 'A pass that is valid today.',
  waitlisted: 'Who waits, or has an offer, for any class or camp.',
  past_campers: 'Who was at a camp, in any year.',
  expired_pass: 'It ended within a year, and they have no other.',
};

/** Returns "White Otter A, Somerset, Sat 28 Nov 2026, 10.30 am", or the name of a team or segment. */
export const audienceWords = ({ segment, session, camp, team }: MessageAudience): string =>
  longPlaceWords({ session, camp }) || (team ?? segmentWords[segment]);

/** An option with the base first, because two camps of one tier and week differ only by base. */
export const campOption = ({
  name,
  location_name,
  start_date,
  end_date,
  families: count,
}: MessageAudiences['camps'][number]): string =>
  `${location_name}: ${name}, ${formatDays(start_date, end_date)} (${families(count)})`;
export const sessionOption = ({
  location_name,
  session_time,
  class_type,
  families: count,
}: MessageAudiences['sessions'][number]): string =>
  `${location_name}: ${formatTime(session_time)}, ${class_type} (${families(count)})`;

/** The recipients of an unfinished message, as in the confirmation; null if not chosen. */
export function writtenAudience(
  { segment, id }: Pick<Written, 'segment' | 'id'>,
  audiences: MessageAudiences | null,
): string | null {
  if (!needsId(segment)) return segmentWords[segment];
  const session = audiences?.sessions.find(({ session_id }) => segment === 'session' && session_id === id);
  const camp = audiences?.camps.find(({ camp_id }) => segment === 'camp' && camp_id === id);
  if (session ?? camp) return longPlaceWords({ session, camp });
  return audiences?.teams.find((team) => segment === 'team' && team.id === id)?.name ?? null;
}

export const listWords = {
  empty: [
    'No message yet.',
    'Write one to a class, a camp, a team or a segment: whom it reaches is said before it goes.',
  ],
  title: 'Messages',
  one: 'message',
  several: 'messages',
  write: 'Write a message',
  search: 'Search messages',
  searchHint: 'A word of subject or text',
  kind: 'Kind',
  allKinds: 'Any kind',
  state: 'State',
  allStates: 'Any state',
  states: { going: 'On its way', done: 'Sent', stopped: 'Stopped' },
  all: 'All',
  subject: 'Subject',
  to: 'To',
  mails: 'Mails',
  sent: 'Sent',
  viewOffText: 'Messages say names and addresses, so they are not shown while others look at the screen.',
  by: (name: string | null) => (name === null ? 'by somebody who has left' : `by ${name}`),
} as const;

/** Returns "12 delivered" or "3 of 12 delivered, 1 given up". */
export function countWords({ all, sent, given_up, stopped, waiting }: MessageCounts): string {
  const done =
    sent === all
      ? `${number.format(all)} delivered`
      : `${number.format(sent)} of ${number.format(all)} delivered`;
  return [
    done,
    waiting > 0 && `${number.format(waiting)} waiting`,
    given_up > 0 && `${number.format(given_up)} given up`,
    stopped > 0 && `${number.format(stopped)} stopped`,
  ]
    .filter(Boolean)
    .join(', ');
}

export const writeWords = {
  title: 'Write a message',
  back: 'All messages',
  who: 'Who gets it',
  segment: 'Families',
  session: 'Class',
  camp: 'Camp',
  team: 'Team',
  choose: 'Choose one',
  noSessions: 'Nobody has booked a class from three days ago to three weeks ahead.',
  noCamps: 'Nobody is enrolled in a camp of the last two weeks or ahead.',
  listFailed: 'Classes and camps did not load.',
  kind: 'What it is',
  kinds: {
    about: 'About their booking',
    news: 'News and offers',
  },
  kindHints: {
    about:
      'A change of place, what to bring, the weather. It reaches all of them, so it must not sell anything.',
    news: 'Anything that sells. It reaches only who allowed news, says <ADV> in its subject, and has a link that stops them.',
  },
  onlyNews: 'They have nothing booked, so what they get is news.',
  words: 'What it says',
  subject: 'Subject',
  body: 'Text',
  bodyHint:
    'Plain text; an empty line begins a paragraph. It begins with “Hi” and the parent’s name. No child’s health or other private matters: a mail is forwarded.',
  counting: 'Counting...',
  countFailed: 'It could not be counted whom it reaches.',
  reach: (count: number, more: boolean) =>
    more
      ? `More than ${addresses(count)} get it.`
      : count === 1
        ? '1 address gets it.'
        : `${addresses(count)} get it.`,
  nobody: 'Nobody would get it.',
  leftOut: (count: number) =>
    count === 1
      ? '1 family has not allowed news and is left out.'
      : `${families(count)} have not allowed news and are left out.`,
  shared: (count: number) => `${families(count)}; who shares an address gets it once.`,
  see: 'See who',
  first: (shown: number) => `The first ${shown} by name.`,
  look: 'How it looks',
  phone: 'Phone',
  desktop: 'Desktop',
  notYet: 'Choose who gets it, and write a subject and a text: the mail stands here as it arrives.',
  drawing: 'Drawing the mail...',
  drawFailed: 'The mail could not be drawn.',
  mail: 'The mail as it arrives',
  from: 'Subject',
  try: 'Send it to me first',
  tried: (email: string) => `A test is on its way to ${email}.`,
  send: 'Send',
  sendTo: (count: number, more: boolean) => `Send to ${more ? 'more than ' : ''}${addresses(count)}`,
  sure: (to: string, count: number, more: boolean, news: boolean) =>
    `To: ${to}. ${more ? 'More than ' : ''}${addresses(count)} ${count === 1 ? 'gets' : 'get'} this mail${news ? ' as news' : ''}. It leaves within minutes, a few at a time; what has not left yet can be stopped, what has cannot be called back.`,
  yes: 'Yes, send it',
  no: 'Not yet',
  faults: 'Before it can be sent:',
} as const;

const faults: Record<WrittenField, Partial<Record<Fault['kind'], string>>> = {
  audience: { choose: 'Choose who gets it.' },
  subject: { missing: 'Write a subject.', too_long: 'The subject is longer than a mail program shows.' },
  body: { missing: 'Write a text.', too_long: 'The text is too long for a mail.' },
};
export const faultWords = (field: WrittenField, fault: Fault): string =>
  faults[field][fault.kind] ?? generalWords(fault);

export const storyWords = {
  loading: 'Loading...',
  failed: 'The message did not load.',
  gone: 'No message is at this address.',
  again: 'This very message had been sent to these families already, so it was not sent once more.',
  to: 'To',
  kind: 'Kind',
  sent: 'Sent',
  stoppedAt: (at: string) => `Stopped ${formatMoment(at)}`,
  mails: 'Mails',
  delivered: 'Delivered',
  waiting: 'Waiting',
  givenUp: 'Given up',
  stopped: 'Stopped',
  leftOut: 'Left out: no news allowed',
  gathering: 'More families are being looked through.',
  stop: 'Stop it',
  stopSure: (count: number, to: string) =>
    `To: ${to}. ${count === 1 ? '1 mail has' : `${number.format(count)} mails have`} not left yet and will not be sent. What was delivered stays delivered.`,
  stopYes: 'Yes, stop it',
  stopNo: 'Let it go on',
  stopDone: 'Stopped. What had not left yet is not sent.',
  text: 'Text',
  lost: 'Mails that nobody got',
  lostHint: 'The mail provider refused them several times. Call the family, or have the mail tried anew.',
  resend: 'Try it again',
  resent: 'It is being tried again.',
} as const;

export const refusals: OwnRefusals = {
  no_recipients: 'Nobody would get this message, so it was not sent.',
  session_not_found: 'This class is not on the timetable any more.',
  camp_not_found: 'This camp is not there any more.',
  offline: 'You seem to be offline. Nothing was sent; what you wrote stays here.',
  unexpected: 'That did not work. What you wrote stays here; pressed again, it is sent once.',
};
