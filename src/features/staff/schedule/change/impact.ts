import type { PlaceImpact, PlaceNotice } from '#contract/place-changes.ts';

/** Fields that families know, or that could put somebody at two places at once. */
const TOLD: readonly string[] = [
  ...['location_id', 'session_date', 'session_time', 'duration_minutes', 'session_time_start'],
  ...['session_time_end', 'coach_id'],
];

/** True if a change may have consequences, so that they are only requested then. */
export const concernsFamilies = (changes: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(changes).some((field) => TOLD.includes(field));

/** True if somebody is booked or waiting, so that notifying families is a question. */
export const hasAudience = ({ changed, families, waiting }: PlaceImpact): boolean =>
  changed.length > 0 && families + waiting > 0;

/** True if staff must confirm the change. */
export const needsAsking = (impact: PlaceImpact): boolean =>
  hasAudience(impact) || impact.coaches.length + impact.busy.length > 0;

/** True if only the coach changes: notifying families is then optional and needs no reason. */
export const isCoachAlone = ({ changed }: PlaceImpact): boolean =>
  changed.length === 1 && changed[0] === 'coach';

export interface Decision {
  tell: boolean;
  note: string;
}

/** The notice to families; null if there is nobody to notify. */
export const noticeOf = (impact: PlaceImpact, { tell, note }: Decision): PlaceNotice | null =>
  hasAudience(impact)
    ? {
        tell,
        note: note.trim() === '' ? null : note.trim(),
        expected: { families: impact.families, mails: impact.mails },
      }
    : null;
