import { tierIds } from '#contract/tiers.ts';

/** Words that our pages may not contain. Typing mistakes are corrected to them. */
export const lexicon: ReadonlySet<string> = new Set(
  `price prices cost costs fees discount rebate sibling vacancy space slot slots available availability full dates address location nearest
  refund cancel cancellation reschedule replace transfer change ${tierIds.join(' ')} camp camps tryout trial flexi term pass passes class
  classes lesson lessons session sessions weekend weekday monday tuesday wednesday thursday friday
  saturday sunday birthday birthdays party parties holiday transport minimum maximum
  january february march april june july august september october november december timing timings`.split(
    /\s+/,
  ),
);
