import type { PlaceImpact, PlaceNotice } from '#contract/place-changes.ts';

/** Fields that families know, or that put somebody at two places at once. */
const TOLD: readonly string[] = [
  ...['location_id', 'session_date', 'session_time', 'duration_minutes', 'session_time_start'],
  ...['session_time_end', 'coach_id'],
];

/** What a change comes to is asked for only where it could come to something. */
export const concernsFamilies = (changes: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(changes).some((field) => TOLD.includes(field));

/** Somebody booked or waits, so families are told or not. */
export const hasAudience = ({ changed, families, waiting }: PlaceImpact): boolean =>
  changed.length > 0 && families + waiting > 0;

/** Staff look at it before it is done. */
export const needsAsking = (impact: PlaceImpact): boolean =>
  hasAudience(impact) || impact.coaches.length + impact.busy.length > 0;

/** Of a coach alone families are told by choice, without a reason. */
export const isCoachAlone = ({ changed }: PlaceImpact): boolean =>
  changed.length === 1 && changed[0] === 'coach';

export interface Decision {
  tell: boolean;
  note: string;
}

/** Null: nobody is there to be told. */
export const noticeOf = (impact: PlaceImpact, { tell, note }: Decision): PlaceNotice | null =>
  hasAudience(impact)
    ? {
        ...{ tell, note: note.trim() === '' ? null : note.trim() },
        seen: { families: impact.families, mails: impact.mails },
      }
    : null;
