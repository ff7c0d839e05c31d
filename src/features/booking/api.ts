import { SessionAvailability } from '#contract/availability.ts';
import * as v from 'valibot';
import { callRpc } from '#api/rpc.ts';

/** Creates this week's sessions, until Sunday, if they are missing. Returns how many were created, which is often 0. */
export const ensureSessions = () => callRpc('ensure_next_weekend_funstart_sessions', {}, v.number());

/** `notice`: what staff tell parents while sales are stopped, the same in each row. */
const WeekSession = v.object({ ...SessionAvailability.entries, notice: v.nullish(v.string()) });
export type WeekSession = v.InferOutput<typeof WeekSession>;

/** As `fetchSessions`, with the notice; the checkouts, whose scripts have no room, do not read it. */
export const fetchWeek = () => callRpc('get_session_availability_with_enrollments', {}, v.array(WeekSession));
