import type { Rpc } from '#contract/database.ts';

/** The path of a database function in PostgREST. */
export const rpcPath = (name: Rpc) => `/rest/v1/rpc/${name}`;
