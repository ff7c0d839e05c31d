import { FamilyDashboard } from '#contract/family.ts';
import * as v from 'valibot';
import { storageKeys } from '#config/paths.ts';
import * as timing from '#config/timing.ts';
import { readStored, writeStored } from './storage.ts';
import { forgetFamily } from './forget-family.ts';

const Cached = v.object({ userId: v.string(), at: v.number(), family: FamilyDashboard });
type Cached = v.InferOutput<typeof Cached>;

const DAY_MS = 86_400_000;

/** Returns this user's saved family unless it is too old, and deletes the saved family of another user. */
export function readCachedFamily(userId: string, now = Date.now()): Pick<Cached, 'at' | 'family'> | null {
  const cached = readStored(storageKeys.family, Cached);
  if (!cached) return null;
  const isOver = now - cached.at > timing.FAMILY_CACHE_DAYS * DAY_MS;
  if (cached.userId === userId && !isOver) return { at: cached.at, family: cached.family };
  forgetFamily();
  return null;
}

export function cacheFamily(userId: string, family: FamilyDashboard, now = Date.now()): void {
  writeStored(storageKeys.family, { userId, at: now, family: withoutPeople(family) } satisfies Cached);
}

/** Marks the saved family as old, so that pages read it again and use the saved one only offline. */
export function expireCachedFamily(now = Date.now()): void {
  const cached = readStored(storageKeys.family, Cached);
  if (cached)
    writeStored(storageKeys.family, { ...cached, at: Math.min(cached.at, now - timing.FAMILY_FRESH_MS) });
}

/**
 * Returns the family without some of its people. The screen of the week needs neither the people who may collect nor
 * the secrets of waitlist entries (decisions "What the browser remembers").
 */
function withoutPeople(family: FamilyDashboard): FamilyDashboard {
  const withoutContact = <P extends { email: string | null; phone: string | null }>(parent: P | null) =>
    parent && { ...parent, email: null, phone: null };
  return {
    ...family,
    family: family.family && {
      ...family.family,
      primary_parent: withoutContact(family.family.primary_parent),
      secondary_parent: withoutContact(family.family.secondary_parent),
    },
    children: family.children.map((child) => ({ ...child, pickup: [] })),
    upcomingBookings: family.upcomingBookings.map(withoutCollectors),
    recentActivity: family.recentActivity.map(withoutCollectors),
    upcomingCamps: family.upcomingCamps.map(withoutCollectors),
    pastCamps: family.pastCamps.map(withoutCollectors),
    parties: family.parties.map((party) => ({ ...party, place: null })),
    waiting: family.waiting.map(({ parent: _parent, ...entry }) => ({ ...entry, secret: '' })),
    invitation: null,
  };
}
const withoutCollectors = <P extends { order_collectors: string[] }>(place: P): P => ({
  ...place,
  order_collectors: [],
});
