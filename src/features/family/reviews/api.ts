import { FamilyReviews, SavedReview, type SaveReview } from '#contract/camp-reviews.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';

export const readReviews = () => asMember((token) => callRpc('get_family_reviews', {}, FamilyReviews, token));

export const saveReview = (review: SaveReview) =>
  asMember((token) => callRpc('save_camp_review', { ...review }, SavedReview, token));

export const deleteReview = (campId: string) =>
  asMember((token) => callRpc('delete_camp_review', { p_camp_id: campId }, SavedReview, token));
