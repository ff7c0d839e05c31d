import { StaffReview, StaffReviews } from '#contract/camp-reviews.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';
import { readList } from '#api/staff-list.ts';

export const fetchReviews = readList('list_camp_reviews', StaffReviews);

export const fetchReview = (id: string) =>
  asMember((token) => callRpc('get_camp_review', { p_review_id: id }, StaffReview, token));

export const publishReview = (id: string, version: number, isPublic: boolean) =>
  asMember((token) =>
    callRpc(
      'release_camp_review',
      { p_review_id: id, p_version: version, p_is_public: isPublic },
      StaffReview,
      token,
    ),
  );
