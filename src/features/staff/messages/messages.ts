import type {
  MessageAudience,
  MessageAudiences,
  MessageCounts,
  MessageKind,
  PhoneCounts,
  ReturnedMail,
  Segment,
} from '#contract/management-messages.ts';
import { formatDays } from '#contract/format.ts';
import { longPlaceText } from '#contract/place-names.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { formatMoment, formatTime } from '#domain/dates.ts';
import type { Fault } from '#domain/fault.ts';
import { faultMessage as generalMessages } from '#ui/people/messages.ts';
import { answerMessages, hiddenMessage } from '#ui/staff/messages.ts';
import { needsId, type ComposedMessage, type MessageField } from './model.ts';
import { offline } from '#domain/offline-messages.ts';

const number = new Intl.NumberFormat('en-SG');
const families = (count: number) => `${number.format(count)} ${count === 1 ? 'family' : 'families'}`;
const addresses = (count: number) => `${number.format(count)} ${count === 1 ? 'address' : 'addresses'}`;

export const kindMessages: Record<MessageKind, string> = {
  about: 'About a booking',
  news: 'News and offers',
};

export const segmentMessages: Record<Segment, string> = {
  session: 'A class on one day',
  camp: 'A camp',
  team: 'A team’s families',
  active_pass: 'Families with a valid pass',
  waitlisted: 'Families on a waitlist',
  past_campers: 'Families of past campers',
  expired_pass: 'Families whose pass has ended',
};
export const segmentHints: Record<Segment, string> = {
  session: 'All families who have booked this class on this day.',
  camp: 'All families who have booked this camp.',
  team: 'Families who booked one of its classes in the last four weeks, or have one coming up.',
  active_pass: 'Families whose pass is valid today.',
  waitlisted: 'Families who are waiting for, or have an offer for, any class or camp.',
  past_campers: 'Families who came to a camp in any year.',
  expired_pass: 'Families whose pass ended in the last year and who have no other.',
};

/** Returns "White Otter A, Somerset, Sat 28 Nov 2026, 10.30 am", or the name of a team or segment. */
export const audienceMessage = ({ segment, session, camp, team }: MessageAudience): string =>
  longPlaceText({ session, camp }) || (team ?? segmentMessages[segment]);

/** Returns the label of a camp. Two camps of one tier and week differ only by their base, so the base comes first. */
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

/**
 * Names the recipients of an unfinished message, as the confirmation does. Returns null if they are
 * not chosen yet.
 */
export function writtenAudience(
  { segment, id }: Pick<ComposedMessage, 'segment' | 'id'>,
  audiences: MessageAudiences | null,
): string | null {
  if (!needsId(segment)) return segmentMessages[segment];
  const session = audiences?.sessions.find(({ session_id }) => segment === 'session' && session_id === id);
  const camp = audiences?.camps.find(({ camp_id }) => segment === 'camp' && camp_id === id);
  if (session ?? camp) return longPlaceText({ session, camp });
  return audiences?.teams.find((team) => segment === 'team' && team.id === id)?.name ?? null;
}

export const listMessages = {
  empty: [
    'No messages yet.',
    'Messages that you send to a class, a camp, a team or a group of families appear here. You see who gets a message before you send it.',
  ],
  title: 'Messages',
  one: 'message',
  several: 'messages',
  write: 'Write a message',
  search: 'Search messages',
  searchHint: 'A word from the subject or text',
  kind: 'Kind',
  allKinds: 'Any kind',
  state: 'State',
  allStates: 'Any state',
  states: { going: 'On its way', done: 'Sent', stopped: 'Stopped' },
  all: 'All',
  subject: 'Subject',
  to: 'To',
  mails: 'E-mails',
  sent: 'Sent',
  viewOffText: hiddenMessage('Messages show names and addresses'),
  by: (name: string | null) => (name === null ? 'by a former colleague' : `by ${name}`),
} as const;

/** Returns for example "12 sent, 11 delivered, 1 bounced" or "3 of 12 sent, 1 failed". */
export function countMessage({
  all,
  sent,
  failed,
  stopped,
  waiting,
  delivered,
  bounced,
}: MessageCounts): string {
  const deliveryText =
    sent === all ? `${number.format(all)} sent` : `${number.format(sent)} of ${number.format(all)} sent`;
  return [
    deliveryText,
    delivered > 0 && `${number.format(delivered)} delivered`,
    bounced > 0 && `${number.format(bounced)} bounced`,
    waiting > 0 && `${number.format(waiting)} waiting`,
    failed > 0 && `${number.format(failed)} failed`,
    stopped > 0 && `${number.format(stopped)} stopped`,
  ]
    .filter(Boolean)
    .join(', ');
}

