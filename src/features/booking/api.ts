import * as v from 'valibot';
import { ClassType, SessionAvailability } from '#contract/availability.ts';
import { callRpc, readRows } from '../../api/rpc.ts';

/** Makes sure that the coming weekend has its sessions. Answers how many were made; often none. */
export const ensureSessions = () => callRpc('ensure_next_weekend_funstart_sessions', {}, v.number());

export const fetchAvailability = () =>
  callRpc('get_session_availability_with_enrollments', {}, v.array(SessionAvailability));

export const fetchClassTypes = () => readRows('class_types?select=*', v.array(ClassType));
