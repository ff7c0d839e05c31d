import * as v from 'valibot';
import type { Query } from '#contract/database.ts';
import {
  PromotionEnded,
  PromotionSaved,
  type SavePromotion,
  StaffPromotionDetails,
  StaffPromotions,
} from '#contract/management-promotions.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc, readRows } from '#api/rpc.ts';
import { readList } from '#api/staff-list.ts';

const offersQuery: Query = 'current_offers?select=id,kind,title,details&order=title.asc,id.asc';
const locationsQuery: Query = 'locations?select=id,name&order=name.asc';
const Product = v.object({
  id: v.string(),
  kind: v.string(),
  title: v.string(),
  details: v.object({ tier: v.optional(v.string()) }),
});
const Location = v.object({ id: v.string(), name: v.string() });

/** Reads the offers and locations to which a code can be limited. */
export async function fetchChoices() {
  const [offers, locations] = await Promise.all([
    readRows(offersQuery, v.array(Product)),
    readRows(locationsQuery, v.array(Location)),
  ]);
  if (!offers.ok || !locations.ok) return null;
  return {
    // A code for camps is limited by their tiers.
    tiers: offers.value.flatMap(({ title, details: { tier } }) =>
      tier === undefined ? [] : [{ id: tier, name: title }],
    ),
    offers: offers.value
      .filter(({ kind }) => kind !== 'camp_tier')
      .map(({ id, title }) => ({ id, name: title })),
    locations: locations.value,
  };
}

export const fetchPromotions = readList('list_promotion_codes', StaffPromotions);

export const fetchPromotion = (id: string) =>
  asMember((token) => callRpc('get_promotion_code', { p_promotion_id: id }, StaffPromotionDetails, token));

export const savePromotion = (promotion: SavePromotion) =>
  asMember((token) =>
    callRpc('save_promotion_code', { p_promotion: { ...promotion } }, PromotionSaved, token),
  );

export const endPromotion = (id: string, isEnded: boolean) =>
  asMember((token) =>
    callRpc('end_promotion_code', { p_promotion_id: id, p_ended: isEnded }, PromotionEnded, token),
  );
