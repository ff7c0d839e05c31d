import { PublicReviews } from '#contract/camp-reviews.ts';
import { callRpc } from '#api/rpc.ts';
import { loadOnce } from './load-once.ts';

const none: PublicReviews = { count: 0, stars: null, reviews: [] };

/**
 * Reads the published reviews of camps. If only this fails, the build says so and the page shows none: they come back
 * with the next build.
 */
export const getPublicReviews = loadOnce(async (report): Promise<PublicReviews> => {
  const answer = await callRpc('get_public_reviews', {}, PublicReviews);
  if (answer.ok) return answer.value;
  report(`reviews: the database did not answer (${answer.code}); the page is built without them.`);
  return none;
});
