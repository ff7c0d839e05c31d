import { SessionAvailability } from '#contract/availability.ts';
import * as v from 'valibot';
import { callRpc } from './rpc.ts';
import { rpcPath } from './rpc-path.ts';

const AVAILABILITY = 'get_session_availability_with_enrollments';
export const sessionsPath = rpcPath(AVAILABILITY);

/** The coming weekend's sessions, full ones too. */
export const fetchSessions = () => callRpc(AVAILABILITY, {}, v.array(SessionAvailability));

/** Those of later weekends as well: where a paid place may move to, and what may be waited for. */
export const fetchSessionsAhead = () => callRpc('get_sessions_ahead', {}, v.array(SessionAvailability));
