import { formatDate } from '#domain/dates.ts';
import type { PublicReview } from '#contract/camp-reviews.ts';

export const reviewsMessages = {
  title: 'What families say about camp',
  lead: 'Only a family whose child was at a camp can review it. We show the words of those who let us, and the average counts every review.',
  stars: (stars: number, count: number) =>
    `${stars.toFixed(1)} of 5 stars, the average of all ${count} reviews`,
  of: (rating: number) => `${rating} out of 5 stars`,
  detail: ({ title, location, last_day }: PublicReview) =>
    `${title}, ${location}, ${formatDate(last_day).split(' ').slice(-2).join(' ')}`,
  empty: 'No review is published yet. The first ones come after our next camps.',
  camps: 'See camps',
  all: 'All reviews of our camps',
} as const;
