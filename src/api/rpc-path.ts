import type { Rpc } from '#contract/database.ts';

export const rpcPath = (name: Rpc) => `/rest/v1/rpc/${name}`;
