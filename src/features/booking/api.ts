import * as v from 'valibot';
import { callRpc } from '#api/rpc.ts';

/** Makes sure that the coming weekend has its sessions. Answers how many were made; often none. */
export const ensureSessions = () => callRpc('ensure_next_weekend_funstart_sessions', {}, v.number());
