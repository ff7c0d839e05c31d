import { OrderView } from '#contract/orders.ts';
import { callRpc } from './rpc.ts';

/** The order that the secret opens. */
export const getOrder = (secret: string) => callRpc('get_order', { p_secret: secret }, OrderView);
