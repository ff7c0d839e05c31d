import type { Query, Rpc, RpcArguments } from '#contract/database.ts';
import type * as v from 'valibot';
import type { Answer } from './errors.ts';
import { fromPostgrest } from './errors.ts';
import { call } from './http.ts';
import { rpcPath } from './rpc-path.ts';

export const queryPath = (query: Query) => `/rest/v1/${query}`;

export function callRpc<Name extends Rpc, Schema extends v.GenericSchema>(
  name: Name,
  body: RpcArguments<Name>,
  schema: Schema,
  token?: string,
): Promise<Answer<v.InferOutput<Schema>>> {
  return call({ path: rpcPath(name), body, schema, readError: fromPostgrest, token });
}

export function readRows<Schema extends v.GenericSchema>(
  query: Query,
  schema: Schema,
  token?: string,
): Promise<Answer<v.InferOutput<Schema>>> {
  return call({ path: queryPath(query), method: 'GET', schema, readError: fromPostgrest, token });
}
