/**
 * The last four digits of a number decide, like Twilio's magic numbers: 0404 has no phone and is not on WhatsApp,
 * 0410 has opted out, 0429 and 0500 fail at the first attempt, 0408 is never delivered, 0201 is delivered but not
 * read.
 */
export const outcomeOf = (number: string): string => /\d{4}$/.exec(number)?.[0] ?? '';

/** Meta and Twilio require E.164: a plus, a country code, and at most 15 digits. */
export const isNumber = (number: string): boolean => /^\+[1-9]\d{6,14}$/.test(number);

/** Returns true the first time that it is called for a number. */
export function createFirstTries() {
  const seenKeys = new Set<string>();
  return (key: string): boolean => {
    if (seenKeys.has(key)) return false;
    seenKeys.add(key);
    return true;
  };
}
