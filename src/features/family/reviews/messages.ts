import type { Rating, ReviewedCamp, ReviewState } from '#contract/camp-reviews.ts';
import { joinNames } from '#contract/place-names.ts';
import { formatDays } from '#domain/dates.ts';

const campName = ({ title, location, first_day, last_day }: ReviewedCamp): string =>
  `${title}, ${location}, ${formatDays(first_day, last_day)}`;

export const reviewMessages = {
  kick: 'Reviews',
  title: 'How was camp?',
  lead: 'Our team reads every word. Other parents read it only if you allow it.',
  loading: 'Loading your camps',
  failed: 'Your camps did not load',
  camp: campName,
  who: ({ children }: ReviewedCamp) => joinNames(children),
  emptyTitle: 'No camp to review yet',
  emptyText: 'The day after a camp that your child came to, you can tell us here how it was.',
  emptyAction: 'See camps',
  change: 'Change review',
  delete: 'Delete review',
  deleteMeans: 'It will be deleted for good, and other parents will no longer see it.',
  deleteYes: 'Yes, delete it',
  deleteNo: 'Keep it',
  saved: (camp: ReviewedCamp) => `Thank you. Your review of ${campName(camp)} is saved.`,
  deleted: (camp: ReviewedCamp) => `Your review of ${campName(camp)} is deleted.`,
} as const;

export const formMessages = {
  rating: 'Your rating',
  words: 'What would you tell a friend? (optional)',
  wordsHint: 'Please leave out full names and anything about health.',
  wordsMissing: 'Please write a few words to publish, or clear the box below.',
  publish: 'Other parents may read this on the website',
  publishNote: 'An admin reads it first. You can change your mind at any time.',
  name: 'Name to show',
  nameHint: 'For example your first name, or “Mum of two”.',
  send: 'Save review',
  leave: 'Leave it as it was',
} as const;

export const ratingMessages: Record<Rating, string> = {
  5: '★ 5 Excellent',
  4: '★ 4 Very good',
  3: '★ 3 Good',
  2: '★ 2 Fair',
  1: '★ 1 Poor',
};

export const starsMessage = (rating: number): string => `${rating} of 5 stars`;

export const stateMessages: Record<ReviewState, (name: string | null) => string> = {
  private: () => 'Only our team can read this.',
  waiting: (name) => `We read it before other parents can see it, under the name ${name ?? ''}.`,
  public: (name) => `Other parents can read this on our website, under the name ${name ?? ''}.`,
};
