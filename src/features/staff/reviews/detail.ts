import type { StaffReview } from '#contract/camp-reviews.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { createDetail, outcomeOf } from '#ui/kit/detail.ts';
import * as api from './api.ts';

export type Outcome = { state: 'done'; isPublic: boolean } | { state: 'refused'; code: ErrorCode };

export function createReviewDetail(onChanged: (row: StaffReview) => void) {
  const detail = createDetail<StaffReview, ErrorCode, Outcome>({
    name: 'review',
    read: api.fetchReview,
    onRead: onChanged,
  });
  const publish = (isPublic: boolean) =>
    detail.act(async ({ id, version }) =>
      outcomeOf(await api.publishReview(id, version, isPublic), () => ({ state: 'done', isPublic })),
    );
  return { ...detail, publish };
}
export type ReviewDetail = ReturnType<typeof createReviewDetail>;
