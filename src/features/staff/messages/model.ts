import {
  type AudienceKey,
  BODY_MOST,
  kindsOf,
  type MessageAudiences,
  MessageDraft,
  type MessageKind,
  type MessageReach,
  type Segment,
  SUBJECT_MOST,
} from '#contract/management-messages.ts';
import * as v from 'valibot';
import type { Fault } from '#domain/fault.ts';

/** What is written, as it stands in the form. */
export interface Written {
  segment: Segment;
  /** Of the session, camp or team; empty: not chosen. */
  id: string;
  kind: MessageKind;
  subject: string;
  body: string;
}

export const Kept = v.object({
  segment: MessageDraft.entries.audience.entries.segment,
  id: v.string(),
  kind: MessageDraft.entries.kind,
  subject: v.string(),
  body: v.string(),
});

export const nothingWritten: Written = { segment: 'session', id: '', kind: 'about', subject: '', body: '' };

const named: readonly Segment[] = ['session', 'camp', 'team'];
export const needsId = (segment: Segment): boolean => named.includes(segment);

/** Whom it goes to, once that is chosen. */
export const audienceOf = ({ segment, id }: Pick<Written, 'segment' | 'id'>): AudienceKey | null =>
  needsId(segment) ? (id === '' ? null : { segment, id }) : { segment, id: null };

/** Another segment: what cannot be written to it is not kept. */
export function withSegment(written: Written, segment: Segment): Written {
  const [first] = kindsOf(segment);
  const kind = kindsOf(segment).includes(written.kind) ? written.kind : (first ?? 'news');
  return { ...written, segment, id: '', kind };
}

export type WrittenField = 'audience' | 'subject' | 'body';

/** What is missing, by field, in their order. */
export function faultsOf(written: Written): [WrittenField, Fault][] {
  const faults: [WrittenField, Fault][] = [];
  if (audienceOf(written) === null) faults.push(['audience', { kind: 'choose' }]);
  const [subject, body] = [written.subject.trim(), written.body.trim()];
  if (subject === '') faults.push(['subject', { kind: 'missing' }]);
  else if (subject.length > SUBJECT_MOST) faults.push(['subject', { kind: 'too_long' }]);
  if (body === '') faults.push(['body', { kind: 'missing' }]);
  else if (body.length > BODY_MOST) faults.push(['body', { kind: 'too_long' }]);
  return faults;
}

/** As it is sent; null while something is missing. */
export function draftOf(written: Written): MessageDraft | null {
  const audience = audienceOf(written);
  if (audience === null || faultsOf(written).length > 0) return null;
  return { audience, kind: written.kind, subject: written.subject.trim(), body: written.body.trim() };
}

/** Places of a day under its date, as the select groups them. */
export function sessionsByDay(
  sessions: MessageAudiences['sessions'],
): [day: string, sessions: MessageAudiences['sessions']][] {
  const days = new Map<string, MessageAudiences['sessions']>();
  for (const session of sessions)
    days.set(session.session_date, [...(days.get(session.session_date) ?? []), session]);
  return [...days];
}

/** Does anybody get it? What goes on beyond what was looked through is somebody. */
export const reachesNobody = ({ addresses, more }: MessageReach): boolean => addresses === 0 && !more;
