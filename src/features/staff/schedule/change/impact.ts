import type { ChangeImpact, ChangeNotice } from '#contract/place-changes.ts';

/** Fields that families see, or that could put somebody at two places at once. */
const VISIBLE_FIELDS: readonly string[] = [
  ...['location_id', 'session_date', 'session_time', 'duration_minutes', 'session_time_start'],
  ...['session_time_end', 'coach_id'],
];

/** True if a change may have consequences, so that they are only requested then. */
export const concernsFamilies = (changes: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(changes).some((field) => VISIBLE_FIELDS.includes(field));

/** True if somebody is booked or waiting, so that notifying families is a question. */
export const hasAudience = ({ changed, families, waiting }: ChangeImpact): boolean =>
  changed.length > 0 && families + waiting > 0;

/** True if staff must confirm the change. */
export const needsConfirmation = (impact: ChangeImpact): boolean =>
  hasAudience(impact) || impact.coaches.length + impact.busy.length > 0;

/** True if only the coach changes: notifying families is then optional and needs no reason. */
export const isOnlyCoach = ({ changed }: ChangeImpact): boolean =>
  changed.length === 1 && changed[0] === 'coach';

/** Whether families are told, and the note to them or, if not, the reason. */
export interface Decision {
  notify: boolean;
  note: string;
}

/** The notice to families; null if there is nobody to notify. */
export const noticeOf = (impact: ChangeImpact, { notify, note }: Decision): ChangeNotice | null =>
  hasAudience(impact)
    ? {
        notify,
        note: note.trim() === '' ? null : note.trim(),
        expected: { families: impact.families, mails: impact.mails },
      }
    : null;
