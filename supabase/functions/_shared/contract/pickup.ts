import * as v from 'valibot';

/** Of `get_pickup_codes`: somebody who may fetch, with what they say or show. */
export const PickupCode = v.object({
  /** Null: all of the family's children. */
  child_id: v.nullable(v.string()),
  child_name: v.nullable(v.string()),
  name: v.string(),
  relationship: v.nullable(v.string()),
  /** Six digits. */
  code: v.string(),
});
export type PickupCode = v.InferOutput<typeof PickupCode>;

/** Answer of `check_pickup_code(p_child_id, p_code)`: whose it is. Refuses `child_not_found`, `pickup_code_unknown`. */
export const CheckedPickup = v.object({ name: v.string(), relationship: v.nullable(v.string()) });
