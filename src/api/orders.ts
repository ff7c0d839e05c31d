import { OrderView } from '#contract/orders.ts';
import { callRpc } from './rpc.ts';

/** The order that the secret opens; a parent of its family, by their token, reads all addresses of its mails. */
export const getOrder = (secret: string, token?: string) =>
  callRpc('get_order', { p_secret: secret }, OrderView, token);
