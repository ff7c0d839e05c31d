import * as v from 'valibot';

/**
 * The data that the sales desk reads before a sale (decisions "/sales"); the sale itself is `DeskSale` of `passes.ts`.
 */

export const DeskFamily = v.object({
  family_id: v.string(),
  name: v.string(),
  email: v.string(),
  phone: v.nullable(v.string()),
  children: v.array(v.object({ id: v.string(), name: v.string(), dob: v.pipe(v.string(), v.isoDate()) })),
});
export type DeskFamily = v.InferOutput<typeof DeskFamily>;

/** Answer of `find_desk_families`. `more` means that further families match. */
export const DeskFamilies = v.object({ more: v.boolean(), rows: v.array(DeskFamily) });
export type DeskFamilies = v.InferOutput<typeof DeskFamilies>;

/** Answer of `get_desk_access`: whether the caller sells at the desk, or only reads its prices. */
export const DeskAccess = v.object({ sells: v.boolean() });
