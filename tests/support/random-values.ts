/** Matches ids, hashes, tokens and current timestamps, which may contain any digits. */
const randomValues =
  /[0-9a-f]{16,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b1[789]\d{8}(?:\d{3})?\b|\b20[2-9]\d-\d\d-\d\d[T ][\d:.]+/gi;

/** Replaces random values in a text. A birth year or number that is still found in it must then be personal data. */
export const withoutRandom = (text: string): string => text.replace(randomValues, '#');
