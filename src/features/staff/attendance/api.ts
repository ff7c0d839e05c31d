import { ClassAttendance } from '#contract/attendance.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';

/** The database logs each child in the answer as read. */
export const fetchAttendance = (sessionId: string, weeks: number) =>
  asMember((token) =>
    callRpc('get_class_attendance', { p_session_id: sessionId, p_weeks: weeks }, ClassAttendance, token),
  );
