/**
 * What becomes of a message is in the last four digits of its number, as in Twilio's magic numbers: 0404 is not on
 * WhatsApp and has no phone, 0410 has stopped us, 0429 meets a limit at its first try, 0500 meets a fault of the
 * provider at its first try, 0408 is off (sent and never delivered), 0201 is delivered and not read. All others are
 * delivered, and read where the channel reports that.
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
