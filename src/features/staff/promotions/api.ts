import {
  PromotionEnded,
  PromotionSaved,
  type SavePromotion,
  StaffPromotionDetails,
  StaffPromotions,
} from '#contract/management-promotions.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';
import { readList } from '#api/staff-list.ts';

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
