import type { SanityClient } from '@sanity/client';

/** How long the demo's early bird has to go. */
const DEADLINE_DAYS = 12;
const tier = 'tier-spark';

/** An early bird with a last day, counted from today: the clock shows nothing without one. */
export async function giveDeadline(lake: SanityClient): Promise<void> {
  const deadline = new Date(Date.now() + DEADLINE_DAYS * 86_400_000).toISOString();
  await lake.patch(tier).set({ 'rungs[_key=="second"].deadline': deadline }).commit();
}
