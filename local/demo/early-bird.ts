import type { SanityClient } from '@sanity/client';

/** Days until the demo's early-bird price ends. */
const DEADLINE_DAYS = 12;
const tier = 'tier-spark';

/** Gives the early bird an end counted from today, because the countdown is empty without it. */
export async function setDeadline(lake: SanityClient): Promise<void> {
  const deadline = new Date(Date.now() + DEADLINE_DAYS * 86_400_000).toISOString();
  await lake.patch(tier).set({ 'rungs[_key=="second"].deadline': deadline }).commit();
}
