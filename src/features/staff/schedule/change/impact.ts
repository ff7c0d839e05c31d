import type { ChangeImpact, ChangeNotice } from '#contract/place-changes.ts';

/** The fields that families see, or whose change could put a person in two sessions at the same time. */
const VISIBLE_FIELDS: readonly string[] = [
  ...['location_id', 'session_date', 'session_time', 'duration_minutes', 'session_time_start'],
  ...['session_time_end', 'coach_id'],
];

/** Returns whether a change may have consequences. Only such a change is previewed. */
export const concernsFamilies = (changes: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(changes).some((field) => VISIBLE_FIELDS.includes(field));

/** Returns whether there is anybody to notify, which means that somebody is booked or waiting. */
export const hasAudience = ({ changed, families, waiting }: ChangeImpact): boolean =>
  changed.length > 0 && families + waiting > 0;

export const needsConfirmation = (impact: ChangeImpact): boolean =>
  hasAudience(impact) || impact.coaches.length + impact.concerns.length + impact.busy.length > 0;

/** Returns whether only the coach changes. Notifying families is then optional and needs no reason. */
export const isOnlyCoach = ({ changed }: ChangeImpact): boolean =>
  changed.length === 1 && changed[0] === 'coach';

/** What staff decided. `note` is the message to families, or the reason why they are not notified. */
export interface Decision {
  notify: boolean;
  note: string;
  /** Why a coach is assigned who is absent or planned elsewhere. */
  reason?: string;
}

/** Returns the notice to families, or null if there is nobody to notify. */
export const noticeOf = (impact: ChangeImpact, { notify, note }: Decision): ChangeNotice | null =>
  hasAudience(impact)
    ? {
        notify,
        note: note.trim() === '' ? null : note.trim(),
        expected: { families: impact.families, mails: impact.mails },
      }
    : null;
