import * as v from 'valibot';
import { callRpc } from '#api/rpc.ts';

/** Creates the coming weekend's sessions if they are missing. Returns how many were created, which is often 0. */
export const ensureSessions = () => callRpc('ensure_next_weekend_funstart_sessions', {}, v.number());
