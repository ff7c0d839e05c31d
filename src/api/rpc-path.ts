import type { Rpc } from '#contract/database.ts';

/** Where PostgREST has a database function. */
export const rpcPath = (name: Rpc) => `/rest/v1/rpc/${name}`;
