import { SessionAvailability } from '#contract/availability.ts';
import * as v from 'valibot';
import { callRpc } from './rpc.ts';
import { rpcPath } from './rpc-path.ts';

const AVAILABILITY = 'get_session_availability_with_enrollments';
export const sessionsPath = rpcPath(AVAILABILITY);

export const fetchSessions = () => callRpc(AVAILABILITY, {}, v.array(SessionAvailability));

/** Returns the sessions of later weekends. Moves and the waitlist offer them, too. */
export const fetchSessionsAhead = () => callRpc('get_sessions_ahead', {}, v.array(SessionAvailability));
