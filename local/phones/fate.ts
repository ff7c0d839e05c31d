/**
 * As Twilio's magic numbers: 0404 is not on WhatsApp and has no phone, 0410 has stopped us, 0429 and 0500 fail at the
 * first try, 0408 is never delivered, 0201 is delivered and not read.
 */
export const fateOf = (number: string): string => /\d{4}$/.exec(number)?.[0] ?? '';

/** E.164, as Meta and Twilio ask for it: a plus, a country's code, at most 15 digits. */
export const isNumber = (number: string): boolean => /^\+[1-9]\d{6,14}$/.test(number);

/** Says for each number once that it is its first try. */
export function createFirstTries() {
  const seen = new Set<string>();
  return (key: string): boolean => {
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
}
