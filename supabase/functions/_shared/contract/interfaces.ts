import * as v from 'valibot';
import { apiScopes } from './read-api.ts';

/** Keys of other programs, for business admins (docs/decisions "Open interfaces"). */

const text = v.nullable(v.string());

export const ApiKey = v.object({
  id: v.string(),
  /** Which program uses it, in the words of staff. */
  name: v.string(),
  prefix: v.string(),
  scopes: v.array(v.picklist(apiScopes)),
  state: v.picklist(['active', 'expired', 'revoked']),
  made_by: text,
  created_at: v.string(),
  expires_at: v.string(),
  last_used_at: text,
  revoked_at: text,
});
export type ApiKey = v.InferOutput<typeof ApiKey>;

/** Answer of `list_api_keys`. */
export const ApiKeys = v.object({ keys: v.array(ApiKey) });

/** Body of `create_api_key`. */
export const CreateApiKey = v.object({
  p_name: v.pipe(v.string(), v.minLength(1), v.maxLength(80)),
  p_scopes: v.array(v.picklist(apiScopes)),
  /** The number of days after which the key ends. */
  p_days: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(366)),
});
export type CreateApiKey = v.InferOutput<typeof CreateApiKey>;

/** Answer of `create_api_key`. `secret` is the key itself, which is returned only once. */
export const CreatedApiKey = v.object({ key: ApiKey, secret: v.string() });
export type CreatedApiKey = v.InferOutput<typeof CreatedApiKey>;

export const ChangedApiKey = v.object({ key: ApiKey });
