import type { ReviewState, StaffReview } from '#contract/camp-reviews.ts';
import { joinNames } from '#contract/place-names.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { formatDays, formatMoment } from '#domain/dates.ts';
import { rereadRefusals } from '#ui/staff/error-messages.ts';
import { hiddenMessage } from '#ui/staff/messages.ts';

export const stateMessages: Record<ReviewState, string> = {
  waiting: 'To read',
  public: 'On the website',
  private: 'For the team only',
};
export const toneOf = (state: ReviewState): string =>
  ({ waiting: 'warn', public: 'good', private: '' })[state];

export const starsMessage = (rating: number): string => `${rating} ★`;
export const campMessage = ({ title, location, first_day, last_day }: StaffReview): string =>
  `${title}, ${location}, ${formatDays(first_day, last_day)}`;

export const listMessages = {
  empty: [
    'No reviews yet.',
    'The day after a camp, we ask each family whose child was there how it was. What they write appears here.',
  ],
  title: 'Reviews of camps',
  one: 'review',
  several: 'reviews',
  viewOff: hiddenMessage('Reviews name families'),
  state: 'State',
  anyState: 'Any state',
  rating: 'Stars',
  anyRating: 'Any',
  all: 'All',
  camp: 'Camp',
  words: 'Review',
  noWords: 'No words',
  children: 'Children',
  written: 'Written',
} as const;

export const detailMessages = {
  close: 'Close',
  loading: 'Loading...',
  failed: 'The review did not load.',
  notFound: 'We can’t find this review. The family may have deleted it.',
  title: (review: StaffReview) => `${starsMessage(review.rating)}, ${campMessage(review)}`,
  children: (review: StaffReview) => `Family of ${joinNames(review.children)}`,
  written: (review: StaffReview) => `Written ${formatMoment(review.written_at)}`,
  by: 'The family wants it shown under',
  private: 'The family lets only our team read this. It can’t be published.',
  published: (review: StaffReview) =>
    review.released_at === null
      ? null
      : [`On the website since ${formatMoment(review.released_at)}`, review.released_by]
          .filter(Boolean)
          .join(', published by '),
  publish: 'Publish review',
  publishMeans: (review: StaffReview) =>
    `Everybody can read these words on the website under the name ${review.shown_name ?? ''}. Check that they name no child in full and say nothing about health.`,
  publishYes: 'Yes, publish it',
  takeBack: 'Remove from website',
  takeBackMeans: 'The website will no longer show it. The family can still read it, and so can we.',
  takeBackYes: 'Yes, remove it',
  no: 'Leave it as it is',
  openFamily: 'Open family',
  done: (isPublic: boolean) =>
    isPublic
      ? 'Published. The website shows it after its next build, in a few minutes.'
      : 'Removed. The website stops showing it after its next build, in a few minutes.',
} as const;

export const refusals: OwnMessages = rereadRefusals;
