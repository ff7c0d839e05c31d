import {
  type AudienceKey,
  BODY_MAX,
  kindsOf,
  type MessageAudiences,
  MessageDraft,
  type MessageKind,
  type MessageReach,
  type Segment,
  SUBJECT_MAX,
} from '#contract/management-messages.ts';
import * as v from 'valibot';
import type { Fault } from '#domain/fault.ts';

export interface ComposedMessage {
  segment: Segment;
  /** The id of the session, camp or team, or an empty string if none is chosen. */
  id: string;
  kind: MessageKind;
  subject: string;
  body: string;
}

export const SavedDraft = v.object({
  segment: MessageDraft.entries.audience.entries.segment,
  id: v.string(),
  kind: MessageDraft.entries.kind,
  subject: v.string(),
  body: v.string(),
});

export const nothingWritten: ComposedMessage = {
  segment: 'session',
  id: '',
  kind: 'about',
  subject: '',
  body: '',
};

const segmentsWithId: readonly Segment[] = ['session', 'camp', 'team'];
export const needsId = (segment: Segment): boolean => segmentsWithId.includes(segment);

/** Returns null until the recipients are chosen. */
export const audienceOf = ({ segment, id }: Pick<ComposedMessage, 'segment' | 'id'>): AudienceKey | null =>
  needsId(segment) ? (id === '' ? null : { segment, id }) : { segment, id: null };

/** Changes the segment of a message. If the new segment does not allow the kind of message, the kind is reset. */
export function withSegment(message: ComposedMessage, segment: Segment): ComposedMessage {
  const [first] = kindsOf(segment);
  const kind = kindsOf(segment).includes(message.kind) ? message.kind : (first ?? 'news');
  return { ...message, segment, id: '', kind };
}

export type MessageField = 'audience' | 'subject' | 'body';

/** Returns the missing fields in the order of the form. */
export function faultsOf(message: ComposedMessage): [MessageField, Fault][] {
  const faults: [MessageField, Fault][] = [];
  if (audienceOf(message) === null) faults.push(['audience', { kind: 'choose' }]);
  const [subject, body] = [message.subject.trim(), message.body.trim()];
  if (subject === '') faults.push(['subject', { kind: 'missing' }]);
  else if (subject.length > SUBJECT_MAX) faults.push(['subject', { kind: 'too_long' }]);
  if (body === '') faults.push(['body', { kind: 'missing' }]);
  else if (body.length > BODY_MAX) faults.push(['body', { kind: 'too_long' }]);
  return faults;
}

/** Returns null while something is missing. */
export function draftOf(message: ComposedMessage): MessageDraft | null {
  const audience = audienceOf(message);
  if (audience === null || faultsOf(message).length > 0) return null;
  return { audience, kind: message.kind, subject: message.subject.trim(), body: message.body.trim() };
}

/** Groups the sessions of the select by date. */
export function sessionsByDay(
  sessions: MessageAudiences['sessions'],
): [day: string, sessions: MessageAudiences['sessions']][] {
  const days = new Map<string, MessageAudiences['sessions']>();
  for (const session of sessions)
    days.set(session.session_date, [...(days.get(session.session_date) ?? []), session]);
  return [...days];
}

/** Returns whether nobody would get the message. If `more` is true, there may be recipients beyond the counted ones. */
export const reachesNobody = ({ addresses, more }: MessageReach): boolean => addresses === 0 && !more;
