import { OrderView } from '#contract/orders.ts';
import { callRpc } from './rpc.ts';

/**
 * Reads the order of a secret link. If the token is that of a parent of its family, the answer also has all e-mail
 * addresses.
 */
export const getOrder = (secret: string, token?: string) =>
  callRpc('get_order', { p_secret: secret }, OrderView, token);