export const writeMessages = {
  title: 'Write a message',
  back: 'All messages',
  who: 'Who gets it',
  segment: 'Families',
  session: 'Class',
  camp: 'Camp',
  team: 'Team',
  choose: 'Choose one',
  noSessions: 'No class has bookings in the last three days or the next three weeks.',
  noCamps: 'There are no bookings for camps that are coming up or ended in the last two weeks.',
  listFailed: 'Classes and camps did not load.',
  kind: 'Kind of message',
  kinds: {
    about: 'About their booking',
    news: 'News and offers',
  },
  kindHints: {
    about:
      'For example a new location, what to bring or the weather. All of these families get it, so it must not sell anything.',
    news: 'For anything that sells. Only families who allow news get it. It has <ADV> in its subject and a link to unsubscribe.',
  },
  onlyNews: 'These families have nothing booked, so this can only be news.',
  words: 'Message',
  subject: 'Subject',
  body: 'Text',
  bodyHint:
    'Plain text. Leave an empty line between paragraphs. We start with “Hi” and the parent’s name. Leave out health and other private matters: people forward e-mails. A message to a class or camp also goes to the phones of parents who have agreed to this.',
  counting: 'Counting…',
  countFailed: 'We could not count who gets this. Please try again.',
  reach: (count: number, hasMore: boolean) =>
    hasMore
      ? `More than ${addresses(count)} will get it.`
      : count === 1
        ? '1 address will get it.'
        : `${addresses(count)} will get it.`,
  nobody: 'This message has no recipients.',
  leftOut: (count: number) =>
    count === 1
      ? '1 family is left out: it has not allowed news, or e-mails to it bounce.'
      : `${families(count)} are left out: they have not allowed news, or e-mails to them bounce.`,
  shared: (count: number) => `${families(count)}. Families who share an address get it once.`,
  see: 'See who gets it',
  firstByName: (shownCount: number) => `Showing the first ${shownCount} by name.`,
  preview: 'Preview',
  phone: 'Phone',
  desktop: 'Desktop',
  notYet:
    'Choose who gets it, and write a subject and the text. The e-mail then appears here as it will arrive.',
  drawing: 'Loading the preview…',
  drawFailed: 'The preview did not load.',
  mail: 'The e-mail as it will arrive',
  from: 'Subject',
  try: 'Send a test to me',
  testSent: (email: string) => `A test is on its way to ${email}.`,
  send: 'Send message',
  sendTo: (count: number, hasMore: boolean) => `Send to ${hasMore ? 'more than ' : ''}${addresses(count)}`,
  confirmSend: (to: string, count: number, hasMore: boolean, news: boolean) =>
    `To: ${to}. ${hasMore ? 'More than ' : ''}${addresses(count)} will get this e-mail${news ? ' as news' : ''}. It will go out over the next few minutes, a few at a time. You can stop only e-mails that have not gone out yet.`,
  yes: 'Yes, send message',
  no: 'Not yet',
  faults: 'Before you can send this:',
} as const;

const faults: Record<MessageField, Partial<Record<Fault['kind'], string>>> = {
  audience: { choose: 'Choose who gets it.' },
  subject: {
    missing: 'Write a subject.',
    too_long: 'The subject is too long for e-mail programs. Please shorten it.',
  },
  body: { missing: 'Write the text.', too_long: 'The text is too long for an e-mail. Please shorten it.' },
};
export const faultMessage = (field: MessageField, fault: Fault): string =>
  faults[field][fault.kind] ?? generalMessages(fault);

export const detailMessages = {
  loading: 'Loading...',
  failed: 'The message did not load.',
  notFound: 'We can’t find this message.',
  alreadySent: 'You have already sent this message to these families, so it was not sent again.',
  to: 'To',
  kind: 'Kind',
  sent: 'Sent',
  stoppedAt: (at: string) => `Stopped ${formatMoment(at)}`,
  mails: 'E-mails',
  sentMails: 'Sent',
  delivered: 'Delivered',
  bounced: 'Bounced',
  complained: 'Marked as spam',
  waiting: 'Waiting',
  mailsFailed: 'Failed',
  stopped: 'Stopped',
  leftOut: 'Not sent: news not allowed, or e-mails bounce',
  gathering: 'We are still preparing the e-mails.',
  writeToFamilies: 'Write to families',
  writeToFamiliesOf: (to: string) => `Write to families: ${to}`,
  stop: 'Stop message',
  stopSure: (count: number, to: string) =>
    `To: ${to}. ${count === 1 ? '1 e-mail has' : `${number.format(count)} e-mails have`} not gone out yet and will not be sent. E-mails that have gone out can’t be recalled.`,
  stopYes: 'Yes, stop message',
  stopNo: 'Keep sending',
  stopDone: 'Stopped. E-mails that had not gone out will not be sent.',
  text: 'Text',
  returned: 'E-mails that bounced',
  returnedHint: 'Call these families. They get no more news by e-mail until an e-mail reaches them.',
  returnedBy: ({ name, email, children }: ReturnedMail) =>
    `${name ?? email}${children.length > 0 ? `, parent of ${children.join(', ')}` : ''}`,
  returnedWhy: ({ state, email, reason }: ReturnedMail) =>
    [email, state === 'complained' ? 'marked as spam' : reason].filter(Boolean).join(' · '),
  call: (phone: string) => `Call ${phone}`,
  phones: ({ sent, delivered, read, waiting, failed }: PhoneCounts): readonly [string, number][] => [
    ['Sent', sent],
    ['Delivered', delivered],
    ['Read', read],
    ['Waiting', waiting],
    ['Failed', failed],
  ],
  phonesHint:
    'These messages went to parents who have agreed to get them on their phones. “Write to families” shows what happened to each message, and whom you can write to yourself.',
  noTracking: 'We do not track who has opened an e-mail.',
  failedMails: 'E-mails that failed',
  lostHint: 'The mail provider refused these several times. Call the family, or send the e-mail again.',
  resend: 'Send again',
  resent: answerMessages.retried,
  mailLeftOut: answerMessages.leftOut,
} as const;

export const refusals: OwnMessages = {
  session_not_found: 'This class is no longer on the schedule.',
  camp_not_found: 'This camp is no longer on the schedule.',
  offline: `${offline} Nothing was sent. Everything you typed is still here.`,
  unexpected:
    'That did not work. Everything you typed is still here. If you try again, the message is still sent only once.',
};
