/** Returns a range such as "4–6", or one number if both are the same. */
export const formatRange = (from: number, to: number): string =>
  from === to ? String(from) : `${from}–${to}`;
