import { WaitlistView } from '#contract/waitlists.ts';
import { callRpc } from './rpc.ts';

/** The entry that the secret opens. */
export const getEntry = (secret: string) => callRpc('get_waitlist_entry', { p_secret: secret }, WaitlistView);
