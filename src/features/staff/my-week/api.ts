import {
  type AbsenceFields,
  type CoachAbsence,
  type CoachHours,
  CoachWeek,
  RemovedAbsence,
  SavedAbsence,
  SavedCoachHours,
} from '#contract/coach-time.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';

/**
 * Reads a week of a coach. If no Monday is given, this week is read. If no coach is given, it is the caller's week, or
 * that of the first coach for an admin.
 */
export const fetchWeek = (monday: string | null, coachId: string | null) =>
  asMember((token) => callRpc('get_coach_week', { p_monday: monday, p_coach_id: coachId }, CoachWeek, token));

/** Saves a coach's hours. `before` are the hours that the form began with. */
export const saveHours = (coachId: string, hours: CoachHours[], before: readonly CoachHours[]) =>
  asMember((token) =>
    callRpc(
      'save_coach_hours',
      { p_hours: hours, p_coach_id: coachId, p_expected: [...before] },
      SavedCoachHours,
      token,
    ),
  );

/** Saves an absence. `before` is null for a new one. */
export const saveAbsence = (coachId: string, absence: AbsenceFields, before: CoachAbsence | null) =>
  asMember((token) =>
    callRpc(
      'save_coach_absence',
      {
        p_absence: { ...absence },
        p_id: before?.id ?? null,
        p_coach_id: coachId,
        p_expected: before && { ...before },
      },
      SavedAbsence,
      token,
    ),
  );

export const removeAbsence = (absence: CoachAbsence) =>
  asMember((token) =>
    callRpc('remove_coach_absence', { p_id: absence.id, p_expected: { ...absence } }, RemovedAbsence, token),
  );
