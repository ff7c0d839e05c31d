/** Ids, hashes and tokens, seconds since 1970 and moments of these years: any digits may stand in them. */
const byChance =
  /[0-9a-f]{16,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b1[789]\d{8}(?:\d{3})?\b|\b20[2-9]\d-\d\d-\d\d[T ][\d:.]+/gi;

/** A text without what is as it is by chance: a birth year or a number that is found in the rest is somebody's. */
export const withoutChance = (text: string): string => text.replace(byChance, '#');
