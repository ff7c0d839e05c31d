import { ClassType, SessionAvailability } from '#contract/availability.ts';
import * as v from 'valibot';
import { callRpc, readRows } from './rpc.ts';

/** The coming weekend's sessions, full ones too. */
export const fetchSessions = () =>
  callRpc('get_session_availability_with_enrollments', {}, v.array(SessionAvailability));

/** What their classes are called. */
export const fetchClassTypes = () => readRows('class_types?select=id,name', v.array(ClassType));
