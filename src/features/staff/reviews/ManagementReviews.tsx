import type { StaffReview } from '#contract/camp-reviews.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { createManagerAccess } from '#api/manager-access.ts';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { createListScreen } from '#ui/kit/ListScreen.tsx';
import { Managed } from '#ui/staff/Managed.tsx';
import { createReviewDetail, type ReviewDetail } from './detail.ts';
import { reviewList } from './list.tsx';
import { detailMessages, listMessages } from './messages.ts';
import { ReviewSheet } from './ReviewSheet.tsx';

/** On `/management/reviews`, admins read what families wrote about camps, and publish it. */
const Reviews = createListScreen<StaffReview, StaffReview, ErrorCode, ReviewDetail>({
  list: reviewList,
  detail: createReviewDetail,
  Sheet: ReviewSheet,
  sheet: { notFound: 'review_not_found', words: detailMessages },
});

const guard = createManagerAccess();
const ManagementReviews = () => (
  <Managed guard={guard} why={listMessages.viewOff}>
    {() => <Reviews />}
  </Managed>
);

export default inBoundary(ManagementReviews);
