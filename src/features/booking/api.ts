import { SessionAvailability } from '#contract/availability.ts';
import * as v from 'valibot';
import { callRpc } from '#api/rpc.ts';

/** Creates the sessions of this weekend if they are missing, and returns how many were created. */
export const ensureSessions = () => callRpc('ensure_next_weekend_funstart_sessions', {}, v.number());

/** `notice` is the text that staff show to parents while sales are stopped. Every row repeats it. */
const WeekSession = v.object({ ...SessionAvailability.entries, notice: v.nullish(v.string()) });
export type WeekSession = v.InferOutput<typeof WeekSession>;

/**
 * Reads the sessions of the week with the notice, which `fetchSessions` leaves out to keep the scripts of the
 * checkouts small.
 */
export const fetchWeek = () => callRpc('get_session_availability_with_enrollments', {}, v.array(WeekSession));
