import type * as v from 'valibot';
import type { Answer } from './errors.ts';
import { fromFunction } from './errors.ts';
import { call } from './http.ts';

export function callFunction<Schema extends v.GenericSchema>(
  name: string,
  body: object,
  schema: Schema,
  timeoutMs?: number,
  token?: string,
): Promise<Answer<v.InferOutput<Schema>>> {
  return call({
    path: `/functions/v1/${name}`,
    body,
    schema,
    readError: fromFunction,
    token,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
}
