import { SessionAvailability } from '#contract/availability.ts';
import * as v from 'valibot';
import { callRpc } from './rpc.ts';
import { rpcPath } from './rpc-path.ts';

const AVAILABILITY = 'get_session_availability_with_enrollments';
export const sessionsPath = rpcPath(AVAILABILITY);

export const fetchSessions = () => callRpc(AVAILABILITY, {}, v.array(SessionAvailability));

/** Returns sessions of later weekends, which moves and the waitlist also need. */
export const fetchSessionsAhead = () => callRpc('get_sessions_ahead', {}, v.array(SessionAvailability));
