import type * as v from 'valibot';
import type { Answer } from './errors.ts';
import { fromPostgrest } from './errors.ts';
import { call } from './http.ts';

/** Calls a database function over PostgREST; `schema` is the contract's shape of the answer. */
export function callRpc<Schema extends v.GenericSchema>(
  name: string,
  body: object,
  schema: Schema,
  token?: string,
): Promise<Answer<v.InferOutput<Schema>>> {
  return call({ path: `/rest/v1/rpc/${name}`, body, schema, readError: fromPostgrest, token });
}

/** Reads rows of a table over PostgREST, e.g. `class_types?select=*`. */
export function readRows<Schema extends v.GenericSchema>(
  query: string,
  schema: Schema,
  token?: string,
): Promise<Answer<v.InferOutput<Schema>>> {
  return call({ path: `/rest/v1/${query}`, method: 'GET', schema, readError: fromPostgrest, token });
}
