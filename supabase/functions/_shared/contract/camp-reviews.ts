import * as v from 'valibot';
import { listPage } from './list-page.ts';
import { count } from './numbers.ts';

/** Reviews of camps by families whose child was there (docs/decisions "Reviews of camps"). */
export const REVIEW_WORDS_MAX = 600;
export const REVIEW_NAME_MAX = 40;

/** `private`: only the team may read it. `waiting`: an admin has not read it yet. `public`: it is on the site. */
export const reviewStates = ['waiting', 'public', 'private'] as const;
const ReviewState = v.picklist(reviewStates);
export type ReviewState = v.InferOutput<typeof ReviewState>;

export const ratings = [1, 2, 3, 4, 5] as const;
const Rating = v.picklist(ratings);
export type Rating = v.InferOutput<typeof Rating>;

const CampReview = v.object({
  id: v.string(),
  version: count,
  rating: Rating,
  words: v.nullable(v.string()),
  /** The name under which the words may be published, or null if only the team may read them. */
  shown_name: v.nullable(v.string()),
  state: ReviewState,
});

const camp = {
  camp_id: v.string(),
  title: v.string(),
  location: v.string(),
  first_day: v.string(),
  last_day: v.string(),
  /** The first names of the family's children who were at the camp. */
  children: v.array(v.string()),
};

const ReviewedCamp = v.object({
  ...camp,
  /** Whether the family may still write or change the review. It may always delete it. */
  can_write: v.boolean(),
  review: v.nullable(CampReview),
});
export type ReviewedCamp = v.InferOutput<typeof ReviewedCamp>;

/** Answer of `get_family_reviews`. */
export const FamilyReviews = v.array(ReviewedCamp);

/** What a family sends. */
export const SaveReview = v.object({
  p_camp_id: v.string(),
  /** The version that was read, or 0 for a new review. */
  p_version: count,
  p_rating: Rating,
  p_words: v.nullable(v.pipe(v.string(), v.maxLength(REVIEW_WORDS_MAX))),
  p_shown_name: v.nullable(v.pipe(v.string(), v.maxLength(REVIEW_NAME_MAX))),
});
export type SaveReview = v.InferOutput<typeof SaveReview>;

/** Answer of `save_camp_review` and `delete_camp_review`. */
export const SavedReview = v.object({ review: v.nullable(CampReview) });

export const StaffReview = v.object({
  ...CampReview.entries,
  ...camp,
  family_id: v.string(),
  written_at: v.string(),
  released_at: v.nullable(v.string()),
  released_by: v.nullable(v.string()),
});
export type StaffReview = v.InferOutput<typeof StaffReview>;
export const StaffReviews = listPage(StaffReview);
export const reviewSorts = ['-written', 'written'] as const;

const PublicReview = v.object({
  id: v.string(),
  rating: Rating,
  words: v.string(),
  name: v.string(),
  title: v.string(),
  location: v.string(),
  last_day: v.string(),
});
export type PublicReview = v.InferOutput<typeof PublicReview>;

/** Answer of `get_public_reviews`. `stars` is the average of all reviews, or null if there are fewer than five. */
export const PublicReviews = v.object({
  count,
  stars: v.nullable(v.number()),
  reviews: v.array(PublicReview),
});
export type PublicReviews = v.InferOutput<typeof PublicReviews>;
