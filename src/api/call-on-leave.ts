import type { Rpc, RpcArguments } from '#contract/database.ts';
import { env } from '#config/env.ts';
import { rpcPath } from './rpc-path.ts';

/**
 * Sends a request that continues after the page is closed. Nothing reads its answer, so pages do not load the code
 * that validates answers.
 */
export const callOnLeave = <Name extends Rpc>(
  name: Name,
  body: RpcArguments<Name>,
  token: string | null = null,
): Promise<Response> =>
  fetch(env().PUBLIC_SUPABASE_URL + rpcPath(name), {
    method: 'POST',
    headers: {
      apikey: env().PUBLIC_SUPABASE_KEY,
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
    keepalive: true,
  });
