import { ClassType, SessionAvailability } from '#contract/availability.ts';
import * as v from 'valibot';
import { callRpc, queryPath, readRows, rpcPath } from './rpc.ts';

const AVAILABILITY = 'get_session_availability_with_enrollments';
const CLASS_TYPES = 'class_types?select=id,name';
export const sessionsPath = rpcPath(AVAILABILITY);
export const classTypesPath = queryPath(CLASS_TYPES);

/** The coming weekend's sessions, full ones too. */
export const fetchSessions = () => callRpc(AVAILABILITY, {}, v.array(SessionAvailability));

/** What their classes are called. */
export const fetchClassTypes = () => readRows(CLASS_TYPES, v.array(ClassType));
