import {
  type AbsenceFields,
  type CoachHours,
  CoachWeek,
  RemovedAbsence,
  SavedAbsence,
  SavedCoachHours,
} from '#contract/coach-time.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';

/** Without a Monday this week; without a coach the caller's own, or the first one for an admin who is none. */
export const fetchWeek = (monday: string | null, coachId: string | null) =>
  asMember((token) => callRpc('get_coach_week', { p_monday: monday, p_coach_id: coachId }, CoachWeek, token));

export const saveHours = (coachId: string, hours: CoachHours[]) =>
  asMember((token) =>
    callRpc('save_coach_hours', { p_hours: hours, p_coach_id: coachId }, SavedCoachHours, token),
  );

/** Enters an absence if there is no id. */
export const saveAbsence = (coachId: string, id: string | null, absence: AbsenceFields) =>
  asMember((token) =>
    callRpc(
      'save_coach_absence',
      { p_absence: { ...absence }, p_id: id, p_coach_id: coachId },
      SavedAbsence,
      token,
    ),
  );

export const removeAbsence = (id: string) =>
  asMember((token) => callRpc('remove_coach_absence', { p_id: id }, RemovedAbsence, token));
