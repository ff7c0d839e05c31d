import { WaitlistView } from '#contract/waitlists.ts';
import { callRpc } from './rpc.ts';

export const getEntry = (secret: string) => callRpc('get_waitlist_entry', { p_secret: secret }, WaitlistView);
