import type { KnownTier } from '#contract/assistant.ts';
import { namesOf } from './tier-names.ts';

const words =
  `price prices cost costs fees discount rebate sibling vacancy space slot slots available availability full dates address location nearest
  refund cancel cancellation reschedule replace transfer change camp camps tryout trial flexi term pass passes class
  classes lesson lessons session sessions weekend weekday monday tuesday wednesday thursday friday
  saturday sunday birthday birthdays party parties holiday transport minimum maximum
  january february march april june july august september october november december timing timings`.split(
    /\s+/,
  );

/** Words that parents use but our pages might not, and the names of tiers. Typing mistakes are corrected to them. */
export const lexiconWith = (tiers: readonly KnownTier[]): ReadonlySet<string> =>
  new Set([...words, ...tiers.flatMap(namesOf).flatMap((name) => name.split(' '))]);
