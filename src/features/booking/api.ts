import * as v from 'valibot';
import { ClassType, SessionAvailability } from '#contract/availability.ts';
import { callRpc, readRows } from '../../lib/rpc.ts';

/** Makes sure that the coming weekend has its sessions. Answers how many were made; often none. */
export const ensureSessions = () => callRpc('ensure_next_weekend_funstart_sessions', {}, v.number());

export const fetchAvailability = () =>
  callRpc('get_session_availability_with_enrollments', {}, v.array(SessionAvailability));

export const fetchClassTypes = () => readRows('class_types?select=*', v.array(ClassType));

const Profiles = v.array(v.object({ credits_remaining: v.nullable(v.number()) }));

/** What is left on the passes of the family signed in; null without an answer. A visitor's page does not wait for it. */
export async function fetchCredits(userId: string, token: string): Promise<number | null> {
  const query = `profiles?select=credits_remaining&id=eq.${encodeURIComponent(userId)}`;
  const answer = await readRows(query, Profiles, token);
  return answer.ok ? (answer.value[0]?.credits_remaining ?? null) : null;
}
