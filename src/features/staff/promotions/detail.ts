import type { ErrorCode } from '#contract/errors.ts';
import type {
  SavePromotion,
  StaffPromotion,
  StaffPromotionDetails,
} from '#contract/management-promotions.ts';
import { createDetail, outcomeOf } from '#ui/kit/detail.ts';
import * as api from './api.ts';

export type Outcome =
  | { state: 'done'; what: 'saved' | 'ended' | 'started' }
  | { state: 'refused'; code: ErrorCode; field?: string };

export function createPromotionDetailsStore(onChanged: (row: StaffPromotion) => void) {
  const detail = createDetail<StaffPromotionDetails, ErrorCode, Outcome>({
    name: 'code',
    read: api.fetchPromotion,
    onRead: ({ promotion }) => onChanged(promotion),
  });
  /** Returns the answer for the form, or null if another action is running. */
  async function save(body: SavePromotion) {
    const answers: Awaited<ReturnType<typeof api.savePromotion>>[] = [];
    await detail.act(async () => {
      const answer = await api.savePromotion(body);
      answers.push(answer);
      return outcomeOf(answer, () => ({ state: 'done', what: 'saved' }));
    });
    return answers[0] ?? null;
  }
  const end = (isEnded: boolean) =>
    detail.act(async ({ promotion }) =>
      outcomeOf(await api.endPromotion(promotion.promotion_id, isEnded), () => ({
        state: 'done',
        what: isEnded ? 'ended' : 'started',
      })),
    );
  return { ...detail, save, end };
}
export type PromotionDetailsStore = ReturnType<typeof createPromotionDetailsStore>;
