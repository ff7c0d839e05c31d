import { WaitlistView } from '#contract/waitlists.ts';
import { callRpc } from './rpc.ts';

/** The waitlist entry for a secret. */
export const getEntry = (secret: string) => callRpc('get_waitlist_entry', { p_secret: secret }, WaitlistView);
