import * as v from 'valibot';
import { phoneChannels } from './message-channels.ts';
import { count } from './numbers.ts';
import { OrderSession, QuoteCamp } from './places.ts';
import { listPage } from './list-page.ts';

/** Messages that staff write to families (docs/decisions "/management/messages"). */

const text = v.nullable(v.string());

/** Whom a message can go to. */
export const segments = [
  'session',
  'camp',
  'team',
  'active_pass',
  'waitlisted',
  'past_campers',
  'expired_pass',
] as const;
export type Segment = (typeof segments)[number];

/**
 * An `about` message is about what the families booked or wait for, and goes to all of them. A `news` message has
 * offers, and goes only to those who agreed to news.
 */
export const messageKinds = ['about', 'news'] as const;
export type MessageKind = (typeof messageKinds)[number];

/** The longest subject, in characters. */
export const SUBJECT_MAX = 120;
/** The longest text, in characters. */
export const BODY_MAX = 5000;

/** The kinds of message that may go to a segment. */
export const kindsOf = (segment: Segment): readonly MessageKind[] =>
  segment === 'past_campers' || segment === 'expired_pass' ? ['news'] : messageKinds;

/** Whom a message goes to. `id` is the id of the session, camp or team, or null if the segment has none. */
export const AudienceKey = v.object({ segment: v.picklist(segments), id: v.nullable(v.string()) });
export type AudienceKey = v.InferOutput<typeof AudienceKey>;

export const MessageDraft = v.object({
  audience: AudienceKey,
  kind: v.picklist(messageKinds),
  subject: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(SUBJECT_MAX)),
  body: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(BODY_MAX)),
});
export type MessageDraft = v.InferOutput<typeof MessageDraft>;

/** The sessions, camps and teams that can be written to, with the number of families. */
export const MessageAudiences = v.object({
  sessions: v.array(v.object({ ...OrderSession.entries, families: count })),
  camps: v.array(v.object({ ...QuoteCamp.entries, families: count })),
  teams: v.array(v.object({ id: v.string(), name: v.string() })),
});
export type MessageAudiences = v.InferOutput<typeof MessageAudiences>;

/**
 * `addresses` counts different addresses, and `first` lists a hundred of them. `left_out` counts the people who have
 * not agreed to news.
 */
export const MessageReach = v.object({
  families: count,
  /** True if there are more families than one message can go to. */
  more: v.boolean(),
  addresses: count,
  left_out: count,
  first: v.array(v.object({ name: text, email: v.string() })),
});
export type MessageReach = v.InferOutput<typeof MessageReach>;

/** Counts of the recipients. */
export const MessageCounts = v.object({
  /** All recipients except those who were left out. */
  all: count,
  /** Recipients who have not agreed to news. */
  left_out: count,
  sent: count,
  failed: count,
  stopped: count,
  waiting: count,
  delivered: count,
  bounced: count,
  /** Mails that were delivered and that the recipient marked as spam. */
  complained: count,
});
export type MessageCounts = v.InferOutput<typeof MessageCounts>;

/**
 * Answer to sending. If the same text was sent to the same people within a day, `already` is true, and `message_id` is
 * that of the earlier message.
 */
export const MessageSent = v.object({ message_id: v.string(), already: v.boolean(), counts: MessageCounts });
/** The message with its counts after staff stopped it. */
export const MessageStopped = v.object({ message_id: v.string(), counts: MessageCounts });
/** The caller's address, to which a trial mail was sent. */
export const MessageTried = v.object({ email: v.string() });

/** A message's mail, rendered by `message-preview`. */
export const MessagePreview = v.object({ subject: v.string(), html: v.string() });
export type MessagePreview = v.InferOutput<typeof MessagePreview>;

/** Whom a message went to, with the session or camp as it is now. */
const MessageAudience = v.object({
  ...AudienceKey.entries,
  session: v.nullable(OrderSession),
  camp: v.nullable(QuoteCamp),
  team: text,
});
export type MessageAudience = v.InferOutput<typeof MessageAudience>;

export const StaffMessage = v.object({
  message_id: v.string(),
  kind: v.picklist(messageKinds),
  audience: MessageAudience,
  subject: v.string(),
  sent_at: v.string(),
  stopped_at: text,
  sent_by: text,
  /** True if all recipients have been found, which happens in batches after sending. */
  is_gathered: v.boolean(),
  counts: MessageCounts,
});
export type StaffMessage = v.InferOutput<typeof StaffMessage>;

export const messageSorts = ['-created', 'created'] as const;
/** `going` means that mails are still being sent. */
export const messageStates = ['going', 'done', 'stopped'] as const;

export const StaffMessages = listPage(StaffMessage);

/** A mail that the recipient's server sent back, or that the recipient marked as spam. */
const ReturnedMail = v.object({
  mail_id: v.string(),
  email: v.string(),
  state: v.picklist(['bounced', 'complained']),
  reason: text,
  family_id: text,
  name: text,
  children: v.array(v.string()),
  phone: text,
});
export type ReturnedMail = v.InferOutput<typeof ReturnedMail>;

/** The phone messages of one channel, counted by their state. */
export const PhoneCounts = v.object({
  channel: v.picklist(phoneChannels),
  all: count,
  sent: count,
  delivered: count,
  read: count,
  failed: count,
  waiting: count,
});
export type PhoneCounts = v.InferOutput<typeof PhoneCounts>;

/** A sent message with what became of its mails. */
export const MessageDetails = v.object({
  ...StaffMessage.entries,
  body: v.string(),
  returned: v.array(ReturnedMail),
  phones: v.array(PhoneCounts),
  failed: v.array(v.object({ mail_id: v.string(), email: v.string(), error: text })),
});
export type MessageDetails = v.InferOutput<typeof MessageDetails>;

/** Answer of `stop-news`, which ends news to an address. */
export const NewsStopped = v.object({ ok: v.literal(true) });
